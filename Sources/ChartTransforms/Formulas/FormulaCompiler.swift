import ChartEngine
import ChartModel
import JSONModel

/// Turns a formula into what computes it over the columns of a frame: types are checked once, before any row is looked at.
struct FormulaCompiler {
  let frame: Frame
  let run: TransformRun

  /// - Throws: ``InvalidValue`` without a path that names the columns and types, and the place in the formula.
  func value(of expression: Expression) throws(InvalidValue) -> FormulaValue {
    switch expression {
    case .number(let number): return .number(FormulaValue.constant(number))
    case .text(let text): return .text(.constant(text, run))
    case .truth(let truth): return .truth(FormulaValue.constant(Truth(truth)))
    case .missing: return .nothing
    case .column(let name, _): return FormulaValue(try frame.column(name), run)
    case .negation(let operand, let place):
      let value = try value(of: operand)
      switch value {
      case .number(let block): return .number(each(block) { -$0 })
      case .nothing: return .nothing
      default: throw mismatch("`-` takes a number", operand, value, place)
      }
    case .not(let operand, let place):
      let block = try truths(operand, "`not`", place)
      return .truth(each(block, block) { truth, _ in truth == .missing ? .missing : truth == .yes ? .no : .yes })
    case .binary(let operation, let left, let right, let place):
      return try binary(operation, left, right, place)
    case .member(let element, let list, let place): return try member(element, list, place)
    case .call(let name, let arguments, let place):
      return try FunctionCompiler(compiler: self, name: name, arguments: arguments, place: place).value()
    }
  }

  /// A formula that is true or false.
  func truths(_ expression: Expression, _ who: String, _ place: Int) throws(InvalidValue) -> Block<Truth> {
    let value = try value(of: expression)
    switch value {
    case .truth(let block): return block
    case .nothing: return FormulaValue.constant(.missing)
    case .number, .moment, .text: throw mismatch("\(who) takes what is true or false", expression, value, place)
    }
  }

  /// - Parameter sentence: What was expected.
  func mismatch(_ sentence: String, _ operand: Expression, _ value: FormulaValue, _ place: Int) -> InvalidValue {
    .formula("\(sentence), and \(operand.words) is \(value.words)", at: place)
  }

  // MARK: - Operators

  private func binary(
    _ operation: Expression.Operator, _ left: Expression, _ right: Expression, _ place: Int
  ) throws(InvalidValue) -> FormulaValue {
    if operation == .and || operation == .or {
      let (one, other) = (
        try truths(left, "`\(operation.rawValue)`", place), try truths(right, "`\(operation.rawValue)`", place)
      )
      return .truth(operation == .and ? each(one, other) { min($0, $1) } : each(one, other) { max($0, $1) })
    }
    let (one, other) = try matched(left, try value(of: left), right, try value(of: right))
    if operation.isComparison {
      return .truth(try comparison(operation, (left, one), (right, other), place))
    }
    switch (operation, one, other) {
    case (_, .number(let one), .number(let other)): return .number(FormulaCompiler.arithmetic(operation, one, other))
    case (.minus, .moment(let one), .moment(let other)): return .number(each(one, other) { ($0 - $1) / 86_400_000 })
    case (.plus, .moment(let one), .number(let other)):
      return .moment(each(one, other) { ($0 + $1 * 86_400_000).orMissing })
    case (.plus, .number(let one), .moment(let other)):
      return .moment(each(one, other) { ($0 * 86_400_000 + $1).orMissing })
    case (.minus, .moment(let one), .number(let other)):
      return .moment(each(one, other) { ($0 - $1 * 86_400_000).orMissing })
    case (.plus, .text(let one), .text(let other)): return .text(one.joined(with: other))
    default:
      let hint =
        if case .plus = operation { "; `text(…)` makes a text of a number, `number(…)` a number of a text" } else { "" }
      throw .formula(
        "`\(operation.rawValue)` cannot be applied to \(left.words), which is \(one.words), and \(right.words), which is \(other.words)\(hint)",
        at: place)
    }
  }

  /// `null` takes the other's type, and a text that is written out beside a moment is one.
  private func matched(
    _ left: Expression, _ one: FormulaValue, _ right: Expression, _ other: FormulaValue
  ) throws(InvalidValue) -> (FormulaValue, FormulaValue) {
    (try converted(one, left, to: other), try converted(other, right, to: one))
  }

