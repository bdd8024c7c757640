package import JSONModel

/// A word of a formula, and where it begins.
struct ExpressionToken: Hashable {
  enum Kind: Hashable {
    case number(Double)
    case text(String)
    /// A column or a function.
    case name(String)
    /// A column in backquotes, which can have any name.
    case quotedName(String)
    case operation(Expression.Operator)
    case not, `in`, `true`, `false`, null
    case open, close, openList, closeList, comma
    case end
  }

  let kind: Kind
  /// The character, counted from 1 as people do.
  let place: Int
}

/// Cuts a formula into its words.
struct ExpressionLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// - Throws: ``InvalidValue`` without a path, which names the character.
  mutating func token() throws(InvalidValue) -> ExpressionToken {
    while let scalar = next, scalar.properties.isWhitespace { index += 1 }
    let place = index + 1
    return ExpressionToken(kind: try kind(at: place), place: place)
  }

  private mutating func kind(at place: Int) throws(InvalidValue) -> ExpressionToken.Kind {
    guard let scalar = next else { return .end }
    if isDigit(scalar) || (scalar == "." && index + 1 < scalars.count && isDigit(scalars[index + 1])) {
      return .number(try number(at: place))
    }
    if scalar == "_" || scalar.properties.isAlphabetic { return word() }
    index += 1
    switch scalar {
    case "\"", "'": return .text(try quoted(scalar, at: place, "a text"))
    case "`": return .quotedName(try quoted(scalar, at: place, "a column's name"))
    case "(": return .open
    case ")": return .close
    case "[": return .openList
    case "]": return .closeList
    case ",": return .comma
    case "+": return .operation(.plus)
    case "-", "−": return .operation(.minus)
    case "*": return .operation(skip("*") ? .power : .times)
    case "/": return .operation(.over)
    case "%": return .operation(.modulo)
    case "^": return .operation(.power)
    case "=":
      _ = skip("=")
      return .operation(.equal)
    case "!" where skip("="): return .operation(.notEqual)
    case "<": return .operation(skip("=") ? .lessOrEqual : skip(">") ? .notEqual : .less)
    case ">": return .operation(skip("=") ? .greaterOrEqual : .greater)
    case "≤": return .operation(.lessOrEqual)
    case "≥": return .operation(.greaterOrEqual)
    case "≠": return .operation(.notEqual)
    case "!": throw fault("'!' is written `not`", at: place)
    case "&": throw fault("'&' is written `and`, or `+` between texts", at: place)
    case "|": throw fault("'|' is written `or`", at: place)
    default: throw fault("'\(String(scalar))' stands for nothing here", at: place)
    }
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  // MARK: - Words

  private static let keywords: [String: ExpressionToken.Kind] = [
    "or": .operation(.or), "and": .operation(.and), "not": .not, "in": .in, "true": .true, "false": .false,
    "null": .null,
  ]

  private mutating func word() -> ExpressionToken.Kind {
    let start = index
    while let scalar = next, scalar == "_" || scalar.properties.isAlphabetic || isPart(scalar) { index += 1 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<index])
    let word = String(text)
    // As SQL's authors write them; in other cases they are names.
    return ExpressionLexer.keywords[word]
      ?? (word == word.uppercased() ? ExpressionLexer.keywords[word.lowercased()] : nil)
      ?? .name(word)
  }

  /// Digits of any script, and marks that belong to the letter before them.
  private func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  private mutating func number(at place: Int) throws(InvalidValue) -> Double {
    let start = index
    digits()
    if skip(".") { digits() }
    if next == "e" || next == "E" {
      let mark = index
      index += 1
      if !skip("+") { _ = skip("-") }
      let exponent = index
      digits()
      // `2 em` is no number, and no `2e` either.
      if index == exponent { index = mark }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<index])
    guard let number = Double(String(text)), number.isFinite else {
      throw fault("'\(String(text).excerpt)' is no number that can be kept", at: place)
    }
    if let scalar = next, scalar == "_" || scalar.properties.isAlphabetic {
      throw fault("a name does not begin with a digit; other names are written in backquotes: `2nd`", at: place)
    }
    return number
  }

  private mutating func digits() { while let scalar = next, isDigit(scalar) { index += 1 } }

  /// What stands up to the mark that closes it; a doubled mark stands for itself, as in SQL.
  private mutating func quoted(_ mark: Unicode.Scalar, at place: Int, _ what: String) throws(InvalidValue) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next {
      index += 1
      guard scalar == mark else {
        text.append(scalar)
        continue
      }
      guard skip(mark) else { return String(text) }
      text.append(mark)
    }
    throw fault("\(what) that begins here is not closed by \(String(mark))", at: place)
  }

  private func fault(_ reason: String, at place: Int) -> InvalidValue { .formula(reason, at: place) }
}

extension InvalidValue {
  /// A fault in a formula.
  /// - Parameter place: The character, counted from 1.
  package static func formula(_ reason: String, at place: Int, suggestion: String? = nil) -> InvalidValue {
    InvalidValue("at character \(place): \(reason)", suggestion: suggestion)
  }
}
