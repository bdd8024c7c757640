import ChartModel

extension LineMark {
  /// How much of the line is there while its stroke is drawn: for each piece its beginning, all of them as long as the
  /// phase's share of the whole (L10 a).
  func drawn(_ subpaths: [Subpath], phase: Double) -> [Subpath] {
    let whole = subpaths.reduce(0) { $0 + $1.length }
    return subpaths.compactMap { $0.prefix(length: whole * phase) ?? ($0.isDot && phase > 0 ? $0 : nil) }
  }

  /// The line itself, in its colours.
  func strokes(_ subpaths: [Subpath]) -> [Node] {
    guard style.width > 0, !subpaths.isEmpty else { return [] }
    return paints(subpaths).flatMap { paint, subpaths in
      nodes(subpaths, paint)
    }
  }

  private func stroke(_ paint: Paint) -> Style {
    Style(stroke: paint, strokeWidth: style.width, strokeDash: style.dash, lineCap: cap, lineJoin: join)
  }

  /// The line from point to point, straight and in one colour, as most lines of many points are; `nil` for others. It is what
  /// ``strokes(_:)`` makes of the line's pieces, without these.
  func straightStroke(_ runs: PointRuns) -> [Node]? {
    guard curve == .linear, style.thresholds.isEmpty, cap != .butt, !isCut else { return nil }
    guard style.width > 0, !runs.isEmpty else { return [] }
    let lone = isDense ? [] : runs.filter { $0.count == 1 }.compactMap(\.first)
    return [Node(.path(Path(straightThrough: runs)), style: stroke(paint))] + lone.map { lonePoint($0, paint) }
  }

  /// A point between gaps, which no line leads to or from, is large enough to be seen (L13).
  private func lonePoint(_ place: Point, _ paint: Paint) -> Node {
    Node(.circle(center: place, radius: loneRadius), style: Style(fill: paint))
  }

  private func nodes(_ subpaths: [Subpath], _ paint: Paint) -> [Node] {
    var nodes = [Node(.path(Path(subpaths)), style: stroke(paint))]
    // Among very many a stroke of no length has to do, which shows with round and square caps alone.
    if !isDense || cap == .butt { nodes += subpaths.filter(\.isDot).map { lonePoint($0.start, paint) } }
    return nodes
  }

  /// The pieces of the line with what each is painted with: one colour, one gradient along the plot's width (L2), or
  /// colours by value (L8).
  private func paints(_ subpaths: [Subpath]) -> [(Paint, [Subpath])] {
    guard let split = thresholds else {
      return [(paint, subpaths)]
    }
    var parts: [Int: [Subpath]] = [:]
    for part in subpaths.flatMap(split.parts) { parts[part.color, default: []].append(part.path) }
    return parts.sorted { $0.key < $1.key }.map { (.color(style.thresholds[$0.key].color), $0.value) }
  }

  /// The colours by value, if there are any.
  var thresholds: ThresholdSplit? {
    guard !style.thresholds.isEmpty else { return nil }
    return ThresholdSplit(
      style.thresholds.enumerated().map { index, threshold in
        // Below what has no logarithm there is nothing.
        let coordinate = axis.transform.coordinate(of: threshold.below)
        return ThresholdSplit.Threshold(y: coordinate.isNaN ? -.greatestFiniteMagnitude : coordinate, color: index)
      }, y: axis.map)
  }

  /// What the line is painted with, unless values have colours of their own.
  var paint: Paint {
    guard !style.gradient.isEmpty else { return .color(color) }
    let plot = stage.plot
    return .gradient(
      LinearGradient(
        from: Point(x: plot.minX, y: 0), to: Point(x: plot.maxX, y: 0), stops: style.gradient.stops))
  }

  /// The colour of the line at a place.
  func color(at place: Point) -> Color {
    if let color = thresholds?.color(at: place.y) { return style.thresholds[color].color }
    guard !style.gradient.isEmpty, stage.plot.width > 0 else { return color }
    return style.gradient.stops.color(at: (place.x - stage.plot.minX) / stage.plot.width)
  }

  // MARK: - What is below the line

  /// The area below each piece (L7).
  func areas(_ runs: PointRuns) -> [Node] {
    guard let area else { return [] }
    let baseline =
      area.baseline.flatMap { value in axis.y(of: value) } ?? axis.baseline
    let outlines: [Subpath]
    if let below = baseReduction?.runs() {
      // Gaps are the same in both.
      outlines = zip(curve.subpaths(runs), curve.subpaths(below)).compactMap { AreaPath.outline($0, above: $1) }
    } else {
      outlines = AreaPath.outlines(runs, curve: curve, baseline: baseline)
    }
    guard !outlines.isEmpty else { return [] }
    return outlines.map { outline in
      Node(.path(Path(outline)), style: fill(area, runs, baseline: baseline))
    }
  }

  private func fill(_ area: AreaSpec, _ runs: PointRuns, baseline: Double) -> Style {
    if !area.gradient.isEmpty {
      // From top to bottom, whichever of the two is the line.
      let top = axis.isReversed ? baseline : runs.points.reduce(baseline) { min($0, $1.y) }
      let foot = axis.isReversed ? runs.points.reduce(baseline) { max($0, $1.y) } : baseline
      return Style(
        fill: .gradient(
          LinearGradient(
            from: Point(x: 0, y: top), to: Point(x: 0, y: max(foot, top + 1)), stops: area.gradient.stops)),
        opacity: area.opacity)
    }
    if let color = area.color { return Style(fill: color, opacity: area.opacity) }
    return Style(fill: paint, opacity: area.opacity)
  }

  private var cap: Style.LineCap {
    switch style.cap {
    case .round: .round
    case .butt: .butt
    case .square: .square
    }
  }

  private var join: Style.LineJoin {
    switch style.join {
    case .round: .round
    case .miter: .miter
    case .bevel: .bevel
    }
  }
}
