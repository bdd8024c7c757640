import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("What a chart that has grown warns of")
struct GrownWarningTests {
  @Test("Charts that grew out of one another and have the same basis have the same warnings, each laid out by itself")
  func sameBasis() throws {
    var random = SplitMix64(seed: 20_261_122)
    var (kept, keptWithWarnings, changed) = (0, 0, 0)
    for _ in 0..<600 {
      var chart = GrownWarningTests.chart(&random)
      var (basis, warnings) = (chart.layout().warningBasis, chart.layout().warnings)
      for _ in 0..<6 {
        GrownWarningTests.grow(&chart, &random)
        let layout = chart.layout()
        if let basis, basis == chart.warningBasis {
          kept += 1
          keptWithWarnings += warnings.isEmpty ? 0 : 1
          #expect(layout.warnings == warnings, "\(chart.spec.content)")
        } else {
          changed += layout.warnings == warnings ? 0 : 1
          (basis, warnings) = (layout.warningBasis, layout.warnings)
        }
      }
    }
    // Else nothing was tried.
    #expect(kept > 200 && keptWithWarnings > 30 && changed > 30, "\(kept), \(keptWithWarnings), \(changed)")
  }

  @Test("The basis is another one with another view, size, value axis or spec, and none where it can't tell")
  func otherBasis() throws {
    let chart = Chart(id: "c", spec: .cartesian(CartesianSpec(kind: .line, series: [line])))
    let basis = try #require(chart.layout().warningBasis)
    #expect(basis == chart.warningBasis)
    var other = chart
    other.state.view.hidden = [0]
    #expect(other.warningBasis != basis)
    other = chart
    other.size = Size(width: 320, height: 50)
    #expect(other.warningBasis != basis)
    for value in [0.0, 2, 9] {
      var series = line
      series.values = .numbers([1, 3, 2, value])
      other = chart
      other.grow(to: .cartesian(CartesianSpec(kind: .line, series: [series])), dropping: [0])
      #expect((other.warningBasis == basis) == (value == 2), "\(value)")
      other.update(spec: other.spec)
      #expect(other.warningBasis != basis)
    }
    for change: (inout CartesianSpec) -> Void in [
      { $0.x.style.labels.rotation = 30 }, { $0.x.style.labels.format = "{value} km" }, { $0.x.labels = ["a", "b"] },
      { $0.series[0].kind = .bar(BarStyleSpec()) },
      {
        var (limit, band) = (LimitSpec(), BandSpec())
        (limit.value, limit.label, band.from) = (2, "goal", .number(1))
        ($0.limits, $0.bands) = ([limit], [band])
      },
      {
        var band = BandSpec()
        (band.from, band.label) = (.number(1), "usual")
        $0.bands = [band]
      },
      {
        var style = LineStyleSpec()
        style.dots.place = .all
        $0.series[0].kind = .line(style)
      },
    ] {
      var spec = CartesianSpec(kind: .combined, series: [line])
      change(&spec)
      #expect(Chart(id: "c", spec: .cartesian(spec)).warningBasis == nil)
    }
  }

  private let line = SeriesSpec(.line(LineStyleSpec()), name: "a", values: .numbers([1, 3, 2]))

  // MARK: - Random charts

  /// Lines and points on an axis of numbers or moments, mostly small, so that there is something to warn of.
  private static func chart(_ random: inout SplitMix64) -> Chart {
    var chart = RandomPlots.chart(&random)
    guard var spec = chart.spec.content as? CartesianSpec else { return chart }
    let count = spec.series[0].values.count
    if !spec.x.labels.isEmpty {
      spec.x.labels = []
      if random.chance(0.7) { spec.x.values = .numbers((0..<count).map { Double($0) * 1e3 }) }
    }
    for index in spec.series.indices {
      spec.series[index].kind = random.chance(0.7) ? .line(LineStyleSpec()) : .scatter(ScatterStyleSpec())
      if random.chance(0.05) { spec.series[index].values = .numbers([Double](repeating: .nan, count: count)) }
      guard random.chance(0.3), case .line(var style) = spec.series[index].kind else { continue }
      style.dots.place = .all
      spec.series[index].kind = .line(style)
    }
    if random.chance(0.6) { spec.common.size?.height = random.number(10...120) }
    if random.chance(0.5) { spec.common.size?.width = random.number(20...420) }
    if random.chance(0.6) { spec.x.style.labels.rotation = 0 }
    if random.chance(0.1) { spec.x.style.labels.format = "{value} kilometres" }
    if random.chance(0.2) { spec.x.style.labels.selected.fontSize = random.number(8...20) }
    if random.chance(0.2) { spec.y.min = random.number(-2...2) }
    if random.chance(0.2) { spec.y.max = random.number(-2...2) }
    let areNamed = random.chance(0.3)
    spec.limits = (0..<random.whole(0...4)).map { index in
      var limit = LimitSpec()
      limit.value = random.number(-1...1)
      if areNamed { limit.label = "limit \(index)" }
      if random.chance(0.2) { limit.axis = .right }
      return limit
    }
    chart = Chart(id: "random", spec: .cartesian(spec))
    if random.chance(0.3) { chart.state.view.hidden = spec.series.indices.filter { _ in random.chance(0.4) } }
    if random.chance(0.3) { chart.state.view.selection = [0, random.whole(0...count - 1)] }
    if random.chance(0.2) {
      var viewport = Viewport()
      (viewport.zoomX, viewport.startX) = (random.number(1...4), random.number(0...1e3))
      (viewport.zoomY, viewport.startY) = (random.number(1...3), random.number(0...1))
      chart.state.view.viewport = viewport
    }
    return chart
  }

  /// Some points more, and some less, mostly between those that are there.
  private static func grow(_ chart: inout Chart, _ random: inout SplitMix64) {
    guard var spec = chart.spec.content as? CartesianSpec else { return }
    let count = random.chance(0.2) ? random.whole(10...60) : random.whole(1...3)
    let stretch = random.chance(0.2) ? RandomPlots.pick([1e3, 1e7], &random) : 1
    let lost = random.chance(0.3) ? random.whole(0...min(2, spec.series[0].values.count)) : 0
    if case .numbers(var positions) = spec.x.values, !positions.isEmpty {
      let step = positions.count > 1 ? positions[positions.count - 1] - positions[positions.count - 2] : 1
      let last = positions[positions.count - 1]
      positions.drop(first: lost)
      positions.append(
        contentsOf: (1...count).map { last + step * Double($0) * stretch })
      spec.x.values = .numbers(positions)
    }
    for index in spec.series.indices {
      guard case .numbers(var values) = spec.series[index].values else { continue }
      let middle = values.first { !$0.isNaN } ?? .nan
      values.drop(first: lost)
      values.append(
        contentsOf: (0..<count).map { _ in random.chance(0.9) ? middle : random.number(-2...2) * max(abs(middle), 1) })
      spec.series[index].values = .numbers(values)
    }
    chart.grow(to: .cartesian(spec), dropping: spec.series.map { _ in lost })
  }
}
