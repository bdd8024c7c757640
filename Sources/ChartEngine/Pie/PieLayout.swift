import ChartModel

/// Where everything in a pie is.
struct PieLayout: ChartLayout {
  let spec: PieSpec
  let view: ChartState.View
  let canvas: Canvas
  /// The phase of the draw-in, in [0, 1], after easing.
  let phase: Double
  let format: NumberFormat

  /// Where the pie with its labels may be: the chart without padding, title and legend.
  let plot: Rect
  let title: TitleLayout?
  let legend: LegendLayout?
  let center: Point
  /// The outer radius of the outermost ring, not enlarged, and that of the hole, in px.
  let radius: Double
  let holeRadius: Double

  /// The slices that are drawn, each before those within it.
  let marks: [SliceMark]
  /// Whether some of them are so thin that a tap beside them is meant for them.
  let hasTinyMarks: Bool
  /// Where the innermost ring's slices are among `marks`; `nil` for those that have no angle.
  let roots: [Int?]
  let angles: SliceAngles
  let total: Double
  let leaders: [LeaderLabel]
  let insideLabels: [InsideLabel]
  let centerLines: [CenterLine]
  let warnings: [String]

  /// A slice whose rim is shorter than this, in px, may be hit from this far beside it.
  static let hitTolerance = 3.0

  init(spec: PieSpec, view: ChartState.View, phase: Double, canvas: Canvas) {
    self.spec = spec
    self.view = view
    self.canvas = canvas
    self.phase = phase
    let format = NumberFormat(spec.common.format)
    self.format = format

    let hidden = view.hiddenFlags(count: spec.slices.count)
    let sweeping = spec.common.animation.kind == .sweep
    let pie = PieMarks(
      spec: spec, hidden: hidden, sweep: sweeping ? spec.sweep * min(max(phase, 0), 1) : spec.sweep,
      format: format)
    var warnings = pie.warnings
    angles = pie.angles
    total = pie.total
    if pie.total <= 0 {
      warnings.append(
        spec.slices.isEmpty ? "there are no slices: nothing to show"
          : view.hidden.isEmpty ? "all values are 0: nothing to show" : "all slices are hidden or 0: nothing to show")
    }

    var area = canvas.innerBounds
    title = TitleLayout(spec.isTitleInHole ? nil : spec.common.title, in: &area)
    legend = LegendLayout(
      entries: spec.slices.enumerated().map { index, slice in
        (slice.label, slice.color ?? Palette.color(at: index, in: spec.common.palette), hidden[index])
      },
      spec: spec.common.legend, in: &area)
    plot = area
    if legend == nil, spec.common.legend.position != .none, !spec.slices.isEmpty {
      warnings.append("the legend was left out: there is no room for it")
    }

    let frame = PieFrame(spec: spec, view: view, plot: area, canvas: canvas, pie: pie, format: format)
    center = frame.center
    radius = frame.radius
    holeRadius = frame.radius * spec.hole

    var marks: [SliceMark] = []
    let rings = PieRings(spec: spec, frame: frame, depth: max(pie.depth, 1), selection: view.selection)
    let roots = pie.slices.enumerated().map { index, slice in
      rings.addMarks(
        for: slice, start: view.startAngle + pie.angles.boundaries[index],
        sweep: pie.angles.boundaries[index + 1] - pie.angles.boundaries[index], format: format, to: &marks)
    }
    self.roots = roots
    self.marks = marks
    hasTinyMarks = marks.contains { $0.sector.rimLength < PieLayout.hitTolerance }

    let labels = PieLabels(spec: spec, marks: marks, frame: frame, canvas: canvas)
    leaders = labels.leaders
    insideLabels = labels.inside
    if labels.dropped > 0 {
      warnings.append("\(labels.dropped) of \(labels.dropped + leaders.count) labels were left out: there is no room for them")
    }
    centerLines = CenterLine.lines(
      spec: spec, selected: marks.first { $0.path == view.selection }, total: format.value(pie.total), frame: frame)
    if spec.center.text != nil, spec.hole == 0 { warnings.append("center: there is no hole to write in; set `hole`") }
    self.warnings = warnings
  }

  func mark(at path: [Int]) -> MarkReference? { marks.first { $0.path == path }?.reference }
}

extension PieSpec {
  /// Whether the title stands in the hole instead of above the chart.
  var isTitleInHole: Bool { hole > 0 && center.text.map { Template($0).uses("title") } ?? false }
}