  /// A value as one of the type that another has, where that can be.
  func converted(_ value: FormulaValue, _ expression: Expression, to other: FormulaValue) throws(InvalidValue)
    -> FormulaValue
  {
    switch (value, other) {
    case (.text(let text), .moment):
      guard let constant = text.constant else { return value }
      do {
        return .moment(FormulaValue.constant(try TimeText.milliseconds(constant, in: run.zone)))
      } catch {
        throw InvalidValue(
          "'\(constant.prefix(40))' stands beside a moment, and is none such as 2026-08-21: \(error.reason)")
      }
    case (.nothing, .number), (.nothing, .nothing): return .number(FormulaValue.constant(.nan))
    case (.nothing, .moment): return .moment(FormulaValue.constant(.nan))
    case (.nothing, .truth): return .truth(FormulaValue.constant(.missing))
    case (.nothing, .text): return .text(.nothing(run))
    default: return value
    }
  }

  private static func arithmetic(
    _ operation: Expression.Operator, _ one: @escaping Block<Double>, _ other: @escaping Block<Double>
  ) -> Block<Double> {
    switch operation {
    case .plus: each(one, other, Sum.self)
    case .minus: each(one, other, Difference.self)
    case .times: each(one, other, Product.self)
    case .over: each(one, other, Ratio.self)
    case .power: each(one, other) { Numbers.power($0, $1) }
    default: each(one, other) { Numbers.modulo($0, $1) }
    }
  }

  // MARK: - Comparisons

  private func comparison(
    _ operation: Expression.Operator, _ one: (tree: Expression, value: FormulaValue),
    _ other: (tree: Expression, value: FormulaValue), _ place: Int
  ) throws(InvalidValue) -> Block<Truth> {
    if case .missing = one.tree { throw nullComparison(other.tree, place) }
    if case .missing = other.tree { throw nullComparison(one.tree, place) }
    switch (one.value, other.value) {
    case (.number(let one), .number(let other)), (.moment(let one), .moment(let other)):
      return FormulaCompiler.compared(operation, one, other)
    case (.text(let one), .text(let other)): return one.compared(operation, with: other)
    case (.truth(let one), .truth(let other)) where operation == .equal || operation == .notEqual:
      let wanted = operation == .equal
      return each(one, other) { $0 == .missing || $1 == .missing ? .missing : Truth(($0 == $1) == wanted) }
    default:
      throw .formula(
        "\(one.tree.words) is \(one.value.words), and \(other.tree.words) is \(other.value.words): `\(operation.rawValue)` cannot compare them",
        at: place)
    }
  }

  private func nullComparison(_ tree: Expression, _ place: Int) -> InvalidValue {
    .formula("nothing is equal to null: write `missing(\(tree.source ?? "…"))`", at: place)
  }

  private static func compared(
    _ operation: Expression.Operator, _ one: @escaping Block<Double>, _ other: @escaping Block<Double>
  ) -> Block<Truth> {
    switch operation {
    case .equal: ChartTransforms.compared(one, other, Equal.self)
    case .notEqual: ChartTransforms.compared(one, other, NotEqual.self)
    case .less: ChartTransforms.compared(one, other, Less.self)
    case .lessOrEqual: ChartTransforms.compared(one, other, LessOrEqual.self)
    case .greater: ChartTransforms.compared(other, one, Less.self)
    default: ChartTransforms.compared(other, one, LessOrEqual.self)
    }
  }

  private func member(_ element: Expression, _ list: [Expression], _ place: Int) throws(InvalidValue) -> FormulaValue {
    let value = try value(of: element)
    let texts: [String] = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    if case .text(let text) = value, texts.count == list.count {
      let wanted = Set(texts.map(ByteText.init))
      return .truth(text.each(.missing) { text throws(InvalidValue) in Truth(wanted.contains(ByteText(text))) })
    }
    var result = FormulaValue.constant(.no) as Block<Truth>
    for other in list {
      let (one, other) = ((element, value), (other, try self.value(of: other)))
      let (left, right) = try matched(one.0, one.1, other.0, other.1)
      result = each(result, try comparison(.equal, (element, left), (other.0, right), place)) { max($0, $1) }
    }
    return .truth(result)
  }
}

extension Expression {
  /// A part of a formula, for messages.
  var words: String {
    switch self {
    case .column(let name, _): "'\(name.excerpt)'"
    case .number(let number): JSON(number).text
    case .text(let text): "\"\(text.prefix(40))\""
    case .truth(let truth): truth ? "true" : "false"
    case .missing: "null"
    case .call(let name, _, _): "`\(name.excerpt)(…)`"
    case .negation, .not, .binary, .member: "what stands beside it"
    }
  }

  /// The name of a column, as formulas have it.
  fileprivate var source: String? { if case .column(let name, _) = self { name.excerpt } else { nil } }
}
