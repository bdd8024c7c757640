import ChartModel
import JSONModel

/// Where everything in a gauge is. The first mark is the value; the bands follow.
struct GaugeLayout: StillLayout {
  let spec: GaugeSpec
  let view: ChartState.View
  let canvas: Canvas
  let phase: Double
  let surroundings: Surroundings
  let rim: RimFrame
  let scale: GaugeScale
  let marks: [StillMark]
  /// For each band what is drawn and hit.
  let bands: [Sector]
  /// The whole arc, of which the filled part or bands are seen.
  let track: Sector
  /// What shows the value; `nil` where there is none.
  let needle: GaugeNeedle?
  let arc: Sector?
  let text: GaugeText
  let warnings: [String]

  var hitKind: Hit.Kind { .point }
  var name: String { "Gauge" }
  var center: Point { rim.center }
  /// Of the numbers of the scale.
  var font: Font { canvas.typeface.font(usual: 11) }
  /// How far beside the needle a tap is meant for it, in px.
  static let hitTolerance = 3.0

  /// Which of the standard colours a band has: one after another no green follows on a red, since nobody told which end is good.
  private static func standard(_ band: Int) -> Int {
    let order = [0, 3, 1, 5, 4, 6, 2]
    return band / order.count * order.count + order[band % order.count]
  }

  /// Of the part of the arc that is not filled.
  static func trackColor(on surface: Surface) -> Color { surface.disabled.mixed(with: surface.color, share: 0.35) }

  /// That of the band that the value is in; a standard one also stands out from the rest of the arc.
  private static func arcColor(_ spec: GaugeSpec, in band: Int?, _ colors: [Color], on surface: Surface) -> Color {
    if let own = band.flatMap({ spec.bands[$0].color }) { return own }
    let standard = band.map { colors[$0] } ?? Palette.color(at: 0, in: spec.common.palette, on: surface)
    guard spec.common.palette.isEmpty else { return standard }
    return standard.standingOut(from: trackColor(on: surface), by: Palette.leastContrast)
  }

