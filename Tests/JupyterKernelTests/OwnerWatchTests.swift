import Foundation
import JupyterKernel
import Testing

@Suite("Owner")
struct OwnerWatchTests {
  private static func file() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "owner-\(UUID().uuidString).json").path
    try "{}".write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test("Without a parent to watch, the owner is gone with the connection file")
  func connectionFile() throws {
    let path = try Self.file()
    let watch = try #require(OwnerWatch(parent: nil, connectionFile: path))
    #expect(!watch.isOwnerGone)
    try FileManager.default.removeItem(atPath: path)
    #expect(watch.isOwnerGone)
  }

  @Test("While the parent lives, the file may go")
  func parent() throws {
    let path = try Self.file()
    let watch = try #require(OwnerWatch(parent: String(getppid()), connectionFile: path))
    try FileManager.default.removeItem(atPath: path)
    #expect(!watch.isOwnerGone)
  }

  @Test("A parent that has ended is gone")
  func endedParent() throws {
    let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", "exit 0"])
    process.waitUntilExit()
    let parent = try #require(ParentProcess(environmentValue: String(process.processIdentifier)))
    #expect(parent.isGone)
  }

  @Test("What is no process and no file is not watched", arguments: ["", "x", "0", "1", "-5"])
  func nobody(parent: String) {
    #expect(OwnerWatch(parent: parent, connectionFile: "/dev/null") == nil)
    #expect(OwnerWatch(parent: nil, connectionFile: "/dev/null") == nil)
    #expect(OwnerWatch(parent: nil, connectionFile: "/nowhere/at/all") == nil)
  }
}
