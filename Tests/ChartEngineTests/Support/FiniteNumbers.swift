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
    guard style.strokeWidth.isFinite else { return false }
    switch shape {
    case .path(let path): return path.isFinite
    case .circle(let center, let radius): return center.isFinite && radius.isFinite && radius >= 0
    case .rect(let rect, let corner): return rect.isFinite && corner.isFinite
    case .polyline(let points): return points.allSatisfy(\.isFinite)
    case .text(let text): return text.position.isFinite && text.size.isFinite
    case .group(let nodes): return nodes.allSatisfy(\.isFinite)
    case .clipped(let path, let nodes): return path.isFinite && nodes.allSatisfy(\.isFinite)
    }
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
      case .close: true
      }
    }
  }
}

extension ChartLayout {
  /// Whether all that is reported, and all that is drawn, is at places that are numbers.
  var isFinite: Bool { report().isFinite && scene().nodes.allSatisfy(\.isFinite) }
}
