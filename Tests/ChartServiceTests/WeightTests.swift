import ChartEngine
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import Testing

@testable import ChartService

@Suite("What takes long to draw is no light call")
struct WeightTests {
  private static let outline = "M0 0" + String(repeating: "L1 0L0 1", count: 100) + "Z"
  /// A template in which many different names have to be looked up.
  private static let names = (0..<600).map { "{n\($0)}" }.joined()

  private static func labels(_ text: String) -> JSON { ["position": "above", "text": .string(text)] }

  /// Charts, and whether a tap on them is answered at once.
  static let charts: [(spec: JSON, isLight: Bool)] = [
    (["kind": "bar", "series": [["values": numbers(1_000)]]], true),
    (["kind": "bar", "series": [["values": numbers(5_000)]]], false),
    (["kind": "bar", "series": [["values": numbers(100), "shape": ["path": .string(outline)]]]], false),
    (["kind": "bar", "series": [["values": numbers(10), "shape": ["path": .string(outline)]]]], true),
    (["kind": "bar", "series": [["values": numbers(1_000), "labels": labels("{value} %")]]], true),
    (["kind": "bar", "series": [["values": numbers(1_000), "labels": labels(names)]]], false),
    (["kind": "bar", "series": [["values": numbers(10), "labels": labels(names)]]], true),
    (["kind": "line", "series": [["values": numbers(100_000)]]], true),
    (["kind": "line", "series": [["values": numbers(40_000), "x": ones(40_000)]]], false),
    (["kind": "line", "series": [["values": numbers(4_000), "x": ones(4_000)]]], true),
    (["kind": "pie", "slices": .array((0..<200).map { _ in ["value": 1] })], true),
    (["kind": "pie", "slices": .array((0..<1_500).map { _ in ["value": 1] })], false),
    (["kind": "pie", "slices": .array((0..<5_000).map { _ in ["value": 1] })], false),
  ]

  private static func numbers(_ count: Int) -> JSON { .array((0..<count).map { .integer($0 % 100) }) }
  private static func ones(_ count: Int) -> JSON { .array(Array(repeating: 1, count: count)) }

