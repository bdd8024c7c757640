import ChartData
import JSONModel
import JSONRPC
import OrderedCollections
import POSIX
import StoreSimulation
import Synchronization

@testable import ChartService
@testable import Journal

extension FuzzTarget {
  /// What lies in a store's directory; see ``StoreInput``. Whatever that is, a store that is refused stays as it was, what is
  /// read once is read the same again, a chart that was read can be used, and what becomes of it is read the same, too.
  static let store = FuzzTarget(name: "store", seeds: StoreSeeds.make) { bytes in
    var choices = Choices(bytes)
    let (flags, interaction) = (choices.byte(), choices.byte())
    let files = StoreInput(&choices).files
    if flags & 64 != 0, let (damaged, torn) = StoreRun.damaged(files, at: interaction) {
      let looks = [damaged, torn].map { StoreRun(flags: flags, interaction: 0).look($0) }
      expect(looks[0] == looks[1], "a damaged record counts as torn: \(looks)")
    } else {
      StoreRun(flags: flags, interaction: interaction).run(files)
    }
  }
}

/// A disk with a store on it, and the processes that open it one after the other.
struct StoreRun {
  static let directory = "store"

  private let disk = SimulatedDisk(seed: 0) { _ in .works }
  private let interaction: Int
  /// Whether a picture is drawn of what was read, and whether a chart is made besides.
  private let (draws, makes): (Bool, Bool)
  private let options: ServiceStore.Options
  private let limits: ServiceLimits
  private let scheduling = QueuedScheduling()

  init(flags: UInt8, interaction: UInt8) {
    var options = ServiceStore.Options(directory: StoreRun.directory)
    options.durability = flags & 1 == 0 ? .process : .disk
    if flags & 2 != 0 { options.resumption = .afterDeath(of: "run") }
    // Each change is followed by a snapshot.
    if flags & 4 != 0 { options.smallByteCount = 1 }
    (options.disk, options.scheduling) = (disk, scheduling)
    options.now = { 1_800_000_000 }
    let salts = Mutex<UInt64>(0)
    options.salt = {
      salts.withLock { salt in
        salt += 1
        return salt
      }
    }
    self.options = options
    var limits = ServiceLimits()
    if flags & 8 != 0 { (limits.steps, limits.log) = (2, 3) }
    self.limits = limits
    (draws, makes) = (flags & 16 != 0, flags & 32 != 0)
    self.interaction = Int(interaction)
  }

  func run(_ files: OrderedDictionary<String, [UInt8]>) {
    for (path, bytes) in files { put(bytes, at: path) }
    let before = image()
    let checked = checkAll()
    guard let first = open() else {
      expect(kept(image()) == kept(before), "a store that is refused is left as it was: \(changes(before, image()))")
      return
    }
    // No process gives a number to two sessions, and which of them it is taken for may change.
    guard hasUniqueNumbers(before) else { return die() }
    compare(before, checked, first)
    let look = Look(first)
    die()
    guard let second = open() else { return expect(false, "a store that was opened can be opened again") }
    let again = Look(second)
    expect(again == look, "what was read is read the same again: \(again), before \(look)")
    use(second)
    let used = Look(second)
    die()
    guard let third = open() else { return expect(false, "a store that was used can be opened again") }
    let last = Look(third)
    expect(last == used, "what was done is read as it was: \(last), before \(used)")
  }

  /// What a process finds; `nil` if the store is refused.
  fileprivate func look(_ files: OrderedDictionary<String, [UInt8]>) -> Look? {
    for (path, bytes) in files { put(bytes, at: path) }
    return open().map(Look.init)
  }

