import ChartEngine
import ChartModel
import TestSupport

/// Series of each type.
extension PlotFuzz {
  mutating func bullet(_ count: Int) -> BulletStyleSpec {
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

  mutating func waterfall(_ count: Int) -> WaterfallStyleSpec {
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

  mutating func series(_ count: Int) -> SeriesSpec {
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

  mutating func histogram(_ count: Int) -> HistogramStyleSpec {
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

  mutating func box() -> BoxStyleSpec {
    var style = BoxStyleSpec()
    style.points = pick(BoxStyleSpec.Points.allCases)
    style.whiskers = pick([.range, .boxHeights(number()), .percentiles(number(100), number(100))])
    style.showsMean = chance(30)
    style.radius = maybe(30) { $0.number(50) }
    return style
  }

  mutating func line() -> LineStyleSpec {
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

  mutating func bar() -> BarStyleSpec {
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

  mutating func scatter(_ count: Int) -> ScatterStyleSpec {
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

  mutating func heatmap(_ count: Int) -> HeatmapStyleSpec {
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

  mutating func stops() -> [GradientStopSpec] {
    (0..<pick([0, 0, 1, 3])).map { _ in GradientStopSpec(color(), offset: maybe(50) { $0.number(1) }) }
  }
}
