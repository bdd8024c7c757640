/// How an engine's SQL is written.
package protocol SQLDialect: Sendable {
  /// What it is called in recordings.
  var name: String { get }
  /// A name as SQL has it, whatever it holds.
  func quoted(_ name: String) -> String
  /// Writes a value, as a parameter where the engine has such.
  func write(_ value: SQLValue, to writer: inout SQLWriter)
  /// What a value becomes a text by, before and after it.
  var textCast: (before: String, after: String) { get }
  /// What a value becomes a double by.
  var numberCast: (before: String, after: String) { get }
  /// How a function is written, with `{0}` and so on in the places of what it takes; `nil` if the engine does not have it.
  func template(of function: SQLFunction) -> String?
  /// Whether a query can be asked for each of some values.
  var hasLateral: Bool { get }
  /// Whether it finds rows from here and there in a table sooner than from where to where the rows reach.
  var hasSamples: Bool { get }
  /// Writes them, some thousands of a table of millions, as the source of a query.
  func writeSample(of table: [String], to writer: inout SQLWriter)
  /// What stands between two queries whose rows are joined.
  var joinWord: String { get }
  /// What stands at the end of a query that is to be computed once for each row; nothing where each is.
  var computingOnce: String { get }
  /// How many parts of a second moments are told by, as a power of ten.
  var momentDigits: Int { get }
  /// Whether it can divide moments into columns that are so wide.
  func canDivide(momentsEvery milliseconds: Double) -> Bool
  /// Whether a moment can be written, to its last digit.
  func canWrite(moment milliseconds: Double) -> Bool
  /// What the columns of pyramids hold; `nil` if the engine has none.
  var pyramidColumns: PyramidColumns? { get }
}

extension SQLDialect {
  package var joinWord: String { "JOIN" }
  package var computingOnce: String { "" }
  package var hasLateral: Bool { false }
  package var hasSamples: Bool { false }
  package func writeSample(of table: [String], to writer: inout SQLWriter) { writer.write(qualified(table)) }
  package var pyramidColumns: PyramidColumns? { nil }

  /// The first moment that can be written from another one on.
  package func moment(from milliseconds: Double) -> Double {
    var perMillisecond = 1.0
    for _ in 3..<max(momentDigits, 3) { perMillisecond *= 10 }
    for _ in min(momentDigits, 3)..<3 { perMillisecond /= 10 }
    func value(_ ticks: Double) -> Double {
      perMillisecond < 1 ? ticks * (1 / perMillisecond).rounded() : ticks / perMillisecond
    }
    // What is multiplied is rounded, maybe to the one before or after.
    var ticks = (milliseconds * perMillisecond).rounded(.up)
    if value(ticks - 1) >= milliseconds { ticks -= 1 }
    if value(ticks) < milliseconds { ticks += 1 }
    return value(ticks)
  }

  package func canDivide(momentsEvery milliseconds: Double) -> Bool { true }
}

extension SQLDialect {
  /// A name and those of what it lies in, the outermost first.
  func qualified(_ names: [String]) -> String { names.map(quoted).joined(separator: ".") }
}

/// A query as a server takes it.
package struct SQLStatement: Hashable, Sendable {
  package var text: String
  /// What its parameters stand for, in their order.
  package var parameters: [SQLValue]
}

