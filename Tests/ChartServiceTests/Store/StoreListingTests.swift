import JSONModel
import JSONRPC
import Journal
import POSIX
import ServiceTestSupport
import Testing

@testable import ChartService

@Suite("Stores and what lies beside them, as it is looked at and removed")
struct StoreListingTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/store" }

  init() throws { directory = try TemporaryDirectory() }

  private func opened() throws -> ChartService.Kept {
    try ChartService.opening(ServiceStore.Options(directory: path))
  }

  private func fill() throws { _ = try opened().service.call("chart/create", params: preparation) }

  private func put(_ name: String, _ text: String = "mine") throws {
    let file = path + "/" + name
    try POSIXFile.makeDirectory(FilePath.parent(of: file))
    try POSIXFile.replace(file, with: Array(text.utf8), mode: 0o600)
  }

  // MARK: - What is no store's

  @Test("No store is made of a directory with other things, which stay", arguments: ["incoming", "sessions/a.new"])
  func others(name: String) throws {
    try put(name + "/mine")
    let fault = #expect(throws: StoreFault.self) { try opened() }
    #expect(fault?.description.contains("choose an empty directory") == true)
    #expect(try SystemFiles().read("\(path)/\(name)/mine") == Array("mine".utf8))
  }

  @Test("What says of itself more than 64 KiB is no store's", arguments: [0, 1])
  func longDescription(beyond: Int) throws {
    let (start, end) = (#"{"format":"chartkernel-store","version":1,"place":"a notebook","more":""#, #""}"#)
    let rest = (1 << 16) - start.utf8.count - end.utf8.count + beyond
    try put("store.json", start + String(repeating: "x", count: rest) + end)
    #expect(StoreListing.place(of: path) == (beyond == 0 ? "a notebook" : nil))
    #expect(StoreListing.isReadable(path) == (beyond == 0))
  }

  @Test("Logs that are put aside get names that nothing has")
  func aside() {
    #expect(StoreLayout.aside("log-3", among: ["log-3"]) == "log-3.aside")
    #expect(StoreLayout.aside("log-3", among: ["log-3.aside", "log-3.aside-3"]) == "log-3.aside-2")
    #expect(StoreLayout.aside("log-3", among: ["log-3.aside", "log-3.aside-2"]) == "log-3.aside-3")
  }

  @Test("A process that died before it had said that there is a store does not keep others from making it")
  func begun() throws {
    try put("lock", "")
    try put("store.json.new", "{")
    try fill()
    #expect(StoreListing.sessions(in: path).map(\.charts) == [["spending"]])
  }

  @Test("Of what lies among sessions only theirs is taken away")
  func leftovers() throws {
    try fill()
    for name in ["0000000007.new", "0000000006.removed", "0000000005.ended.removed", "mine.new", "7.removed"] {
      try put("sessions/\(name)/file")
    }
    _ = try opened()
    #expect(POSIXFile.names(in: path + "/sessions") == ["0000000001", "7.removed", "mine.new"])
  }

  @Test("With its last session a store goes, and nothing that is not its own")
  func removed() throws {
    try fill()
    try put("mine")
    let session = try #require(StoreListing.sessions(in: path).first)
    try StoreListing.remove(session, from: path)
    #expect(POSIXFile.names(in: path) == ["mine"])
  }

  @Test("What is not removed says why; what has gone is gone")
  func refusals() throws {
    let kept = try opened()
    _ = try kept.service.call("chart/create", params: preparation)
    let session = try #require(StoreListing.sessions(in: path).first)
    let fault = #expect(throws: StoreFault.self) { try StoreListing.remove(session, from: path) }
    #expect(fault?.description == "a process has the store open" && fault?.isTaken == true)
    let none = directory.path + "/none"
    let missing = #expect(throws: StoreFault.self) { try StoreListing.remove(session, from: none) }
    #expect(missing?.description.contains("No such file or directory") == true)
    withExtendedLifetime(kept) {}
  }

  @Test("Nothing is removed out of a store of a newer program, nor out of what does not say that it is one")
  func newer() throws {
    try fill()
    let session = try #require(StoreListing.sessions(in: path).first)
    for (text, words) in [
      (#"{"format":"chartkernel-store","version":2}"#, "a newer chart-kernel"),
      (#"{"format":"another","version":1}"#, "does not say"),
    ] {
      try put("store.json", text)
      #expect(!StoreListing.isReadable(path))
      let fault = #expect(throws: StoreFault.self) { try StoreListing.remove(session, from: path) }
      #expect(fault?.description.contains(words) == true)
    }
    try put("store.json", #"{"format":"chartkernel-store","version":1}"#)
    #expect(StoreListing.isReadable(path))
    #expect(StoreListing.sessions(in: path).map(\.charts) == [["spending"]])
  }

  @Test("A pipe in the place of what a store says of itself holds nobody up", .timeLimit(.minutes(1)))
  func pipe() throws {
    try fill()
    try SystemFiles().remove(path + "/store.json")
    #expect(mkfifo(path + "/store.json", 0o600) == 0)
    #expect(StoreListing.place(of: path) == nil && !StoreListing.isReadable(path))
    let fault = #expect(throws: StoreFault.self) { try opened() }
    #expect(fault?.description.contains("Invalid argument") == true)
  }
}
