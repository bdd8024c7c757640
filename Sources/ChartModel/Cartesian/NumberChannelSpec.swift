import JSONModel

/// A number for each value of a series.
public struct NumberChannelSpec: Hashable, Sendable {
  public var values = ColumnSpec.numbers([])
  /// The column of the data file that they are read from.
  public var column: String?

  public init(_ values: ColumnSpec = .numbers([]), column: String? = nil) {
    self.values = values
    self.column = column
  }

  static let schema = schema(
    list: Schema<[Double?]>.array(of: .optional(.number()), maxItems: ColumnSpec.maximumCount).map(
      decode: { numbers throws(InvalidValue) in NumberChannelSpec(.numbers(numbers.map { $0 ?? .nan })) },
      encode: { _ in [] }))

  /// The same of what are places on the axis of values, which may be moments.
  static let placeSchema = schema(
    list: ColumnSpec.listSchema.map(
      decode: { column throws(InvalidValue) in NumberChannelSpec(column) }, encode: { _ in .numbers([]) }))

  private static func schema(list: Schema<NumberChannelSpec>) -> Schema<NumberChannelSpec> {
    .either(
      .either(
        .object("NumberChannel", "A number for each value.", initial: NumberChannelSpec()) {
          Property("values", \.values, ColumnSpec.schema, "A number for each value, or a binary buffer.")
          Property("column", \.column, .optional(.column()), "The column of the data file.")
        },
        or: list),
      or: Schema<String>.column().map(
        decode: { column throws(InvalidValue) in NumberChannelSpec(column: column) }, encode: { $0.column ?? "" }))
  }

  func channel(_ name: String, mayHoldMoments: Bool = false) -> SeriesChannel {
    SeriesChannel(
      name: name, values: values, column: column, mayHoldNames: false, mayHoldMoments: mayHoldMoments)
  }
}

extension NumberChannelSpec {
  /// The number of an entry; `nil` where there is none.
  package func number(at index: Int) -> Double? {
    guard case .numbers(let numbers) = values, numbers.indices.contains(index), numbers[index].isFinite else {
      return nil
    }
    return numbers[index]
  }
}
