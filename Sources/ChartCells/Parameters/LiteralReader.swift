import JSONModel
import OrderedCollections
import YAMLText

/// Reads a value as Python or JSON writes it: what papermill's Python translator makes of parameters, and what people
/// write into the cell that holds their defaults.
///
/// Tuples are lists. `float('nan')`, `float('inf')` and `float('-inf')` become `null`, since JSON has no such numbers
/// and a chart takes `null` for a gap; ``nonFinite`` says where, for a warning.
struct LiteralReader {
  let scalars: [Unicode.Scalar]
  let limit: Int
  var position: Int
  /// Where numbers stood that JSON has not.
  private(set) var nonFinite: [Int] = []
  private var depth = 0
  private var count = 0

  init(_ scalars: [Unicode.Scalar], _ range: Range<Int>) {
    self.scalars = scalars
    self.position = range.lowerBound
    self.limit = range.upperBound
  }

  /// Reads a value with nothing but a comment behind it.
  /// - Complexity: O(*n*) in the length of the text.
  mutating func document() throws(LiteralSyntaxError) -> JSON {
    skipBlanks()
    let value = try value()
    skipBlanks()
    // A habit from Python, and from the `;` that keeps commands quiet.
    if next == ";" { position += 1 }
    skipSpace()
    guard position >= limit else { throw fault("expected the end of the line") }
    return value
  }

  var next: Unicode.Scalar? { position < limit ? scalars[position] : nil }

  func fault(_ message: String, suggestion: String? = nil, at offset: Int? = nil) -> LiteralSyntaxError {
    LiteralSyntaxError(message: message, suggestion: suggestion, offset: offset ?? position)
  }

  private mutating func skipBlanks() {
    while let scalar = next, scalar.isBlank { position += 1 }
  }

  /// Skips white space, line breaks and comments.
  private mutating func skipSpace() {
    while let scalar = next {
      if scalar == "#" {
        while let scalar = next, !scalar.isLineBreak { position += 1 }
      } else if scalar.isBlank || scalar.isLineBreak {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func value() throws(LiteralSyntaxError) -> JSON {
    count += 1
    guard count <= YAMLDocument.nodeLimit else { throw fault("more than \(YAMLDocument.nodeLimit) values") }
    switch next {
    case "[": return .array(try items(until: "]").values)
    case "(":
      // Brackets around one value are no tuple: Black puts them around what is too long for a line.
      let (values, hasComma) = try items(until: ")")
      return values.count == 1 && !hasComma ? values[0] : .array(values)
    case "{": return .object(try members())
    case "\"", "'": return .string(try string())
    case .some("0"..."9"), "+", "-", ".": return try number()
    case .some(let scalar) where ParameterName.isStart(scalar): return try word()
    default: throw fault("expected a value such as 3, \"text\", [1, 2], {\"a\": 1}, True or None")
    }
  }

  // MARK: - Brackets

  private mutating func open() throws(LiteralSyntaxError) -> Int {
    guard depth < YAMLDocument.depthLimit else {
      throw fault("nested deeper than \(YAMLDocument.depthLimit) levels")
    }
    depth += 1
    position += 1
    skipSpace()
    return position
  }

  private func checkEnd(of start: Int) throws(LiteralSyntaxError) {
    guard position >= limit else { return }
    throw LiteralSyntaxError(message: "the '\(scalars[start])' is not closed", offset: start, isUnfinished: true)
  }

  private mutating func items(
    until bracket: Unicode.Scalar
  ) throws(LiteralSyntaxError) -> (values: [JSON], hasComma: Bool) {
    let start = position
    var values: [JSON] = []
    var hasComma = false
    _ = try open()
    while true {
      try checkEnd(of: start)
      if next == bracket { break }
      values.append(try value())
      skipSpace()
      try checkEnd(of: start)
      if next == bracket { break }
      guard next == "," else { throw fault("expected ',' or '\(bracket)'") }
      position += 1
      hasComma = true
      skipSpace()
    }
    position += 1
    depth -= 1
    return (values, hasComma)
  }

  private mutating func members() throws(LiteralSyntaxError) -> OrderedDictionary<String, JSON> {
    let start = position
    var members: OrderedDictionary<String, JSON> = [:]
    _ = try open()
    while true {
      try checkEnd(of: start)
      if next == "}" { break }
      guard next == "\"" || next == "'" else { throw fault("a key must be a text in quotes") }
      let key = try string()
      skipSpace()
      try checkEnd(of: start)
      guard next == ":" else { throw fault("expected ':' after the key") }
      position += 1
      skipSpace()
      try checkEnd(of: start)
      members[key] = try value()
      skipSpace()
      try checkEnd(of: start)
      if next == "}" { break }
      guard next == "," else { throw fault("expected ',' or '}'") }
      position += 1
      skipSpace()
    }
    position += 1
    depth -= 1
    return members
  }

  // MARK: - Words

  private mutating func word() throws(LiteralSyntaxError) -> JSON {
    let start = position
    position = ParameterName.end(from: start, limit: limit, in: scalars) ?? limit
    let word = String(scalars[start..<position])
    switch word {
    case "True", "true": return true
    case "False", "false": return false
    case "None", "null": return nil
    case "float" where next == "(": return try float(from: start)
    default:
      throw fault("'\(word.prefix(40))' is no value; put a text in quotes", suggestion: suggestion(word), at: start)
    }
  }

  private func suggestion(_ word: String) -> String? {
    guard word.count <= 40 else { return nil }
    return ["True", "False", "None"].first { $0.lowercased() == word.lowercased() } ?? JSON.string(word).text
  }

  /// `float('nan')`: how Python writes what is no number to JSON.
  private mutating func float(from start: Int) throws(LiteralSyntaxError) -> JSON {
    position += 1
    skipBlanks()
    let argument = next == "\"" || next == "'" ? try string() : ""
    skipBlanks()
    guard ["nan", "inf", "-inf", "+inf", "infinity", "-infinity"].contains(argument.lowercased()), next == ")" else {
      throw fault("expected float('nan'), float('inf') or float('-inf'); write other numbers as they are", at: start)
    }
    position += 1
    nonFinite.append(start)
    return nil
  }
}

/// What is wrong with an assignment, and where.
struct LiteralSyntaxError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase without its full stop.
  var message: String
  /// What was probably meant.
  var suggestion: String?
  /// The offset in the cell, in Unicode scalars.
  var offset: Int
  /// Whether the text merely ends too early, within a bracket.
  var isUnfinished = false
}
