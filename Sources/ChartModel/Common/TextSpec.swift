package import JSONModel

/// What a template may say of an entry: the names that stand in braces.
package enum Placeholders {
  /// Of an entry of a plot.
  package static let entry = ["value", "x", "y", "series", "label"]
  /// Of an entry as markers tell it: also what only some types of series have.
  package static let marker =
    entry + [
      "size", "color", "low", "high", "open", "close", "median", "lower", "upper", "mean", "count", "sum", "target",
      "range",
    ]
  /// Of a slice.
  package static let slice = ["label", "value", "percent"]
  /// Of a stage of a funnel.
  package static let stage = slice + ["previous"]
  /// Of a gauge.
  package static let gauge = ["value", "percent", "measure", "min", "max"]
  /// Those that stand for numbers, which a colon may give a format: `{value:compact}`.
  package static let numbers: Set<Substring> = [
    "value", "x", "y", "total", "size", "color", "sum", "target", "low", "high", "open", "close", "median", "lower",
    "upper", "mean",
  ]

  /// A text in which what is called by its axis has the name of what it is: `{y}` is the value.
  fileprivate static func withValues(_ text: String) -> String {
    guard text.contains("{y") else { return text }
    var pieces = text.split(separator: "{y", omittingEmptySubsequences: false).map { String($0) }
    for index in pieces.indices.dropFirst() {
      pieces[index] = (pieces[index].first == "}" || pieces[index].first == ":" ? "{value" : "{y") + pieces[index]
    }
    return pieces.joined()
  }

  /// - Throws: ``InvalidValue`` without a path if there is no such name, or it can't have such a format.
  fileprivate static func check(
    _ name: Substring, _ format: Substring?, among names: [String]
  ) throws(InvalidValue) {
    guard names.contains(String(name)) else {
      // What else has a colon is text.
      if format != nil { return }
      let known = names.map { "{\($0)}" }.joined(separator: ", ")
      var fault = InvalidValue("there is no placeholder '{\(name.prefix(40))}', only \(known)", kind: .mismatch)
      fault.suggestion = nearestWord(to: String(name), among: names).map { "{\($0)}" }
      throw fault
    }
    guard let format else { return }
    guard numbers.contains(name) else {
      throw InvalidValue("'{\(name):\(format.prefix(40))}' is no number that has a format", kind: .mismatch)
    }
    _ = try FormatSpec().applying(format)
  }

  /// The names in a text that stand in braces: letters alone, perhaps with a colon and a format, as what else is in braces
  /// is text.
  package static func names(in text: String) -> [(name: Substring, format: Substring?)] {
    var names: [(name: Substring, format: Substring?)] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      guard let end = rest.firstIndex(where: { !($0.isASCII && $0.isLetter) }) else { break }
      let name = rest[..<end]
      if rest[end] == "}", end > rest.startIndex { names.append((name, nil)) }
      rest = rest[end...]
      if rest.first == ":", !name.isEmpty, let close = rest.firstIndex(where: { $0 == "}" || $0 == "{" }),
        rest[close] == "}"
      {
        names.append((name, rest[rest.index(after: end)..<close]))
      }
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
        var faults = FaultList()
        for (name, format) in Placeholders.names(in: text) {
          try faults.check { () throws(InvalidValue) in try Placeholders.check(name, format, among: names) }
        }
        try faults.check()
        return names.contains("y") ? Placeholders.withValues(text) : text
      }, encode: { $0 })
  }

  /// A name to be read: a number is taken as it is written, since YAML has no other way to write the year 2019.
  package static let name: Schema = .either(
    string(),
    or: Schema<Double>.number().map(
      decode: { number throws(InvalidValue) in JSON(number).text }, encode: { Double($0) ?? 0 }))
}
