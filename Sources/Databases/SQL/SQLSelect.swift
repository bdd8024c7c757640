/// A query as a tree. A dialect writes it: names are quoted then, and values go beside the text.
package struct SQLSelect: Hashable, Sendable {
  /// What it gives, each with the name that it has outside; all columns of the source if there are none.
  package var items: [Item]
  package var source: SQLSource
  /// What a row must be to be taken.
  package var condition: SQLExpression?
  package var groups: [SQLExpression] = []
  package var order: [Order] = []
  /// The most rows.
  package var limit: Int?
  /// Whether what it gives is computed once for each row, however often it is named outside: some engines would compute it in each place.
  package var isComputedOnce = false

  package struct Item: Hashable, Sendable {
    package var expression: SQLExpression
    package var name: String

    package init(_ expression: SQLExpression, as name: String) { (self.expression, self.name) = (expression, name) }
  }

  package struct Order: Hashable, Sendable {
    package var expression: SQLExpression
    package var isDescending: Bool

    package init(_ expression: SQLExpression, isDescending: Bool = false) {
      (self.expression, self.isDescending) = (expression, isDescending)
    }
  }

  package init(_ items: [Item], from source: SQLSource, where condition: SQLExpression? = nil, limit: Int? = nil) {
    (self.items, self.source, self.condition, self.limit) = (items, source, condition, limit)
  }
}

/// What a query takes its rows from.
package indirect enum SQLSource: Hashable, Sendable {
  /// A table or view: its name, and before it those of what it lies in.
  case table([String])
  /// The SELECT that somebody wrote. It was looked at by ``SQLGuard``, and is only ever a query in parentheses.
  case written(String)
  case query(SQLSelect)
  /// A few thousand rows of a table, from here and there, whichever they are.
  case sampled([String])
  /// For each of some values the rows of a query that names it as a column.
  case probed([SQLValue], as: String, SQLSelect)
  /// The rows of both that have the same in some columns. No other column has the same name in both.
  case joined(SQLSelect, SQLSelect, using: [String])
}

/// What stands for a value.
package indirect enum SQLExpression: Hashable, Sendable {
  /// A column of the source.
  case column(String)
  case value(SQLValue)
  /// NULL
  case nothing
  /// Whether both hold, or one of them.
  case both(SQLExpression, SQLExpression)
  case either(SQLExpression, SQLExpression)
  case not(SQLExpression)
  case compared(SQLExpression, Comparison, SQLExpression)
  case isMissing(SQLExpression)
  /// Whether it is one of some values, of which there is one at least.
  case isOne(SQLExpression, of: [SQLValue])
  /// As people read it.
  case text(SQLExpression)
  /// As the nearest double.
  case number(SQLExpression)
  case calculated(SQLExpression, Operator, SQLExpression)
  case negated(SQLExpression)
  case call(SQLFunction, [SQLExpression])
  /// The value of the first condition that holds, or else the last one.
  case choice([Choice], else: SQLExpression)

  package struct Choice: Hashable, Sendable {
    package var condition: SQLExpression
    package var value: SQLExpression

    package init(_ condition: SQLExpression, _ value: SQLExpression) {
      (self.condition, self.value) = (condition, value)
    }
  }

  package enum Operator: String, Hashable, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
  }

  package enum Comparison: String, Hashable, Sendable {
    case equal = "="
    case unequal = "<>"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
  }

  /// That all hold; `nil` of none.
  package static func all(_ conditions: [SQLExpression]) -> SQLExpression? {
    conditions.dropFirst().reduce(conditions.first) { all, next in all.map { .both($0, next) } }
  }

  /// That any holds; `nil` of none.
  package static func any(_ conditions: [SQLExpression]) -> SQLExpression? {
    conditions.dropFirst().reduce(conditions.first) { any, next in any.map { .either($0, next) } }
  }
}

/// A value that goes to a server.
package enum SQLValue: Hashable, Sendable {
  case number(Double)
  /// A number that is written as it is, where engines take no other for a count.
  case whole(Int)
  case text(String)
  case truth(Bool)
  /// Milliseconds since 1970.
  case moment(Double)
}
