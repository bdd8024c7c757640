public import ChartModel
import JSONModel

extension CartesianSpec: DrawableSpec {
  public func engine() -> any ChartKind { CartesianChart(drawable) }

  /// The spec within its bounds, and with the styles of series as they are drawn.
  var drawable: CartesianSpec {
    var spec = restricted()
    spec.readCalendarNumbers()
    spec.measureMoments()
    spec.limits.removeAll { limit in
      if case .number(let value) = limit.place { !value.isFinite } else { false }
    }
    if spec.stacking == .percent { spec.measureInPercent(Array(spec.series.indices)) }
    for style in SeriesSpec.Kind.styles { (style as? any MarkStyle.Type)?.prepare(&spec) }
    if spec.stacking == .stream { spec.hideStreamedLabels() }
    for index in spec.series.indices {
      spec.series[index].kind = spec.series[index].kind.markStyle.drawable.kind
    }
    for index in spec.series.indices { spec.series[index].kind.markStyle.place(index, in: &spec) }
    spec.numberNames()
    for index in spec.series.indices { spec.series[index].kind.markStyle.gather(index, in: &spec) }
    if spec.series.count > 1 {
      var kinds = spec.series.map(\.kind)
      SeriesSpec.Kind.shareChannels(&kinds)
      for (index, kind) in kinds.enumerated() { spec.series[index].kind = kind }
    }
    return spec
  }

  /// Axes that measure what some series are of something have percent at their labels, unless the author says what they have.
  mutating func measureInPercent(_ indices: [Int]) {
    for (side, path) in [(SeriesSpec.AxisSide.left, \CartesianSpec.y), (.right, \.right)]
    where self[keyPath: path].style.labels.format == nil && indices.contains(where: { series[$0].axis == side }) {
      self[keyPath: path].style.labels.arePercent = true
      if self[keyPath: path].format?.style == .percent { self[keyPath: path].format?.style = .number }
    }
    // Who asks for percent means those: the values themselves are none.
    if common.format.style == .percent, indices.count == series.count { common.format.style = .number }
  }

  /// How far from the centre of a stream something is says nothing, so that nobody reads it off an axis unless its author
  /// wants that: labels, or how or where they are written.
  private mutating func hideStreamedLabels() {
    for (side, path) in [(SeriesSpec.AxisSide.left, \CartesianSpec.y), (.right, \.right)] {
      let (axis, own) = (self[keyPath: path], series.filter { $0.axis == side })
      guard !own.isEmpty, own.allSatisfy({ stack(of: $0) != nil }), axis.style.labels.visibility == nil,
        axis.style.labels.format == nil, axis.format == nil, axis.ticks == nil, axis.step == nil,
        axis.style.maxLabels == nil
      else { continue }
      self[keyPath: path].style.labels.isVisible = false
    }
  }
}

extension CartesianSpec {
  /// What is drawn of a spec that has other points, where this is what was drawn: all but those is within its bounds already,
  /// which takes longer to see than a few points to add.
  fileprivate func grown(to spec: CartesianSpec) -> CartesianSpec {
    var drawable = self
    drawable.x.labels = spec.x.labels
    drawable.x.values = spec.x.values
    drawable.x.scale = spec.x.scale
    for (index, series) in spec.series.enumerated() {
      drawable.series[index].values = series.values
      drawable.series[index].positions = series.positions
      // Only the first ones are ever gone.
      let lost = drawable.series[index].markers.count - series.markers.count
      if lost > 0 { drawable.series[index].markers.removeFirst(lost) }
      let channels = series.kind.style.channels
      guard !channels.isEmpty else { continue }
      for channel in channels { drawable.series[index].fill(channel: channel.name, with: channel.values) }
      // Names get their numbers anew.
      drawable.series[index].kind = drawable.series[index].kind.markStyle.drawable.kind
    }
    return drawable
  }
}

// MARK: - The chart as a kind

extension CartesianChart: PlottedKind {
  func grown(to spec: ChartSpec, dropping dropped: [Int]) -> (any ChartKind)? {
    guard let new = spec.content as? CartesianSpec, new.series.count == self.spec.series.count, !hasNames,
      // One more number may be none, and none of them a year then.
      new.calendarNotation == nil, !new.hasCalendarValues,
      // The first moments say what values are.
      (new.y.scale == .time) == (self.spec.y.scale == .time),
      (new.right.scale == .time) == (self.spec.right.scale == .time),
      // What is drawn of those is made out of all values.
      !new.series.contains(where: { $0.kind.style.summarizes }),
      !self.spec.series.contains(where: { ($0.kind.style as? LineStyleSpec)?.isBandAlone == true })
    else { return nil }
    let drawable = self.spec.grown(to: new)
    return data.grown(to: drawable, dropping: dropped).map { CartesianChart(drawable, $0, design: design) }
  }

