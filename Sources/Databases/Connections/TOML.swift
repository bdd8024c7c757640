import CTOML
import JSONModel
import POSIX

/// TOML as JSON.
enum TOML {
  /// Where a text is none. The parser's words are not in it: a part of the line may stand there, and that of a password.
  struct Fault: Error {
    /// `line 3, column 7`; `nil` if it isn't known.
    var place: String?
  }

  static func parse(_ bytes: [UInt8]) throws(Fault) -> JSON {
    var (line, column) = (0, 0)
    let text = bytes.withUnsafeBytes { bytes in
      ctoml_json(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &line, &column)
    }
    guard let text else { throw Fault(place: "line \(line), column \(column)") }
    defer { free(text) }
    do {
      return try JSON(parsing: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    } catch {
      throw Fault()
    }
  }
}
