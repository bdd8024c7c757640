import ChartModel

/// A brushed part of a plot, in px of the space of the axes, with the handles at its edges. The same is the part of an overview
/// that the plot shows.
struct BrushArea: Sendable {
  /// What it is a part of.
  let plot: Rect
  /// As much of it as lies in the plot.
  let rect: Rect
  /// Along which axes it is an interval, and which of its ends are in view.
  let x: Ends?
  let y: Ends?

  /// Which ends of an interval are in view.
  struct Ends: Hashable, Sendable {
    var lower: Bool
    var upper: Bool
  }

  /// How near to an edge a pointer takes hold of that, in px.
  static let reach = 7.0
  /// How thick and how long handles are, in px.
  static let handle = Size(width: 7, height: 22)

  /// - Parameters: The px of the interval along each axis; `nil` for all.
  /// - Returns: `nil` if none of it is in view.
  init?(_ plot: Rect, x: ClosedRange<Double>?, y: ClosedRange<Double>?) {
    func part(_ interval: ClosedRange<Double>?, _ low: Double, _ high: Double) -> (ClosedRange<Double>, Ends?)? {
      guard let interval else { return (low...max(low, high), nil) }
      guard interval.upperBound >= low - 0.5, interval.lowerBound <= high + 0.5 else { return nil }
      let ends = Ends(lower: interval.lowerBound >= low - 0.5, upper: interval.upperBound <= high + 0.5)
      let lower = min(max(interval.lowerBound, low), high)
      return (lower...max(lower, min(interval.upperBound, high)), ends)
    }
    guard plot.width > 0, plot.height > 0, let across = part(x, plot.minX, plot.maxX),
      let along = part(y, plot.minY, plot.maxY)
    else { return nil }
    self.plot = plot
    (self.x, self.y) = (across.1, along.1)
    rect = Rect(
      x: across.0.lowerBound, y: along.0.lowerBound, width: across.0.upperBound - across.0.lowerBound,
      height: along.0.upperBound - along.0.lowerBound)
  }

  // MARK: - Taking hold

  /// What a pointer at a place takes hold of along each axis, in px from the left and from the top.
  /// - Returns: `nil` beside it.
  func part(at place: Point) -> (x: BrushDrag.Part, y: BrushDrag.Part)? {
    guard rect.inset(by: -BrushArea.reach).contains(place) else { return nil }
    func part(_ place: Double, _ low: Double, _ high: Double, _ ends: Ends?) -> BrushDrag.Part {
      guard let ends else { return .none }
      let (toLow, toHigh) = (abs(place - low), abs(place - high))
      // Of a narrow one the middle third moves it.
      let reach = place < low || place > high ? BrushArea.reach : min(BrushArea.reach, (high - low) / 3)
      if ends.lower, toLow <= reach, toLow <= toHigh { return .lower }
      if ends.upper, toHigh <= reach { return .upper }
      return .whole
    }
    let parts = (
      x: part(place.x, rect.minX, rect.maxX, x), y: part(place.y, rect.minY, rect.maxY, y)
    )
    // Beside the edge of one that reaches over all of the plot there is nothing to take hold of.
    guard rect.contains(place) || [parts.x, parts.y].contains(where: { $0 == .lower || $0 == .upper }) else {
      return nil
    }
    // An edge is moved across itself alone, but at corners both are.
    let isEdge = (x: parts.x == .lower || parts.x == .upper, y: parts.y == .lower || parts.y == .upper)
    return (x: isEdge.y && !isEdge.x ? .none : parts.x, y: isEdge.x && !isEdge.y ? .none : parts.y)
  }

  // MARK: - Drawing

  /// What pales all around it, also what reaches a little beyond the plot there, such as points at its edge.
  func veil(on surface: Surface) -> Node? {
    let outer = plot.inset(by: -4)
    // Where it reaches to the plot's edge there is nothing beyond.
    let left = rect.minX > plot.minX ? outer.minX : rect.minX
    let right = rect.maxX < plot.maxX ? outer.maxX : rect.maxX
    let top = rect.minY > plot.minY ? outer.minY : rect.minY
    let bottom = rect.maxY < plot.maxY ? outer.maxY : rect.maxY
    let parts = [
      Rect(x: left, y: outer.minY, width: rect.minX - left, height: outer.height),
      Rect(x: rect.maxX, y: outer.minY, width: right - rect.maxX, height: outer.height),
      Rect(x: rect.minX, y: top, width: rect.width, height: rect.minY - top),
      Rect(x: rect.minX, y: rect.maxY, width: rect.width, height: bottom - rect.maxY),
    ].filter { $0.width > 0.01 && $0.height > 0.01 }
    guard !parts.isEmpty else { return nil }
    var color = surface.color
    color.alpha = 166
    return Node(.group(parts.map { Node(.rect($0, cornerRadius: 0), style: Style(fill: color)) }))
  }

  /// Its edges that are in view, and the handles on them.
  func edges(on surface: Surface) -> [Node] {
    let color = surface.secondaryText
    var lines = Path()
    var handles: [Rect] = []
    func line(_ start: Point, _ end: Point) {
      lines.move(to: start)
      lines.line(to: end)
    }
    let (thick, long) = (BrushArea.handle.width, BrushArea.handle.height)
    for (isThere, x) in [(x?.lower, rect.minX), (x?.upper, rect.maxX)] where isThere == true {
      line(Point(x: x, y: rect.minY), Point(x: x, y: rect.maxY))
      let height = min(long, rect.height * 0.6)
      handles.append(Rect(x: x - thick / 2, y: rect.midY - height / 2, width: thick, height: height))
    }
    for (isThere, y) in [(y?.lower, rect.minY), (y?.upper, rect.maxY)] where isThere == true {
      line(Point(x: rect.minX, y: y), Point(x: rect.maxX, y: y))
      let width = min(long, rect.width * 0.6)
      handles.append(Rect(x: rect.midX - width / 2, y: y - thick / 2, width: width, height: thick))
    }
    guard !lines.elements.isEmpty else { return [] }
    return [Node(.path(lines), style: Style(stroke: .color(color), strokeWidth: 1))]
      + handles.filter { $0.width > 1 && $0.height > 1 }.flatMap { handle in
        [
          Node(
            .rect(handle, cornerRadius: min(handle.width, handle.height) / 2),
            style: Style(fill: surface.color, stroke: color, strokeWidth: 1.25)),
          grip(in: handle, color),
        ]
      }
  }

  /// The line in a handle that says which way it goes.
  private func grip(in handle: Rect, _ color: Color) -> Node {
    var path = Path()
    if handle.height > handle.width {
      path.move(to: Point(x: handle.midX, y: handle.midY - handle.height / 4))
      path.line(to: Point(x: handle.midX, y: handle.midY + handle.height / 4))
    } else {
      path.move(to: Point(x: handle.midX - handle.width / 4, y: handle.midY))
      path.line(to: Point(x: handle.midX + handle.width / 4, y: handle.midY))
    }
    return Node(.path(path), style: Style(stroke: .color(color), strokeWidth: 1, lineCap: .round))
  }
}
