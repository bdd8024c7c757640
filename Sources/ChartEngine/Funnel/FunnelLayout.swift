import ChartModel
import JSONModel

/// Where everything in a funnel is.
struct FunnelLayout: StillLayout {
  let spec: FunnelSpec
  let view: ChartState.View
  let canvas: Canvas
  let phase: Double
  let surroundings: Surroundings
  let marks: [StillMark]
  /// For each mark what is drawn and hit.
  let stages: [FunnelStage]
  let labels: FunnelLabels
  let warnings: [String]

  var hitKind: Hit.Kind { .bar }
  var name: String { "Funnel chart" }
  /// How far beside a stage that is thinner than a px a tap is meant for it, in px.
  static let hitTolerance = 3.0

  init(spec: FunnelSpec, view: ChartState.View, phase: Double, canvas: Canvas) {
    (self.spec, self.view, self.phase, self.canvas) = (spec, view, phase, canvas)
    let hidden = view.hiddenFlags(count: spec.stages.count)
    // Stages are parts of one process, and so shades of one colour, unless the author has a palette.
    let shades = Palette.shades(
      of: Palette.color(at: 0, in: [], on: canvas.surface), count: spec.stages.count, on: canvas.surface)
    let colors = spec.stages.enumerated().map { index, stage in
      stage.color
        ?? (spec.common.palette.isEmpty
          ? shades[index] : Palette.color(at: index, in: spec.common.palette, on: canvas.surface))
    }
    surroundings = Surroundings(
      entries: spec.stages.enumerated().map { ($1.label, colors[$0], hidden[$0]) },
      isNamedElsewhere: true, spec: spec.common, canvas: canvas)
    let plot = surroundings.plot

    let shown = spec.stages.indices.filter { !hidden[$0] }
    let values = shown.map { spec.stages[$0].value }
    let greatest = values.max() ?? 0
    let shares = FunnelShares(values, format: NumberFormat(spec.common.format))
    let font = canvas.typeface.font(spec.labels.fontSize)
    let words = shown.indices.map { shares.words(spec.stages[shown[$0]].label, at: $0, spec.labels) }
    let count = Double(max(shown.count, 1))
    let gap = min(spec.gap, plot.height / count / 2)
    let height = max((plot.height - gap * (count - 1)) / count, 0)
    let growth = spec.common.animation.kind == .grow ? max(phase, 0) : 1
    let before = FunnelLabels.before(words, font: font, plot: plot)
    func stages(after: Double, growth: Double) -> [FunnelStage] {
      let width = max(plot.width - before - after, 0)
      func breadth(_ value: Double) -> Double { greatest > 0 ? width * (value / greatest) * growth : 0 }
      return values.indices.map { place in
        let top = plot.minY + Double(place) * (height + gap)
        return FunnelStage(
          x: plot.minX + before + width / 2, top: top, bottom: top + height, upperWidth: breadth(values[place]),
          lowerWidth: breadth(place + 1 < values.count ? values[place + 1] : values[place]))
      }
    }
    // The wider the column on the right is, the less has room in the stages and has to stand there.
    var after = 0.0
    for _ in 0..<4 {
      let inside = zip(words, stages(after: after, growth: 1)).map { $0.isInside($1, font) }
      let needed = FunnelLabels.after(words, isInside: inside, font: font, plot: plot)
      guard needed > after else { break }
      after = needed
    }
    let placed = stages(after: after, growth: growth)
    var marks: [StillMark] = []
    for (place, index) in shown.enumerated() {
      let stage = placed[place]
      marks.append(
        StillMark(
          path: [index], label: spec.stages[index].label, value: values[place],
          fraction: shares.ofFirst[place], valueText: shares.text(at: place),
          anchor: Point(x: stage.x + stage.width(at: stage.midY) / 2, y: stage.midY), direction: 0,
          color: colors[index], isSelected: view.selection == [index]))
    }
    (self.stages, self.marks) = (placed, marks)
    labels = FunnelLabels(
      placed.indices.map { (placed[$0], words[$0], colors[shown[$0]]) }, font: font, plot: plot, before: before,
      after: after, on: canvas.surface)

    var warnings = surroundings.warnings
    if greatest <= 0 {
      warnings.append(
        spec.stages.isEmpty
          ? "there are no stages: nothing to show"
          : view.hidden.isEmpty ? "all values are 0: nothing to show" : "all stages are hidden or 0: nothing to show")
    }
    if labels.dropped > 0 { warnings.append(RoomWarning.leftOut(labels.dropped, "label")) }
    if labels.shortened > 0 { warnings.append(RoomWarning.shortened(labels.shortened, "name")) }
    self.warnings = warnings
  }

  var summary: String { marks.count.counted("stage", "stages") }

  func drawnPath(at point: Point) -> [Int]? {
    guard phase > 0 || spec.common.animation.kind == .none else { return nil }
    if let exact = stages.firstIndex(where: { $0.contains(point) }) { return marks[exact].path }
    // Where hardly any are left a stage is a line.
    return stages.firstIndex { stage in
      point.y >= stage.top && point.y < stage.bottom && stage.upperWidth < 2 && stage.upperWidth > 0
        && abs(point.x - stage.x) <= FunnelLayout.hitTolerance
    }.map { marks[$0].path }
  }
}
