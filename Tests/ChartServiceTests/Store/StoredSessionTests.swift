import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@testable import ChartService

@Suite("Sessions that are read while others have them, or have ended")
struct StoredSessionTests {
  private let disk: SimulatedDisk
  /// What the disk is told to do.
  private let operations: Operations

  private final class Operations: Sendable {
    let all = Mutex<[String]>([])
    /// Done once, when an operation begins in this way.
    let trap = Mutex<(prefix: String, body: @Sendable () -> Void)?>(nil)
  }

  init() {
    let operations = Operations()
    self.operations = operations
    disk = SimulatedDisk(seed: 1) { operation in
      operations.all.withLock { $0.append(operation) }
      let body = operations.trap.withLock { trap in
        guard let set = trap, operation.hasPrefix(set.prefix) else { return nil as (@Sendable () -> Void)? }
        trap = nil
        return set.body
      }
      body?()
      return .works
    }
  }

  private func opened(_ run: String? = nil) throws -> ChartService.Kept {
    disk.kill()
    disk.restart(losesPower: false)
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    options.smallByteCount = 4_000
    if let run { options.resumption = .afterDeath(of: run) }
    return try ChartService.opening(options)
  }

  private func reads() -> [String] { operations.all.withLock { $0.filter { $0.hasPrefix("read ") } } }

  // MARK: - In use

  @Test("A session of which a snapshot is made while it is read is read as it is, from its new files")
  func inUse() throws {
    let kept = try opened()
    _ = try kept.service.call("chart/create", params: preparation)
    let path = "store/sessions/0000000001"
    let session = StoreListing.Session(id: "1", directory: path, isOpen: true)
    let disk = disk
    func trap() throws {
      let before = try disk.names(in: path)
      operations.trap.withLock {
        $0 = (
          "read \(path)/log-",
          {
            for _ in 0..<1_000 where (try? disk.names(in: path)) == before {
              _ = try? kept.service.call("chart/rotate", params: ["chart": "spending", "by": 7, "render": false])
              kept.store.waitForSnapshots()
            }
          }
        )
      }
    }
    for _ in 0..<2 {
      try trap()
      let document = try StoreListing.document(of: session, on: disk)
      #expect(try document == kept.service.exportedDocument(of: "default"))
      try trap()
      #expect(StoreListing.check(session, on: disk) == [])
    }
    #expect(try disk.names(in: path).contains("snapshot-4"))
  }

  // MARK: - Restoring

  /// Four kernels that have ended, each with a chart.
  private func fill() throws {
    for run in ["one", "two", "three", "four"] {
      let kept = try opened(run)
      _ = try kept.service.call("chart/create", params: ["chart": .string(run), "spec": spending, "render": false])
      kept.store.waitForSnapshots()
      kept.store.end()
    }
  }

  private func forget() { operations.all.withLock { $0 = [] } }

  @Test("The newest stored session is found without reading those before it")
  func newest() throws {
    try fill()
    let service = try opened("five").service
    forget()
    #expect(try service.call("session/restore")["charts"] == ["four"])
    let others = reads().filter { !$0.hasPrefix("read store/sessions/0000000004.ended/") }
    #expect(others == [])
    #expect(try service.call("session/list")["stored"]?.arrayValue?.count == 4)
  }

  @Test("What cannot be read is tried once, and what the system refuses is tried again")
  func unreadable() throws {
    try fill()
    let log = "store/sessions/0000000004.ended/log-0"
    try disk.open(log).write([0], at: 0)
    let service = try opened("five").service
    forget()
    for _ in 0..<3 { #expect(try service.call("session/list")["stored"]?.arrayValue?.count == 3) }
    #expect(reads().count { $0 == "read \(log)" } == 1)
    #expect(try service.call("session/restore")["charts"] == ["three"])
  }

  @Test("A restore that is cancelled while it reads ends there", arguments: ["log-0", "contents/"])
  func cancelled(file: String) throws {
    let cancellation = Cancellation()
    let kept = try opened("one")
    // Its text lies beside the log.
    let title = JSON.string(String(repeating: "x", count: 40_000))
    for number in 0..<3 {
      let spec = spending.setting("title", title).setting("radius", .integer(50 + number))
      _ = try kept.service.call("chart/create", params: ["chart": .string("\(number)"), "spec": spec, "render": false])
    }
    kept.store.waitForSnapshots()
    kept.store.end()
    let service = try opened("two").service
    let stored = try service.call("session/list")["stored"]?[0]?["id"]
    forget()
    operations.trap.withLock { $0 = ("read store/sessions/0000000001.ended/\(file)", { cancellation.cancel() }) }
    let error = #expect(throws: RPCError.self) {
      try service.call("session/restore", params: ["stored": stored ?? .null], cancellation: cancellation)
    }
    #expect(error?.code == .cancelled)
    #expect(reads().count { $0.contains("/contents/") } <= 1)
    #expect(try service.call("chart/list")["charts"] == [])
  }

  // MARK: - Sizes

  /// A disk whose files all say that they are as large as a file can be.
  private struct HugeFiles: FileSystem {
    let disk: SimulatedDisk

    func byteCount(of path: String) throws(POSIXError) -> Int { .max }

    func makeDirectory(_ path: String) throws(POSIXError) { try disk.makeDirectory(path) }
    func names(in directory: String) throws(POSIXError) -> [String] { try disk.names(in: directory) }
    func read(_ path: String, settled: Bool) throws(POSIXError) -> [UInt8] { try disk.read(path, settled: settled) }
    func create(_ path: String) throws(POSIXError) -> any WritableFile { try disk.create(path) }
    func open(_ path: String) throws(POSIXError) -> any WritableFile { try disk.open(path) }
    func isThere(_ path: String) -> Bool { disk.isThere(path) }
    func rename(_ path: String, to target: String) throws(POSIXError) { try disk.rename(path, to: target) }
    func remove(_ path: String) throws(POSIXError) { try disk.remove(path) }
    func sync(directory: String) throws(POSIXError) { try disk.sync(directory: directory) }
    func lock(_ path: String) throws(POSIXError) -> (any FileLock)? { try disk.lock(path) }
  }

  @Test("Files that say they are as large as can be are counted, and a store with them opens")
  func huge() throws {
    try fill()
    do {
      let kept = try opened()
      for number in 0..<3 {
        let title = JSON.string(String(repeating: "\(number)", count: 40_000))
        _ = try kept.service.call("chart/create", params: ["spec": spending.setting("title", title), "render": false])
      }
      kept.store.waitForSnapshots()
    }
    disk.kill()
    disk.restart(losesPower: false)
    let huge = HugeFiles(disk: disk)
    #expect(ServiceStore.byteCount(of: "store/sessions/0000000005", huge) > 1 << 40)
    var options = ServiceStore.Options(directory: "store")
    options.disk = huge
    let kept = try ChartService.opening(options)
    #expect(kept.report.resumed.count == 1 && kept.report.faults == [])
    _ = try kept.service.call("chart/delete", params: ["chart": "spending"])
    #expect(try kept.service.call("session/list")["sessions"]?.arrayValue?.count == 1)
  }
}
