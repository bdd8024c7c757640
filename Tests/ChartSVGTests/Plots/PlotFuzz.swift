import ChartEngine
import ChartModel
import TestSupport

/// Random plots with everything that is wrong in them, as a program makes them: there, numbers may be none.
struct PlotFuzz: Fuzzing {
  var random: SplitMix64

  init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

  /// Mostly what authors write, sometimes what nobody would.
  mutating func number(_ scale: Double = 100) -> Double {
    chance(85)
      ? share() * scale
      : pick([
        0, -0.0, -1, .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, -1e-300, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e14, -share() * scale,
      ])
  }

  mutating func text() -> String {
    pick([
      "", "Steps", "<script>alert(1)</script>", "a & b \"c\" 'd' ]]>", "日本語", "\u{0}\u{1}\u{8}\u{B}\u{1F}",
      "\u{FFFE}\u{FFFF}", "two\nlines\t\r", "{value}{x}{series}{label}", "MM-dd", "HH:mm",
      String(repeating: "long label ", count: 910), "👩‍👩‍👧‍👦", "--><!--", "url(#x)\"/><image href='y'/>",
    ])
  }

  mutating func color() -> Color { Color(red: UInt8(below(256)), green: 0, blue: 9, alpha: UInt8(below(256))) }
  mutating func maybe<Value>(_ percent: Int, _ value: (inout PlotFuzz) -> Value) -> Value? {
    chance(percent) ? value(&self) : nil
  }

  mutating func values(_ count: Int) -> [Double] {
    switch below(5) {
    case 0: return Array(repeating: number(), count: count)
    case 1: return Array(repeating: 0, count: count)
    default: return (0..<count).map { _ in number() }
    }
  }

  mutating func interval() -> ClosedRange<Double>? {
    let ends = (number(20), number(20))
    return ends.0.isNaN || ends.1.isNaN || chance(30) ? nil : min(ends.0, ends.1)...max(ends.0, ends.1)
  }

  mutating func point() -> Point {
    chance(6) ? Point(x: number(1e5), y: number(1e5)) : Point(x: share() * 700 - 30, y: share() * 420 - 30)
  }
}

// MARK: - Specs

extension PlotFuzz {
  mutating func spec() -> CartesianSpec {
    let count = pick([0, 1, 1, 2, 3, 9, 60, 3000])
    var spec = CartesianSpec(
      kind: pick(CartesianSpec.Kind.allCases), series: (0..<pick([0, 1, 1, 2, 5])).map { _ in series(count) })
    spec.common.title = maybe(30) { $0.text() }
    spec.common.description = maybe(20) { $0.text() }
    spec.common.size = maybe(60) { fuzz in Size(width: fuzz.number(900), height: fuzz.number(500)) }
    spec.common.theme = pick([nil, .light, .dark])
    if chance(25) { spec.orientation = .horizontal }
    spec.stacking = pick([nil, nil, .sum, .percent, .stream])
    for index in spec.series.indices where chance(20) {
      let count = spec.series[index].values.count
      var error = ErrorSpec()
      error.style = pick([nil, .bars, .band])
      (error.width, error.cap) = (number(9), number(20))
      (error.low, error.plus) = (NumberChannelSpec(.numbers(values(count))), NumberChannelSpec(.numbers(values(count))))
      let base = chance(30) ? NumberChannelSpec(.numbers(values(count))) : nil
      switch spec.series[index].kind {
      case .bar(var style):
        (style.error, style.base) = (error, base)
        spec.series[index].kind = .bar(style)
      case .line(var style):
        style.error = error
        spec.series[index].kind = .line(style)
      case .scatter(var style):
        style.error = error
        spec.series[index].kind = .scatter(style)
      case .candlestick(var style):
        (style.low, style.high, style.open) = (error.low, error.plus, base)
        spec.series[index].kind = .candlestick(style)
      case .histogram, .box, .heatmap, .waterfall, .bullet: break
      }
    }
    spec.common.background = maybe(20) { $0.color() }
    if chance(40) { spec.common.legend.position = pick(LegendSpec.Position.allCases) }
    spec.common.animation.kind = pick([.none, .wipe, .stroke, .grow, .count])
    spec.common.animation.stagger = number(1)
    spec.common.animation.duration = number(3)
    spec.common.animation.easing = pick(Easing.allCases)
    spec.common.format.decimals = maybe(20) { $0.below(16) }
    positions(count, &spec.x)
    values(&spec.y)
    values(&spec.right)
    spec.drawOrder = (0..<below(4)).map { _ in pick(SeriesSpec.Layer.allCases) }
    spec.bars.width = number(1)
    spec.bars.gap = number(1)
    spec.limits = (0..<below(3)).map { _ in limit() }
    spec.bands = (0..<below(3)).map { _ in band() }
    if chance(30) { spec.annotations = (0..<below(4)).map { _ in annotation() } }
    spec.padding = maybe(30) { fuzz in
      var padding = PaddingSpec(fuzz.number(30))
      padding.minimum = fuzz.number(60)
      return padding
    }
    viewport(&spec.viewport)
    spec.select.brush = pick(PlotDirections.allCases)
    spec.select.x = maybe(15) { fuzz in (0..<fuzz.below(4)).map { _ in fuzz.position() } }
    spec.select.y = maybe(15) { fuzz in [fuzz.position(), fuzz.position()] }
    spec.select.colors = maybe(15) { fuzz in (0..<fuzz.below(4)).map { _ in fuzz.number(100) } }
    spec.highlight.distance = number(500)
    spec.marker.runs = [MarkerRunSpec(text()), MarkerRunSpec(text())]
    spec.marker.runs[1].size = maybe(50) { $0.number(30) }
    spec.marker.cornerRadius = number(20)
    spec.popups.isEnabled = chance(25)
    spec.popups.text = text()
    spec.popups.width = number(200)
    return spec
  }

