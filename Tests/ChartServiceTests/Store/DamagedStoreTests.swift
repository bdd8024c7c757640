import JSONModel
import JSONRPC
import Journal
import POSIX
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@testable import ChartService

@Suite("A store of which something was damaged: nothing is taken away that may have been answered")
struct DamagedStoreTests {
  private let disk = SimulatedDisk(seed: 1) { _ in .works }
  private let session = "store/sessions/0000000001"

  /// As the next process finds it.
  private func opened() throws -> ChartService.Kept {
    disk.kill()
    disk.restart(losesPower: false)
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    return try ChartService.opening(options)
  }

  private func create() throws {
    let kept = try opened()
    _ = try kept.service.call("chart/create", params: preparation)
    kept.store.waitForSnapshots()
  }

  /// Makes a chart whose column lies beside the log.
  private func line() throws {
    let column = (0..<200).flatMap { withUnsafeBytes(of: Double($0).bitPattern.littleEndian, Array.init) }
    _ = try opened().service.call(
      "chart/create",
      params: [
        "chart": "line", "render": false,
        "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": [["values": ["buffer": 0]]]],
      ], buffers: [column])
  }

  private func put(_ bytes: [UInt8], at name: String) throws {
    try? disk.remove("\(session)/\(name)")
    try disk.create("\(session)/\(name)").write(bytes, at: 0)
  }

  /// Where the records of a log begin, and where the last one ends.
  private func places(_ bytes: [UInt8]) throws -> [Int] {
    var reader = try JournalReader(bytes)
    var places = [bytes.count - reader.tornByteCount]
    while reader.next() != nil { places.append(bytes.count - reader.tornByteCount) }
    return places
  }

  // MARK: - Beginnings

  @Test("A session whose beginning is damaged stays where it is, and that is told")
  func beginning() throws {
    try create()
    let log = try disk.read(session + "/log-0")
    let places = try places(log)
    // The header but for its version, the first record, and some of the first change.
    let change = stride(from: places[1], to: places[2], by: 37)
    for index in Array(0..<8) + Array(12..<places[1]) + Array(change) {
      var damaged = log
      damaged[index] ^= 1 << (index % 8)
      try put(damaged, at: "log-0")
      let report = try opened().report
      #expect(report.resumed == [] && report.faults.count == 1, "\(index)")
      let isNamed = report.faults.allSatisfy { $0.hasPrefix(session + "/log-0") && $0.contains("damaged") }
      #expect(isNamed, "\(report.faults)")
      #expect(try disk.read(session + "/log-0") == damaged)
    }
    try put(log, at: "log-0")
    #expect(try opened().report.resumed.map(\.charts) == [1])
  }

  @Test("A session of which no beginning came to the disk is taken away, and nobody is told")
  func lostBeginning() throws {
    try create()
    let log = try disk.read(session + "/log-0")
    let places = try places(log)
    func zeros(_ range: Range<Int>) -> [UInt8] {
      log.indices.map { range.contains($0) ? 0 : log[$0] }
    }
    let remains: [[UInt8]?] = [
      nil, [], Array(log[..<20]), zeros(0..<places[0]), zeros(0..<log.count), zeros(0..<512), Array(log[..<places[0]]),
      zeros(places[0]..<places[1]), Array(log[..<(places[1] - 1)]), Array(log[..<places[1]]),
      Array(log[..<(places[1] + 20)]), zeros(places[1]..<places[2]), zeros(places[1]..<min(512, places[2])),
    ]
    for remains in remains {
      try disk.makeDirectory(session + "/contents")
      try? disk.remove(session + "/log-0")
      if let remains { try put(remains, at: "log-0") }
      let report = try opened().report
      #expect(report.resumed == [] && report.faults == [])
      #expect(!disk.isThere(session))
    }
  }

  @Test("A log without the one before it is no session's remains")
  func missingLog() throws {
    try create()
    try create("b")
    try disk.remove(session + "/log-0")
    let report = try opened().report
    #expect(report.resumed == [] && report.faults.map { $0.contains("log-1 goes on from something") } == [true])
    #expect(disk.isThere(session + "/log-1"))
  }

  private func create(_ chart: JSON) throws {
    _ = try opened().service.call("chart/create", params: ["chart": chart, "spec": spending])
  }

  @Test("A session whose first change lacks what is beside it stays, too")
  func lackingContent() throws {
    let title = JSON.string(String(repeating: "x", count: 40_000))
    _ = try opened().service.call("chart/create", params: ["spec": spending.setting("title", title), "render": false])
    let content = try #require(try disk.names(in: session + "/contents").first)
    let path = "\(session)/contents/\(content)"
    let bytes = try disk.read(path)
    try disk.open(path).write([bytes[1_000] ^ 1], at: 1_000)
    #expect(try opened().report.faults == ["\(path) is damaged"])
    // Half of it is what a loss of power leaves.
    try disk.open(path).truncate(to: 512)
    let report = try opened().report
    #expect(report.resumed == [] && report.faults == [])
    #expect(try disk.read("\(session).ended/contents/\(content)").count == 512)
  }

  // MARK: - What comes behind

  @Test("What comes behind a damaged record is kept aside, and the report says how much it is")
  func behind() throws {
    try create()
    for _ in 0..<3 {
      _ = try opened().service.call("chart/rotate", params: ["chart": "spending", "by": 30, "render": false])
    }
    let log = try disk.read(session + "/log-1")
    let places = try places(log)
    // The last record: the first turn.
    let record = places[places.count - 2]
    try disk.open(session + "/log-1").write([log[record + 20] ^ 1], at: record + 20)
    let later = try ["log-2", "log-3"].map { try disk.read("\(session)/\($0)") }
    do {
      let report = try opened().report
      #expect(report.resumed.map(\.tornByteCount) == [log.count - record + later[0].count + later[1].count])
      #expect(report.resumed.map { $0.fault?.contains("log-1: the record") } == [true])
      #expect(report.faults == [])
    }
    // A start only reads, so that the next one says the same; the first change puts them aside.
    #expect(try ["log-2", "log-3"].map { try disk.read("\(session)/\($0)") } == later)
    let kept = try opened()
    #expect(kept.report.resumed.map { $0.fault?.contains("log-1: the record") } == [true])
    _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 60, "render": false])
    #expect(try ["log-2.aside", "log-3.aside"].map { try disk.read("\(session)/\($0)") } == later)
    let last = try opened()
    #expect(last.report.resumed.map(\.fault) == [nil])
    let state = try last.service.call("chart/get", params: ["chart": "spending"])["state"]
    // Pies begin at 270.
    #expect(state?["startAngle"] == 330)
  }

  @Test("A log whose own beginning is damaged is kept aside, too, and those behind it")
  func damagedLog() throws {
    try create()
    for _ in 0..<2 {
      _ = try opened().service.call("chart/rotate", params: ["chart": "spending", "by": 30, "render": false])
    }
    // Its number may be any.
    let byte = try disk.read(session + "/log-1")[20]
    try disk.open(session + "/log-1").write([byte ^ 0xFF], at: 20)
    let logs = try ["log-1", "log-2"].map { try disk.read("\(session)/\($0)") }
    let kept = try opened()
    #expect(kept.report.resumed.map(\.tornByteCount) == [logs[0].count + logs[1].count])
    #expect(kept.report.resumed.map { $0.fault?.contains("log-1 is no journal") } == [true])
    _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 60, "render": false])
    #expect(try ["log-1.aside", "log-2.aside"].map { try disk.read("\(session)/\($0)") } == logs)
  }

  @Test("What is left out for a damaged column is told")
  func column() throws {
    try create()
    try line()
    let content = try #require(try disk.names(in: session + "/contents").first)
    let path = "\(session)/contents/\(content)"
    try disk.open(path).write([try disk.read(path)[900] ^ 1], at: 900)
    let resumed = try opened().report.resumed
    #expect(resumed.map(\.charts) == [1] && resumed.map { $0.tornByteCount > 100 } == [true])
    #expect(resumed.map { $0.fault?.contains("\(content) is damaged") } == [true])
  }

  // MARK: - Checks

  /// What `store check` says.
  private func faults() -> [String] {
    StoreListing.check(StoreListing.Session(id: "1", directory: session, isOpen: true), on: disk)
  }

  @Test("A check finds a damaged or missing column, a damaged record, and a session without a beginning")
  func checks() throws {
    try create()
    try line()
    #expect(faults() == [])
    let content = try #require(try disk.names(in: session + "/contents").first)
    let path = "\(session)/contents/\(content)"
    let (bytes, log) = (try disk.read(path), try disk.read(session + "/log-0"))
    try disk.open(path).write([bytes[900] ^ 1], at: 900)
    #expect(faults().map { $0.hasPrefix("\(path) is damaged") } == [true])
    try disk.remove(path)
    #expect(faults().map { $0.hasPrefix("\(path): No such file") } == [true])
    try put(bytes, at: "contents/\(content)")
    #expect(faults() == [])
    let places = try places(log)
    // What a death leaves is no fault; a record that was whole is one.
    try disk.remove(session + "/log-1")
    try put(Array(log.dropLast(5)), at: "log-0")
    #expect(faults() == [])
    try put(log, at: "log-0")
    try disk.open(session + "/log-0").write([log[places[2] + 20] ^ 1], at: places[2] + 20)
    #expect(faults().map { $0.contains("log-0: the record 2 is damaged; ") } == [true])
    for beginning in [Array(log[..<places[1]]), [], Array("CKJOURN!".utf8) + Array(log[8...])] {
      try put(beginning, at: "log-0")
      #expect(faults().count == 1)
    }
  }

  @Test("A session that goes has no name of one by the time that its first file goes")
  func removal() throws {
    let names = Mutex<[String]>([])
    let watched = SimulatedDisk(seed: 2) { operation in
      names.withLock { $0.append(operation) }
      return .works
    }
    let ended = "store/sessions/0000000001.ended"
    try watched.makeDirectory(ended)
    try ServiceStore.remove(session: ended, watched)
    #expect(names.withLock { $0.suffix(2) } == ["rename \(ended) \(ended).removed", "remove \(ended).removed"])
    #expect(try watched.names(in: "store/sessions") == [])
  }
}
