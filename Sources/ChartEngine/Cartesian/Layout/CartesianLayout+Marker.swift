import ChartModel

extension CartesianLayout {
  func marker(for path: [Int]) -> Marker? {
    guard let entry = entry(at: path), let (bubble, frame) = markerBubble(entry.point, entry.series) else { return nil }
    let runs = bubble.runs
    return Marker(text: runs.map(\.text).joined(), runs: runs, anchor: entry.place, frame: frame)
  }

  /// An entry that can be seen, by the path that the state's selection names it with.
  func entry(at path: [Int]?) -> (series: PlotSeries, point: Int, place: Point)? {
    guard let path, chart.isSelectable(path, hidden: view.hidden), let series = chart.data.series(path[0]),
      let point = series.point(ofSpecIndex: path[1]), let place = place(of: point, in: series)
    else { return nil }
    return (series, point, place)
  }

  /// What is drawn for the selected entry: its line and pop-ups, or its marker (L12, V7).
  var highlights: [Node] {
    guard !isDrawingIn, let entry = entry(at: view.selection), frame.window.contains(coordinate(of: entry)) else {
      return []
    }
    if spec.popups.isEnabled { return popups(at: coordinate(of: entry)) }
    var nodes: [Node] = []
    if !entry.series.isBar { nodes += highlightedDot(entry) }
    if spec.marker.isVisible, let (bubble, frame) = markerBubble(entry.point, entry.series) {
      nodes.append(
        Node(
          .group(
            [
              Node(
                .path(CartesianLayout.outline(frame, pointingTo: entry.place, radius: spec.marker.cornerRadius)),
                style: Style(fill: bubble.background))
            ] + bubble.texts(in: frame))))
    }
    return nodes
  }

  private func coordinate(of entry: (series: PlotSeries, point: Int, place: Point)) -> Double {
    entry.series.points.positions[entry.point]
  }

  private func highlightedDot(_ entry: (series: PlotSeries, point: Int, place: Point)) -> [Node] {
    let mark = LineMark(styleOf: entry.series, self)
    let color = mark.color(at: entry.place, self)
    let radius = max(mark.dotRadius, entry.series.spec.line.width / 2) + 2.5
    return [
      Node(
        .circle(center: entry.place, radius: radius),
        style: Style(fill: color, stroke: backgroundColor, strokeWidth: 2))
    ]
  }

  // MARK: - Markers

  /// The bubble of an entry, and where it is: above it, or below where there is no room, inside the chart.
  private func markerBubble(_ point: Int, _ series: PlotSeries) -> (Bubble, Rect)? {
    guard let place = place(of: point, in: series) else { return nil }
    let bubble = Bubble(
      markerRuns(of: point, series), fontSize: 12, color: markerTextColor,
      background: spec.marker.background ?? CartesianLayout.markerBackground(canvas.theme),
      maximumWidth: max(canvas.size.width - 8, 0))
    let isDown = series.isBar && (bar(point, of: series)?.isNegative ?? false)
    let distance = CartesianLayout.pointerLength + (series.isBar ? 2 : series.spec.line.width / 2 + 4)
    let above = place.y - distance - bubble.size.height
    let below = place.y + distance
    let fitsBelow = below + bubble.size.height <= canvas.bounds.maxY
    let y = (isDown ? fitsBelow : above < canvas.bounds.minY && fitsBelow) ? below : above
    let frame = Rect(
      x: place.x - bubble.size.width / 2, y: y, width: bubble.size.width, height: bubble.size.height)
    return (bubble, frame.moved(inside: canvas.bounds.inset(left: 2, top: 2, right: 2, bottom: 2)))
  }

  private func markerRuns(of point: Int, _ series: PlotSeries) -> [MarkerRunSpec] {
    let index = series.specIndex(of: point)
    var runs = series.spec.marker ?? spec.marker.runs
    if series.spec.markers.indices.contains(index), !series.spec.markers[index].isEmpty {
      runs = series.spec.markers[index]
    }
    return runs.map { run in
      var run = run
      // Values may have line breaks that the author put there on purpose.
      run.text = Template(run.text).filled { filling($0, of: point, series) }.map(\.text).joined()
      return run
    }
  }

  private var markerTextColor: Color {
    (spec.marker.background ?? CartesianLayout.markerBackground(canvas.theme)).legibleText
  }

  static func markerBackground(_ theme: Theme) -> Color {
    theme == .light ? Color(rgb: 0x2B3038) : Color(rgb: 0xE8EAED)
  }

  /// How long the pointer of a bubble is, in px.
  private static let pointerLength = 6.0

