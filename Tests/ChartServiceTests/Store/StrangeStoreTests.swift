import ChartService
import JSONModel
import JSONRPC
import Journal
import POSIX
import ServiceTestSupport
import StoreSimulation
import Testing

@Suite("A store with something in it that no service writes")
struct StrangeStoreTests {
  private let disk = SimulatedDisk(seed: 1) { _ in .works }

  private static let state = #"{"startAngle":0,"selection":null,"hidden":[],"progress":1}"#
  private static let head = #"{"head":{"session":"default"}}"#

  private static func source(_ id: Int) -> String {
    #"{"source":{"id":\#(id),"source":{"spec":{"kind":"pie","slices":[{"value":1},{"value":2}]}}}}"#
  }

  private static func create(_ source: Int, revision: Int = 1) -> String {
    #"{"create":{"chart":"p","source":\#(source),"revision":\#(revision),"state":\#(state)}}"#
  }

  /// Writes records with right lengths and checksums.
  /// - Parameter first: The number of the first.
  private func write(
    _ records: [String], to file: String = "log-0", from first: UInt64 = 0, of session: String = "0000000001"
  ) throws {
    let directory = "store/sessions/\(session)"
    try disk.makeDirectory(directory + "/contents")
    if !disk.isThere("store/store.json") {
      try disk.create("store/store.json").write(Array(#"{"format":"chartkernel-store","version":1}"#.utf8), at: 0)
    }
    let place = try place(of: first, in: directory)
    var writer = try JournalWriter(creating: "\(directory)/\(file)", from: place, salt: 1, in: disk)
    try writer.append(records.map { Array($0.utf8) })
  }

  /// Behind the record before, if a file has it.
  private func place(of number: UInt64, in directory: String) throws -> JournalPlace {
    for name in try disk.names(in: directory).sorted().reversed() where name.hasPrefix("log-") {
      guard var reader = try? JournalReader(try disk.read("\(directory)/\(name)")) else { continue }
      while reader.place.number < number, reader.next() != nil {}
      if reader.place.number == number { return reader.place }
    }
    return JournalPlace(number: number)
  }

  /// As the next process finds it.
  private func opened(snapshots: Bool = false) throws -> ChartService.Kept {
    disk.kill()
    disk.restart(losesPower: false)
    var options = ServiceStore.Options(directory: "store")
    options.disk = disk
    if snapshots { options.smallByteCount = 1 }
    return try ChartService.opening(options)
  }

  private func document(_ kept: ChartService.Kept) throws -> JSON { try kept.service.exportedDocument(of: "default") }

  /// Does something with the chart, and looks whether the next process has that.
  private func use(_ kept: ChartService.Kept, _ method: String, _ params: JSON) throws {
    _ = try kept.service.call(method, params: params.merging(patch: ["chart": "p", "render": false]))
    kept.store.waitForSnapshots()
    let before = try document(kept)
    #expect(try document(try opened()) == before)
  }

  @Test("A session whose first record can't be read is none, for the first process and for the next one")
  func unreadableBeginning() throws {
    try write([#"{"head":{"session":"a"}}"#, #"{"source":{"id":1}}"#])
    #expect(try opened().report.resumed == [])
    #expect(try opened().report.resumed == [])
  }

  @Test("What is wrong with a record is told with its session's directory in front")
  func place() throws {
    try write([Self.head, Self.source(1).replacing("slices", with: "slicez"), Self.create(1)])
    let fault = "store/sessions/0000000001: a spec: spec.slicez: unknown key; did you mean 'slices'?"
    #expect(try opened().report.faults == [fault])
  }

  @Test("What changes a chart of the largest revision is kept, however it came by that", arguments: [false, true])
  func revisions(snapshots: Bool) throws {
    let limit = 1 << 53
    do {
      let kept = try opened(snapshots: snapshots)
      let service = kept.service
      _ = try service.call("chart/create", params: ["spec": spending, "chart": "p", "render": false])
      var document = try service.exportedDocument(of: "default")
      document = document.setting(
        "charts", .array((document["charts"]?.arrayValue ?? []).map { $0.setting("revision", .integer(limit)) }))
      _ = try service.call("session/import", params: ["document": document])
      // Nothing of a process goes on when it is dead, and its threads here would.
      kept.store.waitForSnapshots()
    }
    for (method, params) in [
      ("chart/rotate", ["by": 30]), ("chart/update", ["patch": ["title": "Another"]]), ("chart/undo", [:]),
      ("chart/redo", [:]),
    ] as [(String, JSON)] {
      try use(try opened(snapshots: snapshots), method, params)
    }
    #expect(try document(try opened())["charts"]?[0]?["revision"] == .integer(limit))
  }

  @Test("A revision beyond the largest ends the log, as what is torn does")
  func tooLargeRevision() throws {
    try write([Self.head, Self.source(1), Self.create(1), Self.create(1, revision: (1 << 53) + 2)])
    #expect(try document(try opened())["charts"]?[0]?["revision"] == 1)
  }

  @Test("Where no number is left for a spec a change is refused, and one that needs none is made")
  func specs() throws {
    try write([Self.head, Self.source(1 << 53), Self.create(1 << 53)])
    let kept = try opened()
    let error = try kept.service.error("chart/update", ["chart": "p", "patch": ["title": "Another"]])
    #expect(error.code == .notKept && error.message.contains("no number is left for a spec"))
    try use(kept, "chart/rotate", ["by": 30])
  }

  @Test("Numbers of specs beyond the largest end the log", arguments: [(1 << 53) + 2, Int.max])
  func tooLargeSpecs(id: Int) throws {
    let spec = #"{"spec":{"kind":"pie","slices":[]}}"#
    let document =
      #"{"format":"chartkernel-session","version":1,"session":"d","specs":[\#(spec)],"charts":[]}"#
    for record in [
      Self.source(id), #"{"grow":{"id":\#(id),"from":1,"params":{}}}"#,
      #"{"import":{"source":\#(id),"document":\#(document)}}"#,
    ] {
      try? disk.remove("store")
      try write([Self.head, Self.source(1), Self.create(1), record])
      let kept = try opened()
      #expect(kept.report.resumed.map(\.charts) == [1])
      try use(kept, "chart/update", ["patch": ["title": "Another"]])
    }
  }

  @Test("Specs of a document may have the last numbers that there are, and none beyond", arguments: [0, 1])
  func lastSpecs(beyond: Int) throws {
    let spec = #"{"spec":{"kind":"pie","slices":[{"value":1}]}}"#
    let chart = #"{"chart":"q","spec":0,"revision":1,"state":\#(Self.state)}"#
    let document =
      #"{"format":"chartkernel-session","version":1,"session":"default","specs":[\#(spec)],"charts":[\#(chart)]}"#
    let first = (1 << 53) - 1 + beyond
    try write([
      Self.head, Self.source(1), Self.create(1),
      #"{"import":{"source":\#(first),"keep":true,"document":\#(document)}}"#,
    ])
    #expect(try opened().report.resumed.map(\.charts) == [beyond == 0 ? 2 : 1])
  }

  @Test("A document that names a spec which it has not ends the log", arguments: [1, Int.max])
  func missingSpec(place: Int) throws {
    let chart = #"{"chart":"q","spec":\#(place),"revision":1,"state":\#(Self.state)}"#
    let document =
      #"{"format":"chartkernel-session","version":1,"session":"default","specs":[],"charts":[\#(chart)]}"#
    try write([
      Self.head, Self.source(1), Self.create(1), #"{"import":{"source":2,"keep":true,"document":\#(document)}}"#,
    ])
    let kept = try opened()
    #expect(kept.report.faults == [])
    try use(kept, "chart/rotate", ["by": 30])
  }

  @Test("Names of charts begin anew when the largest number has been given")
  func names() throws {
    try write([
      Self.head, Self.source(1), Self.create(1), #"{"session":{"content":{"numbers":{"pie":\#(1 << 53)}}}}"#,
    ])
    let spec: JSON = ["kind": "pie", "slices": [["value": 1]]]
    let created = try opened().service.call("chart/create", params: ["spec": spec, "render": false])
    #expect(created["chart"] == "pie-1")
    #expect(try document(try opened())["charts"]?.arrayValue?.compactMap { $0["chart"] } == ["p", "pie-1"])
  }

  @Test("The last log that there can be is not gone on with", arguments: [1 << 53, Int.max])
  func generations(last: Int) throws {
    try write([Self.head, Self.source(1), Self.create(1)], to: "log-\(last)")
    for _ in 0..<2 { #expect(try opened().report.resumed == []) }
  }

  @Test("Files that are written in another way are none of a session", arguments: ["snapshot-01", "log-00", "log-+1"])
  func otherNames(name: String) throws {
    try write([Self.head, Self.source(1), Self.create(1)])
    try write([Self.head], to: name)
    let kept = try opened()
    #expect(kept.report.resumed.map(\.charts) == [1])
    try use(kept, "chart/rotate", ["by": 30])
  }

  @Test("A session of the largest number is read, and then there is none for another one")
  func sessions() throws {
    try write([Self.head, Self.source(1), Self.create(1)], of: "\(1 << 53)")
    // Of these no number is known.
    try write([Self.head, Self.source(1), Self.create(1)], of: "\(Int.max)")
    try write([Self.head, Self.source(1), Self.create(1)], of: "00000000001")
    let kept = try opened()
    #expect(kept.report.resumed.map(\.session) == ["default"])
    let error = try kept.service.error("session/open", ["session": "b"])
    #expect(error.code == .notKept && error.message.contains("no number is left for a session"))
    try use(kept, "chart/rotate", ["by": 30])
  }

  @Test("A session whose first chart lacks its data stays, and is not gone on with")
  func lackingBeginning() throws {
    let lacking = ContentDigest(of: [1])
    let spec = #"{"kind":"bar","data":{"columns":{"a":0}},"x":"a","y":"a"}"#
    try write([
      Self.head, #"{"source":{"id":1,"source":{"spec":\#(spec),"columns":{"0":"\#(lacking)"}}}}"#, Self.create(1),
    ])
    let kept = try opened()
    #expect(kept.report.resumed == [])
    let stored = try kept.service.call("session/list")["stored"]?.arrayValue ?? []
    #expect(stored.count == 1)
    let error = try kept.service.error("session/restore", ["stored": stored[0]["id"] ?? .null])
    #expect(error.message.contains("\(lacking)"))
  }

  @Test("A log that goes on behind another record than the disk has is not read", arguments: [false, true])
  func anotherPast(isAnother: Bool) throws {
    try write([Self.head, Self.source(1), Self.create(1), Self.source(2)])
    let directory = "store/sessions/0000000001"
    var place = try place(of: 4, in: directory)
    // As if the spec had been given up, and what was written in its place, and answered for by nobody, had been lost.
    if isAnother { place.before = (place.before ?? 0) ^ 1 }
    var writer = try JournalWriter(creating: directory + "/log-1", from: place, salt: 2, in: disk)
    try writer.append([Self.head, #"{"delete":{"chart":"p","revision":2}}"#].map { Array($0.utf8) })
    #expect(try opened().report.resumed.map(\.charts) == [isAnother ? 1 : 0])
    try use(try opened(), "chart/create", ["spec": spending])
  }

  @Test("A log whose beginning never came to the disk holds nothing, and the one behind it goes on")
  func tornBeginning() throws {
    try write([Self.head, Self.source(1), Self.create(1)])
    try disk.create("store/sessions/0000000001/log-1").write(Array("CKJOURN".utf8), at: 0)
    try write([Self.head, #"{"delete":{"chart":"p","revision":2}}"#], to: "log-2", from: 3)
    let kept = try opened()
    #expect(kept.report.resumed.map(\.charts) == [0])
    #expect(kept.report.faults == [])
  }

  @Test("A log that does not go on where the snapshot ends is replaced, and those behind it go")
  func gap() throws {
    try write([Self.head, Self.source(1), Self.create(1), #"{"done":{"next":7}}"#], to: "snapshot-2")
    try write([Self.head], to: "log-2", from: 8)
    try write([Self.head], to: "log-3", from: 10)
    for _ in 0..<2 { try use(try opened(), "chart/rotate", ["by": 30]) }
    let chart = try document(try opened())["charts"]?[0]
    #expect(chart?["revision"] == 3 && chart?["state"]?["startAngle"] == 60)
  }
}
