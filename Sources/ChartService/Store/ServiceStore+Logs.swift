import Journal
import POSIX

// The logs that sessions go on in.
extension ServiceStore {
  /// Makes a log. It gets its name when its first record is in it: from then on the one before holds nothing more.
  static func makeLog(
    _ path: String, from first: JournalPlace, _ head: HeadRecord, _ options: Options
  ) throws(POSIXError) -> JournalWriter {
    let temporary = path + StoreLayout.newSuffix
    try? options.disk.remove(temporary)
    do throws(POSIXError) {
      var writer = try JournalWriter(creating: temporary, from: first, salt: options.salt(), in: options.disk)
      try writer.append([SessionJournal.headPayload(head)])
      try options.disk.rename(temporary, to: path)
      return writer.moved(to: path)
    } catch {
      try? options.disk.remove(temporary)
      throw error
    }
  }

  /// Makes the log of a session that goes on from an earlier process, if it is not there yet, so that nothing that was read is
  /// ever touched. This comes before anything else of a change: what earlier logs have behind the place where this one begins
  /// was given up, and would come back with a content that is written now.
  func beginLog(of journal: inout SessionJournal) throws(StoreFault) {
    guard let head = journal.planned else { return }
    let path = journal.path(StoreLayout.log(journal.generation + 1))
    let isSettled = options.durability == .disk
    let writer = try naming(path) { () throws(POSIXError) in
      let names = try disk.names(in: journal.directory)
      for name in names {
        guard let stale = StoreLayout.generation(name, of: "log"), stale > journal.generation else { continue }
        // What did not go on where this does would be taken to go on with it. It may be the only place of what was answered.
        try disk.rename(journal.path(name), to: journal.path(StoreLayout.aside(name, among: names)))
      }
      if isSettled { try disk.sync(directory: journal.directory) }
      var writer = try ServiceStore.makeLog(path, from: journal.writer.place, head, options)
      if isSettled {
        try writer.sync()
        try disk.sync(directory: journal.directory)
      }
      return writer
    }
    (journal.writer, journal.planned, journal.generation) = (writer, nil, journal.generation + 1)
  }
}
