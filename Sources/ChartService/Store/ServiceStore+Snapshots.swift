import ChartEngine
import JSONModel
import Journal
import OrderedCollections
import POSIX

/// What a snapshot is made of: a session as it is at one moment, and what its journal knows.
private struct SnapshotOrder: Sendable {
  var session: String
  var journal: SessionJournal
  var content: Session
  var head: HeadRecord
  /// The number of the record with which the log after it begins.
  var first: UInt64
}

/// What a snapshot has brought.
private struct SnapshotResult: Sendable {
  var byteCount = 0
  var named: Set<ContentDigest> = []
  /// The contents that were brought to the disk for it.
  var synced: [ContentDigest: SessionJournal.Content] = [:]
  var sources: Set<UInt64> = []
}

extension ServiceStore {
  /// Begins a snapshot if it is worth its while.
  /// - Parameter total: How many bytes the sessions that are open take.
  func beginSnapshotIfDue(of session: String, total: Int, _ state: inout State) {
    if state.journals[session]?.isDue(options, total: total) == true { beginSnapshot(of: session, &state) }
  }

  /// Has a snapshot written after the turn.
  private func beginSnapshot(of session: String, _ state: inout State) {
    guard let order = makeOrder(of: session, &state) else { return }
    work.add { [self] in carryOut(order) }
  }

  private func carryOut(_ order: SnapshotOrder) {
    do throws(StoreFault) {
      finish(order, try write(order))
    } catch {
      fail(order)
    }
  }

  /// Goes on in another log; all that came of those before is to be written into one file, after which they are not needed.
  private func makeOrder(of session: String, _ state: inout State) -> SnapshotOrder? {
    guard let index = state.journals.index(forKey: session), !state.journals.values[index].isSnapshotting,
      let content = currentContent(of: session)
    else { return nil }
    var journal = state.journals.values[index]
    // What has no number can't be found again; there may be a planned log to make before.
    guard journal.generation < StoreLayout.numberLimit - 1, Int(exactly: journal.writer.place.number) != nil else {
      return nil
    }
    // The journal is in its place again however this ends.
    let bytes = journal.byteCount
    defer {
      state.byteCount += journal.byteCount - bytes
      state.journals.values[index] = journal
    }
    var (head, first) = (HeadRecord(), UInt64(0))
    do throws(StoreFault) {
      try beginLog(of: &journal)
      first = journal.writer.place.number
      let generation = journal.generation + 1
      head = self.head(of: session, generation: generation)
      let path = journal.path(StoreLayout.log(generation))
      var writer = try naming(path) { () throws(POSIXError) in
        try ServiceStore.makeLog(path, from: journal.writer.place, head, options)
      }
      // The file itself is waited for with the first record in it: before that nothing is lost with it.
      if options.durability == .disk { line.note(names: [journal.directory]) }
      if !state.open.contains(session) { writer.rest() }
      journal.closedByteCount += journal.writer.byteCount
      (journal.writer, journal.generation) = (writer, generation)
    } catch {
      // The log before goes on; there may be room later.
      journal.failedByteCount = journal.logByteCount
      return nil
    }
    journal.isSnapshotting = true
    journal.recent = []
    journal.madeRoom = false
    return SnapshotOrder(session: session, journal: journal, content: content, head: head, first: first)
  }

  /// Waits until no snapshot is being written.
  package func waitForSnapshots() {
    while inTurn({ $0.isRewriting || $0.journals.values.contains(where: \.isSnapshotting) }) { sched_yield() }
  }

  /// Has all written anew that may have been lost by a disk that failed. Until that is done, no answer says that it is kept.
  func noteDoubts() {
    inTurn { state in
      state.failures = line.failures
      // What was read and not changed is what the disk has.
      for index in state.journals.values.indices where state.journals.values[index].planned == nil {
        state.journals.values[index].doubts += 1
        state.journals.values[index].forgetUnsynced()
      }
      beginRewriting(&state)
    }
  }

  /// Sees to what is still to be written anew, now that the disk works; if there is nothing, answers may say again that what
  /// they tell of is kept.
  func settleDoubts() {
    inTurn { state in
      if state.journals.values.contains(where: \.isDoubtful) {
        beginRewriting(&state)
      } else {
        line.forgetFault(after: state.failures)
      }
    }
  }

  /// Begins to write doubtful sessions anew, one after the other; a second later at the earliest if that has failed: each try
  /// makes files.
  private func beginRewriting(_ state: inout State) {
    let now = options.now()
    // A clock may go back.
    guard !state.isRewriting, state.rewritten.map({ abs(now - $0) >= 1 }) ?? true,
      state.journals.values.contains(where: \.isDoubtful)
    else { return }
    (state.isRewriting, state.rewritten) = (true, now)
    work.add { [self] in
      for session in inTurn({ $0.journals.filter(\.value.isDoubtful).keys.sorted() }) {
        let order = inTurn { state in state.journals[session]?.isDoubtful == true ? makeOrder(of: session, &state) : nil
        }
        if let order { carryOut(order) }
      }
      inTurn { $0.isRewriting = false }
    }
  }

