import ChartModel

/// Where the constant lines and the coloured stretches of a plot are (A8).
struct PlotRules: Sendable {
  let chart: CartesianChart
  let frame: PlotFrame
  /// The axes that say where values are: one without series says nothing.
  private let measured: Set<SeriesSpec.AxisSide>

  /// - Parameter marks: The series that are seen.
  init(_ chart: CartesianChart, frame: PlotFrame, marks: [any SeriesMark]) {
    (self.chart, self.frame) = (chart, frame)
    measured = chart.spec.series.isEmpty ? [.left] : Set(marks.map(\.series.spec.axis))
  }

  private var plot: Rect { frame.plot }

  /// A line across the plot, in the space of the axes.
  enum Line: Hashable, Sendable {
    /// From the left to the right, so many px from the top.
    case level(Double)
    /// From the top to the bottom, so many px from the left.
    case upright(Double)

    /// Whether it passes through a box, or comes as near to one as half of its width.
    func crosses(_ box: Rect, width: Double = 0) -> Bool {
      switch self {
      case .level(let y): y + width / 2 > box.minY && y - width / 2 < box.maxY
      case .upright(let x): x + width / 2 > box.minX && x - width / 2 < box.maxX
      }
    }
  }

  /// Where a limit is, in px; `nil` if that is beyond the plot, or its axis measures nothing.
  func line(of limit: LimitSpec) -> Line? {
    guard plot.width > 0 else { return nil }
    guard let side = limit.axis.side else {
      guard let coordinate = chart.data.coordinate(of: limit.place) else { return nil }
      let x = frame.window.map.pixel(of: coordinate)
      return x >= plot.minX - 0.5 && x <= plot.maxX + 0.5 ? .upright(x) : nil
    }
    guard measured.contains(side), let coordinate = chart.coordinate(of: limit.place, on: limit.axis) else {
      return nil
    }
    let y = frame.axis(side).map.pixel(of: coordinate)
    guard y >= plot.minY - 0.5, y <= plot.maxY + 0.5 else { return nil }
    return .level(y)
  }

  /// What lies behind the middle of a box: the bands there, one above the other, on the surface.
  func ground(of box: Rect, on surface: Surface) -> Color {
    chart.spec.bands.reduce(surface.color) { ground, band in
      guard rect(of: band)?.contains(Point(x: box.midX, y: box.midY)) == true else { return ground }
      return (band.color ?? surface.band).over(ground)
    }
  }

  /// Whether the line of one of some limits passes through a box.
  func isCrossed(_ box: Rect, by isOne: (LimitSpec) -> Bool) -> Bool {
    chart.spec.limits.contains { isOne($0) && line(of: $0)?.crosses(box, width: $0.rule.width) == true }
  }

  /// Where a band is, whichever of its ends comes first; `nil` if one of them is nowhere.
  func rect(of band: BandSpec) -> Rect? {
    let ends = [band.from, band.to].map { end in end.map { chart.coordinate(of: $0, on: band.axis) ?? .nan } }
    guard !ends.contains(where: { $0?.isNaN ?? false }) else { return nil }
    let isSwapped = if let from = ends[0], let to = ends[1] { from > to } else { false }
    let (from, to) = isSwapped ? (ends[1], ends[0]) : (ends[0], ends[1])
    guard let side = band.axis.side else {
      let map = frame.window.map
      // Names are bands of a slot's width themselves.
      let half = chart.data.axis.isCategory ? 0.5 : 0
      let start = from.map { map.pixel(of: $0 - half) } ?? plot.minX
      let end = to.map { map.pixel(of: $0 + half) } ?? plot.maxX
      return Rect(x: min(start, end), y: plot.minY, width: abs(end - start), height: plot.height)
    }
    guard measured.contains(side) else { return nil }
    let axis = frame.axis(side)
    let (start, end) = axis.isReversed ? (plot.minY, plot.maxY) : (plot.maxY, plot.minY)
    let (low, high) = (from.map(axis.map.pixel) ?? start, to.map(axis.map.pixel) ?? end)
    return Rect(x: plot.minX, y: min(low, high), width: plot.width, height: abs(high - low))
  }

  // MARK: - Beyond the axes

  /// What there is to be told of lines and stretches that can't be scrolled to either: they lie beyond the ends of their axes.
  var warnings: [String] {
    guard plot.width >= 1, plot.height >= 1 else { return [] }
    let limits = chart.spec.limits.enumerated().compactMap { index, limit -> String? in
      guard let place = chart.coordinate(of: limit.place, on: limit.axis) else { return nil }
      return beyond(place...place, on: limit.axis).map { "limits[\(index)]: \($0)" }
    }
    let bands = chart.spec.bands.enumerated().compactMap { index, band -> String? in
      let ends = [band.from, band.to].map { end in end.map { chart.coordinate(of: $0, on: band.axis) ?? .nan } }
      guard !ends.contains(where: { $0?.isNaN ?? false }) else { return nil }
      // Names are bands of a slot's width themselves.
      let half = band.axis == .x && chart.data.axis.isCategory ? 0.5 : 0
      let (from, to) = (ends[0] ?? -.infinity, ends[1] ?? .infinity)
      return beyond(min(from, to) - half...max(from, to) + half, on: band.axis).map { "bands[\(index)]: \($0)" }
    }
    return limits + bands
  }

  /// What is to be told of a stretch of which nothing lies between the ends of an axis; `nil` where anything does.
  private func beyond(_ stretch: ClosedRange<Double>, on axis: RuledAxis) -> String? {
    let (map, ends): (PixelMap, ClosedRange<Double>)
    if let side = axis.side {
      guard measured.contains(side) else { return nil }
      let layout = frame.axis(side)
      (map, ends) = (layout.map, layout.full.lower...max(layout.full.lower, layout.full.upper))
    } else {
      let span = frame.window.span
      (map, ends) = (frame.window.map, span.lower...max(span.lower, span.upper))
    }
    // What is on the edge is seen in half.
    func isAfter(_ end: Double, _ start: Double) -> Bool {
      end > start && abs(map.pixel(of: end) - map.pixel(of: start)) > 0.5
    }
    let name = axis == .left ? "y" : axis.rawValue
    let end: String
    if isAfter(stretch.lowerBound, ends.upperBound) {
      end = "max"
    } else if isAfter(ends.lowerBound, stretch.upperBound) {
      end = "min"
    } else {
      return nil
    }
    return "left out: it lies beyond the end of its axis, which `\(name).\(end)` moves"
  }
}