  private mutating func bullet(_ count: Int) -> BulletStyleSpec {
    var style = BulletStyleSpec()
    if chance(50) { style.target.same = number() }
    if chance(30) { style.target.each = NumberChannelSpec(.numbers(values(below(count + 3)))) }
    if chance(40) { style.ranges.ends = values(below(6)) }
    if chance(30) { style.ranges.lists = (0..<below(count + 2)).map { _ in values(below(4)) } }
    if chance(20) { style.ranges.columns = (0..<below(4)).map { _ in NumberChannelSpec(.numbers(values(count))) } }
    style.rangeNames = (0..<below(4)).map { _ in text() }
    style.scales = pick(BulletStyleSpec.Scales.allCases)
    style.labels.position = pick(BarLabelSpec.Position.allCases)
    style.highlighted.color = maybe(30) { $0.color() }
    return style
  }

  private mutating func waterfall(_ count: Int) -> WaterfallStyleSpec {
    var style = WaterfallStyleSpec()
    style.totals = WaterfallTotalsSpec(
      (0..<below(4)).map { _ in chance(70) ? .number(Double(below(count + 3))) : .text(text()) })
    if chance(10) { style.totals.values = .numbers(values(count)) }
    style.connectors = maybe(70) { fuzz in
      var rule = RuleSpec()
      rule.width = fuzz.number(9)
      return rule
    }
    style.labels.position = pick(BarLabelSpec.Position.allCases)
    style.labels.fontSize = .given(4 + number(30))
    (style.rising, style.total) = (maybe(20) { $0.color() }, maybe(20) { $0.color() })
    style.opacity = number(1)
    return style
  }

  private mutating func series(_ count: Int) -> SeriesSpec {
    var series = SeriesSpec(
      pick([
        .line(line()), .bar(bar()), .scatter(scatter(count)), .candlestick(CandlestickStyleSpec()),
        .histogram(histogram(count)), .box(box()),
        .heatmap(heatmap(count)), .waterfall(waterfall(count)), .bullet(bullet(count)),
      ]))
    series.name = text()
    series.color = maybe(30) { $0.color() }
    series.values = .numbers(values(chance(80) ? count : below(20)))
    if chance(8) {
      series.values = .values((0..<min(count, 60)).map { _ in pick([.text(text()), .missing, .number(number())]) })
    }
    series.positions = maybe(20) { fuzz in .numbers(fuzz.values(count)) }
    if chance(30) { series.axis = .right }
    series.isHighlightable = chance(90)
    return series
  }

