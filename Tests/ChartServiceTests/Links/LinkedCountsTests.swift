import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@Suite("Of very many rows the same are counted in linked charts as of few")
struct LinkedCountsTests {
  /// A table that is long enough to be counted, not read anew, and four charts of it.
  struct Table {
    static let rowCount = 25_000
    let x: [Double]
    let y: [Double]
    let z: [Double]
    let names: [String]
    let service = ChartService()

    /// - Parameter seed: Even ones have values that are very far apart, odd ones many alike.
    init(seed: Int, _ generator: inout SplitMix64) throws {
      func column<Value>(_ value: (inout SplitMix64) -> Value) -> [Value] {
        (0..<Table.rowCount).map { _ in value(&generator) }
      }
      x = column {
        let base = Double.random(in: -1...1, using: &$0)
        return seed.isMultiple(of: 2) ? base * base * base * 1e6 : (base * 40).rounded()
      }
      y = column { Double.random(in: 0...100, using: &$0) }
      z = column { Double(Int.random(in: 0...30, using: &$0)) }
      names = column { ["a", "b", "c"].randomElement(using: &$0) ?? "" }
      try make("x", "histogram", ["x": "x"], ["select": "x"])
      try make("y", "histogram", ["x": "y"], ["select": ["brush": "x", "filter": ["z"]]])
      try make("z", "histogram", ["x": "z"], ["series": [["bin": ["width": 1]]]])
      try make("cells", "heatmap", ["x": "y", "y": "z"], ["series": [["bin": ["x": 7, "y": 5]]], "select": "both"])
      let step: JSON = ["group": ["by": "name", "n": "count()"]]
      try make("names", "bar", ["x": "name", "y": "n", "transform": [step]], [:])
    }

    private func make(_ name: String, _ kind: String, _ data: JSON, _ more: JSON) throws {
      func numbers(_ column: [Double]) -> JSON { .array(column.map { JSON($0) }) }
      let columns: JSON = [
        "x": numbers(x), "y": numbers(y), "z": numbers(z), "name": .array(names.map { .string($0) }),
      ]
      let base: JSON = ["kind": .string(kind), "link": "rows", "data": data.setting("columns", columns)]
      try service.make(name, base.merging(fully: more))
    }

    /// How many of some rows have each value of z.
    func counted(_ isTaken: [Bool]) -> [Double: Double] {
      var counts: [Double: Double] = [:]
      for row in isTaken.indices where isTaken[row] { counts[z[row], default: 0] += 1 }
      return counts
    }

