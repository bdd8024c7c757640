import ChartModel
import Testing

@testable import ChartEngine

extension CartesianLayout {
  /// The bars of a series that are in view.
  func bars(_ index: Int) throws -> [PlacedBar] {
    let mark = try barMark(index)
    return mark.inView.compactMap(mark.bar)
  }

  func barMark(_ index: Int) throws -> BarMark { try #require(mark(of: index) as? BarMark) }
  func lineMark(_ index: Int) throws -> LineMark { try #require(mark(of: index) as? LineMark) }

  /// Where the values of a series in view are.
  func places(_ index: Int) throws -> [Point] {
    let found = try #require(mark(of: index))
    return found.inView.compactMap(found.place)
  }

  /// All that is drawn, in the order in which it is: what lies below comes first.
  func drawn(animated: Bool = false) -> [Node] { scene(animated: animated).nodes.flatMap(\.leaves) }
}

extension Node {
  /// The shapes in it, without groups.
  var leaves: [Node] {
    switch shape {
    case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): nodes.flatMap(\.leaves)
    case .dots(let dots): dots.nodes
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

extension Dots {
  /// Each by itself.
  var nodes: [Node] {
    dots.map { Node(.circle(center: $0.center, radius: $0.radius), style: style(of: $0)) }
  }
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
