import ChartModel

/// A series as numbers.
struct PlotSeries: Sendable {
  /// Its place in the spec.
  let index: Int
  let spec: SeriesSpec
  /// In the order of their positions, both as coordinates of their axes.
  let points: PointColumns
  /// The values as they were given, in the spec's order: logarithms are not what anybody wants to read.
  let values: GrowingArray<Double>
  /// For each point the place of its value in the spec; `nil` if they are the same.
  let order: [Int]?
  /// What its points stand on, as coordinates, with gaps where they have some; `nil` if that is the axis alone.
  var base: ValueColumn?
  /// Between which ends its values lie; `nil` where nobody says.
  var interval: Interval?
  /// Whether its coordinates are logarithms.
  var isLog = false
  /// What stands between a position and its value in words: `, Steps: `.
  let nameInWords: String

  init(index: Int, spec: SeriesSpec, points: PointColumns, values: GrowingArray<Double>, order: [Int]?) {
    self.index = index
    self.spec = spec
    self.points = points
    self.values = values
    self.order = order
    nameInWords = spec.name.isEmpty ? ": " : ", \(spec.name.shortened): "
  }

  /// Whether each of its marks takes up the width of a slot.
  var standsInSlots: Bool { spec.kind.style.standsInSlots }

  /// Whether there is nothing of it to be seen.
  var hasNoValue: Bool { points.values.firstValue(in: 0..<points.count) == nil }

  /// The value of a point as it was given; NaN if it has none.
  func value(at point: Int) -> Double {
    let index = specIndex(of: point)
    return values.indices.contains(index) && !points.values[point].isNaN ? values[index] : .nan
  }

  /// The place in the spec of a point's value.
  func specIndex(of point: Int) -> Int {
    guard let order else { return point }
    return order.indices.contains(point) ? order[point] : point
  }

  /// The point whose value has a place in the spec; `nil` if it is not drawn.
  /// - Complexity: O(*n*) for series that were written out of order, else O(1).
  func point(ofSpecIndex index: Int) -> Int? {
    guard let order else { return index >= 0 && index < points.count ? index : nil }
    return order.firstIndex(of: index)
  }
}
