import JSONModel

/// How numbers or moments are put into bins.
public struct BinSpec: Hashable, Sendable {
  /// Which number or moment stands for a bin.
  public enum Place: String, CaseIterable, Hashable, Sendable { case start, middle, end }

  public var column = ""
  /// The column that gets the bins; the binned one itself if not given.
  public var name: String?
  /// About how many bins.
  public var count: Int?
  public var width: Double?
  /// For moments.
  public var unit: CalendarUnit?
  /// How many units make a bin; one if not given.
  public var step: Int?
  public var place = Place.start

  public init(column: String = "") { self.column = column }

  static let schema: Schema<BinSpec> = .either(
    Schema.object("Bin", "How numbers or moments are put into bins.", initial: BinSpec()) {
      Property(
        "column", \.column, .column(), "The column of the numbers or moments that are put into bins.",
        required: true)
      Property("as", \.name, .optional(.string(minLength: 1)), "The column that gets the bins; `column` if not given.")
      Property("count", \.count, .optional(.integer(min: 1, max: 10_000)), "About how many; edges are round numbers.")
      Property("width", \.width, .optional(.number(above: 0)), "How wide; edges are multiples of it.")
      Property("unit", \.unit, .optional(.word()), "Of moments: by the clocks of the chart's time zone.")
      Property(
        "step", \.step, .optional(.integer(min: 1, max: 10_000)),
        "How many units make a bin, 15 for a quarter of an hour; one if not given.")
      Property("at", \.place, .word(), "Which number or moment stands for a bin.")
    }.validated { spec, faults throws(InvalidValue) in try spec.validate(&faults) },
    or: .only(\.column, .column(), of: BinSpec()))

  private func validate(_ faults: inout FaultList) throws(InvalidValue) {
    let given = [("count", count != nil), ("width", width != nil), ("unit", unit != nil)].filter(\.1).map(\.0)
    if given.count > 1 {
      try faults.add(InvalidValue("give one of `count`, `width` and `unit`", at: .key(given[1])))
    }
    if step != nil, unit == nil { try faults.add(InvalidValue("is for bins with a `unit`", at: .key("step"))) }
  }
}

/// A stretch of the calendar.
public enum CalendarUnit: String, CaseIterable, Hashable, Sendable {
  case second, minute, hour, day, week, month, quarter, year
}