  private mutating func histogram(_ count: Int) -> HistogramStyleSpec {
    var style = HistogramStyleSpec()
    style.measure = pick(HistogramStyleSpec.Measure.allCases)
    style.isCumulative = chance(20)
    style.weights = maybe(20) { fuzz in NumberChannelSpec(.numbers(fuzz.values(count))) }
    style.density = maybe(30) { _ in DensityCurveSpec() }
    style.density?.bandwidth = maybe(30) { $0.number() }
    style.bin.count = maybe(20) { $0.below(10_000) }
    style.bin.width = maybe(20) { $0.number() }
    style.bin.unit = maybe(20) { $0.pick(CalendarUnit.allCases) }
    style.gap = number(20)
    return style
  }

  private mutating func box() -> BoxStyleSpec {
    var style = BoxStyleSpec()
    style.points = pick(BoxStyleSpec.Points.allCases)
    style.whiskers = pick([.range, .boxHeights(number()), .percentiles(number(100), number(100))])
    style.showsMean = chance(30)
    style.radius = maybe(30) { $0.number(50) }
    return style
  }

  private mutating func line() -> LineStyleSpec {
    var style = LineStyleSpec()
    style.width = number(10)
    style.opacity = number(1)
    style.dash = (0..<pick([0, 0, 3])).map { _ in number(20) }
    style.cap = pick(LineStyleSpec.Cap.allCases)
    style.join = pick(LineStyleSpec.Join.allCases)
    style.curve = pick(LineStyleSpec.Curve.allCases)
    style.smooth = number(1)
    style.gradient = stops()
    style.thresholds = (0..<pick([0, 0, 1, 4])).map { _ in ThresholdSpec(below: number(), color: color()) }
    style.dots.place = pick(DotSpec.Place.allCases)
    style.dots.style = pick(DotSpec.Style.allCases)
    style.dots.radius = maybe(50) { $0.number(10) }
    style.dots.border = maybe(30) { $0.color() }
    style.dots.borderWidth = number(4)
    style.area = maybe(40) { fuzz in
      var area = AreaSpec()
      area.opacity = fuzz.number(1)
      area.gradient = fuzz.stops()
      area.baseline = fuzz.maybe(40) { $0.number() }
      return area
    }
    style.endBubble = maybe(30) { fuzz in
      var bubble = EndBubbleSpec()
      bubble.text = fuzz.text()
      bubble.size = fuzz.number(60)
      bubble.fontSize = .given(fuzz.number(20))
      return bubble
    }
    return style
  }

  private mutating func bar() -> BarStyleSpec {
    var style = BarStyleSpec()
    style.colors = (0..<pick([0, 0, 3])).map { _ in color() }
    style.gradient = stops()
    style.highlighted.opacity = number(1)
    style.track = maybe(30) { $0.color() }
    style.stack = maybe(40) { $0.pick(["a", "b"]) }
    style.zero = maybe(30) { fuzz in
      var zero = ZeroBarSpec()
      zero.height = fuzz.number(5)
      return zero
    }
    style.labels.position = pick(BarLabelSpec.Position.allCases)
    style.labels.text = text()
    style.labels.fontSize = .given(number(20))
    style.opacity = number(1)
    return style
  }

