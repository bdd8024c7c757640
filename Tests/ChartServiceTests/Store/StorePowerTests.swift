import ChartService
import Foundation
import JSONModel
import JSONRPC
import Journal
import POSIX
import ServiceTestSupport
import StoreSimulation
import Synchronization
import Testing

@Suite("A store: what the disk did not take, and what a loss of power leaves")
struct StorePowerTests {
  private static let numbers = (0..<200).flatMap { number in
    withUnsafeBytes(of: Double(number).bitPattern.littleEndian, Array.init)
  }

  /// Makes a line whose column lies in a content of its own.
  private func line(_ service: ChartService, _ chart: String, in session: String = "default") throws {
    _ = try service.call(
      "chart/create",
      params: [
        "session": .string(session), "chart": .string(chart), "render": false,
        "spec": ["kind": "line", "x": ["timeZone": "+00:00"], "series": [["values": ["buffer": 0]]]],
      ], buffers: [StorePowerTests.numbers])
  }

  private func charts(_ service: ChartService, in session: String = "default") throws -> [JSON] {
    try service.exportedDocument(of: session)["charts"]?.arrayValue?.compactMap { $0["chart"] } ?? []
  }

  private func options(_ disk: SimulatedDisk) -> ServiceStore.Options {
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    options.smallByteCount = 2_000
    return options
  }

  @Test("What the disk refused in an earlier process is not taken for kept", arguments: 1...8 as ClosedRange<UInt64>)
  func refused(seed: UInt64) throws {
    let refuses = Mutex(true)
    let disk = SimulatedDisk(seed: seed) { operation in
      let isContent = operation.hasPrefix("sync ") && operation.contains("/contents/")
      return isContent && refuses.withLock { $0 } ? .fails(EIO) : .works
    }
    do {
      let kept = try ChartService.opening(options(disk))
      try line(kept.service, "line")
      _ = try kept.service.call("chart/create", params: preparation)
      while try !disk.names(in: "store/sessions/0000000001").contains("log-1") {
        _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
      }
      kept.store.waitForSnapshots()
      // That there is a store at all is on the disk by now.
      for directory in [".", "store"] { try disk.sync(directory: directory) }
    }
    disk.kill()
    disk.restart(losesPower: false)
    // The system takes what the disk has refused for written, and the next process reads it out of the system's memory.
    refuses.withLock { $0 = false }
    do {
      let kept = try ChartService.opening(options(disk))
      for _ in 0..<200 {
        _ = try kept.service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
        kept.store.waitForSnapshots()
      }
      #expect(try disk.names(in: "store/sessions/0000000001").contains { $0.hasPrefix("snapshot-") })
    }
    disk.kill()
    disk.restart(losesPower: true)
    let kept = try ChartService.opening(options(disk))
    #expect(kept.report.faults == [])
    #expect(try charts(kept.service) == ["line", "spending"])
  }

  @Test("A file that the loss of power has left half is written anew when its content is wanted again")
  func torn() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/store"
    let session = path + "/sessions/0000000001"
    do {
      let service = try ChartService.opening(ServiceStore.Options(directory: path)).service
      _ = try service.call("chart/create", params: preparation)
      let log = try SystemFiles().byteCount(of: session + "/log-0")
      try line(service, "line")
      // The disk has the name of the content and half of it, and nothing of the record that names it.
      try SystemFiles().open(session + "/log-0").truncate(to: log)
      let content = try #require(try SystemFiles().names(in: session + "/contents").first)
      try SystemFiles().open("\(session)/contents/\(content)").truncate(to: 500)
    }
    do {
      let service = try ChartService.opening(ServiceStore.Options(directory: path)).service
      #expect(try charts(service) == ["spending"])
      try line(service, "line")
    }
    let kept = try ChartService.opening(ServiceStore.Options(directory: path))
    #expect(kept.report.faults == [])
    #expect(try charts(kept.service) == ["spending", "line"])
  }

  @Test("What was given up does not come back when its content does, though the next log has no beginning")
  func givenUp() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/store"
    let session = path + "/sessions/0000000001"
    do {
      let service = try ChartService.opening(ServiceStore.Options(directory: path)).service
      _ = try service.call("chart/create", params: preparation)
      try line(service, "given up")
      // What the loss of power leaves: half of the content, and of the log of a later process not even the beginning.
      let content = try #require(try SystemFiles().names(in: session + "/contents").first)
      try SystemFiles().open("\(session)/contents/\(content)").truncate(to: 500)
      _ = try SystemFiles().create(session + "/log-1")
    }
    do {
      let service = try ChartService.opening(ServiceStore.Options(directory: path)).service
      #expect(try charts(service) == ["spending"])
      try line(service, "answered for")
    }
    let kept = try ChartService.opening(ServiceStore.Options(directory: path))
    #expect(kept.report.faults == [])
    #expect(try charts(kept.service) == ["spending", "answered for"])
  }

  @Test("What cannot be read for once is not given up", arguments: ["/log-0", "/log-1", "/contents/"])
  func unreadable(file: String) throws {
    let refuses = Mutex(false)
    let disk = SimulatedDisk(seed: 1) { operation in
      let isAbout = operation.hasPrefix("read store/sessions/0000000001") && operation.contains(file)
      return isAbout && refuses.withLock { $0 } ? .fails(EIO) : .works
    }
    func live(_ body: (ChartService.Kept) throws -> Void) throws {
      try body(try ChartService.opening(options(disk)))
      disk.kill()
      disk.restart(losesPower: false)
    }
    try live { _ = try $0.service.call("chart/create", params: preparation) }
    try live { try line($0.service, "line") }
    refuses.withLock { $0 = true }
    try live { kept in
      #expect(kept.report.faults.count == 1)
      #expect(kept.report.faults.allSatisfy { $0.contains("Input/output error") })
    }
    refuses.withLock { $0 = false }
    try live { kept in
      let charts = try charts(kept.service)
      #expect(kept.report.faults == [] && charts == ["spending", "line"])
    }
  }

  @Test("An answer counts on a session's end only when the disk has it", arguments: 1...16 as ClosedRange<UInt64>)
  func closed(seed: UInt64) throws {
    let closes = Mutex<(@Sendable () -> Void)?>(nil)
    let disk = SimulatedDisk(seed: seed) { operation in
      // Somebody closes the session while the disk is at work on what another one has done in it.
      if operation.hasPrefix("sync store/sessions/0000000001"), let close = closes.withLock({ $0.take() }) { close() }
      return .works
    }
    var options = options(disk)
    options.durability = .disk
    do {
      let kept = try ChartService.opening(options)
      let service = kept.service
      func settled() {
        let done = DispatchSemaphore(value: 0)
        service.whenSettled { fault in
          #expect(fault == nil)
          done.signal()
        }
        done.wait()
      }
      _ = try service.call("session/open", params: ["session": "b"])
      settled()
      closes.withLock { $0 = { _ = try? service.call("session/close", params: ["session": "b"]) } }
      try line(service, "line", in: "b")
      // The line has been answered for from here on, and the end of its session has not.
      settled()
    }
    disk.kill()
    disk.restart(losesPower: true)
    let service = try ChartService.opening(options).service
    if let document = try? service.exportedDocument(of: "b") {
      #expect(document["charts"]?.arrayValue?.count == 1)
    }
  }
}