  /// The files with another digit in the last record of the last log that has one, and with nothing from that record on. With
  /// another digit it can still be read, so that the checksum alone tells.
  static func damaged(
    _ files: OrderedDictionary<String, [UInt8]>, at place: UInt8
  ) -> (damaged: OrderedDictionary<String, [UInt8]>, torn: OrderedDictionary<String, [UInt8]>)? {
    for (path, bytes) in files.reversed() where path.contains("/log-") {
      guard var reader = try? JournalReader(bytes) else { continue }
      var record: Range<Int>?
      while true {
        let start = bytes.count - reader.tornByteCount
        guard reader.next() != nil else { break }
        record = start..<bytes.count - reader.tornByteCount
      }
      guard let record else { continue }
      var (damaged, torn) = (files, files)
      let header = JournalFormat.recordHeaderByteCount
      let digits = (record.lowerBound + header..<record.upperBound).filter {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0])
      }
      guard !digits.isEmpty else { continue }
      let index = digits[Int(place) % digits.count]
      damaged[path]?[index] ^= 1
      torn[path] = Array(bytes[..<record.lowerBound])
      return (damaged, torn)
    }
    return nil
  }

  // MARK: - The disk

  private func put(_ bytes: [UInt8], at path: String) {
    let path = StoreRun.directory + "/" + path
    do throws(POSIXError) {
      let parent = FilePath.parent(of: path)
      try disk.makeDirectory(parent)
      // No session is made without.
      if !parent.hasSuffix("/contents"), parent != StoreRun.directory { try disk.makeDirectory(parent + "/contents") }
      try disk.create(path).write(bytes, at: 0)
    } catch {
      // A file can't be in another one.
    }
  }

  /// All files with their bytes, and all directories.
  private func image(_ directory: String = StoreRun.directory) -> [String: [UInt8]] {
    var image: [String: [UInt8]] = [:]
    for name in (try? disk.names(in: directory)) ?? [] {
      let path = directory + "/" + name
      if (try? disk.names(in: path)) != nil {
        image[path + "/"] = []
        image.merge(self.image(path)) { $1 }
      } else {
        image[path] = try? disk.read(path)
      }
    }
    return image
  }

  /// What a process must not touch that is not to open a store: all but what earlier ones have left half done, and by what
  /// those that try to open it are counted.
  private func kept(_ image: [String: [UInt8]]) -> [String: [UInt8]] {
    image.filter { path, _ in
      let names = path.split(separator: "/").dropFirst()
      return names.first != "incoming" && names.first != "opening" && path != StoreRun.directory + "/sessions/"
        && !names.contains { $0.hasSuffix(StoreLayout.newSuffix) || $0.hasSuffix(StoreLayout.removedSuffix) }
    }
  }

  private func changes(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  private func hasUniqueNumbers(_ image: [String: [UInt8]]) -> Bool {
    let names = Set(
      image.keys.compactMap { path in
        let names = path.split(separator: "/")
        return names.count > 2 && names[1] == "sessions" ? String(names[2]) : nil
      })
    let numbers = names.compactMap { StoreLayout.session($0)?.number }
    return Set(numbers).count == numbers.count
  }

  /// Ends the process as a death does.
  private func die() {
    disk.kill()
    disk.restart(losesPower: false)
    scheduling.forget()
  }

  // MARK: - Looking

  /// What `store check` says, and what `store export` writes, of a session that a process would go on with.
  private struct Checked {
    var faults: [String]
    var document: JSON?
  }

  private func checkAll() -> [String: Checked] {
    let directory = StoreRun.directory + "/sessions"
    var checked: [String: Checked] = [:]
    for name in (try? disk.names(in: directory)) ?? [] where StoreLayout.session(name)?.isEnded == false {
      let path = directory + "/" + name
      let session = StoreListing.Session(id: name, directory: path, isOpen: true)
      checked[path] = Checked(
        faults: StoreListing.check(session, on: disk), document: try? StoreListing.document(of: session, on: disk))
    }
    return checked
  }

  private func open() -> ChartService.Kept? {
    try? ChartService.opening(options, limits: limits, now: { 1_800_000_000 })
  }

  /// Compares what was opened with what was there.
  private func compare(_ before: [String: [UInt8]], _ checked: [String: Checked], _ opened: ChartService.Kept) {
    let resumed = opened.store.inTurn { state in state.journals.mapValues(\.directory) }
    for (path, checked) in checked where checked.faults.isEmpty {
      let isFaulty = opened.report.faults.contains { $0.hasPrefix(path + "/") || $0.hasPrefix(path + ":") }
      expect(!isFaulty, "what is checked without a fault is opened without one: \(opened.report.faults)")
    }
    for (session, path) in resumed where limits == ServiceLimits() {
      guard let document = checked[path]?.document else { continue }
      let found = try? opened.service.exportedDocument(of: session)
      expect(
        found.map(Look.normalized) == Look.normalized(document), "a session is opened as it is exported: \(session)")
    }
    expectOthersKept(before, checked, besides: Array(resumed.values))
  }

  /// What cannot be read stays, and so does what is not to go on, under another name maybe.
  private func expectOthersKept(_ before: [String: [UInt8]], _ checked: [String: Checked], besides resumed: [String]) {
    let after = image()
    for (path, bytes) in kept(before) {
      let names = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard names.count == 4, names[1] == "sessions", StoreLayout.session(names[2]) != nil else { continue }
      let session = "\(names[0])/sessions/\(names[2])"
      guard !resumed.contains(session) else { continue }
      let ended = session + StoreLayout.endedSuffix
      // Without a record it never was one.
      let isGone = after[session + "/"] == nil && after[ended + "/"] == nil
      let isKept = after[path] == bytes || after["\(ended)/\(names[3])"] == bytes
      expect(
        isKept || isGone && checked[session]?.document == nil, "a session that is not opened is left as it was: \(path)"
      )
    }
  }

  // MARK: - Using

  /// Does two things with the first chart, or makes one, or both.
  private func use(_ kept: ChartService.Kept) {
    let sessions = kept.service.withState { $0.sessions }
    if let (session, content) = sessions.elements.first(where: { !$0.value.charts.isEmpty }),
      let chart = content.charts.keys.first
    {
      let place: JSON = ["session": .string(session), "chart": .string(chart)]
      if draws { call("chart/render", place, kept.service) }
      for choice in [interaction, interaction / StoreRun.interactions.count] {
        let (method, params) = StoreRun.interactions[choice % StoreRun.interactions.count]
        call(method, params.merging(patch: place), kept.service)
      }
    }
    if makes {
      call("chart/create", ["spec": ["kind": "pie", "slices": [["value": 1]]], "render": false], kept.service)
    }
    let isSettled = Mutex(false)
    kept.service.whenSettled { fault in
      expect(fault == nil, "the disk takes it: \(fault.debugDescription)")
      isSettled.withLock { $0 = true }
    }
    scheduling.run()
    expect(isSettled.withLock { $0 }, "answers leave")
  }

  private func call(_ method: String, _ params: JSON, _ service: ChartService) {
    do throws(RPCError) {
      _ = try service.call(method, params: params)
    } catch {
      // A store may have given away all numbers that there are.
      let isUsedUp = error.code == .notKept && error.message.contains("no number is left")
      expect(
        isUsedUp || error.code != .internalError && error.code != .notKept, "\(method) is answered: \(error)")
    }
  }

  private static let interactions: [(String, JSON)] = [
    ("chart/tap", ["x": 320, "y": 180, "render": false]),
    ("chart/rotate", ["by": 30, "render": false]),
    ("chart/toggle", ["series": 0, "render": false]),
    ("chart/undo", ["render": false]),
    ("chart/redo", ["render": false]),
    ("chart/key", ["key": "ArrowRight", "render": false]),
    ("chart/update", ["patch": ["title": "Another"], "render": false]),
    ("chart/append", ["points": [1, 2], "window": 3, "render": false]),
    ("chart/zoom", ["scale": 2, "render": false]),
    ("chart/scroll", ["to": "end", "render": false]),
    ("chart/advance", ["time": 1, "render": false]),
    ("chart/animate", ["action": "start", "time": 0, "render": false]),
    ("chart/pointer", ["phase": "down", "x": 320, "y": 180, "time": 0, "render": false]),
    ("chart/reset", ["render": false]),
    ("chart/delete", [:]),
    ("chart/render", ["theme": "dark"]),
  ]
}

