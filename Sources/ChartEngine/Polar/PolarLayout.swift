import ChartModel
import JSONModel

/// Where everything in a chart of polar bars is.
struct PolarLayout: StillLayout {
  let spec: PolarSpec
  let view: ChartState.View
  let canvas: Canvas
  let phase: Double
  let frame: SpokeFrame
  let marks: [StillMark]
  /// For each mark what is drawn and hit.
  let sectors: [Sector]
  let warnings: [String]

  var surroundings: Surroundings { frame.surroundings }
  var hitKind: Hit.Kind { .bar }
  var name: String { "Polar bar chart" }

  init(spec: PolarSpec, view: ChartState.View, phase: Double, canvas: Canvas) {
    (self.spec, self.view, self.phase, self.canvas) = (spec, view, phase, canvas)
    let hidden = view.hiddenFlags(count: spec.series.count)
    let numbers = spec.numbers
    let stacks = PolarStacks(numbers, hidden: hidden, count: spec.spokeCount)
    let frame = SpokeFrame(
      spec, hidden: hidden, hole: spec.hole, isOfAreas: spec.scale == .sqrt, extent: 0...max(stacks.greatest, 0),
      canvas: canvas)
    self.frame = frame

    let growth = spec.common.animation.kind == .grow ? max(phase, 0) : 1
    let format = NumberFormat(spec.common.format)
    let sweep = 360 / Double(max(frame.angles.count, 1))
    var marks: [StillMark] = []
    var sectors: [Sector] = []
    for part in stacks.parts {
      let (inner, outer) = (frame.scale.radius(of: part.from), frame.scale.radius(of: part.to))
      let angle = frame.angles[part.spoke]
      let path = [part.series, part.spoke]
      sectors.append(
        Sector(
          center: frame.center, inner: inner * growth, outer: outer * growth, start: angle - sweep / 2, sweep: sweep,
          gap: spec.gap, cornerRadius: 0))
      marks.append(
        StillMark(
          path: path, label: spec.label(ofSpoke: part.spoke), group: spec.series[part.series].name,
          value: part.value, valueText: format.value(part.value),
          anchor: frame.center.moved(outer * growth, toward: angle), direction: angle,
          color: frame.colors[part.series], isSelected: view.selection == path))
    }
    (self.marks, self.sectors) = (marks, sectors)

    var warnings = frame.warnings(spec)
    if stacks.negativeCount > 0 {
      warnings.append(
        "\(stacks.negativeCount.counted("value below 0 was", "values below 0 were")) left out: sectors have no length less than none"
      )
    }
    let outside = stacks.parts.count { $0.to > frame.scale.domain.upper }
    if outside > 0 {
      warnings.append(
        "\(outside.counted("bar reaches", "bars reach")) beyond \(format.value(frame.scale.domain.upper)): "
          + "\(outside == 1 ? "it is" : "they are") cut there")
    }
    if marks.isEmpty, warnings.isEmpty { warnings.append("there are no values above 0: nothing to show") }
    self.warnings = warnings
  }

  var summary: String {
    let count = frame.hidden.count { !$0 }
    return "\(count) series, \(frame.angles.count.counted("sector", "sectors"))"
  }

  func drawnPath(at point: Point) -> [Int]? {
    guard drawIn.shows(point) else { return nil }
    return zip(marks, sectors).first { $0.1.isDrawn && $0.1.contains(point) }?.0.path
  }

  var drawIn: SpokeDrawIn {
    SpokeDrawIn(
      kind: spec.common.animation.kind, phase: phase, center: frame.center, reach: frame.rim.radius + 3, start: start)
  }

  /// Where the first sector begins, in degrees.
  var start: Double { spec.startAngle - 180 / Double(max(frame.angles.count, 1)) }
}

extension Sector {
  /// Whether there is anything of it to be seen.
  var isDrawn: Bool { outer > inner && sweep > 0 }
}
