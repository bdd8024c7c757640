import JSONModel

/// What `format` says in the JSON Schema of texts that name columns of a chart's data, so that editors can offer those that
/// there are.
public enum ColumnFormat: String, CaseIterable, Hashable, Sendable {
  /// The name of a column.
  case column
  /// The same, possibly with a minus before it, for falling order.
  case sortColumn = "sort-column"
  /// A formula over columns: `gross - budget`.
  case formula
}

extension Schema {
  /// The type, described as what names columns.
  func naming(_ format: ColumnFormat) -> Schema { annotated(["format": .string(format.rawValue)]) }
}

extension Schema<String> {
  /// The name of a column of the chart's data.
  static func column(minLength: Int = 1) -> Schema { .string(minLength: minLength).naming(.column) }
}
