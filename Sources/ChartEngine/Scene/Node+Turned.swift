import ChartModel

extension Node {
  /// The node turned clockwise by a quarter, so that what was at the upper edge of a picture is at the right edge of one so wide.
  /// - Complexity: O(*n*) in its points.
  func turnedByQuarter(width: Double) -> Node {
    let turn = QuarterTurn(width: width)
    var node = self
    node.style.fill = style.fill.map(turn.turned)
    node.style.stroke = style.stroke.map(turn.turned)
    node.entrance = entrance.map(turn.turned)
    switch shape {
    case .path(let path): node.shape = .path(turn.turned(path))
    case .circle(let center, let radius): node.shape = .circle(center: turn.turned(center), radius: radius)
    case .dots(let dots): node.shape = .dots(dots.mapCenters(turn.turned))
    case .rect(let rect, let radius): node.shape = .rect(turn.turned(rect), cornerRadius: radius)
    case .polyline(let points): node.shape = .polyline(points.map(turn.turned))
    case .text(var text):
      text.position = turn.turned(text.position)
      text.rotation += 90
      node.shape = .text(text)
    case .raster(let raster, let rect): node.shape = .raster(raster.turnedByQuarter, turn.turned(rect))
    case .group(let nodes): node.shape = .group(nodes.map { $0.turnedByQuarter(width: width) })
    case .clipped(let path, let nodes):
      node.shape = .clipped(turn.turned(path), nodes.map { $0.turnedByQuarter(width: width) })
    case .cropped(let rect, let nodes):
      node.shape = .cropped(turn.turned(rect), nodes.map { $0.turnedByQuarter(width: width) })
    }
    return node
  }
}

private struct QuarterTurn {
  let width: Double

  func turned(_ point: Point) -> Point { Point(x: width - point.y, y: point.x) }

  func turned(_ rect: Rect) -> Rect {
    Rect(x: width - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
  }

  func turned(_ path: Path) -> Path {
    var turned = Path()
    turned.reserve(path.elements.count)
    for element in path.elements {
      switch element {
      case .move(let point): turned.move(to: self.turned(point))
      case .line(let end): turned.line(to: self.turned(end))
      case .arc(let radius, let clockwise, let end):
        turned.arc(radius: radius, clockwise: clockwise, to: self.turned(end))
      case .curve(let control1, let control2, let end):
        turned.curve(control1: self.turned(control1), control2: self.turned(control2), to: self.turned(end))
      case .close: turned.close()
      }
    }
    return turned
  }

  func turned(_ paint: Paint) -> Paint {
    guard case .gradient(var gradient) = paint else { return paint }
    // Shares of a shape's bounds are those of a picture of width 1.
    let turn = gradient.isRelative ? QuarterTurn(width: 1) : self
    (gradient.start, gradient.end) = (turn.turned(gradient.start), turn.turned(gradient.end))
    return .gradient(gradient)
  }

  func turned(_ entrance: Entrance) -> Entrance {
    switch entrance {
    case .wipe(let rect, let steps, let way): .wipe(turned(rect), steps: steps, way.turned)
    case .follow(let rect, let shares, let way): .follow(turned(rect), shares: shares, way.turned)
    case .grow(let baseline, let part, let way):
      .grow(baseline: way == .down ? width - baseline : baseline, during: part, way.turned)
    case .swell(let center): .swell(from: turned(center))
    case .turn(let center, let angle): .turn(about: turned(center), by: angle)
    case .stroke, .last: entrance
    }
  }
}

extension Entrance.Way {
  /// Of what grows both ways it makes no difference which.
  fileprivate var turned: Entrance.Way { self == .right ? .down : .right }
}
