import ChartEngine
import ChartModel
import TestSupport

/// Axes, what is drawn along them, and what of a plot is seen.
extension PlotFuzz {
  mutating func position() -> PositionSpec {
    chance(70) ? .number(number()) : .text(pick(["2026-03-08", "+999999-12-31T24:00", "2026-02-30", text(), text()]))
  }

  mutating func positions(_ count: Int, _ axis: inout PositionAxisSpec) {
    style(&axis.style)
    switch below(4) {
    case 0: axis.labels = (0..<min(count, 60)).map { _ in text() }
    case 1: axis.values = .numbers(values(count))
    case 2: axis.values = .values((0..<min(count, 60)).map { _ in pick([.text(text()), .missing, .number(number())]) })
    default: break
    }
    axis.scale = maybe(30) { $0.pick(PositionAxisSpec.Scale.allCases) }
    axis.position = pick(PositionAxisSpec.Side.allCases)
    axis.placement = maybe(40) { $0.pick(PositionAxisSpec.Placement.allCases) }
    axis.spacing = maybe(20) { $0.number(80) }
    axis.spaceMin = maybe(20) { $0.number(2) }
    axis.spaceMax = maybe(20) { $0.number(2) }
    axis.min = maybe(15) { $0.position() }
    axis.max = maybe(15) { $0.position() }
    axis.ticks = maybe(15) { fuzz in (0..<fuzz.below(9)).map { _ in fuzz.position() } }
  }

  mutating func values(_ axis: inout ValueAxisSpec) {
    style(&axis.style)
    axis.scale = pick([.log, .linear, .linear, .category, .time])
    if chance(15) { axis.labels = (0..<below(30)).map { _ in text() } }
    axis.start = maybe(25) { $0.position() }
    axis.end = maybe(25) { $0.position() }
    axis.headroom = number(10)
    axis.isNice = chance(60)
    axis.isReversed = chance(20)
    axis.includesZero = pick([nil, true, false])
    axis.ticks = maybe(15) { fuzz in fuzz.values(9) }
    axis.step = maybe(15) { $0.number(10) }
    axis.position = pick([nil, .left, .right])
  }

  mutating func style(_ style: inout AxisStyleSpec) {
    style.isVisible = chance(85)
    style.title = maybe(30) { $0.text() }
    style.tickLength = chance(70) ? 0 : number(10)
    style.grid = maybe(50) { $0.rule() }
    style.line = maybe(50) { $0.rule() }
    style.labels.fontSize = chance(60) ? .usual(12) : .given(number(30))
    style.labels.rotation = chance(70) ? 0 : number(90)
    style.labels.gap = maybe(20) { $0.number(20) }
    style.labels.format = maybe(20) { $0.text() }
    style.labels.alignment = pick(AxisLabelSpec.Alignment.allCases)
    style.maxLabels = maybe(20) { $0.below(12) }
    style.band = maybe(20) { $0.number(60) }
  }

  mutating func rule() -> RuleSpec {
    var rule = RuleSpec()
    rule.width = number(4)
    rule.dash = (0..<pick([0, 0, 2])).map { _ in number(9) }
    return rule
  }

  mutating func limit() -> LimitSpec {
    var limit = LimitSpec()
    limit.place = position()
    limit.rule = rule()
    limit.label = maybe(50) { $0.text() }
    limit.isAbove = chance(50)
    if chance(30) { limit.axis = .right }
    return limit
  }

  mutating func band() -> BandSpec {
    var band = BandSpec()
    band.axis = pick(BandSpec.Axis.allCases)
    band.from = maybe(70) { $0.position() }
    band.to = maybe(70) { $0.position() }
    band.label = maybe(50) { $0.text() }
    return band
  }

  mutating func annotation() -> AnnotationSpec {
    func place(_ fuzz: inout PlotFuzz) -> AnnotationSpec.Place {
      var place = AnnotationSpec.Place()
      place.x = fuzz.maybe(90) { $0.position() }
      place.y = fuzz.maybe(90) { $0.position() }
      return place
    }
    var annotation = AnnotationSpec()
    annotation.text = text()
    annotation.place = place(&self)
    annotation.end = maybe(30) { place(&$0) }
    annotation.axis = pick([.left, .right])
    annotation.offset = maybe(40) { [$0.number(), $0.number()] }
    annotation.leader = maybe(60) { $0.pick(AnnotationSpec.Leader.allCases) }
    annotation.color = maybe(30) { $0.color() }
    annotation.hasDot = chance(40)
    return annotation
  }

  mutating func viewport(_ viewport: inout ViewportSpec) {
    viewport.visibleCount = maybe(40) { $0.number(20) }
    viewport.start = pick([.start, .end, .position(position())])
    viewport.snaps = chance(30)
    viewport.zoom = pick(PlotDirections.allCases)
    viewport.hasOverview = chance(20)
    viewport.maxZoom = number(100)
    viewport.threshold = number(8)
    viewport.deceleration = number(1)
  }
}
