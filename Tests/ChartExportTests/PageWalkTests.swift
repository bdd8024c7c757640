import ChartEngine
import ChartModel
import JSONModel
import Synchronization
import Testing

@testable import ChartExport

@Suite("A page's walk is found on one layout, and given up where nobody wants it any more")
struct PageWalkTests {
  private static let numbers = (0..<150).map { JSON(Double($0 * 37 % 101)) }
  private static let values: JSON = ["values": .array(numbers)]
  private static let groups: [JSON] = numbers.enumerated().map { ["label": .string("\($0)"), "value": $1] }

  private static let charts: [String: JSON] = [
    "line": ["kind": "line", "series": [values, values]],
    "window": ["kind": "line", "series": [values], "viewport": ["visibleCount": 110, "start": 20]],
    "bars": ["kind": "bar", "stacked": true, "orientation": "horizontal", "series": [values, values]],
    "cells": ["kind": "heatmap", "series": ["rows": [.array(numbers), .array(numbers)]]],
    "pie": ["kind": "pie", "slices": .array(groups)],
    "treemap": ["kind": "treemap", "slices": .array(groups)],
    "funnel": ["kind": "funnel", "stages": .array(groups)],
    "radar": ["kind": "radar", "labels": .array((0..<150).map { .string("\($0)") }), "series": [values, values]],
    "grid": [
      "kind": "layout",
      "charts": [["kind": "line", "series": [values]], ["kind": "pie", "slices": .array(groups)]],
    ],
  ]

  private func chart(_ name: String) throws -> Chart {
    Chart(id: name, spec: try ChartSpec(json: try #require(PageWalkTests.charts[name])))
  }

  @Test("However many marks there are, few layouts are made", arguments: charts.keys.sorted())
  func layouts(name: String) throws {
    let chart = try chart(name)
    let paths = chart.layout().markPaths(atMost: PageWalk.mostMarks).paths
    #expect(paths.count >= 100)
    let count = Atomic(0)
    let walk = HeavyWork.observing({ if $0 == .layout { count.add(1, ordering: .relaxed) } }) {
      PageWalk(chart, among: paths, unless: { false })
    }
    #expect(walk != nil)
    #expect(count.load(ordering: .relaxed) <= 12)
  }

  @Test("It leads from each mark to where the live chart's keys lead", arguments: charts.keys.sorted())
  func ways(name: String) throws {
    let chart = try chart(name)
    let paths = chart.layout().markPaths(atMost: PageWalk.mostMarks).paths
    let walk = try #require(PageWalk(chart, among: paths, unless: { false })).json["ways"]?.arrayValue ?? []
    try #require(walk.count == paths.count)
    let keys: [Key] = [.right, .left, .down, .up, .home, .end]
    for place in stride(from: 0, to: paths.count, by: 37) {
      for (key, told) in zip(keys, walk[place].arrayValue ?? []) {
        var live = chart
        _ = live.apply(.highlight(path: paths[place], notify: false))
        _ = live.apply(.key(key))
        let end = live.state.view.selection.flatMap { $0 == paths[place] ? nil : paths.firstIndex(of: $0) }
        // What is not in view has no place in a page.
        #expect(told == .integer(end ?? -1) || end == nil, "\(key) from \(paths[place])")
      }
    }
  }

  @Test("A page that nobody wants any more ends with the mark that it is at", arguments: [1, 10, 200])
  func cancelled(asked limit: Int) throws {
    let chart = try chart("pie")
    let asked = Atomic(0)
    let page = ChartPage(
      chart, [chart.layout()], title: "", language: "en", isAnimated: false,
      unless: { asked.add(1, ordering: .relaxed).newValue > limit })
    _ = page.text
    #expect(asked.load(ordering: .relaxed) <= limit + 2)
  }
}
