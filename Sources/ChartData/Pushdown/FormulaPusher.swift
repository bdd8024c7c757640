import ChartEngine
import ChartModel
import ChartTransforms
import Databases

/// Writes formulas as SQL that gives for each row what they give here.
///
/// What an engine has no words for, or other ones than these, is left to be computed here: then there is no value. So is whatever is
/// wrong with a formula, which is told when it is computed.
struct FormulaPusher {
  let columns: [String: PushedValue]
  let dialect: any SQLDialect
  let zone: TimeZoneRules
  /// Columns that rows of a group have in common, where formulas sum up; `nil` where they do not.
  var keys: Set<String>?

  /// A formula that is true or false.
  func condition(_ formula: Expression) -> SQLExpression? {
    guard let value = value(formula) else { return nil }
    switch value.kind {
    case .truth: return value.sql
    case .nothing: return .value(.truth(false))
    case .number, .moment, .text: return nil
    }
  }

  /// What implies a condition where it is true of a row, and lets an index be used: comparisons of columns with what is written out.
  func hints(_ formula: Expression) -> [SQLExpression] {
    guard case .binary(let operation, let left, let right, _) = formula else { return [] }
    if operation == .and { return hints(left) + hints(right) }
    guard let comparison = FormulaPusher.comparisons[operation], comparison != .unequal,
      let one = value(left), let other = value(right), let (left, right) = matched(one, other)
    else { return [] }
    if let indexed = left.indexed, let constant = right.constant {
      return [.compared(indexed, comparison, .value(FormulaPusher.written(constant, beside: indexed)))]
    }
    if let indexed = right.indexed, let constant = left.constant {
      return [.compared(.value(FormulaPusher.written(constant, beside: indexed)), comparison, indexed)]
    }
    return []
  }

  /// A whole number as one: columns of whole numbers have no index of doubles.
  static func written(_ constant: SQLValue, beside column: SQLExpression) -> SQLValue {
    guard case .number(let number) = constant, let whole = Int(exactly: number), abs(whole) < 1 << 53 else {
      return constant
    }
    return .whole(whole)
  }

  func value(_ formula: Expression) -> PushedValue? {
    switch formula {
    case .number(let number): return PushedValue(.number, constant: .number(number))
    case .text(let text): return text.utf8.contains(0) ? nil : PushedValue(.text, constant: .text(text))
    case .truth(let truth): return PushedValue(.truth, constant: .truth(truth))
    case .missing: return PushedValue(.nothing, .nothing)
    case .column(let name, _):
      if let keys, !keys.contains(name) { return nil }
      return columns[name]
    case .negation(let operand, _):
      guard let value = value(operand), value.kind == .number else { return nil }
      return PushedValue(.number, .negated(value.sql))
    case .not(let operand, _): return condition(operand).map { PushedValue(.truth, .not($0)) }
    case .binary(let operation, let left, let right, _): return binary(operation, left, right)
    case .member(let element, let list, _): return member(element, list)
    case .call(let name, let arguments, _): return call(name, arguments)
    }
  }

  // MARK: - Operators

  private static let comparisons: [Expression.Operator: SQLExpression.Comparison] = [
    .equal: .equal, .notEqual: .unequal, .less: .less, .lessOrEqual: .atMost, .greater: .greater,
    .greaterOrEqual: .atLeast,
  ]

  private func binary(_ operation: Expression.Operator, _ left: Expression, _ right: Expression) -> PushedValue? {
    if operation == .and || operation == .or {
      guard let one = condition(left), let other = condition(right) else { return nil }
      return PushedValue(.truth, operation == .and ? .both(one, other) : .either(one, other))
    }
    guard let one = value(left), let other = value(right), let (left, right) = matched(one, other) else { return nil }
    if let comparison = FormulaPusher.comparisons[operation] { return compared(left, comparison, right) }
    if operation == .plus, left.kind == .text, right.kind == .text {
      return call(.joined, .text, [left.sql, right.sql])
    }
    guard left.kind == .number, right.kind == .number else { return nil }
    switch operation {
    case .plus: return PushedValue(.number, .calculated(left.sql, .plus, right.sql))
    case .minus: return PushedValue(.number, .calculated(left.sql, .minus, right.sql))
    case .times: return PushedValue(.number, .calculated(left.sql, .times, right.sql))
    case .over:
      // Division by 0 gives nothing here, and an error there.
      let quotient = SQLExpression.calculated(left.sql, .over, right.sql)
      let isZero = SQLExpression.compared(right.sql, .equal, .value(.number(0)))
      return PushedValue(.number, .choice([SQLExpression.Choice(.not(isZero), .finite(quotient))], else: .nothing))
    case .power:
      return call(.power, .number, [left.settled, right.settled]).map { PushedValue(.number, .finite($0.sql)) }
    default: return nil
    }
  }

