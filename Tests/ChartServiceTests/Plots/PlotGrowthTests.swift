import ChartData
import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ChartService

@Suite("Plots: a point more costs the same, however many there are")
struct PlotGrowthTests {
  private static let positions: [(String, JSON, @Sendable (Int) -> JSON)] = [
    ("none", [:], { _ in .null }),
    ("shared", ["x": ["values": [0]]], { .integer($0) }),
    ("a series' own", ["series": [["values": [1], "x": [0.5]]]], { .number(Double($0) + 0.5) }),
    ("of a log axis", ["x": ["values": [1], "scale": "log"]], { .integer($0 + 1) }),
    (
      "moments", ["x": ["values": ["2026-01-01"]]],
      { .string("2026-01-01T00:0\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)Z") }
    ),
    ("of a log value axis", ["x": ["values": [0]], "y": ["scale": "log"]], { .integer($0) }),
    ("in buffers", ["x": ["values": ["buffer": 0]], "series": [["values": ["buffer": 1]]]], { .integer($0) }),
  ]

  private static func spec(_ changes: JSON) -> JSON {
    (["kind": "line", "series": [["values": [1]]]] as JSON).merging(patch: changes)
  }

  /// How many engines something makes.
  private func engines(_ body: () throws -> Void) rethrows -> Int {
    let count = Counter()
    try HeavyWork.observing({ if $0 == .engine { count.value.add(1, ordering: .relaxed) } }, body)
    return count.value.load(ordering: .relaxed)
  }

  private final class Counter: Sendable { let value = Atomic(0) }

  @Test(
    "No engine is made for more points of a line, and the pictures are those of a chart that is made anew",
    arguments: sample(positions.indices))
  func lines(kind: Int) throws {
    let (_, changes, position) = PlotGrowthTests.positions[kind]
    var random = SplitMix64(seed: UInt64(kind))
    let service = ChartService()
    try service.make(
      PlotGrowthTests.spec(changes), named: "plot", buffers: [Bytes.float64([0]), Bytes.float64([1])])
    var pictures = [try service.svg("plot")]
    for step in 1..<120 {
      let count = random.chance(0.1) ? 40 : 1
      let points = (0..<count).map { index -> JSON in
        let y: JSON = random.chance(0.1) ? .null : .number(random.number(1...50))
        let x = position(step * 3)
        return x == .null ? y : index == 0 ? [x, y] : [position(step * 3), y]
      }
      let one: JSON = [points[0]]
      let params: JSON = random.chance(0.3) ? ["window": .integer(random.whole(1...60))] : [:]
      let made = try engines { try service.append(position(1) == .null ? .array(points) : one, params) }
      // Where none of the points before are left there is nothing to go on from.
      let isAllNew = params["window"]?.integerValue.map { $0 < count } ?? false
      #expect(made == 0 || isAllNew)
      // Who has gone back and adds other points gets those.
      if random.chance(0.1) {
        _ = try service.call("chart/undo", params: ["chart": "plot", "render": false])
        #expect(try service.svg("plot") == pictures.last)
      } else {
        pictures.append(try service.svg("plot"))
      }
      if step % 10 == 0 { #expect(try service.svg("plot") == service.exported().svg("plot")) }
    }
    for picture in pictures.dropLast().reversed() {
      _ = try service.call("chart/undo", params: ["chart": "plot", "render": false])
      guard try service.svg("plot") == picture else {
        Issue.record("an undone append leaves another picture")
        return
      }
    }
  }

  @Test("Where points of a line are out of order, or have no place, they are read anew and told of")
  func outOfOrder() throws {
    let service = try ChartService.with(PlotGrowthTests.spec(["x": ["values": [5]]]))
    #expect(try engines { try service.append([[3, 1]]) } == 1)
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.make(PlotGrowthTests.spec(["y": ["scale": "log"]]))
    let warnings = try service.append([-1])["warnings"]
    #expect(warnings?[0]?.stringValue?.contains("1 value of 0 or less") == true)
    #expect(try service.append([0])["warnings"]?[0]?.stringValue?.contains("2 values") == true)
  }

  @Test("What was there is not copied: the JSON, the columns and what is held beside it stay where they are")
  func sharing() throws {
    for changes in [["x": ["values": [0]]], ["x": ["values": ["buffer": 0]], "series": [["values": ["buffer": 1]]]]]
      as [JSON]
    {
      let service = ChartService()
      let many = (0..<5_000).map(Double.init)
      let buffers = [Bytes.float64(many), Bytes.float64(many)]
      var spec = PlotGrowthTests.spec(changes)
      if spec["x"]?["values"]?[0] != nil {
        let list: JSON = .array(many.map { JSON($0) })
        spec = spec.merging(patch: ["x": ["values": list], "series": [["values": list]]])
      }
      try service.make(spec, named: "plot", buffers: buffers)
      let key = ChartKey(session: ChartService.defaultSession, chart: "plot")
      // The first one finds the memory full.
      try service.append([[5_000, 1]])
      let before = try service.snapshot(key).source
      for index in 1..<1_000 { try service.append([[.integer(5_000 + index), 2]]) }
      let after = try service.snapshot(key).source
      #expect(after.written.given === before.written.given)
      // What was added to the JSON has moved while it grew; the thousands of points have not.
      #expect(after.byteCount(beside: before) < 100_000 && before.byteCount(beside: after) < 100)
      for (place, column) in after.held.columns {
        guard case .numbers(let new) = column.entries, case .numbers(let old)? = before.held.columns[place]?.entries
        else {
          Issue.record("no numbers at \(place)")
          continue
        }
        #expect(new.count == old.count + 999 && new.sharesMemory(with: old))
      }
    }
  }

  @Test("A document has the points that were added, as if they had been given at first")
  func documents() throws {
    let service = try ChartService.with(
      PlotGrowthTests.spec(["x": ["values": [1, 2.5]], "series": [["values": [1, nil]]]]))
    try service.append([[3, 4], [4, nil], [5, 6.5]])
    try service.append([[6, 7]], ["window": 3])
    let document = try service.call("session/export")["document"]
    let specs = try #require(document?["specs"]?.arrayValue)
    let parts = specs.map { [$0["spec"]?["x"]?["values"], $0["spec"]?["series"]?[0]?["values"]] }
    #expect(
      parts == [
        [[4, 5, 6], [nil, 6.5, 7]], [[1, 2.5], [1, nil]], [[1, 2.5, 3, 4, 5], [1, nil, 4, nil, 6.5]],
      ])
    let again = try service.exported()
    for _ in 0..<2 {
      _ = try again.call("chart/undo", params: ["chart": "plot"])
      _ = try service.call("chart/undo", params: ["chart": "plot"])
      #expect(try again.svg("plot") == service.svg("plot"))
    }
  }

  @Test("Many who add points to one chart at once lose none and see no half ones", .timeLimit(.minutes(2)))
  func concurrently() async throws {
    let service = try ChartService.with(PlotGrowthTests.spec([:]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...8 {
        group.addTask {
          for _ in 0..<50 {
            try service.append([.integer(task)])
            if task % 4 == 0 { _ = try service.call("chart/undo", params: ["chart": "plot", "render": false]) }
          }
        }
        group.addTask { for _ in 0..<20 { _ = try service.svg("plot") } }
      }
      try await group.waitForAll()
    }
    #expect(try service.svg("plot") == service.svgMadeAnew())
    let values = try #require(try service.describe()["spec"]?["series"]?[0]?["values"]?.arrayValue)
    #expect(values.count == 301, "the first one, 8 times 50, and 2 times 50 taken back")
  }
}
