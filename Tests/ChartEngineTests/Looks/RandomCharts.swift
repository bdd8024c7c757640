import ChartEngine
import ChartModel
import TestSupport

/// Charts as people make them, with names and numbers of all lengths.
struct RandomCharts {
  var random: SplitMix64

  init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

  static let sizes = [
    Size(width: 320, height: 200), Size(width: 640, height: 360), Size(width: 1200, height: 700),
  ]

  mutating func pick<Element>(_ list: [Element]) -> Element { list[random.whole(0...list.count - 1)] }

  mutating func name() -> String {
    let words = [
      "North", "South America", "Sub-Saharan Africa", "Q1", "Mortgages and rent", "Food", "Ministry of the Interior",
      "München", "東京", "A", "Renewable energy", "Transport/Logistics",
    ]
    return pick(words) + (random.chance(0.4) ? " \(random.whole(1...40))" : "")
  }

  mutating func values(_ count: Int, from least: Double = 0) -> [Double] {
    let scale = pick([1, 10, 250, 9_000, 4e6])
    return (0..<count).map { _ in (random.number(least...1) * scale * 10).rounded() / 10 }
  }

  mutating func chart() -> Chart {
    var spec: ChartSpec = random.chance(0.25) ? .pie(pie()) : .cartesian(plot())
    dress(&spec)
    return Chart(id: "random", spec: spec)
  }

  /// A chart that stands still: a radar, polar bars, a gauge or a funnel.
  mutating func stillChart() -> Chart {
    var spec =
      switch random.whole(0...3) {
      case 0: ChartSpec(radar())
      case 1: ChartSpec(polar())
      case 2: ChartSpec(gauge())
      default: ChartSpec(funnel())
      }
    dress(&spec)
    return Chart(id: "random", spec: spec)
  }

  /// Title, legend, theme and background.
  mutating func dress(_ spec: inout ChartSpec) {
    spec.common.theme = random.chance(0.4) ? .dark : .light
    if random.chance(0.6) { spec.common.title = name() }
    if random.chance(0.2) { (spec.common.subtitle, spec.common.caption) = (name(), name()) }
    if random.chance(0.2) { spec.common.titleAlign = pick([.left, .right]) }
    if random.chance(0.5) { spec.common.legend.position = pick([.top, .bottom, .left, .right]) }
    if random.chance(0.2) {
      spec.common.background = Color(css: pick(["black", "#123456", "#777", "#ffd", "#00000080"]))
    }
    if random.chance(0.15), var plot = spec.content as? CartesianSpec {
      plot.x.isReversed = true
      spec = .cartesian(plot)
    }
  }

  private mutating func spokeSeries(_ count: Int, from least: Double) -> [SpokeSeriesSpec] {
    (0..<random.whole(1...6)).map { _ in
      var numbers = values(count, from: least)
      if random.chance(0.2) { numbers[random.whole(0...count - 1)] = .nan }
      return SpokeSeriesSpec(name: name(), values: numbers)
    }
  }

  private mutating func radar() -> RadarSpec {
    let count = random.whole(1...14)
    var spec = RadarSpec(
      labels: random.chance(0.8) ? (0..<count).map { _ in name() } : [],
      series: spokeSeries(count, from: random.chance(0.2) ? -1 : 0))
    spec.rings = pick([.polygon, .circle, .none])
    spec.fillOpacity = pick([nil, 0, 0.6])
    spec.dotRadius = pick([nil, 0, 8])
    if random.chance(0.3) { spec.startAngle = random.number(-400...400) }
    if random.chance(0.2) { spec.axis.max = pick([0.5, 100, 1e7]) }
    return spec
  }

  private mutating func polar() -> PolarSpec {
    let count = random.chance(0.1) ? random.whole(40...150) : random.whole(1...24)
    var spec = PolarSpec(
      labels: random.chance(0.8) ? (0..<count).map { _ in name() } : [], series: spokeSeries(count, from: 0))
    spec.scale = pick([.linear, .sqrt])
    if random.chance(0.3) { spec.hole = random.number(0...0.8) }
    if random.chance(0.3) { spec.startAngle = random.number(-400...400) }
    return spec
  }

  private mutating func gauge() -> GaugeSpec {
    var spec = GaugeSpec(value: random.chance(0.95) ? random.number(-20...130) : nil)
    if random.chance(0.5) { spec.value = spec.value.map { ($0 * 10).rounded() / 10 } }
    if random.chance(0.6) { spec.measure = name() }
    if random.chance(0.2) { (spec.min, spec.max, spec.value) = (-5e6, 4e9, 1_234_567.25) }
    spec.pointer = pick([.needle, .arc])
    (spec.startAngle, spec.sweep) = pick([(135, 270), (180, 180), (270, 360), (200, 140), (270, 90), (160, 220)])
    if random.chance(0.5) {
      let span = spec.max - spec.min
      let ends = [0.4, 0.75, 1].map { spec.min + $0 * span }
      spec.bands = ends.map { GaugeSpec.Band(to: $0, label: random.chance(0.5) ? "a band" : "") }
    }
    if random.chance(0.3) { spec.text = pick(["{value} of {max}", "{percent}", "{measure} {value}"]) }
    return spec
  }

