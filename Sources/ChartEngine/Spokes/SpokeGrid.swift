import ChartModel

/// Rings and their values, behind and above marks on spokes.
struct SpokeGrid: Sendable {
  let center: Point
  let scale: SpokeScale
  /// Where the spokes are, in degrees.
  let angles: [Double]
  /// What rings are: straight between the spokes, or circles.
  let hasCorners: Bool
  let canvas: Canvas
  private var surface: Surface { canvas.surface }

  /// The colour of lines that are less than marks.
  var color: Color { surface.line.mixed(with: surface.color, share: 0.55) }

  func rings() -> [Node] {
    let style = Style(stroke: .color(color), strokeWidth: 1, lineJoin: .miter)
    return scale.ticks.compactMap { tick in
      let radius = scale.radius(of: tick.value)
      guard radius > 0.5 else { return nil }
      guard hasCorners, angles.count > 2 else { return Node(.circle(center: center, radius: radius), style: style) }
      var path = Path()
      for (index, angle) in angles.enumerated() {
        let corner = center.moved(radius, toward: angle)
        if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
      }
      path.close()
      return Node(.path(path), style: style)
    }
  }

  func spokes() -> [Node] {
    angles.map { angle in
      Node(
        .polyline([center.moved(scale.inner, toward: angle), center.moved(scale.outer, toward: angle)]),
        style: Style(stroke: .color(color), strokeWidth: 1))
    }
  }

  /// What the rings say, along a spoke that may lie between those of the marks; every one, or every second …, so that none
  /// overlap, beginning with the outermost.
  /// - Parameters:
  ///   - angle: In degrees.
  ///   - taken: Where something is written already.
  ///   - saysCenter: Whether it has to be said where the axis begins.
  ///   - bounds: Where they have to be.
  func labels(along angle: Double, besides taken: [Rect], saysCenter: Bool, in bounds: Rect) -> [Text] {
    let font = canvas.typeface.font(usual: 10)
    let turn = sineAndCosine(degrees: angle)
    let places: [(text: String, box: Rect)] = scale.ticks.reversed().filter {
      !$0.label.isEmpty && (saysCenter || $0.value > scale.domain.lower)
    }.map { tick in
      let size = Size(width: font.width(of: tick.label), height: font.size)
      let place = center.moved(scale.radius(of: tick.value), toward: angle)
      // Before the spoke as it is read: left of one that goes up or down, below one that goes aside.
      let isUpright = abs(turn.sine) >= 0.5
      let box =
        isUpright
        ? Rect(x: place.x - 5 - size.width, y: place.y - size.height / 2, width: size.width, height: size.height)
        : Rect(x: place.x - size.width / 2, y: place.y + 4, width: size.width, height: size.height)
      return (tick.label, box)
    }
    for step in 1...max(places.count, 1) {
      var kept: [(text: String, box: Rect)] = []
      var isClear = true
      for place in stride(from: 0, to: places.count, by: step).map({ places[$0] }) {
        let room = place.box.inset(left: -6, right: -6)
        guard bounds.contains(place.box), !taken.contains(where: { $0.intersects(room) }) else { continue }
        if let last = kept.last, last.box.inset(by: -1.5).intersects(place.box) { isClear = false }
        kept.append(place)
      }
      guard isClear else { continue }
      return kept.map { label in
        Text(
          runs: [Text.Run(label.text, color: surface.secondaryText)],
          at: Point(x: label.box.midX, y: label.box.midY + font.capHeight / 2), anchor: .middle, size: font.size,
          halo: surface.color)
      }
    }
    return []
  }
}

extension Point {
  /// The point so many px away in a direction.
  /// - Parameter angle: In degrees clockwise from three o'clock.
  func moved(_ distance: Double, toward angle: Double) -> Point {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return Point(x: x + distance * cosine, y: y + distance * sine)
  }
}