  @Test("A tap is answered by the thread that received it only if the chart is drawn soon", arguments: charts.indices)
  func taps(index: Int) async throws {
    let (spec, isLight) = WeightTests.charts[index]
    let service = ChartService()
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "a", "session": "default", "render": false])
    for params in [["chart": "a", "x": 300, "y": 100, "render": false], ["a", 300, 100, false]] as [JSON] {
      let peer = service.makePeer()
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "chart/tap", "params": params]
      let answer = peer.receive(request.bytes, buffers: [])
      #expect((answer != nil) == isLight, "\(spec.text.prefix(80))")
      while !peer.isIdle {
        _ = peer.nextOutgoing()
        await Task.yield()
      }
    }
  }

  private func isAtOnce(_ message: JSON, by service: ChartService) async -> Bool {
    let peer = service.makePeer()
    let isAtOnce = peer.receive(message.bytes, buffers: []) != nil
    while !peer.isIdle {
      _ = peer.nextOutgoing()
      await Task.yield()
    }
    return isAtOnce
  }

  @Test("A batch is answered by that thread only if all that it asks together is light")
  func batches() async throws {
    let service = ChartService()
    let spec: JSON = ["kind": "bar", "series": [["values": WeightTests.numbers(1_000)]]]
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "a", "render": false])
    _ = try service.call(
      "chart/create", params: ["spec": ["kind": "pie", "slices": [["value": 1]]], "chart": "b", "render": false])
    func batch(_ count: Int, _ chart: JSON) -> JSON {
      .array(
        (0..<count).map {
          ["jsonrpc": "2.0", "id": .integer($0), "method": "chart/tap", "params": [chart, 300, 100, false]]
        })
    }
    for (count, chart, isLight) in [(2, "a", true), (16, "a", false), (16, "b", true), (17, "b", false)]
      as [(Int, JSON, Bool)]
    {
      #expect(await isAtOnce(batch(count, chart), by: service) == isLight, "\(count) of \(chart)")
    }
  }

  @Test("What tells of all charts of a session is answered at once where they are few")
  func sessions() async throws {
    let service = ChartService()
    for (session, count) in [("few", 1_000), ("many", 1_001)] {
      _ = try service.call("session/open", params: ["session": .string(session)])
      for number in 0..<count {
        _ = try service.call(
          "chart/create",
          params: [
            "spec": ["kind": "pie", "slices": [["value": 1]]], "chart": .string("c\(number)"),
            "session": .string(session), "render": false,
          ])
      }
      for method in ["session/info", "chart/list", "session/unsubscribe"] {
        let request: JSON = [
          "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": ["session": .string(session)],
        ]
        #expect(await isAtOnce(request, by: service) == (session == "few"), "\(method)")
      }
    }
  }

  @Test("Where there is no memory, what would take more of it is no light call, for as long as that is so")
  func memory() async throws {
    let held = Mutex(0)
    let memory = MemoryCeiling(limit: 100) { held.withLock { $0 } }
    let service = ChartService(memory: memory)
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "session/open", "params": ["session": "a"]]
    #expect(await isAtOnce(request, by: service))
    held.withLock { $0 = 101 }
    #expect(memory.isReached())
    #expect(await isAtOnce(request, by: service) == false)
    #expect(await isAtOnce(["jsonrpc": "2.0", "id": 1, "method": "chart/list"], by: service))
    held.withLock { $0 = 100 }
    #expect(!memory.isReached())
    #expect(await isAtOnce(request, by: service))
  }

  @Test("So heavy may a chart be whose picture is drawn at once")
  func bound() { #expect(ChartService.lightWeight == 4_000) }

  @Test("What names no chart, or one that isn't there, is light")
  func none() throws {
    let peer = ChartService().makePeer()
    for params in [[:], ["chart": "none"], [], [5]] as [JSON] {
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "chart/tap", "params": params]
      #expect(peer.receive(request.bytes, buffers: []) != nil)
    }
  }

  // MARK: - Points more

  private static let line: JSON = [
    "kind": "line", "x": ["values": numbers(from: 0, 5_000)], "series": [["values": numbers(5_000)]],
  ]

  private static func numbers(from start: Int, _ count: Int) -> JSON {
    .array((start..<start + count).map { .integer($0) })
  }

  /// Charts that have got a point, another one for them, and whether that is taken in at once.
  static let appends: [(spec: JSON, first: JSON, then: JSON, isLight: Bool)] = [
    (line, ["points": [[5_000, 1]]], ["points": [[5_001, 1]]], true),
    (line, ["points": [[5_000, 1]]], ["points": [["x": 5_001, "y": .null], [5_001, 3]], "window": 4_000], true),
    (["kind": "line", "series": [["values": numbers(5_000)]]], ["points": [1]], ["points": [2, 3]], true),
    (
      ["kind": "line", "series": [["values": numbers(300)], ["values": numbers(300)]]], ["points": [["y": [1, 2]]]],
      ["points": [2]], true
    ),
    // Nothing is known of the memory yet.
    (line, [:], ["points": [[5_000, 1]]], false),
    // Before the last one.
    (line, ["points": [[5_000, 1]]], ["points": [[4_000, 1]]], false),
    (line, ["points": [[5_000, 1]]], ["points": [[5_002, 1], [5_001, 1]]], false),
    // Many, or columns of who knows how many.
    (line, ["points": numbers(from: 0, 0)], ["points": .array((5_000..<6_000).map { [.integer($0), 1] })], false),
    (line, ["points": [[5_000, 1]]], ["points": ["x": [5_001], "y": [1]]], false),
    // The other series is left with too few values.
    (
      [
        "kind": "line", "x": ["values": numbers(from: 0, 300)],
        "series": [["values": numbers(300)], ["values": numbers(300)]],
      ], ["points": [[300, [1, 2]]]], ["points": [[301, 1]]], false
    ),
    (
      [
        "kind": "line", "x": ["values": numbers(from: 0, 300)],
        "series": [["values": numbers(300)], ["values": numbers(300)]],
      ], ["points": [[300, [1, 2]]]], ["points": [[301, [1, 2]]]], true
    ),
    // Where all are read again.
    (["kind": "bar", "series": [["values": numbers(300)]]], ["points": [1]], ["points": [2]], false),
    (
      ["kind": "line", "x": ["labels": ["a", "b"]], "series": [["values": [1, 2]]]], ["points": [["c", 1]]],
      ["points": [["d", 1]]], false
    ),
    (
      ["kind": "line", "y": ["scale": "log"], "series": [["values": [1, 2]]]], ["points": [1]], ["points": [2]], false
    ),
  ]

  @Test(
    "Points are taken in by the thread that received them only if they cost nothing but themselves",
    arguments: appends.indices)
  func points(index: Int) async throws {
    let (spec, first, then, isLight) = WeightTests.appends[index]
    let service = ChartService()
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "a", "render": false])
    if first != [:] { _ = try append(first, service) }
    let peer = service.makePeer()
    let work = try append(then, peer, answersAtOnce: isLight)
    #expect(!work.contains(.engine))
    while !peer.isIdle {
      _ = peer.nextOutgoing()
      await Task.yield()
    }
    // Nothing but who does it depends on that.
    let other = ChartService()
    _ = try other.call("chart/create", params: ["spec": spec, "chart": "a", "render": false])
    if first != [:] { _ = try append(first, other) }
    _ = try append(then, other)
    #expect(try service.svg("a") == other.svg("a"))
    let params: JSON = ["chart": "a"]
    #expect(try service.call("chart/get", params: params) == other.call("chart/get", params: params))
  }

  @Test("A point on memory that another one was written to, or behind other calls of its message, waits for its turn")
  func sharedMemory() async throws {
    let service = ChartService()
    _ = try service.call("chart/create", params: ["spec": WeightTests.line, "chart": "a", "render": false])
    for x in 5_000..<5_003 { _ = try append(["points": [[.integer(x), 1]]], service) }
    let peer = service.makePeer()
    let undo: JSON = ["jsonrpc": "2.0", "id": 1, "method": "chart/undo", "params": ["chart": "a", "render": false]]
    #expect(peer.receive(JSON.array([undo, request(["points": [[5_002, 2]]])]).bytes, buffers: []) == nil)
    while !peer.isIdle {
      _ = peer.nextOutgoing()
      await Task.yield()
    }
    #expect(try append(["points": [[5_003, 2]]], peer, answersAtOnce: true).contains(.engine) == false)
    _ = try service.call("chart/undo", params: ["chart": "a", "render": false])
    _ = try append(["points": [[5_003, 3]]], peer, answersAtOnce: false)
    while !peer.isIdle {
      _ = peer.nextOutgoing()
      await Task.yield()
    }
  }

  private func request(_ params: JSON) -> JSON {
    [
      "jsonrpc": "2.0", "id": 1, "method": "chart/append",
      "params": params.merging(patch: ["chart": "a", "render": false]),
    ]
  }

  private func append(_ params: JSON, _ service: ChartService) throws -> JSON {
    try service.call("chart/append", params: params.merging(patch: ["chart": "a", "render": false]))
  }

  /// - Returns: The heavy work that was done on this thread.
  private func append(_ params: JSON, _ peer: any MessageEndpoint, answersAtOnce: Bool) throws -> [HeavyWork] {
    let seen = Seen()
    HeavyWork.observing({ work in seen.all.withLock { $0.append(work) } }) {
      let answer = peer.receive(request(params).bytes, buffers: [])
      #expect((answer != nil) == answersAtOnce, "\(params.text.prefix(80))")
      if let answer { #expect(!String(decoding: answer, as: UTF8.self).contains("\"error\"")) }
    }
    return seen.all.withLock { $0 }
  }

  private final class Seen: Sendable {
    let all = Mutex<[HeavyWork]>([])
  }
}
