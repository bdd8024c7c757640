import ChartModel

extension Node {
  /// The node moved by a way, as a part of a larger picture.
  /// - Parameter prefix: What leads to the chart that it is of: the paths of its marks begin with it.
  /// - Complexity: O(*n*) in its points.
  func moved(by way: Point, prefix: [Int]) -> Node {
    let shift = Shift(way: way)
    var node = self
    node.style.fill = style.fill.map(shift.moved)
    node.style.stroke = style.stroke.map(shift.moved)
    node.entrance = entrance.map(shift.moved)
    if let path = meaning?.path { node.meaning?.path = prefix + path }
    func moved(_ nodes: [Node]) -> [Node] { nodes.map { $0.moved(by: way, prefix: prefix) } }
    switch shape {
    case .path(let path): node.shape = .path(shift.moved(path))
    case .circle(let center, let radius): node.shape = .circle(center: center + way, radius: radius)
    case .dots(let dots): node.shape = .dots(dots.mapCenters { $0 + way })
    case .rect(let rect, let radius): node.shape = .rect(shift.moved(rect), cornerRadius: radius)
    case .polyline(let points): node.shape = .polyline(points.map { $0 + way })
    case .text(var text):
      text.position = text.position + way
      node.shape = .text(text)
    case .raster(let raster, let rect): node.shape = .raster(raster, shift.moved(rect))
    case .group(let nodes): node.shape = .group(moved(nodes))
    case .clipped(let path, let nodes): node.shape = .clipped(shift.moved(path), moved(nodes))
    case .cropped(let rect, let nodes): node.shape = .cropped(shift.moved(rect), moved(nodes))
    }
    return node
  }
}

extension Rect {
  func moved(by way: Point) -> Rect { Rect(x: x + way.x, y: y + way.y, width: width, height: height) }
}

private struct Shift {
  let way: Point

  func moved(_ rect: Rect) -> Rect { rect.moved(by: way) }

  func moved(_ path: Path) -> Path {
    var moved = Path()
    moved.reserve(path.elements.count)
    for element in path.elements {
      switch element {
      case .move(let point): moved.move(to: point + way)
      case .line(let end): moved.line(to: end + way)
      case .arc(let radius, let clockwise, let end): moved.arc(radius: radius, clockwise: clockwise, to: end + way)
      case .curve(let control1, let control2, let end):
        moved.curve(control1: control1 + way, control2: control2 + way, to: end + way)
      case .close: moved.close()
      }
    }
    return moved
  }

  func moved(_ paint: Paint) -> Paint {
    // Shares of a shape's bounds stay what they are.
    guard case .gradient(var gradient) = paint, !gradient.isRelative else { return paint }
    (gradient.start, gradient.end) = (gradient.start + way, gradient.end + way)
    return .gradient(gradient)
  }

  func moved(_ entrance: Entrance) -> Entrance {
    switch entrance {
    case .wipe(let rect, let steps, let direction): .wipe(moved(rect), steps: steps, direction)
    case .follow(let rect, let shares, let direction): .follow(moved(rect), shares: shares, direction)
    case .grow(let baseline, let part, let direction):
      .grow(baseline: baseline + (direction.isUpright ? way.y : way.x), during: part, direction)
    case .swell(let center): .swell(from: center + way)
    case .turn(let center, let angle): .turn(about: center + way, by: angle)
    case .stroke, .last: entrance
    }
  }
}
