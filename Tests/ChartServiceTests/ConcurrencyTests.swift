import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import Testing
import TestSupport

@Suite("Many at once")
struct ConcurrencyTests {
  @Test("Eight threads at one chart: every change has a revision of its own, none is lost", .timeLimit(.minutes(15)))
  func revisions() throws {
    let service = try ChartService.prepared()
    let seen = Mutex<[Int]>([])
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100 {
        do {
          let result = try service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
          if let revision = result["revision"]?.integerValue { seen.withLock { $0.append(revision) } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(seen.withLock { $0.sorted() } == Array(2...801))
    let state = try service.call("chart/get", params: ["chart": "spending"])["state"]
    #expect(state?["startAngle"]?.doubleValue == Double((270 + 800) % 360))
    var steps = 0
    while try service.call("chart/undo", params: ["chart": "spending"])["changed"] == true { steps += 1 }
    #expect(steps == 800)
  }

  @Test("Taps, updates, deletions and subscribers together end in order", .timeLimit(.minutes(15)))
  func everything() throws {
    let service = try ChartService.prepared()
    let subscribers = try (0..<4).map { _ in
      let subscriber = Subscriber(service: service)
      try subscriber.subscribe(render: false)
      return subscriber
    }
    let unexpected = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var generator = SplitMix64(seed: UInt64(thread))
      for number in 0..<60 {
        do throws(RPCError) {
          switch (thread, number % 10) {
          case (0, 0): _ = try service.call("chart/create", params: ["spec": spending])
          case (1, 5): _ = try service.call("chart/delete", params: ["chart": "spending"])
          case (2, _): _ = try service.call("session/export")
          case (3, _): _ = try service.call("chart/undo", params: ["chart": "spending"])
          case (4, _):
            _ = try service.call(
              "chart/update",
              params: ["chart": "spending", "patch": ["hole": JSON(Double.random(in: 0..<1, using: &generator))]])
          case (5, _): for subscriber in subscribers { _ = subscriber.nextChange() }
          default:
            let x = JSON(Double.random(in: 0...640, using: &generator))
            _ = try service.call("chart/tap", params: ["chart": "spending", "x": x, "y": 150, "render": false])
          }
        } catch {
          // Somebody may just have deleted it.
          if error.code != .noSuchChart { unexpected.withLock { $0.append(error.message) } }
        }
      }
    }
    #expect(unexpected.withLock { $0 } == [])
    _ = try service.call("chart/create", params: ["spec": spending])
    for subscriber in subscribers {
      var last: ChartChange?
      while let change = subscriber.nextChange() { last = change }
      #expect(last?.revision == service.charts().first?.revision)
    }
  }
}
