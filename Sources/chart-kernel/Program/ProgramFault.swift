import ArgumentParser
import POSIX

/// Something that the user has to mend: told in one line that editors understand, with exit code 1.
struct ProgramFault: Error {
  let line: String

  /// - Parameter place: The file, with line and column where they are known: `pie.yaml:3:10`.
  init(_ place: String, _ message: String) { line = "\(place): error: \(message)" }

  /// Tells the fault that `body` ends with, and ends the program.
  static func telling(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let fault as ProgramFault {
      tell(fault.line)
      throw ExitCode.failure
    }
  }

  /// Tells something on standard error.
  static func tell(_ line: String) {
    // Who closed it does not want to hear.
    try? FileDescriptor.standardError.writeAll(line + "\n")
  }
}