/// Writes queries in a dialect.
package struct SQLWriter {
  private let dialect: any SQLDialect
  private(set) var text = ""
  private(set) var parameters: [SQLValue] = []

  /// A query's text and parameters.
  static func statement(_ query: SQLSelect, in dialect: any SQLDialect) -> SQLStatement {
    var writer = SQLWriter(dialect: dialect)
    writer.write(query)
    return SQLStatement(text: writer.text, parameters: writer.parameters)
  }

  /// All that a source has, as a query.
  static func statement(ofAll source: SQLSource, in dialect: any SQLDialect) -> SQLStatement {
    var writer = SQLWriter(dialect: dialect)
    if case .written(let query) = source {
      writer.text = query
    } else {
      writer.text = "SELECT * FROM "
      writer.write(source)
    }
    return SQLStatement(text: writer.text, parameters: writer.parameters)
  }

  private init(dialect: any SQLDialect) { self.dialect = dialect }

  /// Adds a part of the text that comes from no user.
  mutating func write(_ text: String) { self.text += text }

  /// Adds a parameter.
  /// - Returns: Its number, from 1; that of an earlier one that is the same, so that what is made of it is the same, too.
  mutating func add(parameter value: SQLValue) -> Int {
    if let index = parameters.firstIndex(of: value) { return index + 1 }
    parameters.append(value)
    return parameters.count
  }

  private mutating func write(_ query: SQLSelect) {
    write(query.items.isEmpty ? "SELECT *" : "SELECT ")
    writeList(query.items) { writer, item in
      writer.write(item.expression)
      writer.write(" AS " + writer.dialect.quoted(item.name))
    }
    write(" FROM ")
    write(query.source)
    if let condition = query.condition {
      write(" WHERE ")
      write(condition)
    }
    if !query.groups.isEmpty {
      write(" GROUP BY ")
      writeList(query.groups) { $0.write($1) }
    }
    if !query.order.isEmpty {
      write(" ORDER BY ")
      writeList(query.order) { writer, order in
        writer.write(order.expression)
        writer.write(order.isDescending ? " DESC NULLS LAST" : " NULLS LAST")
      }
    }
    if let limit = query.limit { write(" LIMIT \(limit)") }
    if query.isComputedOnce { write(dialect.computingOnce) }
  }

  private mutating func write(_ source: SQLSource) {
    switch source {
    case .table(let names): write(dialect.qualified(names))
    // A line of its own, so that a comment at its end does not go on.
    case .written(let query): write("(\n\(query)\n) AS " + dialect.quoted("q"))
    case .query(let query):
      write("(")
      write(query)
      write(") AS " + dialect.quoted("q"))
    case .sampled(let names): dialect.writeSample(of: names, to: &self)
    case .probed(let values, as: let name, let query):
      write("(VALUES ")
      writeList(values) { writer, value in
        writer.write("(")
        writer.dialect.write(value, to: &writer)
        writer.write(")")
      }
      write(") AS \(dialect.quoted("p"))(\(dialect.quoted(name))), LATERAL (")
      write(query)
      write(") AS " + dialect.quoted("r"))
    case .joined(let left, let right, let names):
      write(.query(left))
      write(" \(dialect.joinWord) (")
      write(right)
      write(") AS \(dialect.quoted("r")) USING (\(names.map(dialect.quoted).joined(separator: ", ")))")
    }
  }

  private mutating func write(_ expression: SQLExpression) {
    switch expression {
    case .column(let name): write(dialect.quoted(name))
    case .value(let value): dialect.write(value, to: &self)
    case .both(let left, let right): write(left, " AND ", right)
    case .either(let left, let right): write(left, " OR ", right)
    case .compared(let left, let comparison, let right): write(left, " \(comparison.rawValue) ", right)
    case .nothing: write("NULL")
    case .not(let expression):
      write("(NOT ")
      write(expression)
      write(")")
    case .negated(let expression):
      write("(- ")
      write(expression)
      write(")")
    case .calculated(let left, let operation, let right): write(left, " \(operation.rawValue) ", right)
    case .call(let function, let arguments):
      // What an engine does not have is never asked of it: whoever makes a query has seen to that.
      for piece in SQLTemplate(dialect.template(of: function) ?? "").pieces {
        switch piece {
        case .text(let text): write(String(text))
        case .argument(let index): if arguments.indices.contains(index) { write(arguments[index]) }
        }
      }
    case .choice(let choices, else: let other):
      write("CASE")
      for choice in choices {
        write(" WHEN ")
        write(choice.condition)
        write(" THEN ")
        write(choice.value)
      }
      write(" ELSE ")
      write(other)
      write(" END")
    case .isMissing(let expression):
      write("(")
      write(expression)
      write(" IS NULL)")
    case .isOne(let expression, of: let values):
      write("(")
      write(expression)
      write(" IN (")
      writeList(values) { $0.dialect.write($1, to: &$0) }
      write("))")
    case .text(let expression): write(expression, in: dialect.textCast)
    case .number(let expression): write(expression, in: dialect.numberCast)
    }
  }

  private mutating func write(_ expression: SQLExpression, in cast: (before: String, after: String)) {
    write(cast.before)
    write(expression)
    write(cast.after)
  }

  private mutating func write(_ left: SQLExpression, _ middle: String, _ right: SQLExpression) {
    write("(")
    write(left)
    write(middle)
    write(right)
    write(")")
  }

  private mutating func writeList<Element>(_ list: [Element], _ body: (inout SQLWriter, Element) -> Void) {
    for (index, element) in list.enumerated() {
      if index > 0 { write(", ") }
      body(&self, element)
    }
  }
}
