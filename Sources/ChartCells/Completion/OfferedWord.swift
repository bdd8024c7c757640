import ChartModel
import JSONModel
import OrderedCollections
import YAMLText

/// A word that completion offers: how it is called, which is what its author types, and how it is written.
struct OfferedWord: Hashable, Sendable {
  let name: String
  let text: String

  init(name: String, text: String) { (self.name, self.text) = (name, text) }

  init(_ word: String) { self.init(name: word, text: word) }

  /// A text as a scalar of YAML: in quotes where it would be something else, and with escapes where it is in quotes already.
  /// - Parameter word: The offsets of what it takes the place of, without quotes.
  init(scalar name: String, at word: Range<Int>, in source: SourceText) {
    switch OfferedWord.quote(before: word.lowerBound, in: source) {
    case "\""?: self.init(OfferedWord.escaped(name))
    case "'"?: self.init(name.replacing("'", with: "''"))
    default: self.init(name: name, text: OfferedWord.isPlain(name) ? name : JSON.string(name).text)
    }
  }

  /// What stands between double quotes.
  static func escaped(_ text: String) -> String { String(JSON.string(text).text.dropFirst().dropLast()) }

  static func quote(before offset: Int, in source: SourceText) -> Unicode.Scalar? {
    guard offset > 0, source.scalars.indices.contains(offset - 1) else { return nil }
    let scalar = source.scalars[offset - 1]
    return scalar == "\"" || scalar == "'" ? scalar : nil
  }

  /// Whether a text means itself without quotes, as key and as value, in brackets and outside of them.
  private static func isPlain(_ text: String) -> Bool {
    guard let documents = try? YAMLDocument.parse("{\(text): \(text)}") else { return false }
    return documents.map(\.json) == [.object([text: .string(text)])]
  }
}

extension ColumnFormat {
  /// What the `format` of a schema says.
  init?(_ schema: JSON?) {
    guard let format = schema?["format"]?.stringValue else { return nil }
    self.init(rawValue: format)
  }
}
