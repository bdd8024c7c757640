import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("Bars in their slots (B1, B2)")
struct BarGroupTests {
  private func layout(width: Double, gap: Double) -> BarLayoutSpec {
    var layout = BarLayoutSpec()
    layout.width = width
    layout.gap = gap
    return layout
  }

  @Test("One bar takes its share of the slot, centred: all of it at a width of 1 (B1)", arguments: [1, 0.9, 0.5, 0.01])
  func single(width: Double) throws {
    let groups = BarGroups([(7, nil, false)], layout: layout(width: width, gap: 0.3))
    let range = try #require(groups.range(of: 7))
    #expect(abs(range.lowerBound + width / 2) < 1e-12)
    #expect(abs(range.upperBound - width / 2) < 1e-12)
    #expect(groups.range(of: 6) == nil)
  }

  @Test("Any number of bars stand side by side, evenly, with the gap between them and none outside", arguments: 1...12)
  func grouped(count: Int) throws {
    let groups = BarGroups((0..<count).map { ($0, nil, false) }, layout: layout(width: 0.8, gap: 0.25))
    let ranges = try (0..<count).map { try #require(groups.range(of: $0)) }
    let first = try #require(ranges.first), last = try #require(ranges.last)
    #expect(abs(first.lowerBound + 0.4) < 1e-12)
    #expect(abs(last.upperBound - 0.4) < 1e-12)
    for (left, right) in zip(ranges, ranges.dropFirst()) {
      #expect(abs(right.lowerBound - left.upperBound - 0.25 * groups.width) < 1e-12)
    }
    for range in ranges { #expect(abs(range.upperBound - range.lowerBound - groups.width) < 1e-12) }
  }

  @Test("Series of one stack share a column, in their order; the others stand beside it")
  func stacks() {
    let groups = BarGroups(
      [
        (0, "a", false), (1, nil, false), (2, "a", false), (3, "b", false), (4, "a", false), (5, "b", false),
        (6, nil, true),
        (7, "c", true), (8, "c", true),
      ], layout: layout(width: 0.9, gap: 0))
    #expect(groups.columns == [[0, 2, 4], [1], [3, 5], [6], [7, 8]])
    #expect(groups.range(of: 6) == -0.5...0.5 && groups.range(of: 8) == -0.5...0.5)
    #expect(groups.range(of: 2) == groups.range(of: 0))
    #expect(groups.range(of: 1) != groups.range(of: 0))
  }

  @Test("Without bars there is nothing to place")
  func none() {
    let groups = BarGroups([], layout: layout(width: 0.9, gap: 0))
    #expect(groups.width == 0)
    #expect(groups.range(of: 0) == nil)
  }
}

@Suite("Bars on one another (B2)")
struct BarStackTests {
  private func stacks(_ columns: [[Int]], _ values: [[Double]], bases: [Int: [Double]] = [:]) -> Stacks {
    Stacks(columns: columns.map { Stacks.Column(series: $0, isParted: true) }, bases: bases) { values[$0][...] }
  }

  @Test("A lone bar reaches from where it begins to its value, up or down")
  func alone() {
    let stacks = stacks([[0]], [[3, -2, 0, .nan, .infinity]], bases: [0: [1, 1, 1, 1, 1]])
    #expect(stacks.span(series: 0, at: 0) == .init(base: 1, end: 3))
    #expect(stacks.span(series: 0, at: 1) == .init(base: 1, end: -2))
    #expect(stacks.span(series: 0, at: 2) == .init(base: 1, end: 0))
    #expect(stacks.span(series: 0, at: 3) == nil)
    #expect(stacks.span(series: 0, at: 4) == nil)
    #expect(stacks.span(series: 0, at: 5) == nil)
    #expect(stacks.span(series: 1, at: 0) == nil)
    #expect(stacks.extent(of: 0) == -2...3)
  }

  @Test("Positive values pile up, negative ones down, whatever their order")
  func mixedSigns() {
    let stacks = stacks([[0, 1, 2, 3]], [[2, -1], [-3, -1], [4, 5], [.nan, -1]])
    #expect((0..<4).map { stacks.span(series: $0, at: 0)?.end } == [2, -3, 6, nil])
    #expect((0..<4).map { stacks.span(series: $0, at: 1)?.end } == [-1, -2, 5, -3])
    #expect(stacks.span(series: 2, at: 0)?.base == 2)
    #expect(stacks.span(series: 3, at: 1)?.base == -2)
  }

  @Test("The pieces of a stack lie end to end, and their lengths are the values (random)")
  func endToEnd() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<500 {
      let count = random.whole(1...6)
      let values = (0..<count).map { _ in (0..<4).map { _ in random.number(-10...10) } }
      let stacks = stacks([Array(0..<count)], values)
      for index in 0..<4 {
        var up = 0.0, down = 0.0
        for series in 0..<count {
          let value = values[series][index]
          guard let span = stacks.span(series: series, at: index) else {
            Issue.record("no bar for \(value)")
            continue
          }
          #expect(span.base == (value < 0 ? down : up))
          #expect(count == 1 ? span.end == value : abs(span.end - span.base - value) < 1e-12)
          if value < 0 { down = span.end } else { up = span.end }
        }
      }
    }
  }

  @Test("Sums beyond all doubles stay finite; series of different lengths stack as far as they go")
  func extremes() {
    let huge = Double.greatestFiniteMagnitude
    let stacks = stacks([[0, 1]], [[huge, -huge, 1], [huge, -huge]])
    #expect(stacks.span(series: 1, at: 0)?.end == huge)
    #expect(stacks.span(series: 1, at: 1)?.end == -huge)
    #expect(stacks.span(series: 1, at: 2) == nil)
    #expect(stacks.extent(of: 0) == -huge...huge)
  }

  @Test("`labels: true` writes numbers into the bars of stacks, above all others, and no axis goes beyond 100 %")
  func stackLabels() throws {
    for stacked in ["false", "true", #""percent""#] {
      for orientation in ["vertical", "horizontal"] {
        for labels in ["true", #""above""#, #""inside""#] {
          let layout = try Plots.layout(
            """
            {"kind": "bar", "stacked": \(stacked), "orientation": "\(orientation)", "x": {"labels": ["2019", "2020"]},
              "series": [{"name": "A", "values": [1, 2], "labels": \(labels)}, {"name": "B", "values": [3, 6], "labels": \(labels)}]}
            """)
          if stacked == #""percent""# { #expect(layout.frame.left.domain == Domain(0, 100)) }
          for mark in layout.marks {
            for point in 0..<2 {
              let places = mark.labelPlaces(of: point, size: Size(width: 8, height: 8))
              let isInside = labels == #""inside""# || (labels == "true" && stacked != "false")
              #expect(places.first?.isInside == isInside || mark.series.index == 0, "\(stacked) \(labels)")
              if isInside, stacked != "false" { #expect(places.allSatisfy { $0.isInside }) }
            }
          }
        }
      }
    }
  }

  @Test("Where nothing is stacked `labels: true` is `above`", arguments: ["bar", "histogram", "waterfall"])
  func labelsAlone(kind: String) throws {
    func written(_ labels: String) throws -> [String] {
      try Plots.layout(#"{"kind": "\#(kind)", "series": {"values": [1, 2, 2, 5], "labels": \#(labels)}}"#).marks
        .flatMap { mark in
          mark.labelRequests.flatMap { label in
            mark.labelPlaces(of: label.point, size: Size(width: 8, height: 8)).map { "\(label.text) \($0.center)" }
          }
        }
    }
    #expect(try !written("true").isEmpty && written("true") == written(#""above""#))
  }
}
