import ChartModel
import JSONModel

/// Where everything in a radar is.
struct RadarLayout: StillLayout {
  let spec: RadarSpec
  let view: ChartState.View
  let canvas: Canvas
  let phase: Double
  let frame: SpokeFrame
  /// Those that are seen, the largest first, as they are drawn.
  let outlines: [RadarOutline]
  let marks: [StillMark]
  let warnings: [String]

  var surroundings: Surroundings { frame.surroundings }
  var hitKind: Hit.Kind { .point }
  var name: String { "Radar chart" }

  /// How far from a line or a dot a tap is meant for it, in px.
  static let hitTolerance = 3.0

  init(spec: RadarSpec, view: ChartState.View, phase: Double, canvas: Canvas) {
    (self.spec, self.view, self.phase, self.canvas) = (spec, view, phase, canvas)
    let hidden = view.hiddenFlags(count: spec.series.count)
    let numbers = spec.numbers
    let seen = zip(numbers, hidden).filter { !$0.1 }.flatMap(\.0).filter { !$0.isNaN }
    let extent = seen.min().flatMap { least in seen.max().map { least...$0 } }
    let frame = SpokeFrame(
      spec, hidden: hidden, overhang: max(spec.dotRadius ?? 3.5, spec.lineWidth / 2) * 1.6, extent: extent,
      canvas: canvas)
    self.frame = frame

    let growth = spec.common.animation.kind == .grow ? max(phase, 0) : 1
    let format = NumberFormat(spec.common.format)
    var outlines: [RadarOutline] = []
    var marks: [StillMark] = []
    for (series, values) in numbers.enumerated() where !hidden[series] {
      let color = frame.colors[series]
      let corners = frame.angles.indices.map { spoke -> Point? in
        guard spoke < values.count, !values[spoke].isNaN else { return nil }
        return frame.center.moved(frame.scale.radius(of: values[spoke]) * growth, toward: frame.angles[spoke])
      }
      outlines.append(
        RadarOutline(
          series: series, center: frame.center, corners: corners, color: color,
          size: corners.reduce(0) { $0 + ($1.map { ($0 - frame.center).length } ?? 0) }))
      for (spoke, corner) in corners.enumerated() {
        guard let corner else { continue }
        marks.append(
          StillMark(
            path: [series, spoke], label: spec.label(ofSpoke: spoke), group: spec.series[series].name,
            value: values[spoke], valueText: format.value(values[spoke]), anchor: corner,
            direction: frame.angles[spoke], color: color, isSelected: view.selection == [series, spoke]))
      }
    }
    let order = outlines.indices.sorted { first, second in
      outlines[first].size != outlines[second].size
        ? outlines[first].size > outlines[second].size : first < second
    }
    self.outlines = order.map { outlines[$0] }
    self.marks = marks

    var warnings = frame.warnings(spec)
    if (1...2).contains(frame.angles.count), !spec.series.isEmpty {
      warnings.append("fewer than three spokes enclose no area")
    }
    let outside = seen.count { !frame.scale.domain.contains($0) }
    if outside > 0 {
      let bounds = [frame.scale.domain.lower, frame.scale.domain.upper].map(format.value)
      warnings.append(
        "\(outside.counted("value is", "values are")) not between \(bounds[0]) and \(bounds[1]): "
          + "\(outside == 1 ? "it is" : "they are") drawn there")
    }
    if marks.isEmpty, !warnings.contains(where: { $0.hasSuffix("nothing to show") }) {
      warnings.append("there are no values: nothing to show")
    }
    self.warnings = warnings
  }

  var summary: String { "\(outlines.count) series, \(frame.angles.count.counted("spoke", "spokes"))" }

  /// Of the dots, in px: without any, corners are as wide as their line.
  var dotRadius: Double { max(spec.dotRadius ?? fittingDotRadius, spec.lineWidth / 2) }

  /// So large that half-way to the rim the dots of neighbouring spokes are clear of each other.
  private var fittingDotRadius: Double {
    let distance = frame.rim.radius * .pi / Double(max(frame.angles.count, 1))
    return min(3.5, max(distance / (spec.series.count > 6 ? 5 : 3.5), 1))
  }

  /// How opaque areas are: many that lie on one another hide the lines less then.
  var fillOpacity: Double { spec.fillOpacity ?? 0.6 / Double(max(spec.series.count, 3)) }

  /// The selected dot is larger.
  func radius(of mark: StillMark) -> Double { dotRadius * (mark.isSelected ? 1.6 : 1) }

  /// So is the line of its series wider.
  func lineWidth(of outline: RadarOutline) -> Double {
    spec.lineWidth * (view.selection?.first == outline.series ? 1.5 : 1)
  }

  var drawIn: SpokeDrawIn {
    SpokeDrawIn(
      kind: spec.common.animation.kind, phase: phase, center: frame.center,
      reach: frame.rim.radius + 2 * dotRadius + spec.lineWidth + 2, start: spec.startAngle)
  }

  var hitAreas: [HitArea] {
    fillOpacity > 0
      ? outlines.flatMap { outline in
        outline.parts(angles: frame.angles).map { HitArea(path: [outline.series, $0.spoke], corners: $0.corners) }
      } : []
  }

  func drawnPath(at point: Point) -> [Int]? {
    guard drawIn.shows(point) else { return nil }
    // What is drawn last is above: the selected dot above all others, dots above all lines, these above all areas.
    if let mark = marks.first(where: \.isSelected), (mark.anchor - point).length <= radius(of: mark) {
      return mark.path
    }
    for outline in outlines.reversed() {
      if let spoke = outline.dot(at: point, within: dotRadius + RadarLayout.hitTolerance) {
        return [outline.series, spoke]
      }
    }
    for outline in outlines.reversed() {
      if let spoke = outline.side(at: point, within: max(lineWidth(of: outline) / 2, RadarLayout.hitTolerance)) {
        return [outline.series, spoke]
      }
    }
    guard fillOpacity > 0 else { return nil }
    for outline in outlines.reversed() {
      if let spoke = outline.inside(at: point, angles: frame.angles) { return [outline.series, spoke] }
    }
    return nil
  }
}
