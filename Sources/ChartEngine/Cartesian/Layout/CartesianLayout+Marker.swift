import ChartModel
import JSONModel

extension CartesianLayout {
  /// An entry of a series that is seen.
  typealias Entry = (mark: any SeriesMark, point: Int, place: Point)

  /// What is shown beside an entry; `nil` if that is out of view.
  func marker(for path: [Int]) -> Marker? {
    guard let entry = entry(at: path), let anchor = anchor(of: entry).map(space.picture(_:)),
      let (bubble, frame) = markerBubble(entry.point, entry.mark, at: anchor)
    else { return nil }
    let runs = bubble.runs
    var marker = Marker(
      text: runs.map(\.text).joined(), runs: runs, background: bubble.background, anchor: anchor, frame: frame)
    marker.rule = isShared(entry.mark) ? rule(through: entry) : nil
    return marker
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
    if isShared(entry.mark) {
      let rule = rule(through: entry)
      nodes.append(
        Node(.polyline([rule.start, rule.end]), style: Style(stroke: canvas.surface.secondaryText, strokeWidth: 1)))
    }
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
    let isShared = isShared(mark)
    let bubble = Bubble(
      isShared
        ? sharedRuns(of: point, mark, on: background.over(canvas.surface.color), height: room.height)
        : runs(of: point, mark, standard: spec.marker.runs),
      font: canvas.typeface.font(usual: 12), color: background.over(canvas.surface.color).legibleText,
      background: background,
      isList: isShared, maximum: room.size)
    guard bubble.size.fits(in: room.size), !bubble.isEmpty else { return nil }
    if isShared {
      let x = space.picture(Point(x: frame.window.map.pixel(of: mark.series.points.positions[point]), y: plot.midY))
      return (bubble, frame(of: bubble, beside: place, and: x, in: room))
    }
    var side = mark.markerPlace(of: point)
    // Its own value stays to be read.
    let label = isDrawingIn ? nil : texts.values.labels.first { $0.series == mark.series.index && $0.point == point }
    let box =
      label.flatMap { $0.isInside ? nil : space.picture($0.box) } ?? Rect(x: place.x, y: place.y, width: 0, height: 0)
    if space.isTurned, let rect = mark.rect(of: point) {
      let bar = space.picture(rect)
      // The value of a box is in the middle of it.
      let isAtEnd = min(abs(place.x - bar.minX), abs(place.x - bar.maxX)) < 1
      if isAtEnd, let frame = frame(of: bubble, beyond: bar, of: mark, at: place, clearOf: box, in: room) {
        return (bubble, frame)
      }
      // The end of a bar is at its right, and its own length isn't to be covered.
      side = (rect.width / 2 + (isAtEnd ? side.distance : 4), false)
    }
    let above = min(place.y - side.distance, box.minY - 3) - CartesianLayout.pointerLength - bubble.size.height
    let below = max(place.y + side.distance, box.maxY + 3) + CartesianLayout.pointerLength
    let (fitsAbove, fitsBelow) = (above >= room.minY, below + bubble.size.height <= room.maxY)
    if !fitsAbove, !fitsBelow, let frame = frame(of: bubble, beside: mark, point, at: place, side.distance, in: room) {
      return (bubble, frame)
    }
    let y = fitsBelow && (side.isBelow || !fitsAbove) ? below : above
    let frame = Rect(
      x: place.x - bubble.size.width / 2, y: y, width: bubble.size.width, height: bubble.size.height
    ).moved(inside: room)
    // Down on a bar it would lie on the value that is written there.
    if let label, space.picture(label.box).intersects(frame),
      let beside = self.frame(of: bubble, beside: mark, point, at: place, side.distance, in: room)
    {
      return (bubble, beside)
    }
    return (bubble, frame)
  }

  /// Where a bubble is in a low chart, which has no room for it above or below: beside the entry, rather than on it; `nil` where
  /// there is no room either.
  private func frame(
    of bubble: Bubble, beside mark: any SeriesMark, _ point: Int, at place: Point, _ distance: Double, in room: Rect
  ) -> Rect? {
    let own = mark.rect(of: point).map(space.picture)
    let box = own ?? Rect(x: place.x, y: place.y, width: 0, height: 0)
    // How far a marker is above or below says nothing of how wide a mark is; of one without a width it is as far aside.
    let gap = (own == nil ? distance : 2) + CartesianLayout.pointerLength
    let (left, right) = (min(box.minX, place.x) - gap - bubble.size.width, max(box.maxX, place.x) + gap)
    guard left >= room.minX || right + bubble.size.width <= room.maxX else { return nil }
    return Rect(
      x: right + bubble.size.width <= room.maxX ? right : left, y: place.y - bubble.size.height / 2,
      width: bubble.size.width, height: bubble.size.height
    ).moved(inside: room)
  }

  /// Where a bubble is that tells of a whole position: beside the line through it and the entry's own mark.
  /// - Parameter line: Where the line is, of which one coordinate counts.
  private func frame(of bubble: Bubble, beside place: Point, and line: Point, in room: Rect) -> Rect {
    let (size, gap) = (bubble.size, 10.0)
    var frame = Rect(
      x: place.x - size.width / 2, y: place.y - size.height / 2, width: size.width, height: size.height)
    if space.isTurned {
      let below = max(place.y, line.y) + gap
      frame.y = below + size.height <= room.maxY ? below : min(place.y, line.y) - gap - size.height
    } else {
      let right = max(place.x, line.x) + gap
      frame.x = right + size.width <= room.maxX ? right : min(place.x, line.x) - gap - size.width
    }
    return frame.moved(inside: room)
  }

