import JSONModel
import Journal
import OrderedCollections
import POSIX

/// What a store knows of a session that is open: where it is written, and what has been written already.
struct SessionJournal: Sendable {
  let session: String
  let number: Int
  private(set) var directory: String
  /// The log that records go to.
  var writer: JournalWriter
  /// The head of that log, as long as it is not there: a session goes on from reading alone, and its first change makes the
  /// log.
  var planned: HeadRecord?
  /// The newest log that is there.
  var generation: Int
  /// The first of the logs that are needed beside the newest snapshot.
  var firstGeneration: Int
  /// The numbers of the specs in the files, by ``SpecSource/number``.
  var ids: [UInt64: Int] = [:]
  var lastID = 0
  /// A content that is there.
  struct Content: Sendable {
    var byteCount: Int
    /// Tells the file from earlier ones of the same name.
    var turn: UInt64
    var standing: Standing
  }

  /// How far a content can be relied on.
  enum Standing: Sendable {
    /// An earlier process left a file of its name, which nobody has read, or the disk has failed since: it may be torn.
    case unread
    /// An earlier process wrote it, and it was read, maybe out of the system's memory alone.
    case read
    /// This process wrote it, and the disk has not failed since.
    case written
    /// The disk has it.
    case synced
  }

  /// The contents that are there.
  private(set) var contents: [ContentDigest: Content] = [:]
  private(set) var contentByteCount = 0
  private var lastTurn: UInt64 = 0
  /// Those that were referred to since the newest snapshot was begun.
  var recent: Set<ContentDigest> = []
  /// Whether anything was deleted since then.
  var madeRoom = false
  /// The bytes of logs that are no longer written to, since the newest snapshot.
  var closedByteCount = 0
  var snapshotByteCount = 0
  /// Whether a snapshot is being written, or failed at so many bytes of logs.
  var isSnapshotting = false
  var failedByteCount = 0
  /// How often the disk may have lost something of the logs, and after how often all was written anew.
  var doubts = 0
  var settledDoubts = 0
  var isDoubtful: Bool { doubts > settledDoubts }

  var contentsDirectory: String { directory + "/contents" }

  /// The bytes of the logs since the newest snapshot.
  var logByteCount: Int { closedByteCount + writer.byteCount }

  /// How many bytes it takes on the disk; without the logs that the snapshot which is being written stands for.
  var byteCount: Int {
    writer.byteCount + (isSnapshotting ? 0 : closedByteCount) + snapshotByteCount + contentByteCount
  }

  /// Whether a snapshot is worth its while: it costs no more than what has been written since the last one, or there is not
  /// much room left.
  /// - Parameter total: How many bytes the sessions that are open take.
  func isDue(_ options: ServiceStore.Options, total: Int) -> Bool {
    guard !isSnapshotting else { return false }
    let due = max(options.smallByteCount, snapshotByteCount, 2 * failedByteCount)
    if logByteCount > due || generation - firstGeneration > SessionJournal.logLimit { return true }
    if madeRoom, total > options.byteLimit / 10 * 9 { return true }
    // When they take half of the room that there is beside all else, but not for each record.
    let room = options.byteLimit - (total - logByteCount)
    return logByteCount > max(room / 2, min(1 << 16, options.byteLimit / 16), failedByteCount + failedByteCount / 4)
  }

  /// The most logs, of which each run begins one in which something is changed.
  private static let logLimit = 8

  /// Numbers for so many specs that have none.
  mutating func takeIDs(_ count: Int = 1) throws(StoreFault) -> Range<Int> {
    guard lastID <= StoreLayout.numberLimit - count else {
      throw StoreFault("no number is left for a spec; create the charts anew in another session")
    }
    defer { lastID += count }
    return lastID + 1..<lastID + 1 + count
  }

  /// Takes note of another name of its directory.
  mutating func move(to directory: String) {
    self.directory = directory
    writer = writer.moved(to: path(StoreLayout.log(generation)))
  }

  /// Whether a content is there, and is what its name says.
  /// - Parameter isForSnapshot: Whether it has to be one that the disk takes when it is told to. It may have refused one of an
  ///   earlier process, and the system would say all the same that it has taken it.
  func has(_ content: ContentDigest, forSnapshot isForSnapshot: Bool = false) -> Bool {
    switch contents[content]?.standing {
    case nil, .unread: false
    case .read: !isForSnapshot
    case .written, .synced: true
    }
  }

  /// How many bytes it would take more with the contents of a change.
  func growth(by prepared: PreparedChange) -> Int {
    prepared.contents.reduce(0) { sum, content in
      has(content.digest) ? sum : sum + content.byteCount - (contents[content.digest]?.byteCount ?? 0)
    }
  }

  mutating func add(_ content: ContentDigest, byteCount: Int, _ standing: Standing) {
    remove(content)
    lastTurn += 1
    contents[content] = Content(byteCount: byteCount, turn: lastTurn, standing: standing)
    contentByteCount += byteCount
  }

  mutating func remove(_ content: ContentDigest) {
    contentByteCount -= contents.removeValue(forKey: content)?.byteCount ?? 0
  }

  /// Notes that contents are on the disk, if they are still the same files.
  mutating func noteSynced(_ synced: [ContentDigest: Content]) {
    for (digest, content) in synced where contents[digest]?.turn == content.turn {
      contents[digest]?.standing = .synced
    }
  }

