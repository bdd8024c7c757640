import ChartModel

/// Where everything in a pie is.
struct PieLayout: HierarchyLayout {
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
  /// The way from the whole to the slice that is shown alone.
  let crumbs: Breadcrumbs?
  let frame: PieFrame
  var center: Point { frame.center }
  /// The outer radius of the outermost ring, not enlarged, and that of the hole, in px.
  var radius: Double { frame.radius }
  var holeRadius: Double { frame.radius * spec.hole }
  /// The slice that is shown alone; empty if all are.
  var root: [Int] { spec.isDrillable ? view.root ?? [] : [] }
  var movability: Movability {
    var movability = Movability()
    movability.turns = true
    return movability
  }

  /// The slices that are drawn, each before those within it.
  let marks: [SliceMark]
  /// Whether some of them are so thin that a tap beside them is meant for them.
  let hasTinyMarks: Bool
  /// Where the innermost ring's slices are among `marks`; `nil` for those that have no angle.
  let roots: [Int?]
  let angles: SliceAngles
  let total: Double
  /// What is to be said besides of labels left out.
  private let remarks: [String]

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
    let tree = SliceTree(
      spec.slices, palette: spec.common.palette, hidden: hidden, format: format, on: canvas.surface, extent: "angles")
    // What is in the slice that is shown alone, or all.
    let root = spec.isDrillable ? view.root ?? [] : []
    let pie = tree.part(at: root, format) ?? tree
    var warnings = tree.warnings
    let angles = SliceAngles(
      weights: pie.parts.weights, sweep: sweeping ? spec.sweep * min(max(phase, 0), 1) : spec.sweep)
    self.angles = angles
    total = pie.total
    if pie.total <= 0 {
      warnings.append(
        spec.slices.isEmpty
          ? "there are no slices: nothing to show"
          : view.hidden.isEmpty ? "all values are 0: nothing to show" : "all slices are hidden or 0: nothing to show")
    }

    let surroundings = Surroundings(
      hidesTitle: spec.isTitleInHole,
      entries: spec.slices.enumerated().map { index, slice in
        (
          slice.label, slice.color ?? Palette.color(at: index, in: spec.common.palette, on: canvas.surface),
          hidden[index]
        )
      }, isNamedElsewhere: true, spec: spec.common, canvas: canvas)
    (title, legend) = (surroundings.title, surroundings.legend)
    warnings += surroundings.warnings
    let whole = surroundings.plot
    var area = whole
    crumbs =
      root.isEmpty ? nil : Breadcrumbs(to: root, labels: tree.labels(to: root), typeface: canvas.typeface, in: &area)
    if !root.isEmpty, crumbs == nil {
      warnings.append("the way back was left out: there is no room for it; Escape goes out")
    }
    plot = area

    let isNamed = legend.map { $0.missing == nil } ?? false
    let frame = PieFrame(spec: spec, view: view, plot: plot, canvas: canvas, pie: pie, isNamed: isNamed, format: format)
    self.frame = frame

    var marks: [SliceMark] = []
    let rings = PieRings(
      spec: spec, frame: frame, depth: max(pie.depth, 1), level: root.count, selection: view.selection)
    let roots = pie.slices.enumerated().map { index, slice in
      rings.addMarks(
        for: slice, start: view.startAngle + angles.boundaries[index],
        sweep: angles.boundaries[index + 1] - angles.boundaries[index], format: format, to: &marks)
    }
    // What moves has no angles to be asked.
    self.roots = spec.isDrillable && view.travel != nil ? [] : roots
    if spec.isDrillable, let travel = view.travel {
      let old = travel.from ?? []
      var area = whole
      if !old.isEmpty { _ = Breadcrumbs(to: old, labels: tree.labels(to: old), typeface: canvas.typeface, in: &area) }
      let before = tree.part(at: old, format) ?? tree
      let from = (
        tree: before, root: old,
        frame: PieFrame(
          spec: spec, view: view, plot: area, canvas: canvas, pie: before, isNamed: isNamed, format: format)
      )
      let to = (tree: pie, root: root, frame: frame)
      let isGoingIn = root.count >= old.count
      marks = PieTravel(
        spec: spec, startAngle: view.startAngle, outer: isGoingIn ? from : to, inner: isGoingIn ? to : from,
        share: isGoingIn ? travel.phase : 1 - travel.phase
      ).marks(format: format, selection: view.selection)
    }
    self.marks = marks
    hasTinyMarks = marks.contains { $0.sector.rimLength < PieLayout.hitTolerance }

    if spec.center.text != nil, spec.hole == 0 { warnings.append("center: there is no hole to write in; set `hole`") }
    if let radius = frame.unreachedRadius {
      let texts = [frame.radius.rounded(.down), radius.rounded()].map(format.value)
      warnings.append("radius: there is room for \(texts[0]) px, not for \(texts[1])")
    }
    remarks = warnings
  }

  var paths: [[Int]] { marks.map(\.path) }

  func mark(at path: [Int]) -> MarkReference? { marks.first { $0.path == path }?.reference }
}

// MARK: - Texts

// They are placed when they are asked for: hit tests, most of what a chart is asked, need none of them.
extension PieLayout {
  /// The labels at the chart's sides and in the slices.
  var labels: PieLabels { PieLabels(spec: spec, marks: marks, frame: frame, canvas: canvas) }

  /// What is written in the hole.
  var centerLines: [CenterLine] {
    CenterLine.lines(
      spec: spec, selected: marks.first { $0.path == view.selection }, total: total, format: format, frame: frame,
      typeface: canvas.typeface)
  }

  var warnings: [String] {
    let labels = self.labels
    var warnings = remarks
    if labels.dropped > 0 {
      let count = labels.dropped + labels.inside.count + labels.leaders.count
      warnings.append(RoomWarning.leftOut(labels.dropped, of: count, "label"))
    }
    let shortened = labels.leaders.count(where: \.isShortened)
    if shortened > 0 { warnings.append(RoomWarning.shortened(shortened, "label")) }
    return warnings
  }
}

extension PieSpec {
  /// Whether the title stands in the hole instead of above the chart.
  var isTitleInHole: Bool { hole > 0 && center.text.map { Template($0).uses("title") } ?? false }
}