  /// Where a bubble is beyond the end of a bar that lies level: above or below it would cover the bars beside it. `nil` if there
  /// is no room, or another series goes on there.
  private func frame(
    of bubble: Bubble, beyond bar: Rect, of mark: any SeriesMark, at place: Point, clearOf label: Rect, in room: Rect
  ) -> Rect? {
    let (gap, size) = (CartesianLayout.pointerLength + 2, bubble.size)
    let x =
      place.x >= bar.midX
      ? max(place.x + gap, label.maxX + gap + 1) : min(place.x - gap, label.minX - gap - 1) - size.width
    let y = min(max(place.y - size.height / 2, room.minY), room.maxY - size.height)
    let frame = Rect(x: x, y: y, width: size.width, height: size.height)
    guard frame.minX >= room.minX, frame.maxX <= room.maxX, frame.minY <= place.y, frame.maxY >= place.y else {
      return nil
    }
    let covered = space.axes(frame)
    return marks.contains { $0.series.index != mark.series.index && $0.covers(covered, except: nil) } ? nil : frame
  }

  /// What is written for an entry: its own text, its series', or the chart's, filled in.
  func runs(of point: Int, _ mark: any SeriesMark, standard: [MarkerRunSpec]) -> [MarkerRunSpec] {
    let series = mark.series
    let index = series.specIndex(of: point)
    let isStandard = standard == MarkerSpec().runs
    var runs = series.spec.marker ?? (isStandard ? mark.standardMarker(of: point) : nil) ?? standard
    var isOwn = !isStandard || series.spec.marker != nil
    if series.spec.markers.indices.contains(index), !series.spec.markers[index].isEmpty {
      (runs, isOwn) = (series.spec.markers[index], true)
    }
    var isAtStart = true
    runs = runs.map { run in
      var run = run
      // Values may have line breaks that the author put there on purpose.
      run.text = Template(run.text).text { mark.filling($0, of: point) }
      // Without a name, say, the space after it is none.
      if isAtStart { run.text = String(run.text.drop { $0 == " " }) }
      isAtStart = run.text.isEmpty ? isAtStart : run.text.hasSuffix("\n")
      return run
    }
    // What an author has written is all that is to be said.
    if !isOwn, let part = selectedPart(of: point, mark) { runs.append(MarkerRunSpec("\n" + part)) }
    return runs
  }

  // MARK: - All series at a position

  var sharedPlots: [SharedPlot] {
    marks.contains(where: isShared) ? [SharedPlot(path: [], rect: space.picture(plot))] : []
  }

  /// Whether the marker of a series' entries tells of all series: of what lies anywhere, or takes a stretch of its own, there is
  /// nothing to be compared at one position.
  private func isShared(_ mark: any SeriesMark) -> Bool {
    spec.marker.isShared && mark.nearness == .position && marks.count > 1
  }

  /// The line through an entry's position, from one end of the plot to the other.
  private func rule(through entry: Entry) -> Marker.Rule {
    let x = min(max(frame.window.map.pixel(of: coordinate(of: entry)), plot.minX), plot.maxX)
    return Marker.Rule(
      from: space.picture(Point(x: x, y: plot.minY)), to: space.picture(Point(x: x, y: plot.maxY)))
  }

  /// The position, and below it a line for each series that has a value there; where there is no room for all, the entry's own
  /// among the first ones.
  /// - Parameters:
  ///   - background: What is behind them.
  ///   - height: How much room there is, in px.
  /// - Complexity: O(log *n*) for each series.
  private func sharedRuns(
    of point: Int, _ mark: any SeriesMark, on background: Color, height: Double
  ) -> [MarkerRunSpec] {
    let coordinate = mark.series.points.positions[point]
    var found: [(mark: any SeriesMark, point: Int)] = marks.compactMap { other in
      guard other.nearness == .position else { return nil }
      if other.series.index == mark.series.index { return (other, point) }
      let positions = other.series.points.positions
      let equal = positions.lowerBound(of: coordinate)..<positions.upperBound(of: coordinate)
      return other.series.points.values.firstValue(in: equal).map { (other, $0) }
    }
    found.sort { $0.mark.series.index < $1.mark.series.index }
    let most = max(Int(saturating: (height - 28) / (12 * Bubble.lineSpacing)), 1)
    let (all, own) = (found.count, found.first { $0.mark.series.index == mark.series.index })
    if all > most {
      found = Array(found.prefix(max(most - 1, 1)))
      if let own, !found.contains(where: { $0.mark.series.index == own.mark.series.index }) {
        found[found.count - 1] = own
      }
    }
    var title = MarkerRunSpec(mark.filling("label", of: point) ?? "")
    title.weight = .bold
    var runs = title.text.isEmpty ? [] : [title]
    func add(_ text: String, _ color: Color? = nil, isBold: Bool = false) {
      var run = MarkerRunSpec(text)
      run.color = color
      if isBold { run.weight = .bold }
      runs.append(run)
    }
    for (mark, point) in found {
      if !runs.isEmpty { add("\n") }
      add("● ", mark.color.standingOut(from: background, by: Palette.leastContrast))
      let isOwn = mark.series.index == own?.mark.series.index
      let name = mark.filling("series", of: point) ?? ""
      if !name.isEmpty { add(name.oneLine + "  ", isBold: isOwn) }
      add((mark.filling("value", of: point) ?? "").oneLine, isBold: isOwn)
    }
    if all > found.count { add("\n+ \(all - found.count) more") }
    return runs
  }
}
