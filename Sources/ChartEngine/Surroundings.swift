import ChartModel

/// What stands around the marks of a chart without axes: its title and its legend, and the room that they leave.
struct Surroundings: Sendable {
  let title: TitleLayout?
  let legend: LegendLayout?
  /// Where the marks with their labels may be.
  let plot: Rect
  let warnings: [String]

  /// - Parameters:
  ///   - hidesTitle: Whether the title stands elsewhere.
  ///   - entries: What the legend can hide, in order.
  init(
    hidesTitle: Bool = false, entries: [(label: String, color: Color, isHidden: Bool)], spec: CommonSpec, canvas: Canvas
  ) {
    var area = canvas.innerBounds
    self.title = TitleLayout(spec, hidesTitle: hidesTitle, in: &area)
    legend = LegendLayout(entries: entries, spec: spec.legend, in: &area)
    plot = area
    warnings =
      (title?.warnings ?? [])
      + (legend == nil && spec.legend.position != .none && !entries.isEmpty
        ? ["the legend was left out: there is no room for it"] : [])
  }
}

extension Text {
  /// What stands where there is nothing to show.
  /// - Parameter isOverLines: Whether lines pass behind it.
  static func noData(at middle: Point, on surface: Surface, isOverLines: Bool = false) -> Text {
    let font = Font(size: 13)
    return Text(
      runs: [Run("No data", color: surface.secondaryText)],
      at: Point(x: middle.x, y: middle.y + font.capHeight / 2), anchor: .middle, size: font.size,
      halo: isOverLines ? surface.color : nil)
  }
}

extension Marker {
  /// A marker of a name and a value below it, beside a mark that lies about a centre or in a row.
  /// - Parameters:
  ///   - anchor: The place on the mark that it points to.
  ///   - angle: The direction in which it lies from there, in degrees clockwise from three o'clock.
  init(heading: String, value: String, at anchor: Point, toward angle: Double, on canvas: Canvas) {
    let name = Font(size: 12)
    let number = Font(size: 12, isBold: true)
    let heading = name.truncated(heading.oneLine, to: 200)
    let width = max(name.width(of: heading), number.width(of: value)) + 16
    let height = (heading.isEmpty ? 1 : 2) * name.lineHeight + 10
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let frame = Rect(
      x: anchor.x + 8 * cosine - width * (1 - cosine) / 2, y: anchor.y + 8 * sine - height * (1 - sine) / 2,
      width: width, height: height)
    let background = canvas.surface.markerBackground
    let color = background.legibleText
    var runs = [Run(text: value, weight: 700, color: color, size: number.size)]
    if !heading.isEmpty { runs.insert(Run(text: heading + "\n", weight: 400, color: color, size: name.size), at: 0) }
    self.init(
      text: runs.map(\.text).joined(), runs: runs, background: background, anchor: anchor,
      frame: frame.moved(inside: canvas.bounds))
  }
}
