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

@Suite("A store: its bound")
struct StoreBoundTests {
  private static func numbers(_ seed: Int) -> [UInt8] {
    (0..<1_250).flatMap { withUnsafeBytes(of: Double($0 + seed).bitPattern.littleEndian, Array.init) }
  }

  @Test("The columns of one chart count together")
  func columns() throws {
    let directory = try TemporaryDirectory()
    var options = ServiceStore.Options(directory: directory.path + "/store")
    options.byteLimit = 100_000
    let service = try ChartService.opening(options).service
    func create(_ count: Int) throws {
      let series = (0..<count).map { JSON.object(["values": ["buffer": .integer($0)]]) }
      _ = try service.call(
        "chart/create",
        params: [
          "chart": .string("\(count)"), "render": false,
          "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": .array(series)],
        ], buffers: (0..<count).map { Self.numbers($0 * 10_000) })
    }
    let error = #expect(throws: RPCError.self) { try create(12) }
    #expect(error?.code == .notKept && error?.message.contains("--store-limit") == true)
    #expect(StoreListing.sessions(in: options.directory).isEmpty)
    try create(8)
    #expect(StoreListing.sessions(in: options.directory).map(\.byteCount).allSatisfy { $0 > 80_000 && $0 <= 100_000 })
  }

  @Test("Contents of a snapshot that failed count, and the next one takes away what nobody wants any more")
  func afterFailure() throws {
    let refuses = Mutex(true)
    let disk = SimulatedDisk(seed: 1) { operation in
      operation.contains("/snapshot-") && refuses.withLock { $0 } ? .fails(EIO) : .works
    }
    var options = ServiceStore.Options(directory: "store")
    (options.disk, options.smallByteCount) = (disk, 2_000)
    let kept = try ChartService.opening(options)
    let session = "store/sessions/0000000001"
    _ = try kept.service.call(
      "chart/create",
      params: [
        "chart": "line", "render": false,
        "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": [["values": ["buffer": 0]]]],
      ], buffers: [Self.numbers(0)])
    let column = try #require(try disk.names(in: session + "/contents").first)
    func rotate() throws {
      for _ in 0..<60 {
        _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
      }
      kept.store.waitForSnapshots()
    }
    _ = try kept.service.call("chart/create", params: preparation)
    try rotate()
    #expect(try disk.names(in: session).contains("log-1"))
    let counted = kept.store.inTurn { $0.journals["default"]?.contentByteCount } ?? 0
    #expect(counted > 10_000)
    _ = try kept.service.call("chart/delete", params: ["chart": "line"])
    refuses.withLock { $0 = false }
    while try !disk.names(in: session).contains(where: { $0.hasPrefix("snapshot-") }) { try rotate() }
    // What was referred to since the snapshot before stays until the next one.
    for _ in 0..<20 { try rotate() }
    #expect(try !disk.names(in: session + "/contents").contains(column))
  }
}