  private mutating func funnel() -> FunnelSpec {
    let numbers = values(random.chance(0.1) ? random.whole(30...200) : random.whole(1...9))
    var spec = FunnelSpec(
      stages: (random.chance(0.7) ? numbers.sorted(by: >) : numbers).map { StageSpec(label: name(), value: $0) })
    spec.gap = pick([0, 2, 12])
    if random.chance(0.3) { spec.labels.inside = "{value} ({previous})" }
    if random.chance(0.2) { (spec.labels.before, spec.labels.inside) = ("", "{label}") }
    return spec
  }

  /// A treemap of two to four levels, perhaps with one in a part of it.
  mutating func treemap() -> Chart {
    func spec(_ random: inout RandomCharts, _ depth: Int) -> SliceSpec {
      let name = random.name()
      guard depth > 0, random.random.chance(0.6) else {
        return SliceSpec(label: name, value: random.values(1)[0] + 0.1)
      }
      return SliceSpec(label: name, children: (0..<random.random.whole(1...9)).map { _ in spec(&random, depth - 1) })
    }
    var treemap = TreemapSpec(slices: (0..<random.whole(1...9)).map { _ in spec(&self, 3) })
    treemap.depth = random.whole(1...4)
    treemap.padding = pick([0, 2, 3, 3, 8])
    treemap.labels.text = pick(["{label}\n{value}", "{label} {percent}", "{value:compact}", "{label}"])
    if random.chance(0.3) { treemap.labels.fontSize = .given(pick([8, 16, 24])) }
    treemap.common.theme = random.chance(0.4) ? .dark : .light
    if random.chance(0.5) { treemap.common.title = name() }
    if random.chance(0.3) { treemap.common.legend.position = pick([.top, .bottom, .left, .right]) }
    treemap.common.format.style = pick([.number, .compact, .percent])
    var chart = Chart(id: "random", spec: ChartSpec(treemap))
    if random.chance(0.5) {
      for key in [Key.home, .down, .right, .enter] where random.chance(0.8) { _ = chart.apply(.key(key)) }
      // Opened all the way: until then there are no labels.
      var state = chart.state
      (state.view.travel, state.travel) = (nil, nil)
      chart.restore(state)
    }
    return chart
  }

  /// A waterfall or bullets.
  mutating func changes() -> Chart {
    guard random.chance(0.6) else { return bullets() }
    let count = random.whole(1...(random.chance(0.1) ? 60 : 12))
    var style = WaterfallStyleSpec()
    style.totals = WaterfallTotalsSpec((0..<random.whole(0...3)).map { _ in .number(Double(random.whole(0...count))) })
    style.labels.position = pick([.none, .above, .above, .inside])
    if random.chance(0.2) { style.connectors = nil }
    let numbers = values(count, from: random.chance(0.8) ? -1 : 0)
    var spec = CartesianSpec(
      kind: .waterfall, series: [SeriesSpec(.waterfall(style), name: name(), values: .numbers(numbers))])
    spec.x.labels = (0..<count + 1).map { _ in name() }
    if random.chance(0.4) { spec.orientation = .horizontal }
    if random.chance(0.2) { (spec.x.style.title, spec.y.style.title) = (name(), name()) }
    if random.chance(0.2) { spec.viewport.visibleCount = Double(random.whole(1...8)) }
    var chart: ChartSpec = .cartesian(spec)
    dress(&chart)
    return Chart(id: "random", spec: chart)
  }

  private mutating func bullets() -> Chart {
    let count = random.whole(1...(random.chance(0.1) ? 40 : 8))
    var style = BulletStyleSpec()
    style.scales = pick([.shared, .own])
    style.labels.position = pick([.none, .above, .inside])
    let numbers = values(count, from: random.chance(0.2) ? -1 : 0)
    if random.chance(0.7) { style.target.each = NumberChannelSpec(.numbers(values(count))) }
    if random.chance(0.7) { style.ranges.lists = numbers.map { [abs($0) * 0.6, abs($0) * 0.9, abs($0) * 1.2 + 0.1] } }
    if random.chance(0.5) { style.rangeNames = [name(), name(), name()] }
    var spec = CartesianSpec(
      kind: .bullet, series: [SeriesSpec(.bullet(style), name: name(), values: .numbers(numbers))])
    spec.x.labels = (0..<count).map { _ in name() }
    if random.chance(0.7) { spec.orientation = .horizontal }
    if random.chance(0.2) { (spec.x.style.title, spec.y.style.title) = (name(), name()) }
    if random.chance(0.2) { spec.viewport.visibleCount = Double(random.whole(1...5)) }
    var chart: ChartSpec = .cartesian(spec)
    dress(&chart)
    return Chart(id: "random", spec: chart)
  }

