import Databases

/// What a formula or a column is in SQL.
struct PushedValue: Hashable {
  enum Kind: Hashable {
    case number, moment, text, truth
    /// `null`, which takes the type of what it stands beside.
    case nothing
  }

  var kind: Kind
  /// NULL where there is nothing; a number may be infinite, or none: ``settled``.
  var sql: SQLExpression
  /// The same for rows in which it is there, so that an index of the database's can be used.
  var indexed: SQLExpression?
  /// What is written out.
  var constant: SQLValue?

  init(_ kind: Kind, _ sql: SQLExpression, indexed: SQLExpression? = nil) {
    (self.kind, self.sql, self.indexed) = (kind, sql, indexed)
  }

  init(_ kind: Kind, constant: SQLValue) {
    (self.kind, sql, self.constant) = (kind, .value(constant), constant)
  }

  /// NULL in place of what no double is, as formulas have it.
  var settled: SQLExpression {
    guard kind == .number, case .calculated = sql else { return sql }
    return .finite(sql)
  }
}

extension SQLExpression {
  /// A number, or NULL where it is infinite or none. NaN is never at most another number, or greater than all of them.
  static func finite(_ number: SQLExpression) -> SQLExpression {
    .choice(
      [
        Choice(
          .compared(.call(.absolute, [number]), .atMost, .value(.number(.greatestFiniteMagnitude))), number)
      ], else: .nothing)
  }

  /// How many parts it has.
  var size: Int {
    switch self {
    case .column, .value, .nothing: 1
    case .not(let operand), .isMissing(let operand), .text(let operand), .number(let operand), .negated(let operand):
      1 + operand.size
    case .both(let left, let right), .either(let left, let right), .compared(let left, _, let right),
      .calculated(let left, _, let right):
      1 + left.size + right.size
    case .isOne(let operand, of: let values): operand.size + values.count
    case .call(_, let arguments): arguments.reduce(1) { $0 + $1.size }
    case .choice(let choices, else: let other):
      choices.reduce(1 + other.size) { $0 + $1.condition.size + $1.value.size }
    }
  }
}