  private func compared(
    _ left: PushedValue, _ comparison: SQLExpression.Comparison, _ right: PushedValue
  ) -> PushedValue? {
    guard left.kind == right.kind else { return nil }
    switch left.kind {
    case .number, .moment: return PushedValue(.truth, .compared(left.settled, comparison, right.settled))
    case .text:
      if comparison == .equal || comparison == .unequal {
        return PushedValue(.truth, .compared(left.sql, comparison, right.sql))
      }
      guard let one = call(.byteOrdered, .text, [left.sql]), let other = call(.byteOrdered, .text, [right.sql]) else {
        return nil
      }
      return PushedValue(.truth, .compared(one.sql, comparison, other.sql))
    case .truth, .nothing: return nil
    }
  }

  /// A text that is written out beside a moment is one, and what is nothing has the other's type.
  private func matched(_ one: PushedValue, _ other: PushedValue) -> (PushedValue, PushedValue)? {
    // Comparing with nothing is told to be wrong.
    if one.kind == .nothing || other.kind == .nothing { return nil }
    guard let left = one.kind == .text && other.kind == .moment ? moment(one) : one,
      let right = other.kind == .text && one.kind == .moment ? moment(other) : other
    else { return nil }
    return (left, right)
  }

  /// The moment that a text says.
  private func moment(_ value: PushedValue) -> PushedValue? {
    guard case .text(let text)? = value.constant, let moment = try? TimeText.milliseconds(text, in: zone),
      dialect.canWrite(moment: moment)
    else { return nil }
    return PushedValue(.moment, constant: .moment(moment))
  }

  private func member(_ element: Expression, _ list: [Expression]) -> PushedValue? {
    guard !list.isEmpty, list.count <= 100 else { return nil }
    var conditions: [SQLExpression] = []
    for other in list {
      guard let condition = binary(.equal, element, other) else { return nil }
      conditions.append(condition.sql)
    }
    return SQLExpression.any(conditions).map { PushedValue(.truth, $0) }
  }

  // MARK: - Functions

  /// A call of what the engine has.
  func call(_ function: SQLFunction, _ kind: PushedValue.Kind, _ arguments: [SQLExpression]) -> PushedValue? {
    dialect.template(of: function) == nil ? nil : PushedValue(kind, .call(function, arguments))
  }

  private func number(_ formula: Expression) -> SQLExpression? {
    guard let value = value(formula), value.kind == .number else { return nil }
    return value.settled
  }

  private func text(_ formula: Expression) -> SQLExpression? {
    guard let value = value(formula), value.kind == .text else { return nil }
    return value.sql
  }

  private func constantText(_ formula: Expression) -> String? {
    guard case .text(let text) = formula, !text.isEmpty, !text.utf8.contains(0) else { return nil }
    return text
  }

  private func constantWhole(_ formula: Expression) -> Int? {
    guard case .number(let number) = formula else { return nil }
    return Int(exactly: number)
  }

  private func call(_ name: String, _ arguments: [Expression]) -> PushedValue? {
    if keys != nil, let summed = summed(name, arguments) { return summed }
    switch (name, arguments.count) {
    case ("missing", 1), ("present", 1):
      guard let value = value(arguments[0]), value.kind != .nothing else { return nil }
      let isMissing = SQLExpression.isMissing(value.settled)
      return PushedValue(.truth, name == "missing" ? isMissing : .not(isMissing))
    case ("if", 3):
      guard let condition = condition(arguments[0]), let values = alike(Array(arguments[1...])) else { return nil }
      return PushedValue(
        values[0].kind, .choice([SQLExpression.Choice(condition, values[0].settled)], else: values[1].settled))
    case ("coalesce", 1...):
      guard let values = alike(arguments), let last = values.last else { return nil }
      let choices = values.dropLast().map { SQLExpression.Choice(.not(.isMissing($0.settled)), $0.settled) }
      return choices.isEmpty ? last : PushedValue(last.kind, .choice(choices, else: last.settled))
    case ("least", 2), ("greatest", 2):
      guard let values = alike(arguments), values[0].kind == .number || values[0].kind == .moment else { return nil }
      let (one, other) = (values[0].settled, values[1].settled)
      let isOther = SQLExpression.either(.isMissing(one), .compared(other, name == "least" ? .less : .greater, one))
      return PushedValue(values[0].kind, .choice([SQLExpression.Choice(isOther, other)], else: one))
    default: return ofNumber(name, arguments) ?? ofText(name, arguments) ?? ofMoment(name, arguments)
    }
  }

