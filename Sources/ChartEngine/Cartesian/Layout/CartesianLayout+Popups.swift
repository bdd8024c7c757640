import ChartModel

// MARK: - Pop-ups (L12)

extension CartesianLayout {
  /// A line through a position, and a box for each series that has a value there, one below the other in the order of these (L12).
  func popups(at coordinate: Double) -> [Node] {
    guard frame.window.contains(coordinate) else { return [] }
    let x = frame.window.map.pixel(of: coordinate)
    let rule = spec.popups.line
    var nodes = space.picture([
      Node(
        .polyline([Point(x: x, y: plot.minY), Point(x: x, y: plot.maxY)]),
        style: Style(
          stroke: .color(rule.color ?? canvas.surface.secondaryText), strokeWidth: rule.width, strokeDash: rule.dash))
    ])
    for box in popupBoxes(at: coordinate) {
      nodes.append(
        Node(
          .group(
            [Node(.rect(box.frame, cornerRadius: 5), style: Style(fill: box.bubble.background))]
              + box.bubble.texts(in: box.frame))))
    }
    return nodes
  }

  /// The boxes, 10 px right of the position, or left where there is no room, 5 px apart, inside the plot; in a horizontal chart 10
  /// px below, side by side. Where the plot is too small for them they are inside the chart, and the last ones are left out if even
  /// that is.
  func popupBoxes(at coordinate: Double) -> [(series: Int, bubble: Bubble, frame: Rect)] {
    guard frame.window.contains(coordinate) else { return [] }
    let gap = 5.0
    var boxes = popupBubbles(at: coordinate)
    func size(_ bubble: Bubble) -> Size { space.axes(bubble.size) }
    func height() -> Double { boxes.reduce(-gap) { $0 + size($1.bubble).height + gap } }
    let bounds = space.canvas.bounds
    while let last = boxes.last, height() > bounds.height || size(last.bubble).width > bounds.width {
      boxes.removeLast()
    }
    // In the order in which they are passed from the top to the bottom of this space.
    boxes = boxes.enumerated().sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }.map(\.element)
    let height = height()
    let needed = Size(width: boxes.map { size($0.bubble).width }.max() ?? 0, height: height)
    let room = needed.fits(in: plot.size) ? plot : bounds
    let x = frame.window.map.pixel(of: coordinate)
    let heights = boxes.map(\.y)
    // Around the middle of the values, as far as that is inside.
    let middle = ((heights.min() ?? plot.midY) + (heights.max() ?? plot.midY)) / 2
    var y = max(room.minY, min(middle - height / 2, room.maxY - height))
    return boxes.map { series, bubble, _ in
      let size = size(bubble)
      defer { y += size.height + gap }
      let fitsRight = x + 10 + size.width <= room.maxX
      let left = fitsRight ? x + 10 : x - 10 - size.width
      let frame = Rect(
        x: max(room.minX, min(left, room.maxX - size.width)), y: y, width: size.width, height: size.height)
      return (series, bubble, space.picture(frame))
    }
  }

  /// What is written for each series that has a value at a position, and how high up that is.
  private func popupBubbles(at coordinate: Double) -> [(series: Int, bubble: Bubble, y: Double)] {
    let background = popupBackground
    return marks.compactMap { mark in
      let series = mark.series
      let positions = series.points.positions
      series.points.note(beside: coordinate)
      let equal = positions.lowerBound(of: coordinate)..<positions.upperBound(of: coordinate)
      guard let point = series.points.values.firstValue(in: equal), let place = mark.place(of: point) else {
        return nil
      }
      let bubble = Bubble(
        runs(of: point, mark, standard: popupRuns(mark, on: background)),
        font: canvas.typeface.font(usual: 10),
        color: background.over(canvas.surface.color).legibleText, background: background, padding: 6,
        minimum: Size(width: min(spec.popups.width, canvas.size.width), height: 0),
        maximum: Size(width: max(space.picture(plot).width, 0), height: canvas.size.height))
      return (series.index, bubble, place.y)
    }
  }

  /// What boxes are painted with: what stands out from the picture, if the author wants nothing else.
  private var popupBackground: Color {
    let standard = Color(red: 51, green: 51, blue: 51, alpha: 230)
    let surface = canvas.surface
    let stands = standard.over(surface.color).contrast(to: surface.color) >= Palette.leastContrast
    return spec.popups.background ?? (stands ? standard : surface.markerBackground)
  }

  /// What a box says if its series says nothing else: of several, which one it belongs to, too.
  private func popupRuns(_ mark: any SeriesMark, on background: Color) -> [MarkerRunSpec] {
    if let text = spec.popups.text { return [MarkerRunSpec(text)] }
    guard marks.count > 1 else { return [MarkerRunSpec("{value}")] }
    var dot = MarkerRunSpec("● ")
    dot.color = mark.color.standingOut(from: background.over(canvas.surface.color), by: Palette.leastContrast)
    return [dot, MarkerRunSpec("{series} "), MarkerRunSpec("{value}")]
  }
}
