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
