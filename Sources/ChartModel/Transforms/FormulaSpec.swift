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

  /// A text, or a number or truth alone, which YAML doesn't take for a text.
  static let schema: Schema<FormulaSpec> = .either(
    Schema<String>.string(minLength: 1).map(
      decode: { text throws(InvalidValue) in try FormulaSpec(text) }, encode: \.text),
    or: .either(
      Schema<Double>.number().map(
        decode: { number throws(InvalidValue) in try FormulaSpec(JSON(number).text) }, encode: { _ in 0 }),
      or: Schema<Bool>.bool().map(
        decode: { truth throws(InvalidValue) in try FormulaSpec(truth ? "true" : "false") }, encode: { _ in false })))
}

/// Columns by their names: a list, or the only one alone.
enum ColumnNames {
  static let schema: Schema<[String]> = .either(
    .array(of: .string(minLength: 1), maxItems: maximumCount),
    or: Schema<String>.string(minLength: 1).map(
      decode: { name throws(InvalidValue) in [name] }, encode: { $0.first ?? "" }))

  static let maximumCount = 1_000
}
