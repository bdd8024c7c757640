import JSONModel
import TOMLKit

/// TOML as JSON.
enum TOML {
  /// Where a text is none. The parser's words are not in it: a part of the line may stand there, and that of a password.
  struct Fault: Error {
    /// `line 3, column 7`; `nil` if it isn't known.
    var place: String?
  }

  static func parse(_ bytes: [UInt8]) throws(Fault) -> JSON {
    do {
      return try JSON(
        parsing: Array(try TOMLTable(string: String(decoding: bytes, as: UTF8.self)).convert(to: .json).utf8))
    } catch let fault as TOMLParseError {
      throw Fault(place: "line \(fault.source.begin.line), column \(fault.source.begin.column)")
    } catch {
      throw Fault()
    }
  }
}
