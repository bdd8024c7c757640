package import JSONModel

/// What a template may say of an entry: the names that stand in braces.
package enum Placeholders {
  /// Of an entry of a plot.
  package static let entry = ["value", "x", "series", "label"]
  /// Of an entry as markers tell it: also what only some types of series have.
  package static let marker = entry + ["size", "color", "low", "high", "open", "close"]
  /// Of a slice.
  package static let slice = ["label", "value", "percent"]
  /// Of a stage of a funnel.
  package static let stage = slice + ["previous"]
  /// Of a gauge.
  package static let gauge = ["value", "percent", "caption", "min", "max"]

  /// The names in a text that stand in braces: letters alone, as what else is in braces is text.
  static func names(in text: String) -> [Substring] {
    var names: [Substring] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      guard let end = rest.firstIndex(where: { !($0.isASCII && $0.isLetter) }) else { break }
      if rest[end] == "}", end > rest.startIndex { names.append(rest[..<end]) }
      rest = rest[end...]
    }
    return names
  }
}

extension Schema where Value: Sendable {
  /// Where labels are, in a word, or what they say, which is told by its braces: `labels: inside`, `labels: "{value} kg"`.
  static func placeOrTemplate<Place: RawRepresentable & CaseIterable & Sendable>(
    _ place: any WritableKeyPath<Value, Place> & Sendable, _ text: any WritableKeyPath<Value, String> & Sendable,
    _ names: [String], of initial: Value
  ) -> Schema where Place.RawValue == String {
    let (word, template) = (Schema<Place>.word(), Schema<String>.template(names))
    return Schema<String>.string().map(
      decode: { written throws(InvalidValue) in
        var value = initial
        if written.contains("{") {
          value[keyPath: text] = try template.decode(.string(written))
        } else {
          value[keyPath: place] = try word.decode(.string(written))
        }
        return value
      }, encode: { $0[keyPath: place].rawValue }
    ).annotated([
      "type": .null,
      "anyOf": [
        ["type": "string", "enum": .array(Place.allCases.map { .string($0.rawValue) })],
        ["type": "string", "pattern": "\\{"],
      ],
    ])
  }
}

extension Schema<String> {
  /// A text in which names in braces stand for what an entry says.
  /// - Parameter names: All that it may say; others are errors, since nobody wants to read a misspelt name.
  package static func template(_ names: [String]) -> Schema {
    string().map(
      decode: { text throws(InvalidValue) in
        guard let name = Placeholders.names(in: text).first(where: { !names.contains(String($0)) }) else { return text }
        let known = names.map { "{\($0)}" }.joined(separator: ", ")
        var fault = InvalidValue("there is no placeholder '{\(name.prefix(40))}', only \(known)", kind: .mismatch)
        fault.suggestion = nearestWord(to: String(name), among: names).map { "{\($0)}" }
        throw fault
      }, encode: { $0 })
  }

  /// A name to be read: a number is taken as it is written, since YAML has no other way to write the year 2019.
  package static let name: Schema = .either(
    string(),
    or: Schema<Double>.number().map(
      decode: { number throws(InvalidValue) in JSON(number).text }, encode: { Double($0) ?? 0 }))
}