  /// Takes contents that may not be on the disk for files of which nobody knows what is in them.
  mutating func forgetUnsynced() {
    contents = contents.mapValues { content in
      var content = content
      if content.standing != .synced { content.standing = .unread }
      return content
    }
  }

  /// Forgets the numbers that were given to specs of a change that could not be written.
  mutating func forget(_ material: ChangeMaterial, after last: Int) {
    for source in material.documentSources + (material.source.map { [$0] } ?? []) {
      if let id = ids[source.number], id > last { ids[source.number] = nil }
    }
  }

  init(
    session: String, number: Int, directory: String, writer: JournalWriter, generation: Int, firstGeneration: Int
  ) {
    (self.session, self.number, self.directory) = (session, number, directory)
    (self.writer, self.generation, self.firstGeneration) = (writer, generation, firstGeneration)
  }

  func path(_ name: String) -> String { directory + "/" + name }
  func path(of content: ContentDigest) -> String { "\(contentsDirectory)/\(content)" }
}

// MARK: - What is written

/// The parts of a change that were made ready before the turn was taken.
struct PreparedChange: Sendable {
  /// A content that was written under another name.
  struct Content: Sendable {
    var digest: ContentDigest
    var temporary: String
    var byteCount: Int
    /// Whether the disk has it.
    var isSynced = false
  }

  /// Whether it is for a snapshot, after which what it stands for is removed.
  var isSnapshot = false
  var contents: [Content] = []
  /// All that the parts refer to, whether it had to be written or not.
  var named: [ContentDigest] = []
  var source: RecordPart?
  var growth: RecordPart?
  var growthBuffers: [ContentDigest] = []
  var request: RecordPart?
  var state: RecordPart?
  var document: RecordPart?
}

extension SessionJournal {
  /// The records of a change.
  /// - Throws: ``StoreFault`` if a spec is missing that should have been made ready.
  mutating func payloads(
    of change: Change, _ material: ChangeMaterial, _ prepared: PreparedChange
  ) throws(StoreFault) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    switch change {
    case .create(let chart, let revision, let size, let theme, let kind, let number):
      let source = try id(of: material, prepared, &payloads)
      var record = CreateRecord()
      (record.chart, record.revision, record.size, record.theme) = (chart, revision, size, theme)
      (record.kind, record.number, record.source) = (kind, number, source ?? 0)
      if let state = material.state { record.state = state }
      payloads.append(payload("create", CreateRecord.schema.encode(record)))
    case .chart(let chart, let revision, let step):
      var text = RecordText("change")
      text.add("chart", .string(chart))
      text.add("revision", .integer(revision))
      text.add("method", .string(material.request?.method ?? ""))
      text.add("params", prepared.request)
      if let source = try id(of: material, prepared, &payloads) { text.add("source", .integer(source)) }
      text.add("state", prepared.state)
      switch step {
      case .nothing: break
      case .forgetsUndone: text.add("forgets", true)
      case .step(let forgotten): text.add("step", .integer(forgotten))
      }
      payloads.append(text.payload)
    case .travel(let way, let chart, let revision):
      payloads.append(payload(way == .undo ? "undo" : "redo", chart, revision))
    case .delete(let chart, let revision): payloads.append(payload("delete", chart, revision))
    case .document(let keepsOthers):
      var text = RecordText("import")
      let ids = try takeIDs(material.documentSources.count)
      text.add("source", .integer(ids.lowerBound))
      text.add("keep", .bool(keepsOthers))
      text.add("document", prepared.document)
      for (source, id) in zip(material.documentSources, ids) { self.ids[source.number] = id }
      payloads.append(text.payload)
    case .note(let key, let value):
      payloads.append(payload("note", NoteRecord.schema.encode(NoteRecord(key: key, value: value))))
    case .open: payloads.append(payload("open", [:]))
    case .close: break
    }
    return payloads
  }

  private func payload(_ kind: String, _ members: JSON) -> [UInt8] { JSON.object([kind: members]).bytes }

  private func payload(_ kind: String, _ chart: String, _ revision: Int) -> [UInt8] {
    payload(kind, ChartOnlyRecord.schema.encode(ChartOnlyRecord(chart: chart, revision: revision)))
  }

  /// The number of the spec that a change gives to a chart; `nil` if it gives none. One that is not written yet gets a
  /// record of its own.
  private mutating func id(
    of material: ChangeMaterial, _ prepared: PreparedChange, _ payloads: inout [[UInt8]]
  ) throws(StoreFault) -> Int? {
    guard let source = material.source else { return nil }
    if let known = ids[source.number] { return known }
    if let growth = material.growth, let part = prepared.growth, let from = ids[growth.from.number] {
      let id = try takeIDs().lowerBound
      var text = RecordText("grow")
      text.add("id", .integer(id))
      text.add("from", .integer(from))
      text.add("params", part)
      text.add("buffers", .array(prepared.growthBuffers.map { .string($0.description) }))
      payloads.append(text.payload)
    } else if let part = prepared.source {
      payloads.append(SessionJournal.sourcePayload(try takeIDs().lowerBound, part))
    } else {
      throw StoreFault("the spec was not made ready")
    }
    ids[source.number] = lastID
    return lastID
  }

  static func sourcePayload(_ id: Int, _ part: RecordPart) -> [UInt8] {
    var text = RecordText("source")
    text.add("id", .integer(id))
    text.add("source", part)
    return text.payload
  }

  static func headPayload(_ head: HeadRecord) -> [UInt8] {
    JSON.object(["head": HeadRecord.schema.encode(head)]).bytes
  }
}