  /// A rounded box with a pointer at the side that is nearest to a place.
  static func outline(_ box: Rect, pointingTo place: Point, radius: Double) -> Path {
    let r = max(0, min(radius, box.width / 2, box.height / 2))
    let isAbove = box.maxY <= place.y
    let isBelow = box.minY >= place.y
    let half = min(6, max(0, (box.width - 2 * r) / 2))
    let tip = min(max(place.x, box.minX + r + half), max(box.maxX - r - half, box.minX + r + half))
    var path = Path()
    func corner(_ x: Double, _ y: Double) { if r > 0 { path.arc(radius: r, clockwise: true, to: Point(x: x, y: y)) } }
    path.move(to: Point(x: box.minX + r, y: box.minY))
    if isBelow, half > 0 {
      path.line(to: Point(x: tip - half, y: box.minY))
      path.line(to: Point(x: tip, y: box.minY - pointerLength))
      path.line(to: Point(x: tip + half, y: box.minY))
    }
    path.line(to: Point(x: box.maxX - r, y: box.minY))
    corner(box.maxX, box.minY + r)
    path.line(to: Point(x: box.maxX, y: box.maxY - r))
    corner(box.maxX - r, box.maxY)
    if isAbove, half > 0 {
      path.line(to: Point(x: tip + half, y: box.maxY))
      path.line(to: Point(x: tip, y: box.maxY + pointerLength))
      path.line(to: Point(x: tip - half, y: box.maxY))
    }
    path.line(to: Point(x: box.minX + r, y: box.maxY))
    corner(box.minX, box.maxY - r)
    path.line(to: Point(x: box.minX, y: box.minY + r))
    corner(box.minX + r, box.minY)
    path.close()
    return path
  }

  // MARK: - Pop-ups

  /// A line through a position, and a box for each series that has a value there, one below the other (L12).
  private func popups(at coordinate: Double) -> [Node] {
    let x = frame.window.map.pixel(of: coordinate)
    let rule = spec.popups.line
    var nodes = [
      Node(
        .polyline([Point(x: x, y: plot.minY), Point(x: x, y: plot.maxY)]),
        style: Style(
          stroke: .color(rule.color ?? canvas.theme.secondaryText), strokeWidth: rule.width, strokeDash: rule.dash))
    ]
    for box in popupBoxes(at: coordinate) {
      nodes.append(
        Node(
          .group(
            [Node(.rect(box.frame, cornerRadius: 5), style: Style(fill: box.bubble.background))]
              + box.bubble.texts(in: box.frame))))
    }
    return nodes
  }

  /// The boxes, 10 px right of the position, or left where there is no room, 5 px apart, inside the plot.
  func popupBoxes(at coordinate: Double) -> [(series: Int, bubble: Bubble, frame: Rect)] {
    let x = frame.window.map.pixel(of: coordinate)
    let background = spec.popups.background ?? Color(red: 51, green: 51, blue: 51, alpha: 230)
    let found = visibleSeries.compactMap { series -> (PlotSeries, Int, Double)? in
      let positions = series.points.positions
      let index = positions.lowerBound(of: coordinate)
      guard index < positions.count, positions[index] == coordinate, let place = place(of: index, in: series) else {
        return nil
      }
      return (series, index, place.y)
    }
    let bubbles = found.map { series, index, _ in
      let runs = series.spec.marker ?? [MarkerRunSpec(spec.popups.text)]
      return Bubble(
        runs.map { run in
          var run = run
          run.text = Template(run.text).filled { filling($0, of: index, series) }.map(\.text).joined()
          return run
        }, fontSize: 10, color: background.legibleText, background: background, padding: 6,
        minimum: Size(width: spec.popups.width, height: 0), maximumWidth: max(plot.width, 0))
    }
    let height = bubbles.reduce(-5) { $0 + $1.size.height + 5 }
    let heights = found.map(\.2)
    // Around the middle of the values, as far as that is inside.
    let middle = ((heights.min() ?? plot.midY) + (heights.max() ?? plot.midY)) / 2
    var y = max(plot.minY, min(middle - height / 2, plot.maxY - height))
    return zip(found, bubbles).map { found, bubble in
      defer { y += bubble.size.height + 5 }
      let fitsRight = x + 10 + bubble.size.width <= plot.maxX
      let left = fitsRight ? x + 10 : x - 10 - bubble.size.width
      let frame = Rect(x: left, y: y, width: bubble.size.width, height: bubble.size.height)
      return (found.0.index, bubble, frame.moved(inside: canvas.bounds))
    }
  }

  // MARK: - End bubbles

  /// The bubbles with the last values, once the lines are drawn in (L11): 8 px right of the point, their bottom 4 px above
  /// it, inside the chart.
  var endBubbles: [Node] {
    guard !isDrawingIn else { return [] }
    return visibleSeries.compactMap { series in
      guard !series.isBar, let (bubble, frame) = endBubble(of: series) else { return nil }
      return Node(
        .group(
          [Node(.rect(frame, cornerRadius: min(5, frame.height / 2)), style: Style(fill: bubble.background))]
            + bubble.texts(in: frame)), entrance: entrances ? .last : nil)
    }
  }

  func endBubble(of series: PlotSeries) -> (Bubble, Rect)? {
    guard let spec = series.spec.line.endBubble,
      let last = series.points.values.lastValue(in: 0..<series.points.count),
      frame.window.contains(series.points.positions[last]), let place = place(of: last, in: series)
    else { return nil }
    let background = spec.color ?? LineMark(styleOf: series, self).color(at: place, self)
    let bubble = Bubble(
      [MarkerRunSpec(text(spec.text, of: last, series))], fontSize: spec.fontSize, color: background.legibleText,
      background: background, padding: 4, minimum: Size(width: spec.size, height: spec.size),
      maximumWidth: max(canvas.size.width, 0))
    let frame = Rect(
      x: place.x + 8, y: place.y - 4 - bubble.size.height, width: bubble.size.width, height: bubble.size.height)
    return (bubble, frame.moved(inside: canvas.bounds))
  }
}
