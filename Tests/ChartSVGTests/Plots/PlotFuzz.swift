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
    spec.x.isReversed = chance(20)
    return spec
  }
}
