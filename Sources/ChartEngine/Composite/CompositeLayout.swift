import ChartModel
import JSONModel

/// Where everything is in a chart that is made of charts.
struct CompositeLayout: ChartLayout {
  let chart: CompositeChart
  let canvas: Canvas
  let view: ChartState.View
  /// Of the draw-in, where it is not that of the state.
  let phase: Double?
  let arranged: ArrangedParts
  /// For each part the layouts that were made to find its place: those of parts that don't change are taken over.
  private let made: [[any ChartLayout]]

  var parts: [ArrangedParts.Part] { arranged.parts }

  /// - Parameter other: A layout of the same chart.
  init(
    _ chart: CompositeChart, view: ChartState.View, phase: Double? = nil, canvas: Canvas,
    reusing other: CompositeLayout? = nil
  ) {
    (self.chart, self.view, self.phase, self.canvas) = (chart, view, phase, canvas)
    var made = [[any ChartLayout]](repeating: [], count: chart.parts.count)
    let known = other.flatMap { $0.chart.identity === chart.identity && $0.phase == phase ? $0.made : nil } ?? []
    arranged = chart.arrangement.arranged(chart, view, on: canvas) { index, canvas in
      let view = chart.childView(index, of: view)
      var canvas = canvas
      canvas.typeface = Typeface(chart.parts[index].spec.common.font)
      let all = made[index] + (known.indices.contains(index) ? known[index] : [])
      let layout =
        all.first { $0.canvas == canvas && $0.view == view }
        ?? chart.parts[index].engine.layout(view, phase: phase, canvas: canvas)
      made[index].append(layout)
      return layout
    }
    self.made = made
  }

  /// The part at a place.
  func part(at point: Point) -> Int? { parts.firstIndex { $0.box.contains(point) } }

  /// The bar of colours in the legend that the parts have in common; `nil` without one.
  var colorBar: ColorBar? {
    guard arranged.legend != nil, let first = parts.first?.layout as? CartesianLayout else { return nil }
    return ColorBar(arranged.legend, first.chart.colorRamp(hidden: first.hidden, on: canvas.surface))
  }

  // MARK: - Hits

  func hit(at point: Point) -> Hit {
    guard point.isFinite else { return Hit(kind: .none, at: point) }
    if let hit = arranged.legend?.hit(at: point) { return hit }
    if let number = colorBar?.number(at: point) {
      var hit = Hit(kind: .legend, at: point)
      hit.value = number
      return hit
    }
    guard let index = part(at: point) else { return Hit(kind: .none, at: point) }
    return outer(parts[index].layout.hit(at: parts[index].inner(point)), in: index)
  }

  /// What a part says of a place, as it is said of the whole.
  func outer(_ hit: Hit, in index: Int) -> Hit {
    var outer = hit
    outer.point = hit.point + parts[index].way
    switch hit.kind {
    case .legend:
      let offset = chart.legendOffset(index)
      (outer.index, outer.series) = (hit.index.map { $0 + offset }, hit.series.map { $0 + offset })
      outer.path = [index]
    case .slice, .bar, .point, .plot, .axisLabel:
      outer.path = [index] + (parts[index].layout.path(pickedBy: hit) ?? hit.path ?? [])
    case .crumb: outer.path = [index] + (hit.path ?? [])
    case .handle, .overview, .none: outer.path = [index]
    }
    return outer
  }

  func path(pickedBy hit: Hit) -> [Int]? {
    guard let index = hit.path?.first, parts.indices.contains(index) else { return nil }
    let part = parts[index]
    // What was hit is found anew: only the part knows what a tap there would pick.
    return part.layout.path(pickedBy: part.layout.hit(at: part.inner(hit.point))).map { [index] + $0 }
  }

  // MARK: - Marks

  /// The part that a path leads into, and what is left of the path.
  private func inner(_ path: [Int]) -> (index: Int, part: ArrangedParts.Part, path: [Int])? {
    guard let index = path.first, parts.indices.contains(index), path.count > 1 else { return nil }
    return (index, parts[index], Array(path.dropFirst()))
  }

  func mark(at path: [Int]) -> MarkReference? {
    guard let inner = inner(path), var mark = inner.part.layout.mark(at: inner.path) else { return nil }
    mark.path = path
    return mark
  }

  func markPaths(atMost limit: Int) -> (paths: [[Int]], count: Int) {
    let counts = parts.map { $0.layout.markPaths(atMost: 1).count }
    let total = counts.reduce(0, +)
    let paths = parts.indices.flatMap { index in
      // Each has a share of what is told.
      let share =
        total <= limit
        ? counts[index] : max(Int(saturating: Double(limit) * Double(counts[index]) / Double(total)), 1)
      return counts[index] == 0
        ? [] : parts[index].layout.markPaths(atMost: max(share, 1)).paths.map { [index] + $0 }
    }
    return (Array(paths.prefix(max(limit, 1))), total)
  }

  func marker(for path: [Int]) -> Marker? {
    guard let inner = inner(path), var marker = inner.part.layout.marker(for: inner.path) else { return nil }
    marker.anchor = marker.anchor + inner.part.way
    marker.frame = marker.frame.moved(by: inner.part.way)
    marker.rule = marker.rule.map { Marker.Rule(from: $0.start + inner.part.way, to: $0.end + inner.part.way) }
    return marker
  }

  var sharedPlots: [SharedPlot] {
    parts.enumerated().flatMap { index, part in
      part.layout.sharedPlots.map { SharedPlot(path: [index] + $0.path, rect: $0.rect.moved(by: part.way)) }
    }
  }

  var movability: Movability {
    parts.reduce(into: Movability()) { all, part in
      let own = part.layout.movability
      all.hasBefore = all.hasBefore || own.hasBefore
      all.hasAfter = all.hasAfter || own.hasAfter
      all.snaps = all.snaps || own.snaps
      all.turns = all.turns || own.turns
      all.zoom = all.zoom.joined(with: own.zoom)
    }
  }

  var drawsMarker: Bool {
    guard let index = view.selection?.first, parts.indices.contains(index) else {
      return parts.contains { $0.layout.drawsMarker }
    }
    return parts[index].layout.drawsMarker
  }
}

extension PlotDirections {
  /// Along the axes of both.
  fileprivate func joined(with other: PlotDirections) -> PlotDirections {
    switch (self, other) {
    case (.none, let only), (let only, .none): only
    case (.x, .x): .x
    case (.y, .y): .y
    default: .both
    }
  }
}
