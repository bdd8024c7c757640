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
  ///   - key: What only explains a colour, after them.
  ///   - isNamedElsewhere: Whether the chart says the names of the entries itself.
  ///   - isRound: Whether what is drawn is about as wide as high.
  init(
    hidesTitle: Bool = false, entries: [(label: String, color: Color, isHidden: Bool)],
    key: [LegendLayout.Item] = [], isNamedElsewhere: Bool,
    isRound: Bool = false, spec: CommonSpec, canvas: Canvas
  ) {
    var area = canvas.innerBounds
    self.title = TitleLayout(spec, hidesTitle: hidesTitle, on: canvas, in: &area)
    let isUseful = !isNamedElsewhere && entries.count > 1 && entries.contains { !$0.label.isEmpty }
    legend = LegendLayout.placed(
      items: entries.map { LegendLayout.Item($0.label, color: $0.color, isHidden: $0.isHidden) }, key: key,
      spec: spec.legend, typeface: canvas.typeface, isUseful: isUseful, isBesideCircle: isRound, in: &area)
    plot = area
    warnings =
      (title?.warnings ?? [])
      + LegendLayout.warnings(
        legend, spec.legend, inSmall: canvas.isSmall, isUseful: isUseful, isEmpty: entries.isEmpty && key.isEmpty)
  }
}

extension Text {
  /// What stands where there is nothing to show.
  /// - Parameter isOverLines: Whether lines pass behind it.
  static func noData(at middle: Point, on canvas: Canvas, isOverLines: Bool = false) -> Text {
    let (font, surface) = (canvas.typeface.font(usual: 13), canvas.surface)
    return Text(
      runs: [Run("No data", color: surface.secondaryText)],
      at: Point(x: middle.x, y: middle.y + font.capHeight / 2), anchor: .middle, size: font.size,
      halo: isOverLines ? surface.color : nil)
  }
}
