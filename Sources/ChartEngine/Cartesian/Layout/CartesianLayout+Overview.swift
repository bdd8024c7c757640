import ChartModel

/// All there is of a plot in a strip beside it, and which part of that the plot shows.
struct OverviewLayout: Sendable {
  let layout: CartesianLayout
  /// The part that is seen, which can be moved, and resized at its ends.
  let area: BrushArea?

  var strip: Rect { layout.plot }
}

extension OverviewLayout {
  /// - Returns: `nil` where there is none, or no room for it.
  init?(_ chart: CartesianChart, _ view: ChartState.View, canvas: Canvas, _ space: AxesSpace, _ frame: PlotFrame) {
    guard let strip = frame.overview, strip.width >= 24 else { return nil }
    var canvas = canvas
    canvas.plot = space.picture(strip)
    var all = ChartState.View()
    all.hidden = view.hidden
    layout = CartesianLayout(chart.overview, view: all, phase: 1, canvas: canvas)
    let map = layout.frame.window.map
    let (start, end) = (map.pixel(of: frame.window.start), map.pixel(of: frame.window.end))
    area = map.isInvertible && start <= end ? BrushArea(strip, x: start...end, y: nil) : nil
  }
}

extension CartesianLayout {
  /// The strip with its marks; what the plot doesn't show pales.
  var overviewNodes: [Node] {
    guard let overview else { return [] }
    let surface = canvas.surface
    let frame = Node(
      .rect(overview.strip, cornerRadius: 0),
      style: Style(stroke: .color(surface.line), strokeWidth: 1))
    var nodes =
      space.picture([frame]) + space.picture(overview.layout.marksInLayers(entering: false).map(\.withoutMeaning))
    if let area = overview.area {
      nodes += space.picture([area.veil(on: surface)].compactMap(\.self) + area.edges(on: surface))
    }
    let meaning = Meaning(role: .symbol, kind: "overview", label: "All there is, and the part that is seen")
    return [Node(.group(nodes), meaning: meaning)]
  }
}
