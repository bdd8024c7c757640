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

  /// The bubble of an entry, and where it is in the picture. `nil` if the chart is too small for it, or it says nothing.
  private func markerBubble(_ point: Int, _ mark: any SeriesMark, at place: Point) -> (Bubble, Rect)? {
    let room = canvas.bounds.inset(by: CartesianLayout.markerMargin)
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
    return (bubble, markerFrame(bubble.size, of: mark, point, at: place, isShared: isShared))
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
    spec.marker.isShared && chart.compares(mark.series) && marks.count > 1
  }

  /// Of one series no more points at one position are told one by one.
  private static let mostAtPosition = 4

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
    var found: [(mark: any SeriesMark, points: [Int])] = marks.compactMap { other in
      guard chart.compares(other.series) else { return nil }
      if other.series.index == mark.series.index { return (other, [point]) }
      let (positions, values) = (other.series.points.positions, other.series.points.values)
      other.series.points.note(beside: coordinate)
      let equal = positions.lowerBound(of: coordinate)..<positions.upperBound(of: coordinate)
      guard let first = values.firstValue(in: equal) else { return nil }
      // Of points there may be several at one position; what stands beside a box is part of it.
      guard case .scatter = other.series.spec.kind else { return (other, [first]) }
      return (other, equal.prefix(CartesianLayout.mostAtPosition + 1).filter { !values[$0].isNaN })
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
    for (mark, points) in found {
      if !runs.isEmpty { add("\n") }
      add("● ", mark.color.standingOut(from: background, by: Palette.leastContrast))
      let isOwn = mark.series.index == own?.mark.series.index
      let name = points.first.flatMap { mark.filling("series", of: $0) } ?? ""
      if !name.isEmpty { add(name.oneLine + "  ", isBold: isOwn) }
      var values = points.prefix(CartesianLayout.mostAtPosition).map { mark.sharedText(of: $0).oneLine }
      if points.count > values.count { values.append("…") }
      add(values.joined(separator: ", "), isBold: isOwn)
    }
    if all > found.count { add("\n+ \(all - found.count) more") }
    return runs
  }
}
