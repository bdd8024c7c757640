import ChartModel

/// The way of what is laid out upright into a picture that is its mirror image, or lies on its side, or both.
struct PictureWay {
  /// The width of what is mirrored left for right; `nil` for what is not.
  var mirrored: Double?
  /// The width of a picture that is turned clockwise by a quarter, after that: what was at the upper edge is at the right one; `nil`
  /// for what is not turned.
  var turned: Double?
  /// Of which all texts are.
  let typeface: Typeface

  /// A node with all in it.
  /// - Complexity: O(*n*) in its points.
  func node(_ node: Node) -> Node {
    var placed = node
    placed.style.fill = node.style.fill.map(paint)
    placed.style.stroke = node.style.stroke.map(paint)
    placed.entrance = node.entrance.map(entrance)
    switch node.shape {
    case .path(let path): placed.shape = .path(self.path(path))
    case .circle(let center, let radius): placed.shape = .circle(center: point(center), radius: radius)
    case .dots(let dots): placed.shape = .dots(dots.mapCenters(point))
    case .rect(let rect, let radius): placed.shape = .rect(self.rect(rect), cornerRadius: radius)
    case .polyline(let points): placed.shape = .polyline(points.map(point))
    case .text(let text): placed.shape = .text(self.text(text))
    case .raster(var raster, let rect):
      if mirrored != nil { raster = raster.mirrored }
      placed.shape = .raster(turned == nil ? raster : raster.turnedByQuarter, self.rect(rect))
    case .group(let nodes): placed.shape = .group(nodes.map(self.node))
    case .clipped(let path, let nodes): placed.shape = .clipped(self.path(path), nodes.map(self.node))
    case .cropped(let rect, let nodes): placed.shape = .cropped(self.rect(rect), nodes.map(self.node))
    }
    return placed
  }

  /// Whether a text has to be turned back on its way, by half a turn: of what is mirrored left for right what goes up or down, of what
  /// is then on its side all else.
  func flips(_ rotation: Double) -> Bool {
    guard mirrored != nil else { return false }
    let turn = sineAndCosine(degrees: rotation)
    return turned == nil ? abs(turn.cosine) < 1e-6 : abs(turn.sine) > 1e-6
  }

  private func point(_ point: Point) -> Point {
    let point = mirrored.map { Point(x: $0 - point.x, y: point.y) } ?? point
    return turned.map { Point(x: $0 - point.y, y: point.x) } ?? point
  }

  private func rect(_ rect: Rect) -> Rect {
    let rect = mirrored.map { Rect(x: $0 - rect.maxX, y: rect.y, width: rect.width, height: rect.height) } ?? rect
    return turned.map { Rect(x: $0 - rect.maxY, y: rect.minX, width: rect.height, height: rect.width) } ?? rect
  }

  private func path(_ path: Path) -> Path {
    var placed = Path()
    placed.reserve(path.elements.count)
    for element in path.elements {
      switch element {
      case .move(let point): placed.move(to: self.point(point))
      case .line(let end): placed.line(to: point(end))
      case .arc(let radius, let clockwise, let end):
        placed.arc(radius: radius, clockwise: clockwise == (mirrored == nil), to: point(end))
      case .curve(let control1, let control2, let end):
        placed.curve(control1: point(control1), control2: point(control2), to: point(end))
      case .close: placed.close()
      }
    }
    return placed
  }

  /// A text in the mirror image of its room, with its letters as they are.
  private func text(_ text: Text) -> Text {
    var placed = text
    if flips(text.rotation) {
      // About the middle of its capitals: their feet are where their heads would be.
      let (turn, capitals) = (sineAndCosine(degrees: text.rotation), typeface.font(.given(text.size)).capHeight)
      placed.position = text.position + Point(x: turn.sine * capitals, y: -turn.cosine * capitals)
      placed.rotation = 180 - text.rotation
    } else if mirrored != nil {
      placed.rotation = -text.rotation
      placed.anchor = text.anchor.opposite
    }
    placed.position = point(placed.position)
    if turned != nil { placed.rotation += 90 }
    if mirrored != nil, placed.rotation > 180 { placed.rotation -= 360 }
    return placed
  }

  private func paint(_ paint: Paint) -> Paint {
    guard case .gradient(var gradient) = paint else { return paint }
    var way = self
    // Shares of a shape's bounds are those of a picture of width 1.
    if gradient.isRelative { (way.mirrored, way.turned) = (mirrored.map { _ in 1 }, turned.map { _ in 1 }) }
    (gradient.start, gradient.end) = (way.point(gradient.start), way.point(gradient.end))
    return .gradient(gradient)
  }

  private func entrance(_ entrance: Entrance) -> Entrance {
    switch entrance {
    case .wipe(let rect, let steps, let way): .wipe(self.rect(rect), steps: steps, self.way(way))
    case .follow(let rect, let shares, let way): .follow(self.rect(rect), shares: shares, self.way(way))
    case .grow(let baseline, let part, let way):
      grow(
        from: point(way.isUpright ? Point(x: 0, y: baseline) : Point(x: baseline, y: 0)), during: part, self.way(way))
    case .swell(let center): .swell(from: point(center))
    case .turn(let center, let angle): .turn(about: point(center), by: mirrored == nil ? angle : -angle)
    case .stroke, .last: entrance
    }
  }

  /// - Parameter place: Anywhere on the line from which it grows, to both sides of it.
  private func grow(from place: Point, during part: ClosedRange<Double>, _ way: Entrance.Way) -> Entrance {
    way.isUpright ? .grow(baseline: place.y, during: part, .down) : .grow(baseline: place.x, during: part, .right)
  }

  private func way(_ way: Entrance.Way) -> Entrance.Way {
    let way = mirrored == nil ? way : way.mirrored
    return turned == nil ? way : way.turned
  }
}

extension Entrance.Way {
  /// Whether it goes up or down.
  var isUpright: Bool { self == .down || self == .up }

  fileprivate var mirrored: Entrance.Way {
    switch self {
    case .right: .left
    case .left: .right
    case .down, .up: self
    }
  }

  fileprivate var turned: Entrance.Way {
    switch self {
    case .right: .down
    case .down: .left
    case .left: .up
    case .up: .right
    }
  }
}

extension Text.Anchor {
  fileprivate var opposite: Text.Anchor {
    switch self {
    case .start: .end
    case .middle: .middle
    case .end: .start
    }
  }
}
