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
}
