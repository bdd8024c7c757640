import ChartModel

extension CartesianLayout {
  /// An entry of a series that is seen.
  typealias Entry = (mark: any SeriesMark, point: Int, place: Point)

  /// What is shown beside an entry; `nil` if that is out of view.
  func marker(for path: [Int]) -> Marker? {
    guard let entry = entry(at: path), let anchor = anchor(of: entry).map(space.picture(_:)),
      let (bubble, frame) = markerBubble(entry.point, entry.mark, at: anchor)
    else { return nil }
    let runs = bubble.runs
    return Marker(
      text: runs.map(\.text).joined(), runs: runs, background: bubble.background, anchor: anchor, frame: frame)
  }

  /// Those that can be pointed at, gaps left out, each series with its share of the limit.
  func markPaths(atMost limit: Int) -> (paths: [[Int]], count: Int) {
    let marks = marks.filter(\.series.spec.isHighlightable)
    let count = marks.reduce(0) { $0 + $1.inView.count }
    let step = Int.step(among: count, atMost: limit)
    let paths = marks.flatMap { mark in
      stride(from: mark.inView.lowerBound, to: mark.inView.upperBound, by: step).compactMap { point in
        mark.place(of: point) == nil ? nil : [mark.series.index, mark.series.specIndex(of: point)]
      }
    }
    return (Array(paths.prefix(max(limit, 0))), count)
  }

  /// An entry that can be seen, by the path that the state's selection names it with.
  func entry(at path: [Int]?) -> Entry? {
    guard let path, chart.isSelectable(path, hidden: view.hidden), let mark = mark(of: path[0]),
      let point = mark.series.point(ofSpecIndex: path[1]), let place = mark.place(of: point)
    else { return nil }
    return (mark, point, place)
  }

  /// The place that a marker points to, in the space of the axes: the entry's, or where the plot ends of what goes on beyond it.
  private func anchor(of entry: Entry) -> Point? {
    guard entry.mark.inView.contains(entry.point) else { return nil }
    return Point(
      x: min(max(entry.place.x, plot.minX), plot.maxX), y: min(max(entry.place.y, plot.minY), plot.maxY))
  }

  /// What is drawn for the selected entry: its line and pop-ups, or its marker (L12, V7).
  var highlights: [Node] {
    guard !isDrawingIn, let entry = entry(at: view.selection) else { return [] }
    if spec.popups.isEnabled { return popups(at: coordinate(of: entry)) }
    guard let anchor = anchor(of: entry) else { return [] }
    var nodes: [Node] = []
    if anchor == entry.place { nodes += space.picture(entry.mark.highlight(of: entry.point, at: anchor)) }
    let tip = space.picture(anchor)
    if spec.marker.isVisible, let (bubble, frame) = markerBubble(entry.point, entry.mark, at: tip) {
      nodes.append(
        Node(
          .group(
            [
              Node(
                .path(CartesianLayout.outline(frame, pointingTo: tip, radius: spec.marker.cornerRadius)),
                style: Style(fill: bubble.background))
            ] + bubble.texts(in: frame))))
    }
    return nodes
  }

  func coordinate(of entry: Entry) -> Double { entry.mark.series.points.positions[entry.point] }

  // MARK: - Markers

  /// The bubble of an entry, and where it is in the picture: above it, or below where there is no room, inside the chart. `nil`
  /// if the chart is too small for it, or it says nothing.
  private func markerBubble(_ point: Int, _ mark: any SeriesMark, at place: Point) -> (Bubble, Rect)? {
    let room = canvas.bounds.inset(left: 2, top: 2, right: 2, bottom: 2)
    let background = spec.marker.background ?? canvas.surface.markerBackground
    let bubble = Bubble(
      runs(of: point, mark, standard: spec.marker.runs), fontSize: 12,
      color: background.over(canvas.surface.color).legibleText,
      background: background, maximum: room.size)
    guard bubble.size.fits(in: room.size), !bubble.isEmpty else { return nil }
    var side = mark.markerPlace(of: point)
    if space.isTurned, let rect = mark.rect(of: point) {
      // The end of a bar is at its right, and its own length isn't to be covered.
      side = (rect.width / 2 + side.distance, false)
    }
    // Its own value stays to be read.
    let label = isDrawingIn ? nil : texts.values.labels.first { $0.series == mark.series.index && $0.point == point }
    let box =
      label.flatMap { $0.isInside ? nil : space.picture($0.box) } ?? Rect(x: place.x, y: place.y, width: 0, height: 0)
    let above = min(place.y - side.distance, box.minY - 3) - CartesianLayout.pointerLength - bubble.size.height
    let below = max(place.y + side.distance, box.maxY + 3) + CartesianLayout.pointerLength
    let (fitsAbove, fitsBelow) = (above >= room.minY, below + bubble.size.height <= room.maxY)
    let y = fitsBelow && (side.isBelow || !fitsAbove) ? below : above
    let frame = Rect(
      x: place.x - bubble.size.width / 2, y: y, width: bubble.size.width, height: bubble.size.height)
    return (bubble, frame.moved(inside: room))
  }

  /// What is written for an entry: its own text, its series', or the chart's, filled in.
  func runs(of point: Int, _ mark: any SeriesMark, standard: [MarkerRunSpec]) -> [MarkerRunSpec] {
    let series = mark.series
    let index = series.specIndex(of: point)
    let isStandard = standard == MarkerSpec().runs
    var runs = series.spec.marker ?? (isStandard ? mark.standardMarker : nil) ?? standard
    if series.spec.markers.indices.contains(index), !series.spec.markers[index].isEmpty {
      runs = series.spec.markers[index]
    }
    var isAtStart = true
    return runs.map { run in
      var run = run
      // Values may have line breaks that the author put there on purpose.
      run.text = Template(run.text).text { mark.filling($0, of: point) }
      // Without a name, say, the space after it is none.
      if isAtStart { run.text = String(run.text.drop { $0 == " " }) }
      isAtStart = isAtStart && run.text.isEmpty
      return run
    }
  }

  /// How long the pointer of a bubble is, in px.
  private static let pointerLength = 6.0

  /// A rounded box with a pointer at the side that is nearest to a place.
  static func outline(
    _ box: Rect, pointingTo place: Point, radius: Double, pointerLength: Double = pointerLength
  ) -> Path {
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
}
