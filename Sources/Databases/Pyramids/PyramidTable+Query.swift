extension PyramidTable {
  /// A question for buckets.
  package struct Question: Hashable, Sendable {
    /// What tells the lines, as texts; an empty one where there is one line; all lines if not given.
    package var series: [String]?
    package var parts: [Part]

    package init(series: [String]?, _ parts: [Part]) { (self.series, self.parts) = (series, parts) }
  }

  /// Buckets of one width, one beside another.
  package struct Part: Hashable, Sendable {
    package var width: Double
    /// All that there are if not given.
    package var numbers: ClosedRange<Int>?

    package init(width: Double, _ numbers: ClosedRange<Int>? = nil) { (self.width, self.numbers) = (width, numbers) }
  }

  /// What a query for buckets gives, in this order.
  package enum Field: Int, CaseIterable, Sendable {
    case series, width, bucket, rows, missing, start, firstX, firstY, leastX, leastY, greatestX, greatestY, lastX, lastY
  }

  /// The query that gives some buckets, each a row of every ``Field``, in no order.
  package func query(_ question: Question, _ columns: PyramidColumns) -> SQLSelect {
    func item(_ expression: SQLExpression, _ field: Field) -> SQLSelect.Item {
      SQLSelect.Item(expression, as: "r_\(field)")
    }
    let (series, width, bucket) = (
      SQLExpression.column(columns.series), SQLExpression.column(columns.width), SQLExpression.column(columns.bucket)
    )
    var query = SQLSelect(
      [
        item(series, .series), item(width, .width), item(bucket, .bucket), item(columns.rows, .rows),
        item(columns.missing, .missing), item(columns.start, .start), item(columns.first.x, .firstX),
        item(columns.first.y, .firstY), item(columns.least.x, .leastX), item(columns.least.y, .leastY),
        item(columns.greatest.x, .greatestX), item(columns.greatest.y, .greatestY), item(columns.last.x, .lastX),
        item(columns.last.y, .lastY),
      ], from: .table([home, name]), where: condition(question, columns))
    if columns.isMerged { query.groups = [series, width, bucket] }
    return query
  }

  /// The query that gives how many rows of each line lie in some buckets: what tells the line, and the number.
  package func counts(_ question: Question, _ columns: PyramidColumns) -> SQLSelect {
    let series = SQLExpression.column(columns.series)
    var query = SQLSelect(
      [
        SQLSelect.Item(series, as: "r_series"),
        SQLSelect.Item(columns.isMerged ? columns.rows : .number(.call(.sum, [columns.rows])), as: "r_rows"),
      ], from: .table([home, name]), where: condition(question, columns))
    query.groups = [series]
    return query
  }

  private func condition(_ question: Question, _ columns: PyramidColumns) -> SQLExpression? {
    let (width, bucket) = (SQLExpression.column(columns.width), SQLExpression.column(columns.bucket))
    let parts = question.parts.compactMap { part -> SQLExpression? in
      let numbers = part.numbers.map { numbers -> [SQLExpression] in
        [
          .compared(bucket, .atLeast, .value(.whole(numbers.lowerBound))),
          .compared(bucket, .atMost, .value(.whole(numbers.upperBound))),
        ]
      }
      return .all([.compared(width, .equal, .value(.number(part.width)))] + (numbers ?? []))
    }
    let lines = question.series.map {
      SQLExpression.isOne(.column(columns.series), of: $0.map { .text($0) })
    }
    return .all([lines, .any(parts)].compactMap(\.self))
  }
}
