import JSONModel

/// Finds the places of all values in a text that is known to be JSON.
struct JSONPlaces {
  private let source: SourceText
  private var position = 0

  init(_ source: SourceText) { self.source = source }

  /// - Throws: ``YAMLSyntaxError`` for a key that is given twice.
  mutating func value() throws(YAMLSyntaxError) -> YAMLPlace {
    skipBlanks()
    var place = YAMLPlace(position: source.position(of: position))
    switch next {
    case "{": place.contents = .members(try members())
    case "[": place.contents = .items(try items())
    case "\"": _ = string()
    default:
      position += 1
      skipWord()
    }
    return place
  }

  private var next: Unicode.Scalar? { position < source.scalars.count ? source.scalars[position] : nil }

  private mutating func skipBlanks() {
    while let scalar = next, scalar.isBlank || scalar.isLineBreak { position += 1 }
  }

  private mutating func skipWord() {
    while let scalar = next, !scalar.isBlank, !scalar.isLineBreak, scalar != ",", scalar != "]", scalar != "}" {
      position += 1
    }
  }

  private mutating func string() -> String {
    let start = position
    var reader = BracketReader(scalars: source.scalars, position: position)
    _ = reader.skipQuoted(limit: source.scalars.count)
    position = max(reader.position, position + 1)
    return (try? JSON(parsing: source.string(start..<position)))?.stringValue ?? ""
  }

  private mutating func members() throws(YAMLSyntaxError) -> [String: YAMLPlace.Member] {
    var members: [String: YAMLPlace.Member] = [:]
    position += 1
    while true {
      skipBlanks()
      guard let scalar = next, scalar == "\"" else { break }
      let place = source.position(of: position)
      let key = string()
      guard members[key] == nil else { throw YAMLSyntaxError("the key '\(key.excerpt)' is given twice", at: place) }
      skipBlanks()
      position += 1
      members[key] = YAMLPlace.Member(key: place, value: try value())
      skipBlanks()
      if next == "," { position += 1 }
    }
    position += 1
    return members
  }

  private mutating func items() throws(YAMLSyntaxError) -> [YAMLPlace] {
    var items: [YAMLPlace] = []
    position += 1
    while true {
      skipBlanks()
      guard let scalar = next, scalar != "]" else { break }
      items.append(try value())
      skipBlanks()
      if next == "," { position += 1 }
    }
    position += 1
    return items
  }
}
