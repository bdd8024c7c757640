@testable import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension JSON {
  /// Whether no number in it is infinite or none at all.
  var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .object(let members): members.values.allSatisfy(\.isFinite)
    default: true
    }
  }
}

extension Node {
  /// Whether it is drawn at places that are numbers.
  var isFinite: Bool {
    guard style.isFinite else { return false }
    switch shape {
    case .path(let path): return path.isFinite
    case .circle(let center, let radius): return center.isFinite && radius.isFinite && radius >= 0
    case .dots(let dots):
      return dots.dots.allSatisfy { $0.center.isFinite && $0.radius.isFinite && $0.radius >= 0 }
        && dots.styles.allSatisfy(\.isFinite)
    case .rect(let rect, let corner): return rect.isFinite && corner.isFinite
    case .polyline(let points): return points.allSatisfy(\.isFinite)
    case .text(let text): return text.isFinite
    case .raster(_, let rect): return rect.isFinite
    case .group(let nodes): return nodes.allSatisfy(\.isFinite)
    case .clipped(let path, let nodes): return path.isFinite && nodes.allSatisfy(\.isFinite)
    case .cropped(let rect, let nodes): return rect.isFinite && nodes.allSatisfy(\.isFinite)
    }
  }
}

extension Style {
  var isFinite: Bool {
    strokeWidth.isFinite && opacity.isFinite && strokeDash.allSatisfy(\.isFinite)
      && [fill, stroke].compactMap(\.self).allSatisfy(\.isFinite)
  }
}

extension Paint {
  var isFinite: Bool {
    switch self {
    case .color: true
    case .gradient(let gradient):
      gradient.start.isFinite && gradient.end.isFinite && gradient.stops.allSatisfy(\.offset.isFinite)
    }
  }
}

extension Text {
  var isFinite: Bool {
    position.isFinite && size.isFinite && rotation.isFinite && runs.allSatisfy { $0.size?.isFinite ?? true }
  }
}

extension Rect {
  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite && width >= 0 && height >= 0 }
}

extension Path {
  var isFinite: Bool {
    elements.allSatisfy { element in
      switch element {
      case .move(let point), .line(let point): point.isFinite
      case .arc(let radius, _, let end): radius.isFinite && radius >= 0 && end.isFinite
      case .curve(let control1, let control2, let end): control1.isFinite && control2.isFinite && end.isFinite
      case .close: true
      }
    }
  }
}

extension ChartLayout {
  /// Whether all that is reported, and all that is drawn, is at places that are numbers.
  var isFinite: Bool { report().isFinite && scene().nodes.allSatisfy(\.isFinite) }
}
