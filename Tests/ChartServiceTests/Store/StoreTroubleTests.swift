import Foundation
import JSONModel
import JSONRPC
import Journal
import POSIX
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@testable import ChartService

@Suite("A store: after the disk has failed answers leave again")
struct StoreTroubleTests {
  /// What the disk refuses.
  private let refused = Refused()
  private let disk: SimulatedDisk
  private let time = Time()

  private final class Refused: Sendable {
    private let rule = Mutex<@Sendable (String) -> Bool>({ _ in false })
    func set(_ rule: @escaping @Sendable (String) -> Bool) { self.rule.withLock { $0 = rule } }
    func has(_ operation: String) -> Bool { rule.withLock { $0 }(operation) }
  }

  /// Seconds, which go on when they are asked for.
  private final class Time: Sendable {
    private let seconds = Mutex(1_800_000_000.0)
    func next() -> Double {
      seconds.withLock { seconds in
        seconds += 1
        return seconds
      }
    }
  }

  init() {
    let refused = refused
    disk = SimulatedDisk(seed: 1) { refused.has($0) ? .fails(EIO) : .works }
  }

  private func opened() throws -> ChartService.Kept {
    var options = ServiceStore.Options(directory: "store")
    options.durability = .disk
    options.disk = disk
    let time = time
    options.now = { time.next() }
    return try ChartService.opening(options)
  }

  /// Waits for an answer to leave.
  /// - Returns: What it says instead of what was asked for.
  private func answer(_ kept: ChartService.Kept) -> RPCError? {
    let (done, fault) = (DispatchSemaphore(value: 0), Held())
    kept.service.whenSettled { error in
      fault.error.withLock { $0 = error }
      done.signal()
    }
    done.wait()
    kept.store.waitForSnapshots()
    return fault.error.withLock { $0 }
  }

  private final class Held: Sendable { let error = Mutex<RPCError?>(nil) }

  private func create(_ kept: ChartService.Kept, in session: JSON) throws {
    _ = try kept.service.call("session/open", params: ["session": session])
    _ = try kept.service.call("chart/create", params: ["session": session, "spec": spending, "render": false])
  }

  @Test("where nothing is open that could be written anew")
  func nothingOpen() throws {
    let kept = try opened()
    _ = try kept.service.call("session/open", params: ["session": "b"])
    #expect(answer(kept) == nil)
    _ = try kept.service.call("session/close", params: ["session": "b"])
    refused.set { $0 == "sync store/sessions" }
    #expect(answer(kept)?.code == .notKept)
    refused.set { _ in false }
    #expect(answer(kept) == nil)
    #expect(answer(kept) == nil)
  }

  @Test("where a session that could not be written anew either is changed no more")
  func idle() throws {
    let kept = try opened()
    for session in ["a", "b"] as [JSON] { try create(kept, in: session) }
    #expect(answer(kept) == nil)
    try create(kept, in: "b")
    refused.set { $0.hasPrefix("sync ") }
    #expect(answer(kept)?.code == .notKept)
    #expect(answer(kept)?.code == .notKept)
    refused.set { _ in false }
    // What is to be written anew is written meanwhile.
    for _ in 0..<10 where answer(kept) != nil {}
    #expect(answer(kept) == nil)
    disk.kill()
    disk.restart(losesPower: true)
    let again = try opened()
    #expect(Set(again.report.resumed.map(\.session)) == ["a", "b"] && again.report.resumed.map(\.charts) == [1, 1])
  }

  @Test("where the session that could not be written anew is closed")
  func closed() throws {
    let kept = try opened()
    _ = try kept.service.call("session/open", params: ["session": "b"])
    refused.set { $0.hasPrefix("sync ") || $0.contains("/snapshot-") }
    #expect(answer(kept)?.code == .notKept)
    refused.set { $0.contains("/snapshot-") }
    #expect(answer(kept)?.code == .notKept)
    _ = try kept.service.call("session/close", params: ["session": "b"])
    #expect(answer(kept) == nil)
  }

  @Test("A session that was read and not changed is not written anew")
  func unchanged() throws {
    do {
      let kept = try opened()
      try create(kept, in: "a")
      #expect(answer(kept) == nil)
    }
    disk.kill()
    disk.restart(losesPower: false)
    let kept = try opened()
    refused.set { $0 == "sync store/sessions" }
    #expect(answer(kept)?.code == .notKept)
    refused.set { _ in false }
    #expect(answer(kept) == nil)
    #expect(try disk.names(in: "store/sessions/0000000001") == ["contents", "log-0"])
  }

  #if os(Linux)
    @Test("However many sessions are written anew, few of their files are open")
    func descriptors() throws {
      let directory = try TemporaryDirectory()
      let kept = try ChartService.opening(ServiceStore.Options(directory: directory.path + "/store"))
      for number in 1...150 { _ = try kept.service.call("session/open", params: ["session": .string("\(number)")]) }
      kept.store.noteDoubts()
      kept.store.waitForSnapshots()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
        return target?.hasPrefix(directory.path) == true
      }
      #expect(open.count <= 66, "\(open.count)")
    }
  #endif
}
