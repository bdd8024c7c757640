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
  ///   - isNamedElsewhere: Whether the chart says the names of the entries itself.
  ///   - isRound: Whether what is drawn is about as wide as high.
  init(
    hidesTitle: Bool = false, entries: [(label: String, color: Color, isHidden: Bool)], isNamedElsewhere: Bool,
    isRound: Bool = false, spec: CommonSpec, canvas: Canvas
  ) {
    var area = canvas.innerBounds
    self.title = TitleLayout(spec, hidesTitle: hidesTitle, isOfPart: canvas.isPart, in: &area)
    legend = LegendLayout.placed(
      items: entries.map { LegendLayout.Item($0.label, color: $0.color, isHidden: $0.isHidden) }, spec: spec.legend,
      isUseful: !isNamedElsewhere && entries.count > 1 && entries.contains { !$0.label.isEmpty },
      isBesideCircle: isRound,
      in: &area)
    plot = area
    warnings =
      (title?.warnings ?? [])
      + (legend == nil && spec.legend.isDemanded && !entries.isEmpty
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