  private func fail(_ order: SnapshotOrder) {
    try? disk.remove(order.journal.path(StoreLayout.snapshot(order.journal.generation) + StoreLayout.newSuffix))
    inTurn { state in
      guard let index = state.journals.index(forKey: order.session),
        state.journals.values[index].number == order.journal.number
      else { return }
      let bytes = state.journals.values[index].byteCount
      state.journals.values[index].isSnapshotting = false
      state.journals.values[index].failedByteCount = state.journals.values[index].logByteCount
      state.byteCount += state.journals.values[index].byteCount - bytes
      // They are written anew when they are wanted: after a failure the system takes what it could not write for written, and
      // to wait for it once more proves nothing.
      state.journals.values[index].forgetUnsynced()
    }
  }

  // MARK: - Writing

  private func write(_ order: SnapshotOrder) throws(StoreFault) -> SnapshotResult {
    let path = order.journal.path(StoreLayout.snapshot(order.journal.generation))
    var output = try SnapshotFile(path + StoreLayout.newSuffix, self)
    try output.add(SessionJournal.headPayload(order.head))
    var prepared = PreparedChange(isSnapshot: true)
    defer { for content in prepared.contents { try? disk.remove(content.temporary) } }
    try addSession(order, to: &output, &prepared)
    let ids = try addSources(order, to: &output, &prepared)
    for record in order.content.charts.values {
      let item = SessionDocument.ChartItem(record) { ids[$0.number] ?? 0 }
      var text = RecordText("chart")
      text.add("item", try part(SessionDocument.ChartItem.schema.encode(item).bytes, of: order.session, &prepared))
      try output.add(text.payload)
    }
    for (key, value) in order.content.notes {
      try output.add(JSON.object(["note": NoteRecord.schema.encode(NoteRecord(key: key, value: value))]).bytes)
    }
    try output.add(JSON.object(["done": DoneRecord.schema.encode(DoneRecord(next: order.first))]).bytes)
    let unsynced = try admit(prepared, order)
    let byteCount = try output.close()
    // All of it is on the disk before what it stands for is removed, whatever answers wait for.
    try naming(path) { () throws(POSIXError) in
      for digest in unsynced.keys.sorted() {
        try disk.open(order.journal.path(of: digest)).sync()
      }
      try disk.sync(directory: order.journal.contentsDirectory)
      try disk.rename(path + StoreLayout.newSuffix, to: path)
      try disk.sync(directory: order.journal.directory)
      try disk.sync(directory: sessionsDirectory)
    }
    return SnapshotResult(
      byteCount: byteCount, named: Set(prepared.named), synced: unsynced, sources: Set(ids.keys))
  }

  private func addSession(
    _ order: SnapshotOrder, to output: inout SnapshotFile, _ prepared: inout PreparedChange
  ) throws(StoreFault) {
    var record = SessionRecord()
    record.numbers = OrderedDictionary(uniqueKeysWithValues: order.content.numbers.sorted { $0.key < $1.key })
    record.log = order.content.log.entries
    var text = RecordText("session")
    text.add("content", try part(SessionRecord.schema.encode(record).bytes, of: order.session, &prepared))
    try output.add(text.payload)
  }

  /// - Returns: The numbers of the specs in the files.
  private func addSources(
    _ order: SnapshotOrder, to output: inout SnapshotFile, _ prepared: inout PreparedChange
  ) throws(StoreFault) -> [UInt64: Int] {
    var sources: OrderedDictionary<UInt64, SpecSource> = [:]
    for record in order.content.charts.values {
      sources[record.source.number] = record.source
      for step in record.history.undoable { sources[step.moment.source.number] = step.moment.source }
      for step in record.history.redoable { sources[step.moment.source.number] = step.moment.source }
    }
    var ids: [UInt64: Int] = [:]
    for source in sources.values {
      let id = if let known = order.journal.ids[source.number] { known } else { try newID(of: source, order) }
      ids[source.number] = id
      let stored = try StoredSource(source) { bytes throws(StoreFault) in
        try content(bytes, of: order.session, &prepared)
      }
      let part = try part(StoredSource.schema.encode(stored).bytes, of: order.session, &prepared)
      try output.add(SessionJournal.sourcePayload(id, part))
    }
    return ids
  }

  /// The number of a spec that was never written.
  private func newID(of source: SpecSource, _ order: SnapshotOrder) throws(StoreFault) -> Int {
    try inTurn { state throws(StoreFault) in
      guard let index = state.journals.index(forKey: order.session) else { throw StoreFault("the session was closed") }
      if let id = state.journals.values[index].ids[source.number] { return id }
      let id = try state.journals.values[index].takeIDs().lowerBound
      state.journals.values[index].ids[source.number] = id
      return id
    }
  }

