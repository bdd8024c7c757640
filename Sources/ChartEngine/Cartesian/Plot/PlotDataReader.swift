import ChartModel
import JSONModel

/// Turns the columns of a spec into numbers, and says what it had to leave out.
struct PlotDataReader {
  private let spec: CartesianSpec
  let axis: PlotAxis
  private(set) var warnings: [String]
  /// The positions of the series that have none of their own; `nil` where values simply follow one another.
  private var shared: GrowingArray<Double>?

  init(_ spec: CartesianSpec) {
    self.spec = spec
    warnings = spec.notes
    let kind = PlotDataReader.scale(of: spec)
    switch kind {
    case .category:
      axis = .category(PlotDataReader.labels(of: spec))
    case .linear: axis = .linear
    case .log: axis = .log
    case .time:
      let zone = PlotDataReader.zone(of: spec.x)
      axis = PlotDataReader.momentNames(of: spec, in: zone).map(PlotAxis.category) ?? .time(zone)
    }
    if !axis.isCategory, !spec.x.values.isEmpty {
      shared = numbers(spec.x.values, "x.values")
    }
  }

  // MARK: - What positions are

  /// The scale that the author chose, or the one that the positions tell.
  static func scale(of spec: CartesianSpec) -> PositionAxisSpec.Scale {
    if let scale = spec.x.scale { return scale }
    if !spec.x.labels.isEmpty || spec.x.lastDays != nil { return .category }
    let columns = [spec.x.values] + spec.series.compactMap(\.positions)
    guard let first = columns.first(where: { !$0.isEmpty }) else {
      // Bars stand in slots; a line's values just follow one another.
      return spec.series.contains { $0.kind.style.standsInSlots && $0.kind.style.needsValues }
        ? .category : .linear
    }
    guard case .values(let entries) = first else { return .linear }
    let texts = entries.compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard !texts.isEmpty else { return .linear }
    // One that is miswritten doesn't make names of all others.
    let few = texts.prefix(1_000)
    let moments = few.count { (try? TimeText.milliseconds($0, in: .utc)) != nil }
    return 2 * moments > few.count ? .time : .category
  }

