import ChartModel

// MARK: - Other data (fault 24)

extension CartesianChart {
  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    let old = old as? CartesianChart
    var new = state
    new.forgetChildren()
    new.view.startAngle = 0
    new.view.progress = state.view.progress.isFinite ? min(max(state.view.progress, 0), 1) : 1
    new.view.hidden = Set(state.view.hidden).filter(spec.series.indices.contains).sorted()
    new.view.selection = state.view.selection.flatMap { selection($0, movedFrom: old) }
    if let selection = new.view.selection, !isSelectable(selection, hidden: new.view.hidden) {
      new.view.selection = nil
    }
    new.view.viewport = state.view.viewport.flatMap { viewport($0, in: state.view, movedFrom: old, canvas: canvas) }
    new.view.brush = state.view.brush.flatMap { brush($0, movedFrom: old) }
    if state.glide != nil || state.touch != nil {
      // What goes on goes on from what is seen now.
      let starts = (
        old?.plotLayout(state.view, canvas: canvas).frame.window.start,
        plotLayout(new.view, canvas: canvas).frame.window.start
      )
      let shift = starts.0.map { starts.1 - $0 } ?? .nan
      new.glide = state.glide?.shifted(by: shift)
      new.touch = state.touch?.shifted(by: shift)
    }
    (new.spin, new.gesture) = (nil, nil)
    if let tap = state.lastTap, !tap.time.isFinite || !tap.position.isFinite { new.lastTap = nil }
    if state.animation?.startTime?.isFinite == false { new.animation?.startTime = nil }
    return new
  }

  /// A viewport that belonged to other data: what was at the end stays at the end, and slots that moved take it along.
  private func viewport(
    _ viewport: Viewport, in view: ChartState.View, movedFrom old: CartesianChart?, canvas: Canvas
  ) -> Viewport? {
    guard viewport.isPossible, let old, old.data.axis.isLike(data.axis) else { return nil }
    var viewport = viewport
    viewport.zoomX = min(viewport.zoomX, spec.viewport.maxZoom)
    viewport.zoomY = min(viewport.zoomY, spec.viewport.maxZoom)
    // Less of the height may be beyond the plot than was.
    // Of rows with a height of their own only a layout tells how many are seen.
    let hasRows = spec.y.spacing != nil || spec.right.spacing != nil
    viewport.startY = min(max(viewport.startY, 0), hasRows ? 1 - 1e-9 : 1 - 1 / viewport.zoomY)
    guard old.span != span || old.data.axis != data.axis else { return viewport }
    let window = old.plotLayout(view, canvas: canvas).frame.window
    if window.span.upper - window.end <= window.length * 0.01 {
      viewport.startX = span.upper
    } else {
      viewport.startX = window.start - Double(slide(from: old))
    }
    return viewport
  }

  /// A brush of other data: it stays at its numbers, moments and colours, and goes with the names.
  private func brush(_ brush: Brush, movedFrom old: CartesianChart?) -> Brush? {
    let colors = colorRamp(hidden: [], on: Surface(.light)) == nil ? nil : brush.colors
    let onlyColors = Brush(x: nil, y: nil, colors: colors)
    guard let old, old.data.axis.isLike(data.axis) else { return onlyColors }
    let slide = data.axis.isCategory ? Double(slide(from: old)) : 0
    let x = brush.x.map { $0.lowerBound - slide...max($0.upperBound - slide, $0.lowerBound - slide) }
    // Of names that are all gone there is nothing to be brushed.
    if data.axis.isCategory, data.axis != old.data.axis, let x,
      x.upperBound <= -0.5 || x.lowerBound >= Double(data.axis.labels.count) - 0.5
    {
      return onlyColors
    }
    // Numbers are no moments.
    let isLike = (old.axisSpec(old.brushedSide).scale == .time) == (axisSpec(brushedSide).scale == .time)
    return Brush(x: x, y: isLike ? brush.y : nil, colors: colors)
  }

  /// By how many slots names have moved to the left, as they do where the oldest are dropped; negative where some were put
  /// before them.
  private func slide(from old: CartesianChart) -> Int {
    let (before, now) = (old.data.axis.labels, data.axis.labels)
    guard let first = before.first, let start = now.first, first != start else { return 0 }
    if let place = before.firstIndex(of: start), now.starts(with: before[place...]) { return place }
    if let place = now.firstIndex(of: first), now[place...].starts(with: before) { return -place }
    return 0
  }

  /// The path of the entry that had another one: of the same name, or at the same position.
  private func selection(_ path: [Int], movedFrom old: CartesianChart?) -> [Int]? {
    guard path.count == 2, let old, old.data.axis.isLike(data.axis) else { return nil }
    if data.axis.isCategory {
      let slide = slide(from: old)
      return [path[0], path[1] - slide]
    }
    guard let position = old.coordinate(ofSelection: path), let series = data.series(path[0]) else { return path }
    let isWritten = series.spec.positions != nil || !spec.x.values.isEmpty
    guard isWritten, coordinate(ofSelection: path) != position else { return path }
    series.points.note(beside: position)
    let point = series.points.positions.lowerBound(of: position)
    return series.points.positions[point] == position ? [path[0], series.specIndex(of: point)] : nil
  }
}

extension PlotAxis {
  /// Whether coordinates mean the same on both.
  fileprivate func isLike(_ other: PlotAxis) -> Bool {
    switch (self, other) {
    case (.category, .category), (.linear, .linear), (.log, .log), (.time, .time): true
    default: false
    }
  }
}

extension Glide {
  /// The same motion elsewhere; `nil` if there is none.
  fileprivate func shifted(by distance: Double) -> Glide? {
    guard distance.isFinite else { return nil }
    var glide = self
    glide.start += distance
    glide.target += distance
    return glide.isPossible ? glide : nil
  }
}

extension Touch {
  /// The same gesture on what lies elsewhere; `nil` if it is none.
  fileprivate func shifted(by distance: Double) -> Touch? {
    guard distance.isFinite, viewport.isPossible, (1...2).contains(pointers.count),
      pointers.allSatisfy({ $0.origin.isFinite && $0.position.isFinite }),
      motion.isPossible
    else { return nil }
    var touch = self
    touch.viewport.startX += distance
    return touch
  }
}
