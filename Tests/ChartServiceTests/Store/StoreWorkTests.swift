import JSONModel
import Journal
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@testable import ChartService

@Suite("A store: what is done behind a turn")
struct StoreWorkTests {
  private let disk = SimulatedDisk(seed: 1) { _ in .works }

  /// Where there are no threads.
  private struct InPlace: StoreScheduling {
    func willTakeTurn() {}
    func didTakeTurn() {}
    func inBackground(_ body: @escaping @Sendable () -> Void) { body() }
  }

  /// Threads that have not gone on yet.
  private final class Stopped: StoreScheduling {
    private let held = Mutex<[@Sendable () -> Void]>([])
    var count: Int { held.withLock { $0.count } }
    func willTakeTurn() {}
    func didTakeTurn() {}
    func inBackground(_ body: @escaping @Sendable () -> Void) { held.withLock { $0.append(body) } }
    func run() { while let body = held.withLock({ $0.popLast() }) { body() } }
  }

  private func opened(_ scheduling: any StoreScheduling) throws -> ChartService.Kept {
    var options = ServiceStore.Options(directory: "store")
    (options.disk, options.scheduling, options.smallByteCount) = (disk, scheduling, 1_000)
    return try ChartService.opening(options)
  }

  @Test("Without a thread snapshots are written and closed sessions removed all the same")
  func withoutThreads() throws {
    let kept = try opened(InPlace())
    for round in 0..<20 {
      _ = try kept.service.call("chart/create", params: ["chart": "p", "spec": spending, "render": false])
      if round % 5 == 0 { _ = try kept.service.call("session/open", params: ["session": "b"]) }
      if round % 5 == 1 { _ = try kept.service.call("session/close", params: ["session": "b"]) }
    }
    #expect(try disk.names(in: "store/sessions") == ["0000000001"])
    #expect(try disk.names(in: "store/sessions/0000000001").contains { $0.hasPrefix("snapshot-") })
  }

  @Test("Of many sessions that are worth a snapshot at once two have a thread at a time")
  func threads() throws {
    let scheduling = Stopped()
    let kept = try opened(scheduling)
    let sessions = (1...20).map { "session \($0)" }
    for session in sessions {
      _ = try kept.service.call("session/open", params: ["session": .string(session)])
      for name in ["p", "q", "r"] {
        _ = try kept.service.call(
          "chart/create",
          params: ["session": .string(session), "chart": .string(name), "spec": spending, "render": false])
      }
    }
    #expect(scheduling.count == 2)
    scheduling.run()
    for number in 1...sessions.count {
      let names = try disk.names(in: "store/sessions/\(StoreLayout.directory(number))")
      #expect(names.contains { $0.hasPrefix("snapshot-") })
    }
  }
}
