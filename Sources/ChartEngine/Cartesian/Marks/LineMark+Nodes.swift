import ChartModel

extension LineMark {
  /// How much of the line is there while its stroke is drawn: for each piece its beginning, all of them as long as the
  /// phase's share of the whole (L10 a).
  func drawn(_ subpaths: [Subpath], phase: Double) -> [Subpath] {
    let whole = subpaths.reduce(0) { $0 + $1.length }
    return subpaths.compactMap { $0.prefix(length: whole * phase) ?? ($0.isDot && phase > 0 ? $0 : nil) }
  }

  /// The line itself, in its colours.
  func strokes(_ subpaths: [Subpath], _ layout: CartesianLayout) -> [Node] {
    guard style.width > 0, !subpaths.isEmpty else { return [] }
    return paints(subpaths, layout).flatMap { paint, subpaths in
      nodes(subpaths, paint)
    }
  }

  private func nodes(_ subpaths: [Subpath], _ paint: Paint) -> [Node] {
    let stroke = Style(
      stroke: paint, strokeWidth: style.width, strokeDash: style.dash, lineCap: cap, lineJoin: join)
    var nodes = [Node(.path(Path(subpaths)), style: stroke)]
    // A stroke of no length shows with round and square caps alone (L13).
    if cap == .butt {
      nodes += subpaths.filter(\.isDot).map {
        Node(.circle(center: $0.start, radius: style.width / 2), style: Style(fill: paint))
      }
    }
    return nodes
  }

  /// The pieces of the line with what each is painted with: one colour, one gradient along the plot's width (L2), or
  /// colours by value (L8).
  private func paints(_ subpaths: [Subpath], _ layout: CartesianLayout) -> [(Paint, [Subpath])] {
    guard let split = thresholds else {
      return [(paint(layout), subpaths)]
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
  func paint(_ layout: CartesianLayout) -> Paint {
    guard !style.gradient.isEmpty else { return .color(series.color) }
    let plot = layout.plot
    return .gradient(
      LinearGradient(
        from: Point(x: plot.minX, y: 0), to: Point(x: plot.maxX, y: 0), stops: style.gradient.stops))
  }

  /// The colour of the line at a place.
  func color(at place: Point, _ layout: CartesianLayout) -> Color {
    if let color = thresholds?.color(at: place.y) { return style.thresholds[color].color }
    guard !style.gradient.isEmpty, layout.plot.width > 0 else { return series.color }
    return style.gradient.stops.color(at: (place.x - layout.plot.minX) / layout.plot.width)
  }

  // MARK: - What is below the line

  /// The area below each piece (L7).
  func areas(_ layout: CartesianLayout) -> [Node] {
    guard let area = style.area else { return [] }
    let baseline =
      area.baseline.flatMap { value in axis.y(of: value) } ?? axis.baseline
    let outlines = AreaPath.outlines(runs, curve: curve, baseline: baseline)
    guard !outlines.isEmpty else { return [] }
    return outlines.map { outline in
      Node(.path(Path(outline)), style: fill(area, outline, baseline: baseline, layout))
    }
  }

  private func fill(_ area: AreaSpec, _ outline: Subpath, baseline: Double, _ layout: CartesianLayout) -> Style {
    if !area.gradient.isEmpty {
      let top = runs.points.reduce(baseline) { min($0, $1.y) }
      return Style(
        fill: .gradient(
          LinearGradient(
            from: Point(x: 0, y: top), to: Point(x: 0, y: max(baseline, top + 1)), stops: area.gradient.stops)),
        opacity: area.opacity)
    }
    if let color = area.color { return Style(fill: color, opacity: area.opacity) }
    return Style(fill: paint(layout), opacity: area.opacity)
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

extension [GradientStopSpec] {
  /// The stops with their places: those without one lie evenly between their neighbours.
  var stops: [LinearGradient.Stop] {
    var offsets = map(\.offset)
    guard let last = indices.last else { return [] }
    offsets[0] = offsets[0] ?? 0
    offsets[last] = offsets[last] ?? (count > 1 ? 1 : 0)
    var known = 0
    for index in indices.dropFirst() {
      guard let offset = offsets[index], let start = offsets[known] else { continue }
      for between in known + 1..<Swift.max(index, known + 1) {
        offsets[between] = start + (offset - start) * Double(between - known) / Double(index - known)
      }
      known = index
    }
    // Never falling, as SVG has it.
    var highest = 0.0
    return zip(offsets, self).map { offset, stop in
      highest = Swift.max(highest, offset ?? highest)
      return LinearGradient.Stop(highest, stop.color)
    }
  }
}

extension [LinearGradient.Stop] {
  /// The colour at a share of the way.
  func color(at offset: Double) -> Color {
    guard let first, let last else { return .black }
    guard offset > first.offset else { return first.color }
    for (before, after) in zip(self, dropFirst()) where offset < after.offset {
      return before.color.mixed(with: after.color, share: (offset - before.offset) / (after.offset - before.offset))
    }
    return last.color
  }
}
