package import JSONModel

/// How measures look that are compared with targets, over ranges that say how good they are: a bar, a line across it, and bands.
///
/// Source: Few, "Bullet Graph Design Specification", 2013.
public struct BulletStyleSpec: SeriesStyle, Hashable, Sendable {
  public enum Scales: String, CaseIterable, Hashable, Sendable {
    /// All are measured by the value axis.
    case shared
    /// Each by a scale of its own, for measures of different kinds.
    case own
  }

  public var target = BulletTargetSpec()
  public var ranges = BulletRangesSpec()
  /// What the ranges are called, the lowest first.
  public var rangeNames: [String] = []
  public var scales = Scales.shared
  public var labels = BarLabelSpec()
  /// How the highlighted bar looks, where it looks otherwise.
  public var highlighted = HighlightedBarSpec()
  /// From where to where the scale of each entry goes, once they are made ready to be drawn; `nil` for those of the axis.
  package var domains: [ClosedRange<Double>?] = []

  public init() {}

  package static let name = "bullet"
  package static let documentation = "A measure as a bar, its target as a line across that, and ranges as bands behind."
  package static let chartDocumentation = "Measures beside their targets, over ranges that say how good they are."
  package static var standardOrientation: CartesianSpec.Orientation { .horizontal }

  package var kind: SeriesSpec.Kind { .bullet(self) }
  package var standsInSlots: Bool { true }
  package var isStackable: Bool { false }
  package func weight(ofEntries count: Int) -> Int { count * (3 + labels.weight) }

  package static let properties: [Property<BulletStyleSpec>] = [
    Property(
      "target", \.target, BulletTargetSpec.schema,
      "What each measure is compared with: a number for all, a list, or the name of a column."
    )
    .alsoCalled("targets", "goal"),
    Property(
      "ranges", \.ranges, BulletRangesSpec.schema,
      "Where ranges end that say how good a measure is, the lowest first: numbers for all, a list of them for each, or the "
        + "names of columns."
    )
    .alsoCalled("bands"),
    Property(
      "rangeNames", \.rangeNames, .array(of: .name, maxItems: BulletRangesSpec.maximumCount),
      "What the ranges are called in words and in the legend."),
    Property(
      "scales", \.scales, .word(),
      "`shared`: all are measured by the value axis; `own`: each by a scale of its own, for measures of different kinds."
    )
    .alsoCalled("scale"),
    Property(
      "labels", \.labels, BarLabelSpec.schema, "Where measures are written: `none`, `above` the ends, `inside`."),
    Property("highlighted", \.highlighted, HighlightedBarSpec.schema, "How the highlighted bar looks."),
  ]

  package static let channelNames = ["target"] + (0..<BulletRangesSpec.maximumCount).map { "ranges.\($0)" }

  package var channels: [SeriesChannel] {
    (target.each.map { [$0.channel("target")] } ?? [])
      + ranges.columns.enumerated().map { $1.channel("ranges.\($0)") }
  }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    if name == "target" {
      target.each?.values = values
    } else if let place = Int(name.dropFirst("ranges.".count)), ranges.columns.indices.contains(place) {
      ranges.columns[place].values = values
    }
  }
}

/// What measures are compared with: the same for all, or one for each.
public struct BulletTargetSpec: Hashable, Sendable {
  public var same: Double?
  public var each: NumberChannelSpec?

  public init() {}

  static let schema: Schema<BulletTargetSpec> = .either(
    eachSchema, or: sameSchema, encode: { $0.each == nil ? sameSchema.encode($0) : eachSchema.encode($0) }
  ).editingNumbers { target, edit in
    if var same = target.same, edit(&same, NumberBounds()) != .lost { target.same = same } else { target.same = nil }
    return .changed
  }

  private static let eachSchema = NumberChannelSpec.schema.map(
    decode: { channel throws(InvalidValue) in
      var target = BulletTargetSpec()
      target.each = channel
      return target
    }, encode: { $0.each ?? NumberChannelSpec() })

  private static let sameSchema = Schema<Double?>.optional(.number()).map(
    decode: { number throws(InvalidValue) in
      var target = BulletTargetSpec()
      target.same = number
      return target
    }, encode: \.same)
}

/// Where the ranges of bullets end, the lowest first: the same for all, lists for each, or columns.
public struct BulletRangesSpec: Hashable, Sendable {
  public var ends: [Double] = []
  public var lists: [[Double]] = []
  public var columns: [NumberChannelSpec] = []

  public init() {}

  public static let maximumCount = 8

  private enum Element: Hashable, Sendable {
    case end(Double)
    case list([Double])
    case column(String)
  }

  static let schema: Schema<BulletRangesSpec> = Schema<[Element]>.array(of: elementSchema, maxItems: 100_000).map(
    decode: { elements throws(InvalidValue) in try BulletRangesSpec(elements) },
    encode: { ranges in
      ranges.columns.map { .column($0.column ?? "") } + ranges.lists.map { .list($0) } + ranges.ends.map { .end($0) }
    }
  ).editingNumbers { ranges, edit in
    func edited(_ numbers: [Double]) -> [Double] {
      numbers.compactMap { number in
        var number = number
        return edit(&number, NumberBounds()) == .lost ? nil : number
      }
    }
    ranges.ends = edited(ranges.ends)
    ranges.lists = ranges.lists.map(edited)
    return .changed
  }

  private static let elementSchema: Schema<Element> = .either(
    .either(
      Schema<Double>.number().map(
        decode: { end throws(InvalidValue) in .end(end) }, encode: { if case .end(let end) = $0 { end } else { 0 } }),
      or: Schema<[Double]>.array(of: .number(), maxItems: maximumCount).map(
        decode: { list throws(InvalidValue) in .list(list) },
        encode: { if case .list(let list) = $0 { list } else { [] } })),
    or: Schema<String>.column().map(
      decode: { name throws(InvalidValue) in .column(name) },
      encode: { if case .column(let name) = $0 { name } else { "" } }),
    encode: { element in
      switch element {
      case .end(let end): JSON(end)
      case .list(let list): .array(list.map { JSON($0) })
      case .column(let name): .string(name)
      }
    })

  private init(_ elements: [Element]) throws(InvalidValue) {
    for (place, element) in elements.enumerated() {
      switch element {
      case .end(let end): ends.append(end)
      case .list(let list):
        try BulletRangesSpec.check(list, at: [.index(place)])
        lists.append(list)
      case .column(let name): columns.append(NumberChannelSpec(column: name))
      }
      guard [ends.isEmpty, lists.isEmpty, columns.isEmpty].count(where: { !$0 }) == 1 else {
        throw InvalidValue(
          "expected numbers for all, a list of numbers for each, or names of columns, not some of both",
          at: JSONPath([.index(place)]))
      }
    }
    try BulletRangesSpec.check(ends, at: [])
    guard max(ends.count, columns.count) <= BulletRangesSpec.maximumCount else {
      throw InvalidValue("expected \(BulletRangesSpec.maximumCount) ranges or fewer, got \(elements.count)")
    }
  }

  private static func check(_ ends: [Double], at place: [JSONPath.Component]) throws(InvalidValue) {
    for (index, end) in ends.enumerated().dropFirst() where end <= ends[index - 1] {
      throw InvalidValue(
        "expected more than \(JSON(ends[index - 1]).text), the end before it, got \(JSON(end).text)",
        at: JSONPath(place + [.index(index)]))
    }
  }
}

extension CartesianSpec.Kind {
  public static let bullet = CartesianSpec.Kind(BulletStyleSpec.self)
}
