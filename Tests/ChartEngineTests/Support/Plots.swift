import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// Plots to test with.
enum Plots {
  /// A chart from a spec as its author writes it.
  static func chart(_ spec: String, size: Size? = nil) throws -> Chart {
    Chart(id: "test", spec: try Plots.spec(spec), size: size)
  }

  static func spec(_ spec: String) throws -> ChartSpec { try ChartSpec(json: JSON(parsing: spec)) }

  static func layout(_ spec: String, phase: Double? = nil) throws -> CartesianLayout {
    try chart(spec).plot(phase: phase)
  }

  /// A chart from a spec that a program made.
  static func chart(
    _ kind: CartesianSpec.Kind = .combined, _ series: [SeriesSpec], size: Size? = nil,
    _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    var spec = CartesianSpec(kind: kind, series: series)
    change(&spec)
    return Chart(id: "test", spec: .cartesian(spec), size: size)
  }

  static func bar(_ values: [Double], _ change: (inout SeriesSpec) -> Void = { _ in }) -> SeriesSpec {
    var series = SeriesSpec(.bar(BarStyleSpec()), values: .numbers(values))
    change(&series)
    return series
  }

  static func line(
    _ values: [Double], at positions: [Double]? = nil, _ change: (inout SeriesSpec) -> Void = { _ in }
  ) -> SeriesSpec {
    var series = SeriesSpec(.line(LineStyleSpec()), values: .numbers(values))
    series.positions = positions.map { .numbers($0) }
    change(&series)
    return series
  }

  /// So many bars, of which some are seen at a time, without axes and legend: laid out fast, in a plot of whole px.
  static func strip(
    _ count: Int, visible: Double = 9, _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    chart(.bar, [bar((0..<count).map { Double($0 % 7 + 1) })], size: Size(width: 360, height: 120)) { spec in
      spec.bare()
      spec.viewport.visibleCount = visible
      change(&spec)
    }
  }

  static func names(_ count: Int) -> String { "[" + (1...count).map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
}

extension CartesianSpec {
  /// Nothing but the plot, which fills the chart.
  mutating func bare() {
    x.style.isVisible = false
    y.style.isVisible = false
    right.style.isVisible = false
    y.style.grid = nil
    common.legend.position = .none
    padding = PaddingSpec(0)
  }
}

extension ChartSpec {
  /// The spec of a plot, changed.
  func changed(_ change: (inout CartesianSpec) -> Void) -> ChartSpec {
    guard var spec = content as? CartesianSpec else { return self }
    change(&spec)
    return .cartesian(spec)
  }
}

extension Chart {
  var plot: CartesianLayout { get throws { try plot() } }

  func plot(phase: Double? = nil) throws -> CartesianLayout {
    try #require(layout(phase: phase) as? CartesianLayout)
  }

  /// What is seen of the x axis, in its coordinates.
  var window: ViewWindow { get throws { try plot.frame.window } }

  /// Where an entry is drawn.
  func place(_ series: Int, _ index: Int) throws -> Point {
    let layout = try plot
    let found = try #require(layout.chart.data.series(series))
    let point = try #require(found.point(ofSpecIndex: index))
    return try #require(layout.mark(of: series)?.place(of: point))
  }

  @discardableResult
  mutating func tap(_ place: Point) -> Outcome { apply(.tap(place)) }

  @discardableResult
  mutating func key(_ key: Key) -> Outcome { apply(.key(key)) }

  /// A pointer that goes down at a place, by some ways, and up there; with times if an interval is given.
  /// - Returns: All events, in order.
  @discardableResult
  mutating func drag(from start: Point, by ways: [Point], start time: Double = 0, every interval: Double? = nil)
    -> [Event]
  {
    var (place, time) = (start, time)
    var events = pointer(.down, place, time: interval.map { _ in time }).events
    for way in ways {
      place = place + way
      time += interval ?? 0
      events += pointer(.move, place, time: interval.map { _ in time }).events
    }
    return events + pointer(.up, place, time: interval.map { _ in time }).events
  }
}

extension [Event] {
  /// The paths of the values that were selected, in order.
  var selected: [[Int]] {
    compactMap { if case .valueSelected(let mark) = $0 { [mark.series, mark.index] } else { nil } }
  }

  /// The marks at which scrolling came to rest.
  var rests: [MarkReference?] { compactMap { if case .scrolled(let mark) = $0 { .some(mark) } else { nil } } }

  /// How far the content went to the right, in px.
  var translation: Double { reduce(0) { if case .translated(let dx, _) = $1 { $0 + dx } else { $0 } } }
}

extension Point {
  /// The way in two steps, of which the first is so large a share of it.
  func inTwoSteps(_ share: Double) -> [Point] {
    [Point(x: x * share, y: y * share), Point(x: x * (1 - share), y: y * (1 - share))]
  }
}