  init(spec: GaugeSpec, view: ChartState.View, phase: Double, canvas: Canvas) {
    (self.spec, self.view, self.phase, self.canvas) = (spec, view, phase, canvas)
    let colors = spec.bands.indices.map { index in
      spec.bands[index].color
        ?? Palette.color(
          at: spec.common.palette.isEmpty ? GaugeLayout.standard(index) : index, in: spec.common.palette,
          on: canvas.surface)
    }
    let key = zip(spec.bands, colors).filter { !$0.0.label.isEmpty }
      .map { LegendLayout.Item($0.label, color: $1) }
    surroundings = Surroundings(entries: [], key: key, isNamedElsewhere: true, spec: spec.common, canvas: canvas)
    let plot = surroundings.plot
    let place = GaugePlace(spec)
    let scale = GaugeScale(
      spec, length: min(plot.width / place.unit.width, plot.height / place.unit.height) * spec.sweep * .pi / 180)
    let rim = RimFrame(
      names: spec.hasLabels ? scale.ticks.map(\.label) : [], angles: scale.ticks.map { scale.angle(of: $0.value) },
      font: canvas.typeface.font(usual: 11), unit: place.unit, in: plot, ideal: canvas.bounds.center)
    (self.scale, self.rim) = (scale, rim)
    let (center, radius) = (rim.center, rim.radius)

    // With bands, an arc lies inside of them.
    let isArc = spec.pointer == .arc
    let bandInner = radius * (isArc ? 1 - 0.3 * spec.thickness : 1 - spec.thickness)
    let arcOuter = isArc && !spec.bands.isEmpty ? max(bandInner - 2, 0) : radius
    let inner = max(arcOuter - radius * spec.thickness, 0)
    func sector(_ inner: Double, _ outer: Double, from: Double, to: Double) -> Sector {
      Sector(center: center, inner: inner, outer: outer, start: from, sweep: to - from)
    }
    let format = NumberFormat(spec.common.format)
    var bands: [Sector] = []
    var bandMarks: [StillMark] = []
    var start = spec.min
    for (index, band) in spec.bands.enumerated() {
      let end = band.to ?? spec.max
      let (from, to) = (scale.angle(of: start), scale.angle(of: end))
      bands.append(sector(bandInner, radius, from: from, to: max(from, to)))
      bandMarks.append(
        StillMark(
          path: [index + 1], label: band.label.isEmpty ? "Band \(index + 1)" : band.label, value: end,
          valueText: "\(format.value(start)) – \(format.value(end))",
          anchor: center.moved(radius, toward: (from + to) / 2), direction: (from + to) / 2,
          color: colors[index],
          isSelected: view.selection == [index + 1]))
      start = end
    }
    self.bands = bands
    track = sector(
      isArc ? inner : bandInner, isArc ? arcOuter : radius, from: spec.startAngle, to: spec.startAngle + spec.sweep)

    let growth = spec.common.animation.kind == .sweep ? min(max(phase, 0), 1) : 1
    let valueText = spec.value.map(format.value) ?? "–"
    var value: [StillMark] = []
    if let number = spec.value {
      let angle = scale.start + scale.sweep * scale.share(of: number) * growth
      let band = spec.bands.firstIndex { number <= $0.to ?? spec.max }
      let color =
        spec.color ?? (isArc ? GaugeLayout.arcColor(spec, in: band, colors, on: canvas.surface) : canvas.surface.text)
      let length = max(bandInner - 4, 0)
      needle =
        isArc ? nil : GaugeNeedle(center: center, angle: angle, length: length, hubRadius: min(radius * 0.07, length))
      arc = isArc ? sector(inner, arcOuter, from: scale.start, to: angle) : nil
      value.append(
        StillMark(
          path: [0], label: spec.measure, value: number, fraction: scale.share(of: number), valueText: valueText,
          anchor: isArc
            ? center.moved((inner + arcOuter) / 2, toward: angle - min(0.5, (angle - scale.start) / 2))
            : center.moved(length, toward: angle),
          direction: angle, color: color, isSelected: view.selection == [0]))
    } else {
      (needle, arc) = (nil, nil)
    }
    marks = value + bandMarks

    let template = Template(spec.text)
    let percent = format.percent(
      units: Int(saturating: (scale.share(of: spec.value ?? spec.min) * Double(format.percentUnits)).rounded()))
    let written = template.text { placeholder in
      let (name, format) = format.named(by: placeholder)
      return switch name {
      case "value": spec.value.map(format.value) ?? "–"
      case "measure": spec.measure
      case "percent": spec.value == nil ? "–" : percent
      case "min": format.value(spec.min)
      case "max": format.value(spec.max)
      default: nil
      }
    }
    text = GaugeText(
      value: written, measure: template.uses("measure") ? "" : spec.measure,
      middle: place.text(center, radius, besides: needle?.angle),
      width: 2 * place.halfSize.width * radius, height: 2 * place.halfSize.height * radius,
      size: min(max(radius * 0.24, 11), 44), on: canvas)

    var warnings = surroundings.warnings + rim.warnings("numbers of the scale")
    if let number = spec.value {
      let bound = number > spec.max ? "above \(format.value(spec.max))" : "below \(format.value(spec.min))"
      if number > spec.max || number < spec.min {
        warnings.append("the value \(valueText) is \(bound): the \(spec.pointer.rawValue) ends there")
      }
    } else {
      warnings.append("there is no value: nothing to point at")
    }
    if text.isIncomplete {
      warnings.append("the text in the middle was left out or shortened: there is no room for it")
    }
    if spec.common.legend.isDemanded, key.isEmpty {
      warnings.append("a gauge's legend names its bands: there are none with a label")
    }
    self.warnings = warnings
  }

  var summary: String {
    let format = NumberFormat(spec.common.format)
    return "from \(format.value(spec.min)) to \(format.value(spec.max))"
  }

  func drawnPath(at point: Point) -> [Int]? {
    if let needle, needle.contains(point, tolerance: GaugeLayout.hitTolerance) { return [0] }
    if let arc, arc.sweep > 0, arc.contains(point) { return [0] }
    return bands.firstIndex { $0.sweep > 0 && $0.contains(point) }.map { [$0 + 1] }
  }
}
