/// Quotes in names and texts that are quoted themselves.
///
/// Scalar by scalar: a quote and an accent behind it are one character, which is no quote to Swift, but one to every server.
package enum SQLQuote {
  /// A text with each of its quotes twice.
  package static func doubled(_ text: String, _ quote: Unicode.Scalar) -> String {
    escaped(text, [quote], by: quote)
  }

  /// A text with something before each of some of its scalars.
  static func escaped(_ text: String, _ scalars: Set<Unicode.Scalar>, by sign: Unicode.Scalar) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalars.contains(scalar) { escaped.append(sign) }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// A text as a literal of standard SQL.
  static func literal(_ text: String) -> String { "'" + doubled(text, "'") + "'" }
}
