import ChartModel

extension CartesianLayout {
  /// What is shown beside an entry; `nil` if that is out of view.
  func marker(for path: [Int]) -> Marker? {
    guard let entry = entry(at: path), let anchor = anchor(of: entry),
      let (bubble, frame) = markerBubble(entry.point, entry.series, at: anchor)
    else { return nil }
    let runs = bubble.runs
    return Marker(
      text: runs.map(\.text).joined(), runs: runs, background: bubble.background, anchor: anchor, frame: frame)
  }

  /// An entry that can be seen, by the path that the state's selection names it with.
  func entry(at path: [Int]?) -> (series: PlotSeries, point: Int, place: Point)? {
    guard let path, chart.isSelectable(path, hidden: view.hidden), let series = chart.data.series(path[0]),
      let point = series.point(ofSpecIndex: path[1]), let place = place(of: point, in: series)
    else { return nil }
    return (series, point, place)
  }

  /// The place that a marker points to: the entry's, or where the plot ends of what goes on beyond it.
  private func anchor(of entry: (series: PlotSeries, point: Int, place: Point)) -> Point? {
    guard points(inView: entry.series).contains(entry.point) else { return nil }
    return Point(
      x: min(max(entry.place.x, plot.minX), plot.maxX), y: min(max(entry.place.y, plot.minY), plot.maxY))
  }

  /// What is drawn for the selected entry: its line and pop-ups, or its marker (L12, V7).
  var highlights: [Node] {
    guard !isDrawingIn, let entry = entry(at: view.selection) else { return [] }
    if spec.popups.isEnabled { return popups(at: coordinate(of: entry)) }
    guard let anchor = anchor(of: entry) else { return [] }
    var nodes: [Node] = []
    if !entry.series.isBar, anchor == entry.place { nodes += highlightedDot(entry) }
    if spec.marker.isVisible, let (bubble, frame) = markerBubble(entry.point, entry.series, at: anchor) {
      nodes.append(
        Node(
          .group(
            [
              Node(
                .path(CartesianLayout.outline(frame, pointingTo: anchor, radius: spec.marker.cornerRadius)),
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

  /// The bubble of an entry, and where it is: above it, or below where there is no room, inside the chart. `nil` if the
  /// chart is too small for it, or it says nothing.
  private func markerBubble(_ point: Int, _ series: PlotSeries, at place: Point) -> (Bubble, Rect)? {
    let room = canvas.bounds.inset(left: 2, top: 2, right: 2, bottom: 2)
    let background = spec.marker.background ?? canvas.theme.markerBackground
    let bubble = Bubble(
      runs(of: point, series, standard: spec.marker.runs), fontSize: 12, color: background.legibleText,
      background: background, maximum: room.size)
    guard bubble.size.fits(in: room.size), !bubble.isEmpty else { return nil }
    let isDown = series.isBar && (BarSeries(series, self)?.bar(at: point)?.isNegative ?? false)
    let distance = CartesianLayout.pointerLength + (series.isBar ? 2 : series.spec.line.width / 2 + 4)
    let above = place.y - distance - bubble.size.height
    let below = place.y + distance
    let (fitsAbove, fitsBelow) = (above >= room.minY, below + bubble.size.height <= room.maxY)
    let y = fitsBelow && (isDown || !fitsAbove) ? below : above
    let frame = Rect(
      x: place.x - bubble.size.width / 2, y: y, width: bubble.size.width, height: bubble.size.height)
    return (bubble, frame.moved(inside: room))
  }

  /// What is written for an entry: its own text, its series', or the chart's, filled in.
  func runs(of point: Int, _ series: PlotSeries, standard: [MarkerRunSpec]) -> [MarkerRunSpec] {
    let index = series.specIndex(of: point)
    var runs = series.spec.marker ?? standard
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
      maximum: canvas.size)
    guard bubble.size.fits(in: canvas.size) else { return nil }
    let frame = Rect(
      x: place.x + 8, y: place.y - 4 - bubble.size.height, width: bubble.size.width, height: bubble.size.height)
    return (bubble, frame.moved(inside: canvas.bounds))
  }
}
