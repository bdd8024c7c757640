import ChartModel

/// Rings and their values, behind and above marks on spokes.
struct SpokeGrid: Sendable {
  let center: Point
  let scale: SpokeScale
  /// Where the spokes are, in degrees.
  let angles: [Double]
  /// What rings are: straight between the spokes, or circles.
  let hasCorners: Bool
  /// Whether the rings are seen through marks.
  let isSeenThrough: Bool
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

  /// A place for what a ring says.
  private struct Label {
    let text: String
    let box: Rect
    /// What lies behind it; `nil` where colours meet.
    let ground: Color?
  }

  /// What the rings say along one spoke.
  struct Labels {
    fileprivate(set) var texts: [Text] = []
    /// How many of them lie where colours meet.
    fileprivate(set) var onBorders = 0
    /// Whether every ring says its value.
    fileprivate(set) var isWhole = false
  }

  /// What the rings say, along a spoke that may lie between those of the marks; every one, or every second …, so that none
  /// overlap, beginning with the outermost.
  /// - Parameters:
  ///   - angle: In degrees.
  ///   - taken: Where something is written already.
  ///   - saysCenter: Whether it has to be said where the axis begins.
  ///   - bounds: Where they have to be.
  ///   - ground: What marks make of the colour of a place.
  func labels(
    along angle: Double, besides taken: [Rect], saysCenter: Bool, in bounds: Rect, on ground: (Point) -> Color
  ) -> Labels {
    let font = canvas.typeface.font(usual: 10)
    let turn = sineAndCosine(degrees: angle)
    let places: [Label] = scale.ticks.reversed().filter {
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
      return Label(text: tick.label, box: box, ground: box.inset(by: -1).color(of: ground))
    }
    for step in 1...max(places.count, 1) {
      var kept: [Label] = []
      var isClear = true
      for place in stride(from: 0, to: places.count, by: step).map({ places[$0] }) {
        let room = place.box.inset(left: -6, right: -6)
        guard bounds.contains(place.box), !taken.contains(where: { $0.intersects(room) }) else { continue }
        if let last = kept.last, last.box.inset(by: -1.5).intersects(place.box) { isClear = false }
        kept.append(place)
      }
      guard isClear else { continue }
      return Labels(
        texts: kept.map { text(of: $0, font) }, onBorders: kept.count { $0.ground == nil }, isWhole: step == 1)
    }
    return Labels()
  }

  /// Where one colour lies behind it all, it needs a rim only against the ring, and none where a mark hides that.
  private func text(of label: Label, _ font: Font) -> Text {
    let ground = label.ground ?? surface.color
    let isRingSeen = isSeenThrough || ground == surface.color
    return Text(
      runs: [Text.Run(label.text, color: surface.secondaryText.legible(on: ground))],
      at: Point(x: label.box.midX, y: label.box.midY + font.capHeight / 2), anchor: .middle, size: font.size,
      halo: isRingSeen ? ground : nil)
  }
}

extension Rect {
  /// The one colour of all its places, as near as 2 px; `nil` if they have several.
  fileprivate func color(of ground: (Point) -> Color) -> Color? {
    let first = ground(Point(x: minX, y: minY))
    let steps = (x: max((width / 2).rounded(.up), 1), y: max((height / 2).rounded(.up), 1))
    for column in stride(from: 0, through: steps.x, by: 1) {
      for row in stride(from: 0, through: steps.y, by: 1) {
        let place = Point(x: minX + width * column / steps.x, y: minY + height * row / steps.y)
        if ground(place) != first { return nil }
      }
    }
    return first
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
