import ChartEngine
import JSONModel
import JSONRPC
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@testable import ChartService

@Suite("A store: a start makes what is needed at once, and the rest when it is needed")
struct StoreStartTests {
  private let disk = SimulatedDisk(seed: 1) { _ in .works }

  private func opened() throws -> ChartService {
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    return try ChartService.opening(options).service
  }

  /// As the next process finds it.
  private func resumed() throws -> ChartService {
    disk.kill()
    disk.restart(losesPower: false)
    return try opened()
  }

  @Test("Each example of a chart's methods gives what it shows with charts that were just read")
  func everyExample() throws {
    // A debug build sees to it that no engine is made while others wait for the service's lock.
    for method in ChartService.methods.methods {
      for example in method.examples where example.params["chart"] != nil {
        try? disk.remove("store")
        let service = try opened()
        for params in [preparation, plotPreparation] { _ = try service.call("chart/create", params: params) }
        let again = try resumed()
        let result = try again.call(method.name, params: example.params, subscriber: Subscriber(service: again))
        #expect(example.accepts(result), "\(method.name), \(example.name): \(result.text.prefix(600))")
      }
    }
  }

  @Test("The engine of a large chart is made at the start, that of a small one when somebody asks for its picture")
  func engines() throws {
    let service = try opened()
    let series = { (count: Int) in ["values": .array((0..<count).map { .integer($0) })] as JSON }
    let charts = [
      ("small", [series(2)]), ("long", [series(2_000)]), ("wide", Array(repeating: series(20), count: 100)),
    ]
    for (name, series) in charts {
      _ = try service.call(
        "chart/create",
        params: ["chart": .string(name), "spec": ["kind": "line", "series": .array(series)], "render": false])
    }
    // Short columns that are long together.
    _ = try service.call(
      "chart/create",
      params: [
        "chart": "grown",
        "spec": [
          "kind": "line", "series": .array(Array(repeating: series(1), count: 20)),
        ], "render": false,
      ])
    for number in 0..<20 {
      _ = try service.call(
        "chart/append",
        params: [
          "chart": "grown", "series": .integer(number), "points": .array((0..<100).map { .integer($0) }),
          "render": false,
        ])
    }
    let made = Mutex(0)
    try HeavyWork.observing({ if $0 == .engine { made.withLock { $0 += 1 } } }) {
      let again = try resumed()
      #expect(made.withLock { $0 } == 3)
      for name in ["long", "wide", "grown", "small", "small"] { _ = try again.svg(name) }
      #expect(made.withLock { $0 } == 4)
    }
  }
}