  /// - Returns: The contents of the snapshot that may not be on the disk yet.
  private func admit(
    _ prepared: PreparedChange, _ order: SnapshotOrder
  ) throws(StoreFault) -> [ContentDigest: SessionJournal.Content] {
    try inTurn { state throws(StoreFault) in
      guard let index = state.journals.index(forKey: order.session),
        state.journals.values[index].number == order.journal.number
      else { throw StoreFault("the session was closed") }
      let bytes = state.journals.values[index].byteCount
      defer { state.byteCount += state.journals.values[index].byteCount - bytes }
      try admit(prepared, to: &state.journals.values[index])
      let named = Set(prepared.named)
      return state.journals.values[index].contents.filter { named.contains($0.key) && $0.value.standing != .synced }
    }
  }

  // MARK: - Afterwards

  /// Takes away what the snapshot stands for.
  private func finish(_ order: SnapshotOrder, _ result: SnapshotResult) {
    let unneeded: [ContentDigest]? = inTurn { state in
      guard let index = state.journals.index(forKey: order.session),
        state.journals.values[index].number == order.journal.number
      else { return nil }
      let bytes = state.journals.values[index].byteCount
      defer { state.byteCount += state.journals.values[index].byteCount - bytes }
      state.journals.values[index].take(order.journal, result)
      return state.journals.values[index].unneeded(beside: result)
    }
    guard let unneeded else { return }
    removeFiles(order, unneeded)
    inTurn { state in
      guard let index = state.journals.index(forKey: order.session),
        state.journals.values[index].number == order.journal.number
      else { return }
      state.journals.values[index].isSnapshotting = false
      // The disk may have failed meanwhile.
      if state.journals.values[index].isDoubtful { return beginSnapshot(of: order.session, &state) }
      beginSnapshotIfDue(of: order.session, total: state.byteCount, &state)
    }
  }

  /// Removes the files that the snapshot stands for, and contents that nothing refers to any more.
  private func removeFiles(_ order: SnapshotOrder, _ unneeded: [ContentDigest]) {
    let directory = order.journal.directory
    for name in (try? disk.names(in: directory)) ?? [] {
      let generation = StoreLayout.generation(name, of: "log") ?? StoreLayout.generation(name, of: "snapshot")
      if let generation, generation < order.journal.generation { try? disk.remove("\(directory)/\(name)") }
    }
    // A few in a turn: nobody can want one of them back between its removal and its being forgotten.
    for start in stride(from: 0, to: unneeded.count, by: 32) {
      inTurn { state in
        guard let index = state.journals.index(forKey: order.session),
          state.journals.values[index].number == order.journal.number
        else { return }
        for digest in unneeded[start..<min(start + 32, unneeded.count)]
        where !state.journals.values[index].recent.contains(digest) {
          try? disk.remove(state.journals.values[index].path(of: digest))
          let bytes = state.journals.values[index].byteCount
          state.journals.values[index].remove(digest)
          state.byteCount += state.journals.values[index].byteCount - bytes
        }
      }
    }
  }
}

extension SessionJournal {
  fileprivate mutating func take(_ before: SessionJournal, _ result: SnapshotResult) {
    failedByteCount = 0
    // What became doubtful after the snapshot was begun still is.
    settledDoubts = before.doubts
    firstGeneration = before.generation
    closedByteCount = 0
    snapshotByteCount = result.byteCount
    noteSynced(result.synced)
    // Those that were given a number since may be in the log alone.
    ids = ids.filter { result.sources.contains($0.key) || $0.value > before.lastID }
  }

  fileprivate func unneeded(beside result: SnapshotResult) -> [ContentDigest] {
    contents.keys.filter { !result.named.contains($0) && !recent.contains($0) }.sorted()
  }
}

/// Writes the file of a snapshot, a piece at a time.
private struct SnapshotFile {
  private var writer: JournalWriter
  private var waiting: [[UInt8]] = []
  private var waitingByteCount = 0
  private let store: ServiceStore

  init(_ path: String, _ store: ServiceStore) throws(StoreFault) {
    self.store = store
    try? store.disk.remove(path)
    writer = try store.naming(path) { () throws(POSIXError) in
      try JournalWriter(creating: path, from: JournalPlace(number: 0), salt: store.options.salt(), in: store.disk)
    }
  }

  mutating func add(_ payload: [UInt8]) throws(StoreFault) {
    waiting.append(payload)
    waitingByteCount += payload.count
    if waitingByteCount > 1 << 18 { try flush() }
  }

  private mutating func flush() throws(StoreFault) {
    do throws(POSIXError) { try writer.append(waiting) } catch { throw StoreFault(error, writer.path) }
    (waiting, waitingByteCount) = ([], 0)
  }

  /// - Returns: How many bytes it has.
  mutating func close() throws(StoreFault) -> Int {
    try flush()
    do throws(POSIXError) { try writer.sync() } catch { throw StoreFault(error, writer.path) }
    return writer.byteCount
  }
}