  /// Values of one type, none of which is nothing.
  private func alike(_ arguments: [Expression]) -> [PushedValue]? {
    let values = arguments.compactMap(value)
    guard values.count == arguments.count, let first = values.first, values.allSatisfy({ $0.kind == first.kind }),
      first.kind != .nothing
    else { return nil }
    return values
  }

  private func ofNumber(_ name: String, _ arguments: [Expression]) -> PushedValue? {
    guard let first = arguments.first, let number = number(first) else { return nil }
    func sign(_ number: SQLExpression) -> SQLExpression {
      .choice(
        [
          SQLExpression.Choice(.compared(number, .greater, .value(.number(0))), .value(.number(1))),
          SQLExpression.Choice(.compared(number, .less, .value(.number(0))), .value(.number(-1))),
          SQLExpression.Choice(.compared(number, .equal, .value(.number(0))), .value(.number(0))),
        ], else: .nothing)
    }
    /// Of a function that some numbers have no result of, and others one beyond all doubles.
    func partly(_ function: SQLFunction, where condition: SQLExpression? = nil) -> PushedValue? {
      guard let value = call(function, .number, [number]) else { return nil }
      let result = SQLExpression.finite(value.sql)
      return PushedValue(
        .number, condition.map { .choice([SQLExpression.Choice($0, result)], else: .nothing) } ?? result)
    }
    let isPositive = SQLExpression.compared(number, .greater, .value(.number(0)))
    switch (name, arguments.count) {
    case ("abs", 1): return call(.absolute, .number, [number])
    case ("sign", 1): return PushedValue(.number, sign(number))
    case ("floor", 1): return call(.floor, .number, [number])
    case ("ceil", 1): return call(.ceiling, .number, [number])
    case ("sqrt", 1): return partly(.squareRoot, where: .compared(number, .atLeast, .value(.number(0))))
    case ("ln", 1): return partly(.naturalLogarithm, where: isPositive)
    case ("log10", 1): return partly(.decimalLogarithm, where: isPositive)
    case ("exp", 1): return partly(.exponential)
    case ("sin", 1): return call(.sine, .number, [number])
    case ("cos", 1): return call(.cosine, .number, [number])
    case ("round", 1...2):
      // Halves away from 0, which engines do this way or that.
      guard let digits = arguments.count > 1 ? constantWhole(arguments[1]) : 0, (0...15).contains(digits) else {
        return nil
      }
      let power = SQLExpression.value(.number((0..<digits).reduce(1.0) { product, _ in product * 10 }))
      let scaled = SQLExpression.calculated(number, .times, power)
      guard let whole = call(.truncated, .number, [scaled])?.sql else { return nil }
      let rest = SQLExpression.call(.absolute, [.calculated(scaled, .minus, whole)])
      let step = SQLExpression.choice(
        [SQLExpression.Choice(.compared(rest, .atLeast, .value(.number(0.5))), sign(number))], else: .value(.number(0)))
      let isSmall = SQLExpression.compared(.call(.absolute, [scaled]), .less, .value(.number(0x1p52)))
      let rounded = SQLExpression.calculated(.calculated(whole, .plus, step), .over, power)
      return PushedValue(.number, .choice([SQLExpression.Choice(isSmall, rounded)], else: number))
    default: return nil
    }
  }

  private func ofText(_ name: String, _ arguments: [Expression]) -> PushedValue? {
    guard let first = arguments.first, let text = text(first) else { return nil }
    switch (name, arguments.count) {
    case ("length", 1): return call(.length, .number, [text]).map { PushedValue(.number, .number($0.sql)) }
    case ("contains", 2), ("startsWith", 2), ("endsWith", 2):
      guard let part = constantText(arguments[1]) else { return nil }
      let function: SQLFunction = name == "contains" ? .contains : name == "startsWith" ? .begins : .ends
      return call(function, .truth, [text, .value(.text(part))])
    case ("replace", 3):
      guard let part = constantText(arguments[1]), case .text(let other) = arguments[2], !other.utf8.contains(0) else {
        return nil
      }
      return call(.replaced, .text, [text, .value(.text(part)), .value(.text(other))])
    case ("substring", 2...3):
      guard let start = constantWhole(arguments[1]), (1...1_000_000).contains(start) else { return nil }
      guard arguments.count > 2 else { return call(.rest, .text, [text, .value(.whole(start))]) }
      guard let count = constantWhole(arguments[2]), (0...1_000_000).contains(count) else { return nil }
      return call(.substring, .text, [text, .value(.whole(start)), .value(.whole(count))])
    case ("text", 1): return PushedValue(.text, text)
    default: return nil
    }
  }