  private mutating func scatter(_ count: Int) -> ScatterStyleSpec {
    var style = ScatterStyleSpec()
    style.shape = pick(ScatterStyleSpec.Shape.allCases)
    style.radius = number(20)
    style.opacity = number(1)
    style.border = maybe(30) { $0.color() }
    style.borderWidth = number(4)
    style.size = maybe(40) { fuzz in
      var channel = SizeChannelSpec()
      channel.values = .numbers(fuzz.values(fuzz.chance(80) ? count : fuzz.below(20)))
      channel.title = fuzz.maybe(30) { $0.text() }
      channel.greatest = fuzz.number(40)
      channel.least = fuzz.number(4)
      return channel
    }
    style.colorBy = maybe(40) { fuzz in
      var channel = ColorChannelSpec()
      channel.values =
        fuzz.chance(50)
        ? .numbers(fuzz.values(count))
        : .values((0..<min(count, 60)).map { _ in fuzz.pick([.text(fuzz.text()), .missing, .number(fuzz.number())]) })
      channel.scheme = fuzz.pick(ColorChannelSpec.Scheme.allCases)
      return channel
    }
    return style
  }

  private mutating func heatmap(_ count: Int) -> HeatmapStyleSpec {
    var style = HeatmapStyleSpec()
    style.colorBy = maybe(70) { fuzz in
      var channel = ColorChannelSpec()
      channel.values =
        fuzz.chance(75)
        ? .numbers(fuzz.values(fuzz.chance(80) ? count : fuzz.below(20)))
        : .values((0..<min(count, 60)).map { _ in fuzz.pick([.text(fuzz.text()), .missing, .number(fuzz.number())]) })
      channel.scheme = fuzz.pick(ColorChannelSpec.Scheme.allCases)
      channel.scale = fuzz.pick(ColorChannelSpec.Scale.allCases)
      channel.center = fuzz.maybe(30) { $0.number() }
      channel.domain = fuzz.maybe(20) { fuzz in (0..<fuzz.below(4)).map { _ in fuzz.number() } }
      channel.isReversed = fuzz.chance(30)
      return channel
    }
    switch below(5) {
    case 0: style.rows = (0..<below(9)).map { _ in (0..<below(9)).map { _ in maybe(80) { $0.number() } } }
    case 1: style.columns = pick([1, 2, 7, 100, 10_000_000])
    case 2:
      style.bins = CellBinsSpec(x: maybe(60) { $0.below(60) }, y: maybe(60) { $0.below(60) })
      style.bins?.isOn = chance(80)
    case 3: style.isCalendar = true
    default: break
    }
    style.measure = pick([nil] + HeatmapStyleSpec.Measure.allCases.map { $0 })
    style.gap = maybe(40) { $0.number(9) }
    style.radius = number(9)
    style.labels.isVisible = chance(40)
    style.labels.text = pick(["{color}", text()])
    style.labels.fontSize = .given(number(20))
    return style
  }

  private mutating func stops() -> [GradientStopSpec] {
    (0..<pick([0, 0, 1, 3])).map { _ in GradientStopSpec(color(), offset: maybe(50) { $0.number(1) }) }
  }

  private mutating func position() -> PositionSpec {
    chance(70) ? .number(number()) : .text(pick(["2026-03-08", "+999999-12-31T24:00", "2026-02-30", text(), text()]))
  }

  private mutating func positions(_ count: Int, _ axis: inout PositionAxisSpec) {
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

  private mutating func values(_ axis: inout ValueAxisSpec) {
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

  private mutating func style(_ style: inout AxisStyleSpec) {
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

  private mutating func rule() -> RuleSpec {
    var rule = RuleSpec()
    rule.width = number(4)
    rule.dash = (0..<pick([0, 0, 2])).map { _ in number(9) }
    return rule
  }

  private mutating func limit() -> LimitSpec {
    var limit = LimitSpec()
    limit.place = position()
    limit.rule = rule()
    limit.label = maybe(50) { $0.text() }
    limit.isAbove = chance(50)
    if chance(30) { limit.axis = .right }
    return limit
  }

  private mutating func band() -> BandSpec {
    var band = BandSpec()
    band.axis = pick(BandSpec.Axis.allCases)
    band.from = maybe(70) { $0.position() }
    band.to = maybe(70) { $0.position() }
    band.label = maybe(50) { $0.text() }
    return band
  }

  private mutating func annotation() -> AnnotationSpec {
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

  private mutating func viewport(_ viewport: inout ViewportSpec) {
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
