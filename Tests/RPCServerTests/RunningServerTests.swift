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
    // A socket's path must fit behind it.
    let long = "/" + String(repeating: "x", count: 90)
    #expect(!candidates(["TMPDIR": long]).contains { $0.hasPrefix(long) })
  }
}
