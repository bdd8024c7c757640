@testable import RPCServer
import Foundation
import JSONModel
import Testing

@Suite("Running servers leave word of themselves")
struct RunningServerTests {
  private let server = RunningServer(
    endpoint: "ipc:///run/x.sock", processID: 12, command: "jupyter", notebook: "/home/me/sales.ipynb",
    connectionFile: "/run/kernel-1.json", directory: "/home/me", startTime: 1_700_000_000, version: "0.1.0")

  @Test("What is written is read, and what a later version adds is passed over")
  func roundTrip() {
    #expect(RunningServer(json: server.json) == server)
    #expect(RunningServer(json: server.json.merging(patch: ["colour": "red"])) == server)
    #expect(RunningServer(json: [:]) == nil && RunningServer(json: []) == nil)
  }

  @Test(
    "A server is found by what people know of it",
    arguments: ["ipc:///run/x.sock", "12", "/home/me/sales.ipynb", "sales.ipynb", "kernel-1.json"])
  func finding(name: String) throws {
    #expect(try ServerAddress(name, among: [server]).endpoint == server.endpoint)
  }

  @Test("What is an endpoint need not be known, all else must be, once")
  func notFound() throws {
    #expect(try ServerAddress("tcp://127.0.0.1:5", among: [server]).endpoint == "tcp://127.0.0.1:5")
    for name in ["", "1", "ales.ipynb", "me", "other.ipynb"] {
      #expect(throws: RPCBridgeError.self, "\(name)") { try ServerAddress(name, among: [server]) }
    }
    var other = server
    (other.endpoint, other.processID) = ("ipc:///run/y.sock", 13)
    #expect(throws: RPCBridgeError.self) { try ServerAddress("sales.ipynb", among: [server, other]) }
    #expect(try ServerAddress("13", among: [server, other]).endpoint == "ipc:///run/y.sock")
  }

  // MARK: - Files

  private func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return folder.path
  }

  @Test("A file tells of its server while that runs, and is removed by whoever looks afterwards")
  func file() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/server.json"
    do {
      let file = try #require(RuntimeFile(server, at: path))
      try withExtendedLifetime(file) {
        let found = try #require(RuntimeFile.read(path))
        #expect(found.server == server && found.runs)
      }
    }
    let found = try #require(RuntimeFile.read(path))
    #expect(found.server == server && !found.runs)
    #expect(RuntimeFile.read(path) == nil)
  }

  @Test("A dead server's file is a dead server's, too, while somebody else looks at it")
  func twoReaders() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/server.json"
    try Data(server.json.bytes).write(to: URL(fileURLWithPath: path))
    let other = open(path, O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_SH | LOCK_NB) == 0)
    let found = try #require(RuntimeFile.read(path))
    #expect(found.server == server && !found.runs)
  }

  @Test("Where no file can be put, nobody else's descriptor is closed", .timeLimit(.minutes(5)))
  func noFile() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // No file takes the place of a folder.
    let path = folder + "/server.json"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let server = server
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<2_000 { #expect(RuntimeFile(server, at: path) == nil) }
      }
      group.addTask {
        for _ in 0..<20_000 {
          let own = open("/dev/null", O_RDONLY)
          #expect(close(own) == 0)
        }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["server.json"])
  }

  @Test("A directory tells of its servers that run, and forgets those that were killed; what else lies there stays")
  func directory() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func put(_ content: [UInt8], _ name: String) throws {
      try Data(content).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let directory = RuntimeDirectory(path: folder)
    var dead = server
    dead.endpoint = "ipc://\(folder)/chart-kernel-7.sock"
    try put(dead.json.bytes, "chart-kernel-7.json")
    try put([], "chart-kernel-7.sock")
    // Of nobody's who is known here: by its name, its ending, or its endpoint.
    try put(dead.json.bytes, "notes.json")
    try put(dead.json.bytes, "chart-kernel-8.text")
    var elsewhere = dead
    elsewhere.endpoint = "ipc://\(folder)/sub.sock"
    try put(elsewhere.json.bytes, "chart-kernel-9.json")
    try put([], "sub.sock")
    let path = directory.newPath(suffix: RuntimeFile.suffix)
    #expect(path.hasPrefix("\(folder)/chart-kernel-\(getpid())-") && path.hasSuffix(".json"))
    let file = try #require(RuntimeFile(server, at: path))
    withExtendedLifetime(file) {
      #expect(directory.servers() == [server])
      #expect(directory.servers() == [server], "looking twice changes nothing")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let own = URL(fileURLWithPath: path).lastPathComponent
    #expect(left == ["chart-kernel-8.text", "notes.json", own, "sub.sock"].sorted())
  }

  @Test("A server that starts takes the first place that it can write to")
  func own() {
    let first = RuntimeDirectory.candidates().first { FileManager.default.isWritableFile(atPath: $0.path) }
    #expect(first != nil && RuntimeDirectory.own() == first)
  }

  @Test("The directory is the one that a variable names, or a place for such things")
  func places() {
    func candidates(_ variables: [String: String]) -> [String] {
      RuntimeDirectory.candidates { variables[$0] }.map(\.path)
    }
    let user = geteuid()
    #expect(candidates([RuntimeDirectory.variable: "/a", "XDG_RUNTIME_DIR": "/b"]) == ["/a"])
    #expect(
      candidates(["XDG_RUNTIME_DIR": "/b", "TMPDIR": "/t"]) == ["/b", "/run/user/\(user)", "/t", "/tmp"])
    #expect(candidates(["TMPDIR": "/tmp"]) == ["/run/user/\(user)", "/tmp"])
    // A socket's path must fit behind it: 64 bytes leave room for that.
    let longest = "/" + String(repeating: "x", count: 63)
    #expect(
      candidates(["TMPDIR": longest]).contains(longest)
        && !candidates(["TMPDIR": longest + "x"]).contains(longest + "x"))
    let long = "/" + String(repeating: "x", count: 90)
    #expect(!candidates(["TMPDIR": long]).contains { $0.hasPrefix(long) })
  }
}
