import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M9 Polar bars")
struct PolarTests {
  private static let wind = """
    {"kind": "polar", "labels": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], "series": [
      {"name": "0–5", "values": [8, 4, 3, 2, 6, 9, 12, 10]}, {"name": "5–10", "values": [3, 1, 0, null, 2, 5, 7, 6]}]
    """
  private static let values: [[Double?]] = [[8, 4, 3, 2, 6, 9, 12, 10], [3, 1, 0, nil, 2, 5, 7, 6]]

  private func layout(_ more: String = "", size: Size? = nil) throws -> PolarLayout {
    try StillCharts.layout(PolarTests.wind + more + "}", size: size, as: PolarLayout.self)
  }

  /// The area of a flat outline by Gauss's formula.
  private func area(_ path: Path) -> Double {
    let flat = FlattenedPath(path)
    return abs(zip(flat.starts, flat.ends).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
  }

  @Test("Sectors are at equal angles, and as long as their values; those of a second series stand on the first")
  func lengths() throws {
    let layout = try layout(#", "axis": {"max": 20}, "gap": 0"#)
    let perUnit = layout.frame.rim.radius / 20
    #expect(layout.marks.count == 15 && layout.warnings.isEmpty)
    for (mark, sector) in zip(layout.marks, layout.sectors) {
      let (series, spoke) = (mark.path[0], mark.path[1])
      let value = try #require(PolarTests.values[series][spoke])
      let base = series == 0 ? 0 : try #require(PolarTests.values[0][spoke])
      #expect(abs(sector.inner - base * perUnit) < 1e-9 && abs(sector.outer - (base + value) * perUnit) < 1e-9)
      #expect(sector.sweep == 45 && abs(angularDifference(sector.middle, -90 + 45 * Double(spoke))) < 1e-9)
    }
  }

  @Test("The rim is so near to the greatest value that bars take up most of the room", arguments: 1...200)
  func rim(greatest: Int) throws {
    let chart = #"{"kind": "polar", "labels": ["a", "b", "c"], "series": [{"values": [1, 2, \#(max(greatest, 2))]}]}"#
    let layout = try StillCharts.layout(chart, as: PolarLayout.self)
    let longest = layout.sectors.map(\.outer).max() ?? 0
    #expect(longest >= LinearTicks.leastUse * layout.frame.rim.radius && longest <= layout.frame.rim.radius + 1e-9)
    #expect(layout.frame.scale.ticks.last?.value == layout.frame.scale.domain.upper)
  }

  @Test("With `sqrt` the areas that are painted are as the values, also about a hole", arguments: [0, 0.3])
  func areas(hole: Double) throws {
    let layout = try layout(#", "scale": "sqrt", "gap": 0, "hole": \#(hole)"#)
    let shares = try zip(layout.marks, layout.sectors).filter { $0.0.value > 0 }.map { mark, sector in
      try area(sector.path) / #require(PolarTests.values[mark.path[0]][mark.path[1]])
    }
    #expect(shares.count == 14)
    for share in shares { #expect(abs(share / shares[0] - 1) < 1e-3) }
    // Where lengths say them they are not.
    let linear = try self.layout(#", "gap": 0"#)
    #expect(abs(area(linear.sectors[0].path) / 8 / (area(linear.sectors[3].path) / 2) - 1) > 0.5)
  }

  @Test(
    "What is seen is what is hit, also with gaps and a hole",
    arguments: ["", #", "gap": 8, "hole": 0.2"#, #", "scale": "sqrt", "startAngle": 33"#])
  func hits(more: String) throws {
    let layout = try layout(more)
    let painting = layout.painting
    let flat = layout.sectors.map { FlattenedPath($0.path) }
    var wrong = Mismatches()
    var count = 0
    for place in layout.places {
      guard flat.allSatisfy({ $0.distance(to: place) > 0.05 }) else { continue }
      let expected = painting.marks(at: place).last
      let hit = layout.hit(at: place)
      wrong.expect(
        hit.path == expected, "\(place): \(String(describing: hit.path)), not \(String(describing: expected))")
      if hit.kind == .bar { count += 1 }
    }
    wrong.check()
    #expect(count > 100)
  }

  @Test("A tap selects a sector, the legend hides a series, and what stood on it falls")
  func taps() throws {
    var chart = try StillCharts.chart(PolarTests.wind + #", "legend": "bottom"}"#)
    let layout = try #require(chart.layout() as? PolarLayout)
    let sector = layout.sectors[8]
    let outcome = chart.apply(.tap(sector.point(angle: sector.middle, radius: (sector.inner + sector.outer) / 2)))
    #expect(chart.state.view.selection == [1, 0] && outcome.hit?.kind == .bar)
    #expect(chart.layout().words(for: [1, 0]) == "5–10, N: 3")
    _ = chart.apply(.toggle(series: 0))
    let less = try #require(chart.layout() as? PolarLayout)
    #expect(less.sectors[0].inner == 0 && less.marks[0].path == [1, 0] && less.marks[0].isSelected)
    #expect(StillCharts.walk(chart, [.right, .right, .right, .left]) == [[1, 1], [1, 2], [1, 4], [1, 2]])
    _ = chart.apply(.toggle(series: 1))
    #expect(chart.layout().warnings == ["all series are hidden: nothing to show"])
  }

  @Test("Values below 0 are left out, those beyond the axis cut, and both are said")
  func warnings() throws {
    let layout = try StillCharts.layout(
      #"{"kind": "polar", "series": {"values": [-1, 5, 30]}, "axis": {"max": 10}}"#, as: PolarLayout.self)
    #expect(
      layout.warnings == [
        "1 value below 0 was left out: sectors have no length less than none",
        "1 bar reaches beyond 10: it is cut there",
      ])
    #expect(layout.sectors.map(\.outer).max() == layout.frame.rim.radius)
    #expect(StillCharts.fault(#"{"kind": "polar", "axis": {"min": 1}}"#) != nil)
    #expect(
      StillCharts.fault(#"{"kind": "polar", "axis": {"max": 0}}"#)?.contains("axis.max: expected a number above 0")
        == true)
    let none = try StillCharts.layout(#"{"kind": "polar", "series": {"values": [null]}}"#, as: PolarLayout.self)
    #expect(none.warnings == ["there are no values above 0: nothing to show"])
  }

  @Test("Sums beyond all doubles are no trap")
  func huge() throws {
    let spec = PolarSpec(
      labels: ["a", "b"],
      series: [
        SpokeSeriesSpec(values: [1e308, .nan]), SpokeSeriesSpec(values: [1.7e308, .infinity]),
        SpokeSeriesSpec(values: [.leastNonzeroMagnitude, 1]),
      ])
    let layout = try #require(Chart(id: "p", spec: ChartSpec(spec)).layout() as? PolarLayout)
    #expect(layout.sectors.allSatisfy { $0.inner.isFinite && $0.outer.isFinite && $0.inner <= $0.outer })
    _ = (layout.scene(), layout.report(), layout.hit(at: layout.frame.center))
  }

  @Test("It grows from the centre")
  func drawIn() throws {
    let chart = try StillCharts.chart(PolarTests.wind + #", "animation": "grow"}"#)
    let (whole, half) = (
      try #require(chart.layout(phase: 1) as? PolarLayout), try #require(chart.layout(phase: 0.5) as? PolarLayout)
    )
    for (one, other) in zip(whole.sectors, half.sectors) { #expect(abs(one.outer / 2 - other.outer) < 1e-9) }
  }
}
