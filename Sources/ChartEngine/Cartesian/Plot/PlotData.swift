import ChartModel
import JSONModel

/// The data of a plot as numbers, made once from a spec: all pictures and hit tests share it.
struct PlotData: Sendable {
  let axis: PlotAxis
  let series: [PlotSeries]
  /// What could not be drawn, and why.
  let warnings: [String]

  /// - Complexity: O(*n*) in the number of values; O(*n* log *n*) for series that are written out of order.
  init(_ spec: CartesianSpec) {
    var reader = PlotDataReader(spec)
    axis = reader.axis
    series = reader.readSeries()
    warnings = reader.warnings
  }

  init(axis: PlotAxis, series: [PlotSeries], warnings: [String] = []) {
    (self.axis, self.series, self.warnings) = (axis, series, warnings)
  }

  /// The positions from the least to the greatest, over all series, as coordinates; `nil` without any point. Of categories
  /// it is those of the first and the last slot.
  var extent: ClosedRange<Double>? {
    if case .category(let labels) = axis, !labels.isEmpty { return 0...Double(labels.count - 1) }
    var lower = Double.infinity
    var upper = -Double.infinity
    for series in series where series.points.count > 0 {
      lower = min(lower, series.points.positions[0])
      upper = max(upper, series.points.positions[series.points.count - 1])
    }
    return lower <= upper ? lower...upper : nil
  }

  /// Whether positions are the numbers of values that just follow one another, from 0.
  private var isCounting: Bool { axis == .linear && series.allSatisfy { $0.points.positions.isRegular } }

  /// What all positions are multiples of, so that ticks between these would stand at nothing: 1 where all are whole numbers,
  /// about the milliseconds of a day, month or year where all are beginnings of one; 0 where there is no such thing.
  /// - Complexity: O(*n*) in the number of positions, if these are few enough to be told apart in a picture.
  var grain: Double {
    if isCounting { return 1 }
    let columns = series.map(\.points.positions).filter { !$0.isEmpty }
    guard !columns.isEmpty, series.allSatisfy({ $0.rowCount <= PlotData.fewPositions }) else {
      return standsAtWholeNumbers ? 1 : 0
    }
    let positions = columns.lazy.flatMap { column in (0..<column.count).lazy.map { column[$0] } }
    switch axis {
    case .category, .log: return 0
    case .linear: return positions.allSatisfy { $0.rounded() == $0 } ? 1 : 0
    case .time(let zone):
      return switch TimeTicks.detail(of: Array(positions), in: zone) {
      case .fraction, .second, .minute: 0
      case .day: TimeStep.days(1).duration * 1000
      case .month: TimeStep.months(1).duration * 1000
      case .year: TimeStep.years(1).duration * 1000
      }
    }
  }

  private static let fewPositions = 4_096

  /// Whether marks that take up slots stand at whole numbers.
  /// - Complexity: O(*n*) where there are such marks.
  private var standsAtWholeNumbers: Bool {
    let slots = series.filter { $0.standsInSlots || $0.cellWidth == 1 }
    return axis == .linear && !slots.isEmpty
      && slots.allSatisfy { series in
        (0..<series.points.count).allSatisfy { series.points.positions[$0].rounded() == series.points.positions[$0] }
      }
  }

  /// The distance of neighbouring positions: 1 for names; where bars stand, the least one between them, so that none
  /// covers another; else the mean one of the series with the most points.
  /// - Complexity: O(*n*) where bars have positions of their own.
  var slot: Double {
    guard !axis.isCategory else { return 1 }
    if let slot = series.compactMap({ $0.spec.kind.markStyle.slot }).min() { return slot }
    let slots = series.filter(\.standsInSlots).map(\.points.positions)
    let cells = series.compactMap(\.cellWidth)
    guard slots.isEmpty, cells.isEmpty else {
      var least = cells.min() ?? .infinity
      for positions in slots where positions.count > 1 {
        for index in 1..<positions.count {
          let step = positions[index] - positions[index - 1]
          if step > 0 { least = min(least, step) }
        }
      }
      return least.isFinite ? least : standardSlot
    }
    guard let longest = series.max(by: { $0.rowCount < $1.rowCount }), longest.rowCount > 1 else {
      return standardSlot
    }
    let points = longest.points
    let length = points.positions[points.count - 1] - points.positions[0]
    return length > 0 ? length / Double(longest.rowCount - 1) : standardSlot
  }

  /// What is shown around a single position: a day of moments.
  private var standardSlot: Double { if case .time = axis { 86_400_000 } else { 1 } }

  /// The series at a place in the spec; `nil` if there is none, or it has no points.
  func series(_ index: Int) -> PlotSeries? {
    // Nearly always all are there, and in their places.
    if series.indices.contains(index), series[index].index == index { return series[index] }
    return series.first { $0.index == index }
  }

  /// The coordinate of a position as authors write it; `nil` if there is no such name, or it is no position.
  func coordinate(of position: PositionSpec) -> Double? {
    switch (axis, position) {
    case (.category(let labels), .text(let name)): return labels.firstIndex(of: name).map(Double.init)
    case (.time(let zone), _):
      return MomentPlaces(zone, countsYears: MomentPlaces.countYears(extent)).milliseconds(of: position)
    case (.category(let labels), .number(let number)) where !(-1...Double(labels.count)).contains(number):
      // There is no such slot, but 2019 may be the name of one.
      let name = Int(exactly: number).map(String.init) ?? JSON(number).text
      return labels.firstIndex(of: name).map(Double.init) ?? (number.isFinite ? number : nil)
    case (_, .text): return nil
    case (_, .number(let number)):
      let coordinate = axis.transform.coordinate(of: number)
      return coordinate.isFinite ? coordinate : nil
    }
  }
}
