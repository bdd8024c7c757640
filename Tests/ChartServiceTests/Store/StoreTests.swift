import Foundation
import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX
import ServiceTestSupport
import StoreSimulation
import TestSupport
import Testing

@testable import ChartService

/// The stores that releases wrote; see `Tests/Frontends/store/release.py`.
private let releases = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Releases")
private let releaseNames = (try? FileManager.default.contentsOfDirectory(atPath: releases.path))?.sorted() ?? []

@Suite("A store: sessions outlive the process")
struct StoreTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/store" }

  init() throws { directory = try TemporaryDirectory() }

  private func opened(
    _ change: (inout ServiceStore.Options) -> Void = { _ in }, now: @escaping @Sendable () -> Double = { 1_800_000_000 }
  ) throws -> ChartService.Kept {
    var options = ServiceStore.Options(directory: path)
    options.now = now
    change(&options)
    return try ChartService.opening(options, now: now)
  }

  private func document(_ service: ChartService) throws -> JSON { try service.exportedDocument(of: "default") }

  @Test("What was done is there again, with all that can be undone and done again")
  func resumes() throws {
    var before: JSON = .null
    var picture = ""
    do {
      let service = try opened().service
      try service.makeHistory()
      (before, picture) = (try document(service), try service.svg())
    }
    let kept = try opened()
    #expect(kept.report.resumed.map(\.session) == ["default"])
    #expect(kept.report.resumed.map(\.tornByteCount) == [0])
    #expect(try document(kept.service) == before)
    #expect(try kept.service.svg() == picture)
    #expect(try kept.service.call("chart/redo", params: ["chart": "spending"])["changed"] == true)
    for _ in 0..<3 { #expect(try kept.service.call("chart/undo", params: ["chart": "spending"])["changed"] == true) }
    #expect(try kept.service.call("chart/undo", params: ["chart": "spending"])["changed"] == false)
  }

  @Test("A second process is told that the store is taken, and by what it can help itself")
  func taken() throws {
    let kept = try opened()
    let fault = #expect(throws: StoreFault.self) { try opened() }
    #expect(fault?.description.contains("is open in another process") == true)
    withExtendedLifetime(kept) {}
  }

  @Test("A store of a newer program is refused and left as it is")
  func newer() throws {
    do { try opened().service.makeHistory() }
    let file = path + "/store.json"
    let text = String(decoding: try POSIXFile.read(file), as: UTF8.self)
    try Data(text.replacingOccurrences(of: "\"version\": 1", with: "\"version\": 2").utf8).write(
      to: URL(fileURLWithPath: file))
    let before = try FileManager.default.subpathsOfDirectory(atPath: path + "/sessions").sorted()
    let fault = #expect(throws: StoreFault.self) { try opened() }
    #expect(fault?.description.contains("newer chart-kernel") == true)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: path + "/sessions").sorted() == before)
  }

  @Test("A directory that is no store is refused")
  func strange() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path + "/store.json"))
    let fault = #expect(throws: StoreFault.self) { try opened() }
    #expect(fault?.description.contains("does not say that this is a store") == true)
  }

  @Test("Kernels go on after a death and begin afresh after an end; session/restore brings back what there was")
  func kernels() throws {
    func kernel(_ run: String) throws -> ChartService.Kept { try opened { $0.resumption = .afterDeath(of: run) } }
    var before: JSON = .null
    do {
      let kept = try kernel("one")
      try kept.service.makeHistory()
      before = try document(kept.service)
    }
    do {
      let kept = try kernel("one")
      #expect(try document(kept.service) == before)
      kept.store.end()
    }
    do {
      let kept = try kernel("one")
      #expect(kept.report.resumed.isEmpty)
      #expect(try kept.service.call("chart/list")["charts"] == [])
      let stored = try kept.service.call("session/list")["stored"]
      #expect(stored?[0]?["session"] == "default" && stored?[0]?["charts"] == ["spending"])
      #expect(try kept.service.call("session/restore")["charts"] == ["spending"])
      // The revisions go on, and all else is the same.
      #expect(try document(kept.service)["charts"]?[0]?["undo"] == before["charts"]?[0]?["undo"])
      #expect(try document(kept.service)["charts"]?[0]?["redo"] == before["charts"]?[0]?["redo"])
    }
    // Another kernel of the same notebook is not the one that died.
    let other = try kernel("two")
    #expect(other.report.resumed.isEmpty)
    #expect(try other.service.call("session/list")["stored"]?.arrayValue?.count == 2)
    #expect(try other.service.error("session/restore", ["stored": "77"]).code == .invalidParams)
  }

  @Test("A change that cannot be written down is not made, and the next one works when there is room")
  func full() throws {
    let disk = SimulatedDisk(seed: 1) { _ in .works }
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    let service = try ChartService.opening(options).service
    try service.makeHistory()
    let before = try document(service)
    disk.setCapacity(disk.byteCount)
    for (method, params) in [
      ("chart/rotate", ["chart": "spending", "by": 1]), ("chart/create", ["spec": steps]),
      ("chart/update", ["chart": "spending", "patch": ["title": "x"]]), ("chart/undo", ["chart": "spending"]),
      ("chart/delete", ["chart": "spending"]), ("session/open", ["session": "b"]),
    ] as [(String, JSON)] {
      let error = try service.error(method, params)
      #expect(error.code == .notKept)
      #expect(error.message.contains("No space left on device") && error.message.contains("make room"))
    }
    #expect(try document(service) == before)
    disk.setCapacity(.max)
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1])
    let after = try document(service)
    disk.kill()
    disk.restart(losesPower: false)
    #expect(try document(try ChartService.opening(options).service) == after)
  }

  @Test("A directory that vanishes is told of with the next change, which is not made")
  func vanished() throws {
    let service = try opened().service
    try service.makeHistory()
    let before = try document(service)
    try FileManager.default.removeItem(atPath: path)
    let error = try service.error("chart/rotate", ["chart": "spending", "by": 1])
    #expect(error.code == .notKept && error.message.contains("No such file or directory"))
    #expect(try document(service) == before)
  }

  @Test("A clock that goes back loses nothing")
  func clock() throws {
    var before: JSON = .null
    do {
      let service = try opened(now: { 1_800_000_000 }).service
      try service.makeHistory()
      before = try document(service)
    }
    let kept = try opened(now: { 1_000 })
    #expect(try document(kept.service) == before)
    _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1])
  }

  @Test("Snapshots keep a session of many interactions small")
  func bounded() throws {
    let kept = try opened { $0.smallByteCount = 50_000 }
    try kept.service.makeHistory()
    for number in 0..<3_000 {
      _ = try kept.service.call(
        "chart/rotate", params: ["chart": "spending", "by": .integer(number % 7), "render": false])
    }
    let before = try document(kept.service)
    kept.store.waitForSnapshots()
    let files = try FileManager.default.subpathsOfDirectory(atPath: path + "/sessions")
    #expect(files.contains { $0.contains("snapshot-") })
    let bytes = try files.reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/sessions/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
    // The thousand steps and three thousand entries of the log that are kept, and as much again.
    #expect(bytes < 3_000_000)
    let reopened = try #require(try copy())
    #expect(try document(reopened.service) == before)
  }

  @Test("Logs of more than 4 MiB are worth a snapshot, whatever was in the last one")
  func due() throws {
    let kept = try opened()
    try kept.service.makeHistory()
    let (before, after) = try kept.store.inTurn { state in
      var journal = try #require(state.journals["default"])
      journal.closedByteCount += (4 << 20) - journal.logByteCount
      let before = journal.isDue(ServiceStore.Options(directory: path), total: 0)
      journal.closedByteCount += 1
      return (before, journal.isDue(ServiceStore.Options(directory: path), total: 0))
    }
    #expect(!before && after)
  }

  /// A service on a copy of the store, as another process would find it after the death of this one.
  private func copy() throws -> ChartService.Kept? {
    let other = directory.path + "/copy"
    try FileManager.default.copyItem(atPath: path, toPath: other)
    return try ChartService.opening(ServiceStore.Options(directory: other))
  }

  @Test("Columns are kept once, however many charts and steps have them")
  func columns() throws {
    let kept = try opened()
    let numbers = (0..<10_000).map { Double($0) }
    let buffer = numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
    for name in ["a", "b", "c"] {
      _ = try kept.service.call(
        "chart/create",
        params: [
          "chart": .string(name), "render": false,
          "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": [["values": ["buffer": 0]]]],
        ], buffers: [buffer])
    }
    let contents = try FileManager.default.contentsOfDirectory(atPath: path + "/sessions/0000000001/contents")
    #expect(contents.count == 1)
    let before = try document(kept.service)
    #expect(try document(try #require(try copy()).service)["charts"] == before["charts"])
  }

  @Test("More than the store may take is refused, with what holds how much")
  func limit() throws {
    let kept = try opened { $0.byteLimit = 100_000 }
    try kept.service.makeHistory()
    let text = String(repeating: "x", count: 200_000)
    let error = try kept.service.error("chart/update", ["chart": "spending", "patch": ["title": .string(text)]])
    #expect(error.code == .notKept && error.message.contains("100000") && error.message.contains("--store-limit"))
    _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1])
  }

  @Test("Without room for another record nothing is done but what makes room; then all goes on")
  func logLimit() throws {
    let kept = try opened { $0.byteLimit = 40_000 }
    var fault: RPCError?
    var count = 0
    while fault == nil, count < 1_000 {
      do throws(RPCError) {
        _ = try kept.service.call("chart/create", params: ["chart": .string("chart-\(count)"), "spec": spending])
        count += 1
      } catch {
        fault = error
      }
    }
    #expect(fault?.code == .notKept && fault?.message.contains("delete charts") == true)
    #expect(count > 10)
    kept.store.waitForSnapshots()
    for number in 0..<count - 5 {
      _ = try kept.service.call("chart/delete", params: ["chart": .string("chart-\(number)")])
    }
    // What was deleted is gone with a snapshot.
    kept.store.waitForSnapshots()
    _ = try kept.service.call("chart/create", params: ["chart": "last", "spec": spending])
    let before = try document(kept.service)
    #expect(before["charts"]?.arrayValue?.count == 6)
    let copy = directory.path + "/copy"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try document(try opened { $0.directory = copy }.service)["charts"] == before["charts"])
  }

  @Test("For what is done in open sessions the oldest of those that are not open go")
  func trimming() throws {
    do {
      let kept = try opened { $0.resumption = .afterDeath(of: "one") }
      try kept.service.makeHistory()
      kept.store.end()
    }
    let kept = try opened {
      $0.resumption = .afterDeath(of: "two")
      $0.byteLimit = 6_000
    }
    try kept.service.makeHistory()
    func isKept() throws -> Bool { try kept.service.call("session/list")["stored"]?.arrayValue?.isEmpty == false }
    #expect(try isKept())
    for _ in 0..<100 where try isKept() {
      _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
      kept.store.waitForSnapshots()
    }
    #expect(try !isKept())
  }

  @Test("A session that is closed makes room for others")
  func closedRoom() throws {
    let kept = try opened { $0.byteLimit = 30_000 }
    for round in 1...20 {
      let session = JSON.string("session \(round)")
      _ = try kept.service.call("session/open", params: ["session": session])
      for number in 1...10 {
        let name = JSON.string("chart \(number)")
        _ = try kept.service.call("chart/create", params: ["session": session, "chart": name, "spec": spending])
      }
      _ = try kept.service.call("session/close", params: ["session": session])
    }
  }

  @Test("Interactions without end fit into a small store")
  func logOfTaps() throws {
    let limit = 200_000
    var options = ServiceStore.Options(directory: path)
    options.byteLimit = limit
    var limits = ServiceLimits()
    (limits.steps, limits.log) = (100, 100)
    let kept = try ChartService.opening(options, limits: limits)
    try kept.service.makeHistory()
    for number in sample(0..<5_000) {
      _ = try kept.service.call(
        "chart/rotate", params: ["chart": "spending", "by": .integer(number % 90), "render": false])
      if number % 100 == 0 { kept.store.waitForSnapshots() }
    }
    kept.store.waitForSnapshots()
    #expect(StoreListing.sessions(in: path).map(\.byteCount).allSatisfy { $0 <= limit })
  }

  @Test("What a process was making in a session when it died is taken away")
  func leftovers() throws {
    do { try opened().service.makeHistory() }
    let session = path + "/sessions/0000000001"
    for name in ["log-7.new", "snapshot-3.new"] {
      try Data("half".utf8).write(to: URL(filePath: session + "/" + name))
    }
    _ = try opened()
    let names = try FileManager.default.contentsOfDirectory(atPath: session)
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test("A session that nobody changes stays as it is, however many processes open it")
  func unchanged() throws {
    do { try opened().service.makeHistory() }
    let before = try FileManager.default.subpathsOfDirectory(atPath: path + "/sessions").sorted()
    for _ in 0..<30 { _ = try opened() }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: path + "/sessions").sorted() == before)
  }

  @Test("There are stores of releases to be read")
  func thereAreReleases() { #expect(!releaseNames.isEmpty) }

  @Test("The store of an earlier release is read with all that is in it, and is gone on with", arguments: releaseNames)
  func release(name: String) throws {
    let place = releases.appending(path: name)
    let documents = try JSON(parsing: Array(Data(contentsOf: place.appending(path: "sessions.json"))))
    let sessions = try #require(documents.objectValue)
    try FileManager.default.copyItem(atPath: place.appending(path: "store").path, toPath: path)
    for _ in 0..<2 {
      let kept = try opened()
      #expect(kept.report.faults == [])
      #expect(Set(kept.report.resumed.map(\.session)) == Set(sessions.keys))
      for (session, document) in sessions {
        #expect(try kept.service.exportedDocument(of: session) == document, "\(session)")
        for chart in document["charts"]?.arrayValue ?? [] {
          _ = try kept.service.call(
            "chart/render", params: ["session": .string(session), "chart": chart["chart"] ?? .null])
        }
      }
    }
    let used = try opened().service
    #expect(try used.call("chart/undo", params: ["chart": "spending"])["changed"] == true)
    let visits = try used.call("chart/get", params: ["chart": "visits"])["revision"]?.integerValue ?? 0
    let appended = try used.call("chart/append", params: ["chart": "visits", "points": [["2026-01-05", 1]]])
    #expect(appended["revision"] == .integer(visits + 1))
  }
}
