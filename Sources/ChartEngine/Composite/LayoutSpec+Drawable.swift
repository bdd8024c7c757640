public import ChartModel
import JSONModel

extension LayoutSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    let parts = charts.prefix(LayoutSpec.maximumCount).enumerated().map { index, chart in
      CompositeChart.Part(chart.inheriting(common), named: "charts[\(index)]")
    }
    var grid = LayoutGrid()
    grid.columns = columns.map { max($0, 1) }
    grid.gap = gap.isFinite ? min(max(gap, 0), 200) : 0
    (grid.widths, grid.heights) = (widths, heights)
    return CompositeChart(
      common: common, title: "Layout", parts: Array(parts),
      arrangement: GridArrangement(common: common, grid: grid, notes: lostFamilies))
  }

  /// Which charts have letters of another family than the picture.
  private var lostFamilies: [String] {
    charts.enumerated().compactMap { index, chart in
      let families = chart.common.font.families
      return families.isEmpty || families == common.font.families
        ? nil
        : "charts[\(index)].font.family: left out: a picture has letters of one family, that of the layout's `font`"
    }
  }
}

extension CompositeChart {
  func showing(_ shown: [ChartPart?]) -> any ChartKind {
    HeavyWork.begin(.engine)
    let parts = parts.enumerated().map { index, part in
      guard shown.indices.contains(index), let selected = shown[index] else { return part }
      let engine = part.spec.engine(
        showing: selected.map { $0.inheriting(common) }, whole: Lazy(made: part.engine))
      return Part(part.spec, engine, named: part.name)
    }
    return CompositeChart(common: common, title: title, parts: parts, arrangement: arrangement)
  }
}

extension ChartSpec {
  /// The chart with the looks of the whole that it is a part of, where it has none of its own.
  fileprivate func inheriting(_ whole: CommonSpec) -> ChartSpec {
    var chart = self
    if common.palette.isEmpty { chart.common.palette = whole.palette }
    if common.format == FormatSpec() { chart.common.format = whole.format }
    // A picture has letters of one family; those of a chart may be of another size.
    chart.common.font.families = whole.font.families
    if common.font.size == nil { chart.common.font.size = whole.font.size }
    if common.animation == AnimationSpec() {
      chart.common.animation = whole.animation
      // Pies have movements of their own; each kind leaves out those that it doesn't know.
      let isPie = content is PieSpec
      switch whole.animation.kind {
      case .none, .wipe: break
      case .sweep where !isPie && !(content is GaugeSpec): chart.common.animation.kind = .grow
      case .stroke, .count, .grow: if isPie { chart.common.animation.kind = .sweep }
      case .sweep: break
      }
    }
    return chart
  }
}

/// Charts of all kinds side by side, with what the whole is called above them.
struct GridArrangement: PartArrangement {
  let common: CommonSpec
  let grid: LayoutGrid
  /// What of the charts could not be done.
  var notes: [String] = []

  var isShared: Bool { false }
  var partName: String { "chart" }

  func name(of index: Int) -> String? { nil }

  func boxes(of count: Int, on canvas: Canvas) -> [Rect] { grid.boxes(of: count, in: room(on: canvas).area) }

  /// What titles leave. Each part has margins of its own, so that there are none around them all.
  private func room(on canvas: Canvas) -> (area: Rect, title: TitleLayout?) {
    var inner = canvas.innerBounds
    let whole = inner
    let title = TitleLayout(common, on: canvas, in: &inner)
    return (
      Rect(
        x: 0, y: inner.minY > whole.minY ? inner.minY : 0, width: canvas.size.width,
        height: (inner.maxY < whole.maxY ? inner.maxY : canvas.size.height)
          - (inner.minY > whole.minY ? inner.minY : 0)),
      title
    )
  }

  func arranged(
    _ chart: CompositeChart, _ view: ChartState.View, on canvas: Canvas, lay: (Int, Canvas) -> any ChartLayout
  ) -> ArrangedParts {
    let (area, title) = room(on: canvas)
    var arranged = ArrangedParts()
    arranged.title = title
    arranged.warnings = (title?.warnings ?? []) + notes
    if chart.parts.isEmpty { arranged.warnings.append("there are no charts: nothing to show") }
    let parts = grid.boxes(of: chart.parts.count, in: area).enumerated().map { index, box in
      ArrangedParts.Part(
        box: box, layout: lay(index, canvas.part(index, box, background: chart.parts[index].spec.common.background)))
    }
    arranged.parts = ArrangedParts.inLine(
      parts, columns: grid.columnCount(of: parts.count, in: area), lay: lay)
    return arranged
  }
}
