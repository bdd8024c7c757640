import ChartService
import JSONModel
import JSONRPC
import Testing

@Suite("What takes long to draw is no light call")
struct WeightTests {
  private static let outline = "M0 0" + String(repeating: "L1 0L0 1", count: 100) + "Z"

  /// Charts, and whether a tap on them is answered at once.
  static let charts: [(spec: JSON, isLight: Bool)] = [
    (["kind": "bar", "series": [["values": numbers(1_000)]]], true),
    (["kind": "bar", "series": [["values": numbers(5_000)]]], false),
    (["kind": "bar", "series": [["values": numbers(100), "shape": ["path": .string(outline)]]]], false),
    (["kind": "bar", "series": [["values": numbers(10), "shape": ["path": .string(outline)]]]], true),
    (["kind": "line", "series": [["values": numbers(100_000)]]], true),
    (["kind": "pie", "slices": .array((0..<200).map { _ in ["value": 1] })], true),
    (["kind": "pie", "slices": .array((0..<5_000).map { _ in ["value": 1] })], false),
  ]

  private static func numbers(_ count: Int) -> JSON { .array((0..<count).map { .integer($0 % 100) }) }

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

  @Test("What names no chart, or one that isn't there, is light")
  func none() throws {
    let peer = ChartService().makePeer()
    for params in [[:], ["chart": "none"], [], [5]] as [JSON] {
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "chart/tap", "params": params]
      #expect(peer.receive(request.bytes, buffers: []) != nil)
    }
  }
}
