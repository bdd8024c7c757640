public import JSONModel

/// A formula over columns, as its author wrote it: `gross - budget`.
public struct FormulaSpec: Hashable, Sendable {
  public let text: String
  package let expression: Expression

  /// Reads a formula.
  /// - Throws: ``InvalidValue`` without a path, which names the character at which it stops making sense.
  /// - Complexity: O(*n*); a formula has 10,000 bytes at most.
  public init(_ text: String) throws(InvalidValue) {
    var parser = try ExpressionParser(text)
    expression = try parser.formula()
    self.text = text
  }

  /// A formula out of a spec, where a comma may have cut it: within YAML's braces `n: quantile(x, 0.5)` are two keys, `n` and
  /// `0.5)`.
  private static func read(_ text: String) throws(InvalidValue) -> FormulaSpec {
    do throws(InvalidValue) {
      return try FormulaSpec(text)
    } catch {
      guard isCut(text) else { throw error }
      var fault = error
      fault.reason += "; quote a formula with a comma in braces or brackets: \"\(text.excerpt), …)\""
      throw fault
    }
  }

  /// Whether a parenthesis is open at the end.
  private static func isCut(_ text: String) -> Bool {
    var open = 0
    var quote: Character?
    for character in text {
      if let begun = quote {
        if character == begun { quote = nil }
        continue
      }
      switch character {
      case "(": open += 1
      case ")": open -= 1
      case "\"", "'", "`": quote = character
      default: break
      }
    }
    return open > 0 && quote == nil
  }

  /// A text, or a number or truth alone, which YAML doesn't take for a text.
  static let schema: Schema<FormulaSpec> = .either(
    Schema<String>.string(minLength: 1).naming(.formula).map(
      decode: { text throws(InvalidValue) in try read(text) }, encode: \.text),
    or: .either(
      Schema<Double>.number().map(
        decode: { number throws(InvalidValue) in try FormulaSpec(JSON(number).text) }, encode: { _ in 0 }),
      or: Schema<Bool>.bool().map(
        decode: { truth throws(InvalidValue) in try FormulaSpec(truth ? "true" : "false") }, encode: { _ in false })))
}

/// Columns by their names: a list, or the only one alone.
enum ColumnNames {
  static let schema = schema(.column)
  /// With a minus before those by which rows fall.
  static let sortSchema = schema(.sortColumn)

  private static func schema(_ format: ColumnFormat) -> Schema<[String]> {
    .either(
      .array(of: .string(minLength: 1).naming(format), maxItems: maximumCount),
      or: Schema<String>.string(minLength: 1).naming(format).map(
        decode: { name throws(InvalidValue) in [name] }, encode: { $0.first ?? "" }))
  }

  static let maximumCount = 1_000
}
