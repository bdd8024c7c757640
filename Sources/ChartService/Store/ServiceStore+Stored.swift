import ChartModel
import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX

// The sessions that are kept and not open.
extension ServiceStore {
  var stored: [StoredSession] { ended.compactMap { summary($0, $1) } }

  func newestStored(of session: String, unless cancellation: Cancellation) throws(RPCError) -> String? {
    for (number, entry) in ended {
      try cancellation.check()
      if summary(number, entry)?.session == session { return "\(number)" }
    }
    return nil
  }

  /// The newest first.
  private var ended: [(Int, EndedSession)] {
    inTurn { state in state.ended.sorted { $0.key > $1.key }.map { ($0.key, $0.value) } }
  }

  /// What is in a session; `nil` if it cannot be read, which is tried again only where the system refused it.
  private func summary(_ number: Int, _ entry: EndedSession) -> StoredSession? {
    if entry.summary != nil || entry.isUnreadable { return entry.summary }
    var (summary, isUnreadable) = (StoredSession?.none, false)
    do throws(StoreFault) {
      let reading = try SessionReading(entry.directory, in: disk, limits: limits)
      isUnreadable = !reading.isThere
      if reading.isThere {
        summary = StoredSession(
          id: "\(number)", session: reading.replay.head.session, charts: Array(reading.replay.charts.keys),
          began: reading.replay.head.began, byteCount: entry.byteCount)
      }
    } catch {
      isUnreadable = !error.isRefused
    }
    let (found, isLost) = (summary, isUnreadable)
    inTurn { state in
      state.ended[number]?.summary = found
      state.ended[number]?.isUnreadable = isLost
    }
    return summary
  }

  func document(of id: String, unless cancellation: Cancellation = Cancellation()) throws(RPCError) -> JSON? {
    guard let number = Int(id), let entry = inTurn({ state in state.ended[number] }) else { return nil }
    do throws(StoreFault) {
      return SessionDocument.schema.encode(
        try ServiceStore.readDocument(
          in: entry.directory, disk, kinds: kinds, limits: limits, unless: cancellation))
    } catch {
      try cancellation.check()
      throw .internalError("The session cannot be read: \(error)")
    }
  }

  /// A session's directory as a document.
  static func readDocument(
    in directory: String, _ disk: any FileSystem, kinds: ChartKinds, limits: ServiceLimits,
    unless cancellation: Cancellation? = nil
  ) throws(StoreFault) -> SessionDocument {
    let reading = try SessionReading(directory, in: disk, limits: limits, unless: cancellation)
    guard reading.isThere else { throw StoreFault("\(directory) has neither a log nor a snapshot") }
    let name = reading.replay.head.session
    let session = try reading.session(directory, disk, kinds).session
    return try SessionDocument(session, named: name) { () throws(StoreFault) in
      if cancellation?.isCancelled == true { throw .unwanted }
    }
  }

  // MARK: - The end

  /// Ends as a program should: what is open will not be opened again by itself, but where all sessions are.
  package func end() {
    inTurn { state in
      guard !state.hasEnded else { return }
      state.hasEnded = true
      guard case .afterDeath = options.resumption else { return }
      for journal in state.journals.values.sorted(by: { $0.number < $1.number }) {
        try? ServiceStore.end(journal.number, journal.directory, in: disk, &state)
      }
      try? disk.sync(directory: sessionsDirectory)
    }
  }

  /// Has the oldest sessions that have ended removed, if the store is larger than it may be; never one that goes on as soon as
  /// it can be read.
  func beginTrimming(_ state: inout State) {
    guard !state.ended.isEmpty else { return }
    var removed: [String] = []
    var total = state.ended.values.reduce(state.byteCount) { $0 + $1.byteCount }
    while total > options.byteLimit, let number = state.ended.filter(\.value.hasEnded).keys.min(),
      let oldest = state.ended.removeValue(forKey: number)
    {
      total -= oldest.byteCount
      removed.append(oldest.directory)
    }
    if removed.isEmpty { return }
    let (disk, directories) = (disk, removed)
    work.add {
      for directory in directories { try? ServiceStore.remove(session: directory, disk) }
    }
  }

  /// Takes a session's directory away, in one step: if the process dies while its files go, what is left is none.
  static func remove(session directory: String, _ disk: any FileSystem) throws(POSIXError) {
    let removed = directory + StoreLayout.removedSuffix
    // Of an earlier one of this number.
    try? disk.remove(removed)
    try disk.rename(directory, to: removed)
    try disk.remove(removed)
  }
}
