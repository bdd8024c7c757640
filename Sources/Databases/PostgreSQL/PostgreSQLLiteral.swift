/// Texts as literals of PostgreSQL, for statements that take no parameters.
enum PostgreSQLLiteral {
  /// A text in single quotes. With a backslash in it it begins with E, and is the same whatever
  /// `standard_conforming_strings` is.
  static func text(_ text: String) -> String {
    let quoted = "'" + SQLQuote.doubled(text, "'") + "'"
    return text.unicodeScalars.contains("\\") ? "E" + SQLQuote.doubled(quoted, "\\") : quoted
  }

  /// The body of a function, readable as it is: on lines of its own between two marks that are not in it.
  static func body(_ body: String) -> String {
    var mark = "$pyramid$"
    var count = 0
    while contains(body, mark) {
      count += 1
      mark = "$pyramid\(count)$"
    }
    return "\(mark)\n\(body)\n\(mark)"
  }

  /// Whether bytes are in a text, whatever characters they are parts of there.
  private static func contains(_ text: String, _ part: String) -> Bool {
    var rest = Substring(text).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      if rest[start...].starts(with: part.utf8) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }
}
