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

  /// A thread that goes on when somebody else takes the turn, and not before he has taken it so often.
  private final class Interrupting: StoreScheduling {
    private let state = Mutex((held: [@Sendable () -> Void](), turns: 0, after: Int.max))
    var turns: Int { state.withLock { $0.turns } }
    var isHeld: Bool { state.withLock { !$0.held.isEmpty } }
    func arm(after turns: Int) { state.withLock { ($0.turns, $0.after) = (0, turns) } }
    func willTakeTurn() {
      let bodies = state.withLock { state -> [@Sendable () -> Void] in
        state.turns += 1
        guard state.turns > state.after else { return [] }
        defer { (state.held, state.after) = ([], .max) }
        return state.held
      }
      for body in bodies { body() }
    }
    func didTakeTurn() {}
    func inBackground(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.held.append(body) } }
    func run() { while let body = state.withLock({ $0.held.popLast() }) { body() } }
  }

  private func opened(_ scheduling: any StoreScheduling, small: Int = 1_000) throws -> ChartService.Kept {
    var options = ServiceStore.Options(directory: "store")
    (options.disk, options.scheduling, options.smallByteCount) = (disk, scheduling, small)
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

  /// A chart with numbers that are a content of their own.
  private func line(_ kept: ChartService.Kept, _ name: String) throws {
    let numbers = (0..<1_250).flatMap { withUnsafeBytes(of: Double($0).bitPattern.littleEndian, Array.init) }
    _ = try kept.service.call(
      "chart/create",
      params: [
        "chart": .string(name), "render": false,
        "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": [["values": ["buffer": 0]]]],
      ], buffers: [numbers])
  }

  @Test("A content that a snapshot takes away between a change's making and its turn is written once more")
  func takenAway() throws {
    var turns: [Int] = []
    for moment in 0..<6 {
      try? disk.remove("store")
      let scheduling = Interrupting()
      let kept = try opened(scheduling)
      /// Until a snapshot is worth its while.
      func rotate() throws {
        while !scheduling.isHeld {
          _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
        }
      }
      _ = try kept.service.call("chart/create", params: preparation)
      try line(kept, "a")
      try rotate()
      scheduling.run()
      // The next snapshot takes away what nobody names any more.
      _ = try kept.service.call("chart/delete", params: ["chart": "a"])
      try rotate()
      #expect(try disk.names(in: "store/sessions/0000000001/contents").count == 1)
      scheduling.arm(after: moment)
      try line(kept, "b")
      turns.append(scheduling.turns)
      // Whatever is said of it afterwards is said of what was written.
      _ = try kept.service.call("chart/zoom", params: ["chart": "b", "scale": 2, "render": false])
      scheduling.run()
      let before = try kept.service.exportedDocument(of: "default")
      disk.kill()
      disk.restart(losesPower: false)
      let again = try opened(InPlace())
      #expect(try again.service.exportedDocument(of: "default") == before, "\(moment)")
    }
    // At one of these moments it had been there when the change was made, and the change was made once more.
    #expect(Set(turns).count > 1, "\(turns)")
  }

  @Test("A point added to a chart that was imported is written as that point")
  func importedGrowth() throws {
    let kept = try opened(InPlace(), small: 1 << 30)
    for name in ["a", "b"] { try line(kept, name) }
    let document = try kept.service.exportedDocument(of: "default")
    _ = try kept.service.call("session/import", params: ["document": document])
    func byteCount() -> Int { kept.store.inTurn { $0.byteCount } }
    for name in ["a", "b"] {
      let before = byteCount()
      _ = try kept.service.call("chart/append", params: ["chart": .string(name), "points": [1], "render": false])
      #expect(byteCount() - before < 1_000)
    }
  }

  @Test("A snapshot is written in pieces of some 256 KiB, of however many records")
  func pieces() throws {
    let writes = Mutex(0)
    let disk = SimulatedDisk(seed: 1) { operation in
      if operation.hasPrefix("write "), operation.contains("/snapshot-") { writes.withLock { $0 += 1 } }
      return .works
    }
    var options = ServiceStore.Options(directory: "store")
    (options.disk, options.scheduling, options.smallByteCount) = (disk, InPlace(), 1_500_000)
    let kept = try ChartService.opening(options)
    let slices = (0..<300).map { ["label": .string("slice \($0)"), "value": .integer($0 + 1)] as JSON }
    var count = 0
    while try !disk.names(in: "store").contains("sessions") || writes.withLock({ $0 }) == 0, count < 1_000 {
      let name = JSON.string("c\(count % 100)")
      _ = try kept.service.call(
        "chart/create", params: ["chart": name, "spec": ["kind": "pie", "slices": .array(slices)], "render": false])
      count += 1
    }
    let session = "store/sessions/0000000001"
    let name = try #require(try disk.names(in: session).first { $0.hasPrefix("snapshot-") })
    let pieces = try disk.byteCount(of: "\(session)/\(name)") >> 18
    #expect(
      pieces >= 2 && (pieces...pieces + 4).contains(writes.withLock { $0 }), "\(pieces) \(writes.withLock { $0 })")
  }

  @Test("What an earlier process left, and is written anew, takes no more room")
  func growth() throws {
    let writer = try JournalWriter(creating: "log-0", from: JournalPlace(number: 0), salt: 1, in: disk)
    var journal = SessionJournal(
      session: "default", number: 1, directory: "x", writer: writer, generation: 0, firstGeneration: 0)
    let digest = ContentDigest(of: [1])
    var prepared = PreparedChange()
    prepared.contents = [PreparedChange.Content(digest: digest, temporary: "t", byteCount: 100)]
    #expect(journal.growth(by: prepared) == 100)
    journal.add(digest, byteCount: 100, .unread)
    #expect(journal.growth(by: prepared) == 0)
    journal.add(digest, byteCount: 60, .unread)
    #expect(journal.growth(by: prepared) == 40)
    journal.add(digest, byteCount: 100, .written)
    #expect(journal.growth(by: prepared) == 0)
  }
}
