import ChartService
import JSONModel
import JSONRPC
import Journal
import POSIX
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@Suite("A store: sessions go on from reading alone")
struct StoreResumingTests {
  /// What the disk refuses.
  private let refused = Refused()
  private let disk: SimulatedDisk

  private final class Refused: Sendable {
    private let rule = Mutex<@Sendable (String) -> Bool>({ _ in false })
    func set(_ rule: @escaping @Sendable (String) -> Bool) { self.rule.withLock { $0 = rule } }
    func has(_ operation: String) -> Bool { rule.withLock { $0 }(operation) }
  }

  init() {
    let refused = refused
    disk = SimulatedDisk(seed: 1) { refused.has($0) ? .fails(ENOSPC) : .works }
  }

  /// As the next process finds it.
  private func opened(_ change: (inout ServiceStore.Options) -> Void = { _ in }) throws -> ChartService.Kept {
    disk.kill()
    disk.restart(losesPower: false)
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    change(&options)
    return try ChartService.opening(options)
  }

  private func document(_ kept: ChartService.Kept) throws -> JSON { try kept.service.exportedDocument(of: "default") }

  private static let rotation: JSON = ["chart": "spending", "by": 10, "render": false]

  /// Whether an operation changes anything; what is there already may be made once more.
  private static func changes(_ operation: String) -> Bool {
    ["create ", "write ", "rename ", "remove ", "truncate ", "sync "].contains { operation.hasPrefix($0) }
  }

  @Test(
    "A disk that takes nothing at the start loses no session, and the first change is made when it takes something again",
    arguments: ServiceStore.Durability.allCases, [.always, .afterDeath(of: "one")] as [ServiceStore.Resumption])
  func full(durability: ServiceStore.Durability, resumption: ServiceStore.Resumption) throws {
    func opened() throws -> ChartService.Kept {
      try self.opened { ($0.durability, $0.resumption) = (durability, resumption) }
    }
    var before: JSON = .null
    do {
      let kept = try opened()
      _ = try kept.service.call("chart/create", params: preparation)
      before = try document(kept)
    }
    refused.set(Self.changes)
    for _ in 0..<5 {
      let kept = try opened()
      #expect(kept.report.faults == [])
      #expect(try document(kept) == before)
      #expect(try kept.service.error("chart/rotate", Self.rotation).code == .notKept)
      #expect(try document(kept) == before)
    }
    let kept = try opened()
    refused.set { _ in false }
    _ = try kept.service.call("chart/rotate", params: Self.rotation)
    before = try document(kept)
    #expect(try document(try opened()) == before)
  }

  @Test("The first change makes the log, whatever it is", arguments: [false, true])
  func firstChanges(snapshots: Bool) throws {
    let changes: [(String, JSON)] = [
      ("chart/append", ["chart": "line", "points": [4, 5], "render": false]),
      ("chart/rotate", Self.rotation), ("chart/undo", ["chart": "spending"]),
      ("chart/delete", ["chart": "line"]), ("session/open", ["session": "b"]),
    ]
    do {
      let service = try opened().service
      _ = try service.call("chart/create", params: preparation)
      let spec: JSON = ["kind": "line", "series": [["values": [1, 2, 3]]]]
      _ = try service.call("chart/create", params: ["chart": "line", "spec": spec, "render": false])
    }
    for (method, params) in changes {
      let kept = try opened { if snapshots { $0.smallByteCount = 1 } }
      _ = try kept.service.call(method, params: params)
      kept.store.waitForSnapshots()
      let before = try document(kept)
      let again = try opened()
      #expect(again.report.faults == [])
      #expect(try document(again) == before, "\(method)")
    }
    let names = try disk.names(in: "store/sessions/0000000001")
    #expect(names.contains { $0.hasPrefix("snapshot-") } == snapshots)
  }

  @Test("A session that cannot be read for once is never taken away to make room")
  func untrimmed() throws {
    do {
      let kept = try opened()
      for number in 1...20 {
        _ = try kept.service.call(
          "chart/create", params: ["chart": .string("chart \(number)"), "spec": spending, "render": false])
      }
    }
    refused.set { $0.hasPrefix("read store/sessions/0000000001/") }
    do {
      let kept = try opened { $0.byteLimit = 5_000 }
      #expect(kept.report.faults.count == 1)
      _ = try kept.service.call("chart/create", params: preparation)
      _ = try kept.service.call("chart/rotate", params: Self.rotation)
    }
    refused.set { _ in false }
    let stored = try opened().service.call("session/list")["stored"]?.arrayValue ?? []
    #expect(stored.map { $0["charts"]?.arrayValue?.count } == [20])
  }

  @Test("A record whose long part cannot be read for once is not given up")
  func longPart() throws {
    var before: JSON = .null
    do {
      let kept = try opened()
      _ = try kept.service.call("chart/create", params: preparation)
      let title = JSON.string(String(repeating: "long ", count: 4_000))
      let patch: JSON = ["chart": "spending", "patch": ["title": title], "render": false]
      _ = try kept.service.call("chart/update", params: patch)
      before = try document(kept)
    }
    refused.set { $0.hasPrefix("read ") && $0.contains("/contents/") }
    #expect(try opened().report.faults.count == 1)
    refused.set { _ in false }
    let kept = try opened()
    #expect(kept.report.faults == [])
    #expect(try document(kept) == before)
  }

  @Test("What was given up does not come back with a content of a change that was refused")
  func givenUp() throws {
    let numbers = (0..<200).flatMap { withUnsafeBytes(of: Double($0).bitPattern.littleEndian, Array.init) }
    let line: JSON = [
      "chart": "line", "render": false,
      "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": [["values": ["buffer": 0]]]],
    ]
    do {
      let service = try opened().service
      _ = try service.call("chart/create", params: preparation)
      _ = try service.call("chart/create", params: line, buffers: [numbers])
      let contents = "store/sessions/0000000001/contents"
      for name in try disk.names(in: contents) { try disk.open("\(contents)/\(name)").truncate(to: 500) }
    }
    do {
      let service = try opened().service
      refused.set { $0.contains("/log-") && !$0.hasPrefix("read ") }
      #expect(throws: RPCError.self) { try service.call("chart/create", params: line, buffers: [numbers]) }
    }
    refused.set { _ in false }
    #expect(try document(try opened())["charts"]?.arrayValue?.compactMap { $0["chart"] } == ["spending"])
  }
}
