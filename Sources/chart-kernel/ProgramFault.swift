import Foundation

/// Something that the user has to mend: told in one line, without a usage text, with exit code 1.
struct ProgramFault: LocalizedError, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  var errorDescription: String? { description }

  /// Tells something on standard error.
  static func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
