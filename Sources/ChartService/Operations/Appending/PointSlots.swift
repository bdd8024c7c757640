import ChartEngine
import ChartModel

/// Where the points of a plot's series stand, for points that are added.
enum PointSlots: Hashable, Sendable {
  /// Values just follow one another.
  case none
  /// The slots of names that are given as labels, or as the series' shared positions, or a series' own.
  case names(SpecColumn)
  /// The slots of the last days, which the calendar gives.
  case days
  /// Positions that are numbers or moments, shared or a series' own.
  case positions(SpecColumn)
}

extension PointSlots {
  /// Where the points of a series stand.
  init(of series: Int, in plot: CartesianSpec) {
    if plot.positionScale == .category {
      if plot.x.lastDays != nil {
        self = .days
      } else if plot.series[series].readsOwnNames {
        self = .names(.ownPositions(series: series))
      } else if !plot.x.labels.isEmpty {
        self = .names(.labels)
      } else {
        self = plot.x.values.isEmpty ? .none : .names(.positions)
      }
    } else if plot.series[series].positions != nil {
      self = .positions(.ownPositions(series: series))
    } else {
      self = plot.x.values.isEmpty ? .none : .positions(.positions)
    }
  }

  /// Where the points of a plot stand that has none yet: the first one says so.
  /// - Parameter owner: The series whose own they are to be; `nil` if all share them.
  init(beginningWith first: ColumnSpec.Entry?, in plot: CartesianSpec, owner: Int?) {
    let axis = plot.x
    let standsTogether = plot.series.allSatisfy { $0.kind.style.standsTogether }
    let positions = PointSlots.positions(owner.map { .ownPositions(series: $0) } ?? .positions)
    let own = owner.flatMap { plot.series[$0].readsOwnNames ? SpecColumn.ownPositions(series: $0) : nil }
    let names = PointSlots.names(own ?? (standsTogether ? .positions : .labels))
    switch (plot.scaleOfOthers, first) {
    case (_, nil): self = .none
    case (.category, _): self = names
    case (.linear, _), (.log, _), (.time, _), (nil, .number), (nil, .missing): self = positions
    case (nil, .text(let text)):
      self = axis.milliseconds(of: text) != nil ? positions : names
    }
  }

  /// Whether many entries may stand at one of its names, each with its own: what sums them up shows them together.
  func repeatsNames(in plot: CartesianSpec) -> Bool {
    switch self {
    case .names(.positions): plot.series.allSatisfy { $0.kind.style.standsTogether }
    case .names(.ownPositions(let owner)): plot.series[owner].kind.style.standsTogether
    default: false
    }
  }

  /// The list that gets longer with points of new positions.
  var column: SpecColumn? {
    switch self {
    case .none, .days: nil
    case .names(let column), .positions(let column): column
    }
  }

  /// The series that stand in the same slots.
  func sharers(in plot: CartesianSpec, with series: [Int]) -> [Int] {
    switch self {
    case .none: series
    case .names(.ownPositions(let owner)), .positions(.ownPositions(let owner)): [owner]
    case .names, .days: Array(plot.series.indices)
    case .positions: plot.series.indices.filter { plot.series[$0].positions == nil }
    }
  }
}

extension CartesianSpec {
  /// What kind of positions the first ones of a series are to be: the author's choice, or that of others; `nil` if nothing is said.
  var scaleOfOthers: PositionAxisSpec.Scale? {
    x.scale ?? (series.contains { $0.positions?.isEmpty == false } ? positionScale : nil)
  }
}

extension SeriesSpec {
  /// Whether it has positions of its own which, where positions are names, are such: those of lines and bars are not read, and
  /// those of histograms are what is counted.
  fileprivate var readsOwnNames: Bool {
    guard positions != nil else { return false }
    switch kind {
    case .box, .scatter, .heatmap: return true
    default: return false
    }
  }
}

extension SeriesStyle {
  /// Whether several entries may stand at one name.
  fileprivate var standsTogether: Bool { summarizes || type(of: self).valuesMayBeNames }
}