  /// A histogram or boxes.
  mutating func distribution() -> Chart {
    let names = (0..<random.whole(1...8)).map { _ in name() }
    let series = (0..<random.whole(1...4)).map { _ -> SeriesSpec in
      var numbers = values(random.whole(1...120), from: random.chance(0.3) ? -1 : 0)
      if random.chance(0.2) { numbers = numbers.map { $0.rounded() } }
      var series = SeriesSpec(.box(BoxStyleSpec()), name: name(), values: .numbers(numbers))
      series.positions = .values(numbers.map { _ in .text(pick(names)) })
      return series
    }
    let isHistogram = random.chance(0.5)
    var (histogram, box) = (HistogramStyleSpec(), BoxStyleSpec())
    histogram.measure = pick([.count, .percent, .density])
    histogram.isCumulative = random.chance(0.2)
    histogram.labels.position = pick([.none, .above, .inside])
    if random.chance(0.4) { histogram.density = DensityCurveSpec() }
    if random.chance(0.4) { histogram.bin.count = random.whole(1...40) }
    box.points = pick([.none, .outliers, .all, .beside])
    box.showsMean = random.chance(0.3)
    let hasNames = random.chance(0.8)
    var spec = CartesianSpec(
      kind: isHistogram ? .histogram : .box,
      series: series.map { series in
        var series = series
        series.kind = isHistogram ? .histogram(histogram) : .box(box)
        if isHistogram || !hasNames { series.positions = nil }
        return series
      })
    if random.chance(0.3) { spec.orientation = .horizontal }
    if random.chance(0.3) { spec.stacking = pick([.sum, .percent]) }
    if random.chance(0.2) { (spec.x.style.title, spec.y.style.title) = (name(), name()) }
    var chart: ChartSpec = .cartesian(spec)
    dress(&chart)
    return Chart(id: "random", spec: chart)
  }

  mutating func pie() -> PieSpec {
    var spec = PieSpec(
      slices: values(random.whole(1...9)).map { value in SliceSpec(label: name(), value: value + 0.1) })
    if random.chance(0.3) {
      for index in spec.slices.indices where random.chance(0.5) {
        let children = values(random.whole(1...3)).map { SliceSpec(label: name(), value: $0 + 0.1) }
        spec.slices[index].children = children
        spec.slices[index].value = nil
      }
    }
    spec.labels.position = random.chance(0.7) ? .leader : .inside
    if random.chance(0.3) { spec.hole = 0.6 }
    return spec
  }

  mutating func plot() -> CartesianSpec {
    let count = random.whole(1...30)
    var greatest = 1.0
    let kind: CartesianSpec.Kind = pick([.bar, .bar, .line, .combined, .scatter])
    let series = (0..<random.whole(1...4)).map { index -> SeriesSpec in
      let isBar = kind == .bar || (kind == .combined && index == 0)
      let numbers = values(count, from: random.chance(0.3) ? -1 : 0)
      greatest = max(greatest, numbers.max() ?? 1)
      var series = SeriesSpec(
        kind == .scatter ? .scatter(ScatterStyleSpec()) : isBar ? .bar(BarStyleSpec()) : .line(LineStyleSpec()),
        name: name(), values: .numbers(numbers))
      if isBar {
        series.bar?.labels.position = pick([.none, .above, .above, .inside])
        if random.chance(0.3) { series.bar?.stack = "s" }
        if random.chance(0.2) { series.bar?.error = error(of: numbers) }
        if random.chance(0.2) { series.bar?.shape.kind = .rounded }
      } else if kind != .scatter {
        if random.chance(0.4) { series.line?.endBubble = EndBubbleSpec() }
        if random.chance(0.3) { series.line?.area = AreaSpec() }
        if random.chance(0.4) { series.line?.dots.place = .all }
        series.line?.curve = pick([.linear, .monotone, .smooth, .step])
        if random.chance(0.2) { series.line?.error = error(of: numbers) }
      }
      return series
    }
    var spec = CartesianSpec(kind: kind, series: series)
    if kind != .scatter, random.chance(0.8) { spec.x.labels = (0..<count).map { _ in name() } }
    spec.y.isReversed = random.chance(0.15)
    let top = greatest
    if random.chance(0.3) {
      spec.limits = (0..<random.whole(1...3)).map { _ in
        var limit = LimitSpec()
        (limit.value, limit.label) = (random.number(0...1) * top, name())
        return limit
      }
    }
    if random.chance(0.2) {
      var band = BandSpec()
      (band.from, band.to, band.label) = (.number(top * 0.2), .number(top * 0.6), name())
      spec.bands = [band]
    }
    if random.chance(0.2) { (spec.x.style.title, spec.y.style.title) = (name(), name()) }
    if random.chance(0.3) { spec.orientation = .horizontal }
    if random.chance(0.2) { spec.stacking = pick([.sum, .percent, .stream]) }
    return spec
  }

  private mutating func error(of values: [Double]) -> ErrorSpec {
    var error = ErrorSpec()
    error.style = pick([nil, .bars, .band])
    error.distance = NumberChannelSpec(.numbers(values.map { _ in random.number(0...0.3) * (values.max() ?? 1) }))
    return error
  }
}
