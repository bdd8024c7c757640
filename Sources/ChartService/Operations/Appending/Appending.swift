import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// Adds points to a plot's series.
struct Appending {
  private let points: AppendedPoints
  /// The series that the points are for.
  private let series: [Int]
  private let window: Int?
  private var spec: GrowingSpec
  /// How many entries were taken away from the beginning of each series.
  private var dropped: [Int]

  private var plot: CartesianSpec { spec.plot }

  /// - Parameters:
  ///   - series: For which series the points are; `nil` for each of all.
  ///   - window: How many points to keep at most in each series.
  init(_ points: AppendedPoints, to series: Int?, of source: SpecSource, _ plot: CartesianSpec, window: Int?) {
    self.points = points
    self.series = series.map { [$0] } ?? Array(plot.series.indices)
    self.window = window
    spec = GrowingSpec(source, plot)
    dropped = Array(repeating: 0, count: plot.series.count)
  }

  /// The spec with the points; `nil` if they change nothing.
  /// - Throws: ``InvalidValue`` with the path inside the request's parameters.
  mutating func perform() throws(InvalidValue) -> AppendedSpec? {
    let slots = try add()
    if let window { drop(to: window, in: slots) }
    guard points.count > 0 || dropped.contains(where: { $0 > 0 }) else { return nil }
    return spec.needsReading
      ? try AppendedSpec(readingAgain: spec.source, dropped: dropped) : AppendedSpec(spec.source, dropped: dropped)
  }

  // MARK: - Adding

  private mutating func add() throws(InvalidValue) -> PointSlots {
    guard let first = series.first else { return .none }
    guard points.count > 0 else { return PointSlots(of: first, in: plot) }
    var slots = PointSlots(of: first, in: plot)
    var scale = plot.positionScale
    if isEmpty {
      let isShared = plot.series.allSatisfy(\.values.isEmpty)
      let owner = isShared && plot.series[first].positions == nil ? nil : first
      slots = PointSlots(beginningWith: points.positions[0], in: plot, owner: owner)
      scale = begin(slots)
    } else if let other = series.first(where: { PointSlots(of: $0, in: plot) != slots }) {
      throw InvalidValue(
        "series \(first) and \(other) have positions of their own; name one with `series`", at: .key("points"))
    }
    let lengths = series.map { plot.series[$0].values.count }
    var list = SlotList(slots, in: plot, scale: scale)
    let start = lengths.max() ?? 0
    try check(lengths, list, slots)
    var next = start
    // The slot of each point.
    var places: [Int] = []
    places.reserveCapacity(points.count)
    for index in 0..<points.count {
      let place = try slot(of: index, next, slots, &list)
      places.append(place)
      next = place + 1
    }
    guard next <= ColumnSpec.maximumCount else {
      throw InvalidValue("expected at most \(ColumnSpec.maximumCount) points, got \(next)", at: .key("points"))
    }
    if let column = slots.column { spec.grow(column, by: list.added) }
    for (index, series) in series.enumerated() {
      let values = points.entries(of: index)
      if points.hasMoments(forSeries: index) { spec.beginMoments(of: series) }
      spec.grow(.values(series: series), by: entries(values, at: places, from: lengths[index]))
    }
    for (name, added) in points.channels { try grow(name, of: first, by: added, at: places) }
    return slots
  }

  /// Whether the series has neither values nor positions, so that its first point decides what those are.
  private var isEmpty: Bool {
    plot.x.labels.isEmpty && plot.x.values.isEmpty && plot.x.lastDays == nil
      && series.allSatisfy { plot.series[$0].values.isEmpty && plot.series[$0].positions?.isEmpty ?? true }
  }

  private mutating func begin(_ slots: PointSlots) -> PositionAxisSpec.Scale {
    switch slots {
    case .none: return plot.positionScale
    case .names, .days: return .category
    case .positions:
      let ownScale: PositionAxisSpec.Scale = if case .text? = points.positions[0] { .time } else { .linear }
      let scale = plot.scaleOfOthers ?? ownScale
      spec.begin(scale)
      return scale
    }
  }