    /// The same as a picture of the histogram of z says it, of a series or of its part that stands out.
    func shown(_ series: JSON?) -> [Double: Double] {
      let pairs = (series?["marks"]?.arrayValue ?? []).compactMap { mark -> (Double, Double)? in
        guard let place = mark["label"]?.stringValue.flatMap(Double.init), let value = mark["value"]?.doubleValue,
          value > 0
        else { return nil }
        return (place, value)
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
  }

  @Test("Intervals, rectangles and marks, alone and together", arguments: sample(1...14))
  func selections(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let table = try Table(seed: seed, &generator)
    let service = table.service
    func interval(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      let ends = [0, 1].map { _ in Double.random(in: range, using: &generator) }.sorted()
      return ends[0]...ends[1]
    }
    func list(_ range: ClosedRange<Double>) -> JSON { [JSON(range.lowerBound), JSON(range.upperBound)] }
    let all = (table.x.min() ?? 0)...(table.x.max() ?? 0)
    var (filter, name): (ClosedRange<Double>?, String?) = (nil, nil)
    var rectangle: (y: ClosedRange<Double>, z: ClosedRange<Double>)?
    var x: ClosedRange<Double>?
    // Each of these for a few moves, on top of what was selected before; at last a mark alone.
    let moved = ["x", "x", "y", "y", "x", "cells", "cells", "cells", "x", "names", "names", "x", "clear", "names"]
    for chart in moved {
      switch chart {
      case "x":
        x = interval(all)
        try service.act("brush", "x", ["x": list(x ?? 0...0)])
      case "y":
        filter = interval(5...95)
        try service.act("brush", "y", ["x": list(filter ?? 0...0)])
      case "cells":
        let own = (y: interval(5...95), z: interval(2...28))
        rectangle = own
        try service.act("brush", "cells", ["x": list(own.y), "y": list(own.z)])
      case "names":
        let layout = try #require(try service.describe("names")["layout"])
        let marks = try #require(layout["series"]?[0]?["marks"]?.arrayValue)
        let index = Int.random(in: marks.indices, using: &generator)
        name = marks[index]["label"]?.stringValue
        try service.act("highlight", "names", ["index": JSON(index)])
      default:
        for chart in ["x", "y", "cells"] { try service.act("brush", chart) }
        (x, filter, rectangle) = (nil, nil, nil)
      }
      let isLeft = (0..<Table.rowCount).map { filter?.contains(table.y[$0]) ?? true }
      let standsOut = (0..<Table.rowCount).map { row in
        isLeft[row] && x?.contains(table.x[row]) ?? true && name.map { $0 == table.names[row] } ?? true
          && rectangle.map { $0.y.contains(table.y[row]) && $0.z.contains(table.z[row]) } ?? true
      }
      let layout = try #require(try service.describe("z")["layout"])
      #expect(table.shown(layout["series"]?[0]) == table.counted(isLeft), "\(chart)")
      #expect(table.shown(layout["part"]?[0]) == table.counted(standsOut), "\(chart)")
      // What its own rectangle leaves out stands out among the cells.
      guard rectangle == nil else { continue }
      let cells = try service.call("chart/get", params: ["chart": "cells"])["layout"]?["part"]?[0]?["marks"]
      #expect((cells?.arrayValue ?? []).isEmpty == !standsOut.contains(true), "\(chart)")
    }
  }

  /// What is seen of a chart whose rows are counted, and of the same whose rows are read since it has a step, that does nothing.
  private func seen<Sight>(
    of spec: JSON, columns: JSON, while select: JSON, _ act: (ChartService) throws -> Void,
    _ look: (ChartService) throws -> Sight
  ) throws -> [Sight] {
    try [[], [["filter": "y >= 0 or y < 0"]]].map { (steps: JSON) in
      let service = ChartService()
      let base: JSON = ["link": "rows", "data": ["columns": columns]]
      try service.make("x", base.merging(patch: ["kind": "histogram", "data": ["x": "x"], "select": select]))
      try service.make(
        "other",
        ["kind": "bar", "link": "rows", "data": ["x": "n", "y": "m", "columns": ["n": ["a", "b"], "m": [1, 2]]]])
      try service.make("plot", base.merging(patch: spec.merging(patch: ["data": ["transform": steps]])))
      try act(service)
      return try look(service)
    }
  }

  private func pictures(
    of spec: JSON, columns: JSON, while select: JSON, _ act: (ChartService) throws -> Void
  ) throws -> [String] {
    try seen(of: spec, columns: columns, while: select, act) { try $0.svg("plot") }
  }

  /// Where two pictures begin to differ; `nil` if they are the same.
  private func difference(_ one: String, _ other: String) -> String? {
    guard one != other else { return nil }
    let count = zip(one, other).prefix { $0 == $1 }.count
    return [one, other].map { String($0.dropFirst(max(count - 100, 0)).prefix(200)) }.joined(separator: "\n")
  }

  @Test(
    "Counted rows make the pictures that rows make which are read",
    arguments: sample(
      [
        ("heatmap", ["x": "y", "y": "z"], ["brush": "x"]), ("histogram", ["x": "y"], ["brush": "x"]),
        ("histogram", ["x": "y"], ["brush": "x", "filter": ["plot"]]),
        // What is counted are values, where there are some.
        ("histogram", ["x": "z", "y": "y"], ["brush": "x"]), ("histogram", ["y": "y"], ["brush": "x"]),
      ] as [(String, JSON, JSON)]))
  func pictures(kind: String, data: JSON, select: JSON) throws {
    var generator = SplitMix64(seed: 7)
    // The rows that are selected reach as far as all do: bins of fewer values could be others.
    func column(_ ends: [Double]) -> JSON {
      let more = (2..<LinkedCountsTests.Table.rowCount).map { _ in
        (Double.random(in: -1...1, using: &generator) + Double.random(in: -1...1, using: &generator)) * 50
      }
      return .array((ends + more).map { JSON($0) })
    }
    let columns: JSON = ["x": column([0, 0]), "y": column([-100, 100]), "z": column([-100, 100])]
    let spec: JSON = ["kind": .string(kind), "data": data]
    let both = try pictures(of: spec, columns: columns, while: select) { try $0.act("brush", "x", ["x": [-5, 3]]) }
    #expect(difference(both[0], both[1]) == nil)
    // What is selected in a table of other columns says nothing here.
    let more = try pictures(of: spec, columns: columns, while: select) {
      try $0.act("brush", "x", ["x": [-5, 3]])
      try $0.act("highlight", "other", ["index": 0])
    }
    #expect(zip(more, both).allSatisfy { difference($0, $1) == nil })
  }

  @Test(
    "Of more points than are drawn one by one the selected ones alone are hit and told, as where rows are read",
    arguments: sample([true, false]))
  func points(filtered: Bool) throws {
    var generator = SplitMix64(seed: 11)
    func column(_ ends: [Double]) -> [Double] {
      ends + (2..<120_000).map { _ in Double.random(in: 0...100, using: &generator) }
    }
    let (x, y, z) = (column([25, 25]), column([0, 100]), column([0, 100]))
    func list(_ numbers: [Double]) -> JSON { .array(numbers.map { JSON($0) }) }
    // Either way a column of values is named.
    let spec: JSON =
      filtered
      ? ["kind": "scatter", "data": ["x": "y"], "series": [["column": "z"]]]
      : ["kind": "scatter", "data": ["x": "y", "y": "z"]]
    let select: JSON = filtered ? ["brush": "x", "filter": ["plot"]] : ["brush": "x"]
    let places: [JSON] = (0..<150).map { _ in
      [
        "chart": "plot", "x": JSON(Double.random(in: 60...600, using: &generator)),
        "y": JSON(Double.random(in: 20...320, using: &generator)),
      ]
    }
    // Zoomed in, too, where cells of the whole would be seen.
    for scale in [1.0, 3, 40] {
      let sights = try seen(of: spec, columns: ["x": list(x), "y": list(y), "z": list(z)], while: select) { service in
        try service.act("brush", "x", ["x": [20, 30]])
        if scale > 1 { try service.act("zoom", "plot", ["scale": JSON(scale)]) }
      } _: { service in
        let hits = try places.map { place in
          let answer = try service.call("chart/hover", params: place)
          return [answer["hit"]?["label"], answer["hit"]?["value"]]
        }
        return (hits: hits, picture: try service.svg("plot"))
      }
      #expect(sights[0].hits == sights[1].hits, "\(scale)")
      let hitCount = sights[0].hits.count { $0[1] != nil }
      #expect(hitCount > 10, "\(scale)")
      let taken = x.count { (20...30).contains($0) }
      #expect(sights[0].picture.contains("\(taken) of 120000 values"), "\(scale)")
    }
  }
}