  private static let parts: [String: SQLFunction] = [
    "year": .year, "quarter": .quarter, "month": .month, "week": .week, "day": .day, "weekday": .weekday,
    "dayOfYear": .dayOfYear, "hour": .hour, "minute": .minute, "second": .second,
  ]

  private func ofMoment(_ name: String, _ arguments: [Expression]) -> PushedValue? {
    guard let first = arguments.first else { return nil }
    if name == "date", arguments.count == 1, let value = value(first) {
      return value.kind == .moment ? value : moment(value)
    }
    guard let value = value(first), value.kind == .moment else { return nil }
    if let part = FormulaPusher.parts[name], arguments.count == 1, zone.hasName {
      return call(part, .number, [value.sql, .value(.text(zone.name))])
    }
    guard name == "startOf", arguments.count == 2, case .text(let word) = arguments[1],
      let unit = CalendarUnit(rawValue: word)
    else { return nil }
    return start(of: unit, step: 1, value.sql)
  }

  /// When a stretch of the calendar begins in which a moment lies.
  func start(of unit: CalendarUnit, step: Int, _ moment: SQLExpression) -> PushedValue? {
    let seconds: [CalendarUnit: Int] = [.second: 1, .minute: 60, .hour: 3_600, .day: 86_400]
    if zone.name == "UTC", let width = seconds[unit], step > 1 || unit == .second {
      let (product, isTooLong) = width.multipliedReportingOverflow(by: step)
      return isTooLong ? nil : call(.startOfSeconds, .moment, [moment, .value(.whole(product))])
    }
    guard step == 1, zone.hasName else { return nil }
    let function: SQLFunction =
      switch unit {
      case .second: .startOfSecond
      case .minute: .startOfMinute
      case .hour: .startOfHour
      case .day: .startOfDay
      case .week: .startOfWeek
      case .month: .startOfMonth
      case .quarter: .startOfQuarter
      case .year: .startOfYear
      }
    return call(function, .moment, [moment, .value(.text(zone.name))])
  }

  // MARK: - Summing up

  private func summed(_ name: String, _ arguments: [Expression]) -> PushedValue? {
    if name == "count", arguments.isEmpty {
      return call(.rowCount, .number, []).map { PushedValue(.number, .number($0.sql)) }
    }
    let functions: [String: SQLFunction] = [
      "sum": .sum, "mean": .mean, "min": .least, "max": .greatest, "count": .count, "distinct": .distinctCount,
      "stdev": .deviation, "median": .quantile, "quantile": .quantile,
    ]
    guard let function = functions[name], let first = arguments.first else { return nil }
    var row = self
    row.keys = nil
    guard var value = row.value(first), value.kind != .nothing else { return nil }
    if value.kind == .truth {
      let truths = [
        SQLExpression.Choice(value.sql, .value(.number(1))), SQLExpression.Choice(.not(value.sql), .value(.number(0))),
      ]
      value = PushedValue(.number, .choice(truths, else: .nothing))
    }
    var taken = [value.settled]
    if name == "median" || name == "quantile" {
      guard arguments.count == (name == "median" ? 1 : 2) else { return nil }
      var share = 0.5
      if name == "quantile" {
        guard case .number(let number) = arguments[1], (0...1).contains(number) else { return nil }
        share = number
      }
      taken.append(.value(.number(share)))
    } else {
      guard arguments.count == 1 else { return nil }
    }
    switch (function, value.kind) {
    case (.count, _), (.distinctCount, _):
      return call(function, .number, taken).map { PushedValue(.number, .number($0.sql)) }
    case (.least, .text), (.greatest, .text):
      return call(.byteOrdered, .text, taken).flatMap { call(function, .text, [$0.sql]) }
    case (.least, let kind), (.greatest, let kind): return call(function, kind, taken)
    case (_, .number): return call(function, .number, taken).map { PushedValue(.number, .finite(.number($0.sql))) }
    default: return nil
    }
  }
}
