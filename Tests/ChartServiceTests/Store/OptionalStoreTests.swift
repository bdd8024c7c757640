import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import Testing

@testable import ChartService

@Suite("A store for whoever works without one: made when there is something to be kept")
struct OptionalStoreTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/store" }

  init() throws { directory = try TemporaryDirectory() }

  private func document(_ service: ChartService) throws -> JSON { try service.exportedDocument(of: "default") }

  @Test("Where an optional store cannot be made the service works, and that is said once")
  func optional() throws {
    let told = Mutex<[String]>([])
    // A file where the directory is to be.
    try Data().write(to: URL(fileURLWithPath: path))
    let kept = ChartService.opening(optionally: ServiceStore.Options(directory: path)) { fault in
      told.withLock { $0.append(fault.description) }
    }
    try kept.service.makeHistory()
    #expect(told.withLock { $0.count } == 1)
    #expect(try kept.service.call("chart/list")["charts"] == ["spending"])
  }

  @Test("An optional store makes nothing before there is something to be kept")
  func lazy() throws {
    let kept = try optionallyOpened()
    _ = try kept.service.call("session/list")
    #expect(try kept.service.error("chart/tap", ["chart": "none", "x": 1, "y": 1]).code == .noSuchChart)
    #expect(!FileManager.default.fileExists(atPath: path))
    try kept.service.makeHistory()
    #expect(FileManager.default.fileExists(atPath: path + "/store.json"))
  }

  /// A kernel's store, which has to be had.
  private func optionallyOpened(
    _ run: String = "kernel", alternatives: [String] = []
  ) throws -> ChartService.OptionallyKept {
    var options = ServiceStore.Options(directory: path)
    options.resumption = .afterDeath(of: run)
    options.alternatives = alternatives
    return ChartService.opening(optionally: options) { Issue.record("\($0)") }
  }

  @Test(
    "What another kernel has begun meanwhile, and left when it died, stays beside what this one begins",
    arguments: ["first", "late"])
  func begunMeanwhile(run: String) throws {
    let late = try optionallyOpened("late")
    var before: JSON = .null
    do {
      let first = try optionallyOpened(run)
      try first.service.makeHistory()
      before = try document(first.service)
    }
    try late.service.makeHistory()
    _ = try late.service.call("chart/rotate", params: ["chart": "spending", "by": 5, "render": false])
    let stored = try #require(try late.service.call("session/list")["stored"]?.arrayValue)
    #expect(stored.map { $0["charts"] } == [["spending"]])
    let id = try #require(stored.first?["stored"]?.stringValue)
    #expect(try late.store.document(of: id, unless: Cancellation()) == before)
  }

  @Test("A kernel that begins with its charts when another one has the store keeps them in the next place")
  func alternative() throws {
    let other = path + "-other"
    let (first, second) = (try optionallyOpened("first"), try optionallyOpened("second", alternatives: [other]))
    try first.service.makeHistory()
    var before: JSON = .null
    do {
      try second.service.makeHistory()
      before = try document(second.service)
    }
    #expect(FileManager.default.fileExists(atPath: other + "/store.json"))
    let stored = try StoreListing.sessions(in: other).map { try StoreListing.document(of: $0) }
    #expect(stored == [before])
  }
}
