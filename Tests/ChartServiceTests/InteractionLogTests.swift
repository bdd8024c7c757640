import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@testable import ChartService

@Suite("The log and the history are bounded in bytes, too")
struct InteractionLogTests {
  private func entry(_ number: Int, _ size: Int) -> InteractionLog.Record {
    InteractionLog.Record(
      .init(
        chart: "c", method: "chart/edit", params: ["text": .string(String(repeating: "x", count: size))],
        revision: number))
  }

  @Test("The oldest entries go first, no more of them than must")
  func oldestFirst() {
    var limits = ServiceLimits()
    limits.logBytes = 100_000
    var log = InteractionLog()
    for number in 1...500 {
      _ = log.append(entry(number, number % 7 * 1_000), limits: limits)
      let sizes = log.records.map(\.byteCount)
      #expect(log.byteCount == sizes.reduce(0, +) && log.byteCount <= limits.logBytes)
      #expect(log.entries.map(\.revision) == Array(number - sizes.count + 1...number))
      if sizes.count < number {
        #expect(log.byteCount + entry(0, (number - sizes.count) % 7 * 1_000).byteCount > limits.logBytes)
      }
    }
    limits.log = 3
    _ = log.append(entry(501, 0), limits: limits)
    #expect(log.entries.map(\.revision) == [499, 500, 501])
    _ = log.append(entry(502, 200_000), limits: limits)
    #expect(log.entries.isEmpty && log.byteCount == 0)
  }

  @Test("What is forgotten and large is handed on, to be freed outside of the lock")
  func freed() {
    var limits = ServiceLimits()
    limits.log = 2
    var log = InteractionLog()
    let forgotten = (1...6).map { number in log.append(entry(number, number % 2 * 10_000), limits: limits) }
    #expect(forgotten.map { $0.map(\.entry.revision) } == [[], [], [1], [], [3], []])
  }

  @Test("Up to 4,096 bytes are freed at once, more are handed on")
  func small() {
    var limits = ServiceLimits()
    limits.log = 0
    let rest = entry(1, 0).byteCount
    for (size, isHandedOn) in [(4_095, false), (4_096, false), (4_097, true)] {
      var log = InteractionLog()
      let record = entry(1, size - rest)
      #expect(record.byteCount == size)
      #expect(log.append(record, limits: limits).isEmpty != isHandedOn)
    }
  }

  @Test("A step that leaves the spec as it is holds on to none of its bytes")
  func sharedSpec() throws {
    let service = try ChartService.prepared()
    func source() throws -> SpecSource {
      try #require(service.withState { $0.sessions["default"]?.charts["spending"]?.source })
    }
    let before = try source()
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 5, "render": false])
    #expect(try source().byteCount(beside: before) == 0)
    _ = try service.call("chart/update", params: ["chart": "spending", "patch": ["hole": 0.5], "render": false])
    #expect(try source().byteCount(beside: before) > 100 && before.byteCount(beside: before) == 0)
  }

  @Test("A hundred edits of a large text keep no more than the bound of the log")
  func edits() throws {
    var limits = ServiceLimits()
    limits.logBytes = 1 << 18
    let service = ChartService(limits: limits)
    let comment = "# " + String(repeating: "x", count: 5_000) + "\n"
    for number in 1...100 {
      _ = try service.call(
        "chart/edit",
        params: ["text": .string(comment + "{kind: pie, id: a, slices: [{value: \(number)}]}"), "render": false])
    }
    let kept = service.withState { $0.sessions["default"]?.log.byteCount ?? 0 }
    #expect(kept <= 1 << 18 && kept > 1 << 17)
    let log = try #require(try service.call("session/export")["document"]?["log"]?.arrayValue)
    #expect((40...60).contains(log.count) && log.last?["revision"] == 100)
    let limit = try service.call("initialize", params: ["protocolVersion": "1.0"])["limits"]?["logBytes"]
    #expect(limit == .integer(1 << 18))
  }

  @Test("Entries of an imported document count as well, and so do those that stay beside them")
  func imported() throws {
    let writer = try ChartService.prepared()
    for number in 0..<50 {
      let text = "# \(String(repeating: "x", count: 1_000))\n{kind: pie, id: a, slices: [{value: \(number + 1)}]}"
      _ = try writer.call("chart/edit", params: ["text": .string(text), "render": false])
    }
    let document = try #require(try writer.call("session/export")["document"])
    var limits = ServiceLimits()
    limits.logBytes = 20_000
    let service = ChartService(limits: limits)
    for keep in [false, true, true] {
      _ = try service.call("session/import", params: ["document": document, "keep": .bool(keep)])
      let log = try #require(service.withState { $0.sessions["default"]?.log })
      #expect(log.byteCount <= 20_000 && log.byteCount == log.records.reduce(0) { $0 + $1.byteCount })
      #expect((10...20).contains(log.entries.count) && log.entries.last?.revision == 50)
    }
    func logged(_ chart: JSON) throws -> Int {
      let document = try service.call("session/export", params: ["charts": [chart]])["document"]
      return document?["log"]?.arrayValue?.count ?? 0
    }
    #expect(try logged("spending") == 0 && logged("a") > 0)
  }

  @Test("A step counts its parameters, so that large requests that change little are forgotten in time")
  func parameters() throws {
    var limits = ServiceLimits()
    limits.stepBytes = 50_000
    let service = try ChartService.prepared(limits: limits)
    // Takes away what isn't there: the spec stays small.
    let nothing = (0..<200).reduce([:] as JSON) { $0.setting("nothing-\($1)", .null) }
    for number in 0..<20 {
      _ = try service.call(
        "chart/update",
        params: [
          "chart": "spending", "patch": nothing.merging(fully: ["title": .string("\(number)")]), "render": false,
        ])
    }
    func undone(_ service: ChartService) throws -> Int {
      var count = 0
      while try service.call("chart/undo", params: ["chart": "spending", "render": false])["changed"] == true {
        count += 1
      }
      return count
    }
    let document = try #require(try service.call("session/export")["document"])
    let steps = try undone(service)
    #expect((2...8).contains(steps))
    // A step that is imported weighs the same: one more pushes the oldest out.
    let other = ChartService(limits: limits)
    _ = try other.call("session/import", params: ["document": document])
    _ = try other.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
    #expect((steps...steps + 1).contains(try undone(other)))
  }
}
