@testable import ChartEngine
import ChartModel
import TestSupport

/// Plots of which everything about axes is random.
enum RandomPlots {
  static func chart(_ random: inout SplitMix64) -> Chart {
    let count = random.whole(1...60)
    var spec = CartesianSpec(kind: .combined, series: series(count, &random))
    spec.common.size = Size(width: random.number(60...900), height: random.number(60...500))
    if random.chance(0.3) { spec.common.title = name(&random) }
    if random.chance(0.3) { spec.common.legend.position = pick(LegendSpec.Position.allCases, &random) }
    positions(count, &spec, &random)
    for path in [\CartesianSpec.y, \CartesianSpec.right] { values(&spec[keyPath: path], &random) }
    for path in [\CartesianSpec.x.style, \CartesianSpec.y.style, \CartesianSpec.right.style] {
      style(&spec[keyPath: path], &random)
    }
    if random.chance(0.3) { spec.x.style.labels.rotation = pick([-90, -60, -45, -10, 10, 30, 45, 90], &random) }
    if random.chance(0.3) { spec.padding = padding(&random) }
    if random.chance(0.3) { spec.viewport.visibleCount = random.number(0.5...20) }
    if random.chance(0.3) { spec.viewport.start = .end }
    return Chart(id: "random", spec: .cartesian(spec))
  }

  private static func series(_ count: Int, _ random: inout SplitMix64) -> [SeriesSpec] {
    (0..<random.whole(1...3)).map { _ in
      let scale = pick([1, 1000, 1e6, 0.01, 1e-6], &random)
      let values = (0..<count).map { _ in random.number(random.chance(0.5) ? 0...1 : -1...1) * scale }
      var series =
        random.chance(0.5)
        ? SeriesSpec(.bar(BarStyleSpec()), name: name(&random), values: .numbers(values))
        : SeriesSpec(.line(LineStyleSpec()), name: name(&random), values: .numbers(values))
      if random.chance(0.3) { series.axis = .right }
      return series
    }
  }

  private static func positions(_ count: Int, _ spec: inout CartesianSpec, _ random: inout SplitMix64) {
    if random.chance(0.2) { spec.x.position = .top }
    if random.chance(0.2) { spec.x.placement = .edges }
    switch random.whole(0...3) {
    case 0, 1: spec.x.labels = (0..<count).map { _ in name(&random) }
    case 2:
      let start = random.number(-1e4...1e4)
      let step = random.number(0.001...100)
      spec.x.values = .numbers((0..<count).map { start + step * Double($0) })
      if start > 0, random.chance(0.3) { spec.x.scale = .log }
    default:
      let step = pick([60_000.0, 3_600_000, 86_400_000, 2.6e9], &random)
      spec.x.values = .numbers((0..<count).map { 1.77e12 + step * Double($0) })
      spec.x.scale = .time
    }
  }

  private static func values(_ axis: inout ValueAxisSpec, _ random: inout SplitMix64) {
    if random.chance(0.15) { axis.scale = .log }
    if random.chance(0.2) { axis.headroom = random.number(0...100) }
    if random.chance(0.2) { axis.isNice = false }
    if random.chance(0.2) { axis.isReversed = true }
    if random.chance(0.1) { axis.step = random.number(0.01...100) }
    if random.chance(0.1) { axis.ticks = (0..<random.whole(0...9)).map { _ in random.number(-1...1) } }
    if random.chance(0.2) { axis.position = random.chance(0.5) ? .left : .right }
  }

  private static func style(_ style: inout AxisStyleSpec, _ random: inout SplitMix64) {
    if random.chance(0.3) { style.title = name(&random) }
    if random.chance(0.3) { style.tickLength = random.number(0...10) }
    if random.chance(0.3) { style.labels.fontSize = .given(random.number(6...16)) }
    if random.chance(0.2) { style.maxLabels = random.whole(0...8) }
    if random.chance(0.2) { style.line = RuleSpec() }
  }

  private static func padding(_ random: inout SplitMix64) -> PaddingSpec {
    var padding = PaddingSpec(random.number(0...30))
    if random.chance(0.5) { padding.left = random.number(0...60) }
    if random.chance(0.5) { padding.minimum = random.number(0...60) }
    return padding
  }

  static func name(_ random: inout SplitMix64) -> String {
    let words = ["Jan", "a", "Mecklenburg-Vorpommern", "人工智能", "日", "WWWW", "1,234.5", "08-21", "ïüß", "", "😀 ok"]
    return (0..<random.whole(1...3)).map { _ in pick(words, &random) }.joined(separator: " ")
  }

  static func pick<Element>(_ elements: [Element], _ random: inout SplitMix64) -> Element {
    elements[random.whole(0...elements.count - 1)]
  }
}
