import ChartModel
import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX

// The sessions that are kept and not open.
extension ServiceStore {
  var stored: [StoredSession] {
    let ended = inTurn { state in state.ended.sorted { $0.key > $1.key } }
    return ended.compactMap { number, entry in
      if let summary = entry.summary { return summary }
      guard let summary = ServiceStore.summary(number, entry, disk, limits) else { return nil }
      inTurn { state in state.ended[number]?.summary = summary }
      return summary
    }
  }

  static func summary(
    _ number: Int, _ entry: EndedSession, _ disk: any FileSystem, _ limits: ServiceLimits
  ) -> StoredSession? {
    guard let reading = try? SessionReading(entry.directory, in: disk, limits: limits), reading.isThere else {
      return nil
    }
    return StoredSession(
      id: "\(number)", session: reading.replay.head.session, charts: Array(reading.replay.charts.keys),
      began: reading.replay.head.began, byteCount: entry.byteCount)
  }

  func document(of id: String) throws(RPCError) -> JSON? {
    guard let number = Int(id), let entry = inTurn({ state in state.ended[number] }) else { return nil }
    do throws(StoreFault) {
      return SessionDocument.schema.encode(
        try ServiceStore.readDocument(in: entry.directory, disk, kinds: kinds, limits: limits))
    } catch {
      throw .internalError("The session cannot be read: \(error)")
    }
  }

  /// A session's directory as a document.
  static func readDocument(
    in directory: String, _ disk: any FileSystem, kinds: ChartKinds, limits: ServiceLimits
  ) throws(StoreFault) -> SessionDocument {
    let reading = try SessionReading(directory, in: disk, limits: limits)
    guard reading.isThere else { throw StoreFault("\(directory) has neither a log nor a snapshot") }
    let name = reading.replay.head.session
    return SessionDocument(try reading.session(directory, disk, kinds).session, named: name) {}
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
      for directory in directories { try? disk.remove(directory) }
    }
  }
}