  /// Moments as names that stand side by side; `nil` where they stand as far apart as they are.
  private static func momentNames(of spec: CartesianSpec, in zone: TimeZoneRules) -> [String]? {
    guard !(spec.x.hasGaps ?? !spec.series.contains { $0.kind.style.closesGaps }), !spec.x.values.isEmpty else {
      return nil
    }
    let moments = spec.x.values.entries.prefix(PositionAxisSpec.maximumCount).map { entry -> Double in
      switch entry {
      case .number(let number): number
      case .text(let text): (try? TimeText.milliseconds(text, in: zone)) ?? .nan
      case .missing: .nan
      }
    }
    let areDays = moments.allSatisfy { moment in
      TimeZoneRules.second(of: moment).map { zone.civil(at: $0).secondOfDay == 0 } ?? true
    }
    let given = spec.x.style.labels.format.flatMap { try? TimePattern($0) }
    let pattern = given ?? (try? TimePattern(areDays ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm"))
    return moments.map { pattern?.format($0, in: zone) ?? "" }
  }

  static func labels(of spec: CartesianSpec) -> [String] {
    if !spec.x.labels.isEmpty { return spec.x.labels }
    if let days = spec.x.lastDays, let before = days.before,
      let today = try? TimeText.milliseconds(before, in: zone(of: spec.x))
    {
      return DayLabels.last(days.count, before: today, in: zone(of: spec.x))
    }
    if !spec.x.values.isEmpty {
      return spec.x.values.entries.prefix(PositionAxisSpec.maximumCount).map { entry in
        switch entry {
        case .text(let text): text
        case .number(let number): JSON(number).text
        case .missing: ""
        }
      }
    }
    let count = min(spec.series.map(\.values.count).max() ?? 0, PositionAxisSpec.maximumCount)
    return (0..<count).map { String($0 + 1) }
  }

  /// The zone whose rules came with the spec; an offset; or UTC.
  static func zone(of axis: PositionAxisSpec) -> TimeZoneRules {
    if let rules = axis.timeZoneRules, let zone = try? TimeZoneRules(name: axis.timeZone, tzif: rules) { return zone }
    guard let offset = axis.timeZoneOffset, offset != 0 else { return .utc }
    return TimeZoneRules(offset: offset)
  }

  // MARK: - Columns

  /// The series that are drawn.
  mutating func readSeries() -> [PlotSeries] {
    spec.series.enumerated().compactMap { index, series in
      let values = numbers(series.values, "series[\(index)].values") ?? []
      let (points, order): (PointColumns, order: [Int]?)
      do throws(InvalidValue) {
        (points, order) = try self.points(of: series, values, at: index)
      } catch {
        warnings.append("series[\(index)]: left out: \(error.reason)")
        return nil
      }
      if points.values.infinityCount > 0 {
        warnings.append(
          "series[\(index)].values: \(points.values.infinityCount.counted("value is", "values are")) infinite, and left out"
        )
      }
      var read = PlotSeries(index: index, spec: series, points: points, values: values, order: order)
      let axis = spec.valueAxis(series.axis)
      // Nobody is unsure about a name.
      read.interval = PlotSeries.interval(
        axis.scale == .category ? nil : series.kind.style.error, of: values, count: points.count, order: order,
        on: spec.valueTransform(series.axis))
      if axis.scale == .category { read.valueNames = axis.labels }
      read.isLog = spec.isLog(series.axis)
      read.isOfMoments = axis.scale == .time
      return read
    }
  }

  private mutating func points(
    of series: SeriesSpec, _ values: GrowingArray<Double>, at index: Int
  ) throws(InvalidValue) -> (PointColumns, order: [Int]?) {
    let place = "series[\(index)]"
    var values = values
    let transform = spec.valueTransform(series.axis)
    if transform == .log {
      let lost = values.count { $0 <= 0 }
      if lost > 0 {
        warnings.append(
          "\(place).values: \(lost.counted("value of 0 or less has", "values of 0 or less have")) no place on a log axis"
        )
      }
    }
    if transform != .linear { values = GrowingArray(values.map(transform.coordinate)) }
    if axis.isCategory, let slots = series.slots {
      let count = min(slots.count, values.count)
      return try ordered(slots.part(0..<count), values.part(0..<count), place)
    }
    if case .category(let labels) = axis {
      if values.count > labels.count {
        warnings.append(
          "\(place).values: \((values.count - labels.count).counted("value has no label, and is", "values have no label, and are")) left out"
        )
        values = values.part(0..<labels.count)
      }
      return (
        try PointColumns(PositionColumn(start: 0, step: 1, count: values.count), ValueColumn(sharing: values)), nil
      )
    }
    let own = series.positions.flatMap { numbers($0, "\(place).x") }
    // Where values just follow one another, a log axis has no place for the 0 that others begin at.
    let following = axis == .log ? GrowingArray((0..<values.count).map { Double($0 + 1) }) : nil
    guard let positions = own ?? shared ?? following else {
      return (
        try PointColumns(PositionColumn(start: 0, step: 1, count: values.count), ValueColumn(sharing: values)), nil
      )
    }
    if positions.count != values.count {
      warnings.append(
        "\(place): \(positions.count.counted("position", "positions")) for \(values.count.counted("value", "values")); those without the other are left out"
      )
    }
    let count = min(positions.count, values.count)
    let (points, order) = try ordered(positions.part(0..<count), values.part(0..<count), place)
    // Most have all their positions. The cells of heat maps have places of their own.
    if points.count < count, series.kind.markStyle.cellWidth == nil,
      let lost = (series.positions ?? spec.x.values).missing(besides: series.values)
    {
      warnings.append("\(place).x: \(lost)")
    }
    return (points, order)
  }

  /// Points in the order of their positions, without those that have none.
  private mutating func ordered(
    _ positions: GrowingArray<Double>, _ values: GrowingArray<Double>, _ place: String
  ) throws(InvalidValue) -> (PointColumns, order: [Int]?) {
    var positions = positions
    if axis == .log {
      let lost = positions.count { $0 <= 0 }
      if lost > 0 {
        warnings.append(
          "\(place): \(lost.counted("position of 0 or less has", "positions of 0 or less have")) no place on a log axis"
        )
      }
      positions = GrowingArray(positions.map(AxisTransform.log.coordinate))
    }
    if PositionColumn.isSorted(positions) {
      return (try PointColumns(PositionColumn(sharing: positions), ValueColumn(sharing: values)), nil)
    }
    let order = PositionColumn.order(of: positions)
    let column = ValueColumn(sharing: values).reordered(by: order)
    return (try PointColumns(PositionColumn(order.map { positions[$0] }), column), order)
  }

  /// A column as numbers, NaN for what is missing; moments are milliseconds since 1970.
  private mutating func numbers(_ column: ColumnSpec, _ place: String) -> GrowingArray<Double>? {
    if case .numbers(let numbers) = column { return numbers }
    // Buffers are put in the place of what names them when the request is read.
    guard case .values(let entries) = column else { return nil }
    var zone = TimeZoneRules.utc
    var isTime = false
    if case .time(let rules) = axis { (zone, isTime) = (rules, true) }
    var lost: [String] = []
    let numbers = entries.map { entry in
      switch entry {
      case .number(let number): return number
      case .missing: return Double.nan
      case .text(let text):
        if isTime, let time = try? TimeText.milliseconds(text, in: zone) { return time }
        lost.append(text)
        return Double.nan
      }
    }
    if let first = lost.first {
      let what =
        lost.count == 1
        ? "1 text is no \(isTime ? "moment" : "number"), and is"
        : "\(lost.count) texts are no \(isTime ? "moments" : "numbers"), and are"
      warnings.append("\(place): \(what) left out: '\(first.excerpt)'\(lost.count > 1 ? ", …" : "")")
    }
    return GrowingArray(numbers)
  }
}
