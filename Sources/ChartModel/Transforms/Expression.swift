/// What a formula says, as a tree: `gross - budget`, `year >= 2000 and not contains(title, "Star")`.
///
/// It names columns and functions without knowing whether there are any: that is checked where the columns are. Each part
/// remembers the character of the formula at which it begins, so that a fault can name it.
package indirect enum Expression: Hashable, Sendable {
  case number(Double)
  case text(String)
  case truth(Bool)
  /// `null`: nothing.
  case missing
  case column(String, at: Int)
  case negation(Expression, at: Int)
  case not(Expression, at: Int)
  case binary(Operator, Expression, Expression, at: Int)
  /// `city in ["Bonn", "Mainz"]`
  case member(Expression, of: [Expression], at: Int)
  case call(String, [Expression], at: Int)

  /// What stands between two operands.
  package enum Operator: String, CaseIterable, Hashable, Sendable {
    case or, and
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case modulo = "%"
    case power = "^"

    /// How tightly it binds; `not` lies between `and` and comparisons, the sign of a number below powers.
    var precedence: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: Expression.comparison
      case .plus, .minus: 5
      case .times, .over, .modulo: 6
      case .power: 8
      }
    }

    package var isComparison: Bool { precedence == Expression.comparison }
  }

  static let (negatedTruth, comparison, sign) = (3, 4, 7)

  /// The columns that it names, in order, one of them possibly several times.
  package var columns: [String] {
    switch self {
    case .number, .text, .truth, .missing: []
    case .column(let name, _): [name]
    case .negation(let operand, _), .not(let operand, _): operand.columns
    case .binary(_, let left, let right, _): left.columns + right.columns
    case .member(let element, let list, _): element.columns + list.flatMap(\.columns)
    case .call(_, let arguments, _): arguments.flatMap(\.columns)
    }
  }
}
