import ChartModel
import JSONModel

/// A series as numbers.
struct PlotSeries: Sendable {
  /// Its place in the spec.
  let index: Int
  var spec: SeriesSpec
  /// In the order of their positions, both as coordinates of their axes.
  let points: PointColumns
  /// The values as they were given, in the spec's order: logarithms are not what anybody wants to read.
  let values: GrowingArray<Double>
  /// For each point the place of its value in the spec; `nil` if they are the same.
  let order: [Int]?
  /// For each place in the spec its point, -1 where there is none; `nil` if they are the same.
  private let places: Lazy<[Int]>?
  /// What its points stand on, as coordinates, with gaps where they have some; `nil` if that is the axis alone.
  var base: ValueColumn?
  /// The points with those where its area ends, which are no entries; `nil` if there are no others.
  var outline: PointColumns?
  /// Between which ends its values lie; `nil` where nobody says.
  var interval: Interval?
  /// What its values are the numbers of; empty where they are numbers themselves.
  var valueNames: [String] = []
  /// Whether its coordinates are logarithms.
  var isLog = false
  /// Whether its values are milliseconds since 1970.
  var isOfMoments = false
  /// What it is called in words, at any length of its name: which one it is where it has none.
  var spokenName: String { spec.name.orNumber(ofSeries: index).shortened }
  /// Whether its values are percent.
  var isOfPercent: Bool { if case .histogram(let style) = spec.kind { style.measure == .percent } else { false } }
  /// What stands between a position and its value in words: `, Steps: `.
  let nameInWords: String
  /// Which of its points are to be seen; `nil` for all of them.
  var taken: TakenPoints?
  /// How many points there are in each place of the view that was drawn last; `nil` where they are few enough to be drawn one by one.
  let density: DensityCache?
  /// Which of its rows its points are, where those are not all.
  let held: HeldRows?
  /// Of a waterfall what came of adding up to each value, in the spec's order; `nil` for all others.
  private let steps: [WaterfallStep?]?

  init(index: Int, spec: SeriesSpec, points: PointColumns, values: GrowingArray<Double>, order: [Int]?) {
    self.index = index
    self.spec = spec
    self.points = spec.held.map { points.asking(of: $0.line) } ?? points
    self.values = values
    self.order = order
    places = order.map { order in
      Lazy {
        var places = [Int](repeating: -1, count: (order.max() ?? -1) + 1)
        for (point, place) in order.enumerated() where places.indices.contains(place) { places[place] = point }
        return places
      }
    }
    density = points.count > PointDensity.mostPoints ? DensityCache() : nil
    held = spec.held.flatMap { $0.ranks.count == points.count && order == nil ? $0 : nil }
    nameInWords = spec.name.isEmpty ? ": " : ", \(spec.name.shortened): "
    if case .waterfall(let style) = spec.kind { steps = style.steps } else { steps = nil }
  }

  /// Whether each of its marks takes up the width of a slot.
  var standsInSlots: Bool { spec.kind.style.standsInSlots }

  /// How wide each of its cells is, in coordinates; `nil` for marks that are no cells.
  var cellWidth: Double? { spec.kind.markStyle.cellWidth }

  /// The same along the values.
  var cellHeight: Double? { spec.kind.markStyle.cellHeight }

  /// How many rows it has, of which its points may be some.
  var rowCount: Int { held?.count ?? points.count }

  /// Whether there is nothing of it to be seen.
  var hasNoValue: Bool { points.values.firstValue(in: 0..<points.count) == nil }

  /// The value of a point as it was given; NaN if it has none.
  // Inlined, as ``specIndex(of:)``: who calls a method of a large value makes a copy of it first, and each mark is asked for.
  @inline(__always)
  func value(at point: Int) -> Double {
    let index = valueIndex(of: point)
    let given = values.indices.contains(index) ? values[index] : .nan
    guard let steps else { return points.values[point].isNaN ? .nan : given }
    // What is drawn are sums: on a logarithmic axis a change may be 0 or less, which no place there is.
    guard steps.indices.contains(index), let step = steps[index] else { return .nan }
    // A total that its author leaves out is what the changes add up to.
    return given.isNaN && step.isTotal ? step.sum : given
  }

  /// The name that a value is the number of; `nil` where it is a number itself.
  func name(of value: Double) -> String? {
    guard !valueNames.isEmpty, let place = Int(exactly: value), valueNames.indices.contains(place) else { return nil }
    return valueNames[place]
  }

  /// Where another value of an entry is drawn, such as an end of its error, as a coordinate.
  /// - Parameters:
  ///   - end: As a coordinate.
  ///   - spans: From where to where its entries are drawn; empty where these stand on the axis alone.
  func drawn(_ end: Double, of point: Int, _ spans: [Stacks.Span]) -> Double {
    // Among logarithms nothing stands on anything.
    guard !isLog, spans.indices.contains(point), spans[point].isFinite else { return end }
    return spans[point].place(of: end, own: value(at: point))
  }

  /// The place of a point's value among all of the series' rows: that in the spec, unless only some are held.
  @inline(__always)
  func specIndex(of point: Int) -> Int {
    held == nil ? valueIndex(of: point) : rank(of: point)
  }

  /// The place of a held row among all.
  private func rank(of point: Int) -> Int {
    guard let held, held.ranks.indices.contains(point) else { return point }
    // With all rows around it its place is known, too.
    if held.unplaced.contains(point) { points.note(beside: points.positions[point]) }
    return held.ranks[point]
  }

  /// The place in the spec of a point's value.
  @inline(__always)
  private func valueIndex(of point: Int) -> Int {
    guard let order else { return point }
    return order.indices.contains(point) ? order[point] : point
  }

  /// Whether a point is to be seen as far as what is selected in linked charts says.
  @inline(__always)
  func isTaken(_ point: Int) -> Bool {
    guard let taken else { return true }
    return taken.takes(specIndex(of: point))
  }

  /// The point whose value has a place in the spec; `nil` if it is not drawn.
  /// - Complexity: O(1), after O(*n*) once for a series that was written out of order.
  func point(ofSpecIndex index: Int) -> Int? {
    if let held {
      RowNeed.note(.row(line: held.line, rank: index))
      return held.index(ofRank: index)
    }
    guard let places else { return index >= 0 && index < points.count ? index : nil }
    guard places.value.indices.contains(index), places.value[index] >= 0 else { return nil }
    return places.value[index]
  }
}
