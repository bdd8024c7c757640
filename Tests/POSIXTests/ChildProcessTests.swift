import Foundation
import POSIX
import Testing

@Suite("Programs that are run") struct ChildProcessTests {
  @Test("A program gets all of its input and gives all of its output, more than a pipe holds")
  func both() {
    let input = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(ChildProcess.output(of: "/bin/cat", [], input: input) == input)
  }

  @Test("Its arguments are its own, whatever they hold, and so are the variables")
  func arguments() {
    let script = "printf '%s|' \"$@\" \"$PATH\""
    let output = ChildProcess.output(of: "/bin/sh", ["-c", script, "sh", "a b", "", "$c"], input: [])
    let path = ProcessEnvironment.value("PATH") ?? ""
    #expect(output.map { String(decoding: $0, as: UTF8.self) } == "a b||$c|\(path)|")
  }

  @Test("One that fails, is ended by a signal or is not there gives nothing")
  func failing() {
    #expect(ChildProcess.output(of: "/bin/sh", ["-c", "echo x; exit 3"], input: []) == nil)
    #expect(ChildProcess.output(of: "/bin/sh", ["-c", "echo x; kill -9 $$"], input: []) == nil)
    #expect(ChildProcess.output(of: "/nowhere/program", [], input: [1]) == nil)
  }

  @Test("The variables and the program's path are those that Foundation sees")
  func environment() throws {
    #expect(ProcessEnvironment.all == ProcessInfo.processInfo.environment)
    let path = try #require(ProcessEnvironment.executablePath)
    #expect(path == Bundle.main.executableURL?.resolvingSymlinksInPath().path)
    #expect(abs(WallClock.now - Date().timeIntervalSince1970) < 60)
  }
}
