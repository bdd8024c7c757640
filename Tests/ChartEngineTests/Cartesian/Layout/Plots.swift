@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

/// Plots to test with.
enum Plots {
  /// A chart from a spec as its author writes it.
  static func chart(_ spec: String) throws -> Chart {
    Chart(id: "test", spec: try ChartSpec(json: JSON(parsing: spec)))
  }

  static func layout(_ spec: String, phase: Double? = nil) throws -> CartesianLayout {
    try chart(spec).plot(phase: phase)
  }

  /// A chart of what a program made.
  static func chart(
    _ kind: CartesianSpec.Kind, _ series: [SeriesSpec], _ change: (inout CartesianSpec) -> Void = { _ in }
  )
    -> Chart
  {
    var spec = CartesianSpec(kind: kind, series: series)
    change(&spec)
    return Chart(id: "test", spec: .cartesian(spec))
  }

  static func names(_ count: Int) -> String { "[" + (1...count).map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
}

extension Chart {
  func plot(phase: Double? = nil) throws -> CartesianLayout {
    try #require(layout(phase: phase) as? CartesianLayout)
  }
}

extension CartesianLayout {
  /// The bars of a series that are in view.
  func bars(_ index: Int) throws -> [BarMark] {
    let series = try #require(chart.data.series(index))
    return points(inView: series).compactMap { bar($0, of: series) }
  }

  /// Where the values of a series in view are.
  func places(_ index: Int) throws -> [Point] {
    let series = try #require(chart.data.series(index))
    return points(inView: series).compactMap { place(of: $0, in: series) }
  }

  /// All that is drawn, in the order in which it is: what lies below comes first.
  func drawn(animated: Bool = false) -> [Node] { scene(animated: animated).nodes.flatMap(\.leaves) }
}

extension Node {
  /// The shapes in it, without groups.
  var leaves: [Node] {
    switch shape {
    case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): nodes.flatMap(\.leaves)
    default: [self]
    }
  }

  var path: Path? { if case .path(let path) = shape { path } else { nil } }
  var rect: Rect? { if case .rect(let rect, _) = shape { rect } else { nil } }
  var circle: (center: Point, radius: Double)? {
    if case .circle(let center, let radius) = shape { (center, radius) } else { nil }
  }
  var text: Text? { if case .text(let text) = shape { text } else { nil } }
  var strokeColor: Color? { if case .color(let color)? = style.stroke { color } else { nil } }
  var fillColor: Color? { if case .color(let color)? = style.fill { color } else { nil } }

  /// A stroke that is no rule of an axis or grid.
  var isLine: Bool { path != nil && style.stroke != nil && style.lineCap == .round }
}

extension Text {
  var string: String { runs.map(\.text).joined() }
}

extension Path {
  /// The places that its pieces lead through, without controls.
  var points: [Point] {
    elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point), .arc(_, _, let point), .curve(_, _, let point): point
      case .close: nil
      }
    }
  }

  /// How many pieces it has.
  var pieceCount: Int {
    elements.count { element in if case .move = element { true } else { false } }
  }
}

/// Whether two numbers are the same but for rounding.
func isNear(_ first: Double, _ second: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(first - second) <= tolerance
}