  private func check(_ lengths: [Int], _ list: SlotList, _ slots: PointSlots) throws(InvalidValue) {
    guard slots.column != nil, let longest = lengths.max(), longest > list.count else { return }
    throw InvalidValue(
      "series \(series[lengths.firstIndex(of: longest) ?? 0]) has \(longest.counted("value", "values")) for \(list.count.counted("position", "positions")); mend that first",
      at: .key("points"))
  }

  private func slot(
    of index: Int, _ next: Int, _ slots: PointSlots, _ list: inout SlotList
  ) throws(InvalidValue) -> Int {
    guard let position = points.positions[index] else {
      switch slots {
      case .none: return next
      case .days:
        guard next < plot.x.lastDays?.count ?? 0 else {
          throw InvalidValue("there are no more than \(next) days", at: points.place(of: index))
        }
        return next
      case .names, .positions:
        guard next < list.count else {
          let noun = if case .names = slots { "a name" } else { "a position" }
          throw InvalidValue("expected [x, y] or {x, y}: those before have \(noun)", at: points.place(of: index))
        }
        return next
      }
    }
    let path = points.place(ofPositionAt: index)
    switch slots {
    case .none: throw InvalidValue("those before have no positions: give values alone", at: path)
    case .days: throw InvalidValue("the positions are the last days: give values alone", at: path)
    case .names, .positions: break
    }
    do {
      return try list.slot(at: position, from: next)
    } catch {
      throw InvalidValue(error.reason, at: path)
    }
  }

  /// The values with gaps for slots between them that have none.
  private func entries(_ added: [ColumnSpec.Entry], at places: [Int], from start: Int) -> [ColumnSpec.Entry] {
    var entries: [ColumnSpec.Entry] = []
    entries.reserveCapacity(added.count)
    for (entry, place) in zip(added, places) {
      while start + entries.count < place { entries.append(.missing) }
      entries.append(entry)
    }
    return entries
  }

  /// Adds to a channel what the points tell besides their values.
  private mutating func grow(
    _ name: String, of series: Int, by added: [ColumnSpec.Entry], at places: [Int]
  ) throws(InvalidValue) {
    guard let place = places.first,
      let count = plot.series[series].kind.style.channels.first(where: { $0.name == name })?.values.count
    else { return }
    guard count <= place else {
      throw InvalidValue(
        "series \(series) has \(count.counted("entry", "entries")) in `\(name)` for \(place.counted("value", "values")); mend that first",
        at: .key("points"))
    }
    spec.grow(.channel(series: series, name: name), by: entries(added, at: places, from: count))
  }

  // MARK: - A window

  private mutating func drop(to window: Int, in slots: PointSlots) {
    switch slots {
    case .days: return
    case .none:
      for series in series { drop(max(0, plot.series[series].values.count - window), from: series) }
    case .names, .positions:
      guard let column = slots.column else { return }
      let excess = max(0, SlotList(slots, in: plot, scale: plot.positionScale).count - window)
      guard excess > 0 else { return }
      let sharers = slots.sharers(in: plot, with: series)
      spec.grow(column, by: [], dropping: excess)
      for series in sharers { drop(excess, from: series) }
    }
  }

  private mutating func drop(_ count: Int, from series: Int) {
    let count = min(count, plot.series[series].values.count)
    guard count > 0 else { return }
    spec.grow(.values(series: series), by: [], dropping: count)
    for channel in plot.series[series].kind.style.channels where !channel.values.isEmpty {
      spec.grow(.channel(series: series, name: channel.name), by: [], dropping: count)
    }
    if !plot.series[series].markers.isEmpty { spec.grow(.markers(series: series), by: [], dropping: count) }
    dropped[series] = count
  }
}