/// All that a service has of its store.
private struct Look: Equatable, CustomStringConvertible {
  var sessions: [JSON] = []
  var ended: [String: JSON] = [:]

  init(_ kept: ChartService.Kept) {
    // The default one is the first where it was made anew.
    for (name, session) in kept.service.withState({ $0.sessions }).sorted(by: { $0.key < $1.key }) {
      let document = (try? kept.service.exportedDocument(of: name)) ?? .null
      sessions.append([
        "document": Look.normalized(document), "notes": .object(session.notes),
        "numbers": .array(session.numbers.sorted { $0.key < $1.key }.map { [.string($0.key), .integer($0.value)] }),
      ])
    }
    for stored in kept.store.stored {
      ended[stored.id] = (try? kept.store.document(of: stored.id)) ?? "cannot be read"
    }
  }

  /// A document whose specs have their columns in them: it does not matter which of them share one, nor whether one of numbers
  /// alone is written as those of texts are, whose texts may have left it since.
  static func normalized(_ document: JSON) -> JSON {
    guard case .object(var members) = document, let columns = members.removeValue(forKey: "columns")?.arrayValue,
      let specs = members["specs"]?.arrayValue
    else { return document }
    members["specs"] = .array(
      specs.map { spec in
        guard let own = spec["columns"]?.objectValue else { return spec }
        return spec.setting("columns", .object(own.mapValues { read(columns[$0.integerValue ?? 0]) }))
      })
    return .object(members)
  }

  /// A column as it is written by whoever has read it.
  private static func read(_ column: JSON) -> JSON {
    guard let read = try? HeldColumn.schema.decode(column) else { return column }
    return HeldColumn.schema.encode(read)
  }

  var description: String { "\(JSON.array(sessions).text), ended \(ended.mapValues(\.text))" }
}

/// Does what is to be done in the background when it is told to, on the thread that tells it.
private final class QueuedScheduling: StoreScheduling {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  func willTakeTurn() {}
  func didTakeTurn() {}
  func inBackground(_ body: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(body) } }

  func run() { while let body = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { body() } }
  func forget() { waiting.withLock { $0 = [] } }
}