  /// All entries at one position are looked at, of which the nearest in height counts.
  var isCrowded: Bool { data.series.contains { $0.points.positions.isCrowded } }

  /// Whether names or cells are made of its data, all of which have to be looked at anew where there are more.
  private var hasNames: Bool {
    spec.y.scale == .category || spec.right.scale == .category
      || spec.series.contains { $0.slots != nil || $0.kind.markStyle.makesCells }
  }

  func growsInPlace(by count: Int, from position: Double?) -> Bool {
    // A logarithm has to be taken of each value, and not all have one.
    !hasNames && data.growsInPlace(by: count, from: position) && spec.y.scale != .log && spec.right.scale != .log
      // Where lines are stacked all sums are made anew.
      && !spec.series.contains { spec.stack(of: $0) != nil }
  }

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    plotLayout(view, phase: phase, canvas: canvas)
  }

  func plotLayout(
    _ view: ChartState.View, phase: Double? = nil, canvas: Canvas, reusing other: CartesianLayout? = nil
  ) -> CartesianLayout {
    let phase = phase.flatMap { $0.isFinite ? $0 : 1 } ?? self.phase(of: view)
    return CartesianLayout(
      omittingLabels(of: canvas.omitted), view: view, phase: phase, canvas: withBands(canvas), reusing: other)
  }

  /// A canvas, with the chart's bands on it.
  func withBands(_ canvas: Canvas) -> Canvas {
    canvas.covered(by: spec.bands.map { $0.color ?? canvas.surface.band })
  }

  /// The phase of the draw-in that a state has, after easing.
  func phase(of view: ChartState.View) -> Double {
    let phase = spec.common.animation.easing.curve(view.progress)
    return phase.isFinite ? phase : 1
  }

  /// Whether a path names an entry that can be seen and picked: series and index in the spec.
  func isSelectable(_ path: [Int], hidden: [Int]) -> Bool {
    guard path.count == 2, !hidden.contains(path[0]), let series = data.series(path[0]), series.spec.isHighlightable,
      let point = series.point(ofSpecIndex: path[1])
    else { return false }
    return !series.points.values[point].isNaN && series.isTaken(point)
  }

  var positions: PlotPositions { PlotPositions(data) }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    guard let x = request.x else {
      if request.y != nil { throw InvalidValue("is required where `y` is given", at: .key("x")) }
      return try spec.path(of: request.address).map(MarkChoice.mark) ?? .none
    }
    guard request.address.index == .missing, request.address.path == nil else {
      throw InvalidValue("give either `x` or `index`", at: .key("x"))
    }
    if let series = request.address.series { try spec.check(series: series) }
    try positions.check(x, at: .key("x"))
    let y = try request.y.map { y throws(InvalidValue) in try value(at: y, ofSeries: request.address.series) }
    return path(near: PlotPlace(x: x, y: y, series: request.address.series), view: view)
      .map(MarkChoice.mark) ?? .nothingThere
  }

  /// A place on the axis that measures a series, or all of them.
  private func value(at place: PositionSpec, ofSeries index: Int?) throws(InvalidValue) -> Double {
    let side = index.flatMap { spec.series.indices.contains($0) ? spec.series[$0].axis : nil } ?? brushedSide
    // Also one that has no place, such as 0 among logarithms, is near to some values.
    if case .number(let number) = place, axisSpec(side).scale != .time { return number }
    guard let coordinate = coordinate(of: place, on: side == .left ? .left : .right) else {
      let expected = axisSpec(side).scale == .time ? "a moment such as 2026-08-21" : "a number"
      throw InvalidValue("expected \(expected)", at: .key("y"), kind: .mismatch)
    }
    return spec.valueTransform(side).value(of: coordinate)
  }

  func path(near place: PlotPlace, view: ChartState.View) -> [Int]? {
    guard let coordinate = data.coordinate(of: place.x) else { return nil }
    var nearest: (path: [Int], x: Double, y: Double)?
    for series in data.series where place.series == nil || place.series == series.index {
      guard !view.hidden.contains(series.index), series.spec.isHighlightable else { continue }
      let positions = series.points.positions
      for index in series.points.pointsBeside(coordinate, in: 0..<series.points.count) {
        let value = series.value(at: index)
        guard !value.isNaN else { continue }
        let distance = (x: abs(positions[index] - coordinate), y: place.y.map { abs(value - $0) } ?? 0)
        if distance < nearest.map({ ($0.x, $0.y) }) ?? (.infinity, .infinity) {
          nearest = ([series.index, series.specIndex(of: index)], distance.x, distance.y)
        }
      }
    }
    return nearest?.path
  }
}

extension Viewport {
  /// Whether all its numbers are such as interactions give it.
  var isPossible: Bool {
    zoomX.isFinite && zoomX >= 1 && zoomY.isFinite && zoomY >= 1 && startX.isFinite && startY.isFinite
  }
}
