import ChartModel
import JSONModel
import JSONRPC
package import Journal
import POSIX
import Synchronization

/// Keeps what is done in a service on the disk, so that it outlives the process.
///
/// Each session has a journal: a log of what was done, to which a record is added before an answer leaves, and now and then
/// a snapshot, after which the log before is no longer needed. What is large, such as columns of data, lies beside it, once,
/// by what is in it.
///
/// Changes take turns: while one has the turn, it is decided on, written, and done in the service, so that the order on the disk is
/// the order in which things happened, and what cannot be written is not done. What takes long happens outside of the turn: large
/// contents are written before, snapshots afterwards, and waiting for the disk is left to ``settlement``.
package final class ServiceStore: Sendable {
  /// What an answer waits for.
  package enum Durability: String, CaseIterable, Sendable {
    /// That the system has taken what was written: it survives the end of the process, however that comes.
    case process
    /// That the disk has it: it survives the loss of power.
    case disk
  }

  /// Which sessions of an earlier run are open again.
  package enum Resumption: Hashable, Sendable {
    /// All.
    case always
    /// Those of a run of the same name that did not end as it should.
    case afterDeath(of: String)
  }

  package struct Options: Sendable {
    package var directory: String
    /// Where it is instead while another process has that one, the first that nobody has.
    package var alternatives: [String] = []
    package var durability = Durability.process
    /// How many bytes the store may take.
    package var byteLimit = 1 << 30
    package var resumption = Resumption.always
    /// What it is of, such as a notebook: for those who look at it.
    package var place: String?
    /// Seconds since 1970.
    package var now: @Sendable () -> Double = { WallClock.now }
    package var disk: any FileSystem = SystemFiles()
    package var scheduling: any StoreScheduling = SystemScheduling()
    /// A journal's logs may have so many bytes before it is worth while to write a snapshot, whatever the last one has.
    package var smallByteCount = 4 << 20
    /// Any numbers.
    package var salt: @Sendable () -> UInt64 = { .random(in: 0 ... .max) }

    package init(directory: String) { self.directory = directory }
  }

  struct State: Sendable {
    /// Held while the store is open.
    var lock: (any FileLock)?
    /// Of the sessions that are open and have been written to.
    var journals: [String: SessionJournal] = [:]
    var lastNumber = 0
    var lastTemporary = 0
    /// How many bytes the open sessions take.
    var byteCount = 0
    /// The sessions that are not open, by the numbers of their directories.
    var ended: [Int: EndedSession] = [:]
    /// The journals whose files are open, the one used last at the end.
    var open: [String] = []
    /// Whether the program is about to end: nothing more is written.
    var hasEnded = false
    /// After how many failures of the disk all is being written anew, since when, and whether that is under way.
    var failures = 0
    var rewritten: Double?
    var isRewriting = false
  }

  /// A session that is not open.
  struct EndedSession: Sendable {
    var directory: String
    var byteCount: Int
    /// What is in it, once somebody has asked; it may have turned out that this cannot be read.
    var summary: StoredSession?
    var isUnreadable = false
    /// Whether it does not go on: it was not put aside because it could not be read.
    var hasEnded: Bool { directory.hasSuffix(StoreLayout.endedSuffix) }
  }

  let options: Options
  let kinds: ChartKinds
  let limits: ServiceLimits
  let line: SyncLine
  /// What is begun in a turn and done after it.
  let work: StoreWork
  private let state: Mutex<State>
  /// Gives what a session has now, for its snapshots.
  private let content = Mutex<(@Sendable (String) -> Session?)?>(nil)

  var disk: any FileSystem { options.disk }
  var sessionsDirectory: String { options.directory + "/sessions" }
  /// Where contents lie until something refers to them.
  var incomingDirectory: String { options.directory + "/incoming" }

  init(_ options: Options, kinds: ChartKinds, limits: ServiceLimits, state: sending State) {
    self.options = options
    self.kinds = kinds
    self.limits = limits
    self.state = Mutex(state)
    work = StoreWork(options.scheduling)
    line = SyncLine(disk: options.disk, scheduling: options.scheduling)
    line.onTrouble { [weak self] isAnew in
      if isAnew { self?.noteDoubts() } else { self?.settleDoubts() }
    }
  }

  /// Tells where sessions are to be had, for snapshots.
  func setContent(_ content: @escaping @Sendable (String) -> Session?) { self.content.withLock { $0 = content } }

  func currentContent(of session: String) -> Session? { content.withLock { $0 }?(session) }

  /// Does something while nobody else has the turn.
  func inTurn<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { work.start() }
    options.scheduling.willTakeTurn()
    defer { options.scheduling.didTakeTurn() }
    return try state.withLock { state throws(Failure) in try body(&state) }
  }
}

// MARK: - Keeping

extension ServiceStore: ChangeKeeper {
  func keep<Result: Sendable>(
    _ material: ChangeMaterial, of session: String,
    decide: () throws(RPCError) -> Decision<Result>?, perform: (Decision<Result>) -> Result
  ) throws(RPCError) -> Result? {
    var tries = 0
    while true {
      let outcome: Outcome<Result>
      var prepared = PreparedChange()
      // What has got its name by then is not there any more.
      defer { for content in prepared.contents { try? disk.remove(content.temporary) } }
      do throws(StoreFault) {
        try prepare(material, of: session, &prepared)
        outcome = try inTurn { state throws(StoreFault) in
          let decision: Decision<Result>
          do throws(RPCError) {
            guard let decided = try decide() else { return .nothing }
            decision = decided
          } catch {
            return .refused(error)
          }
          if let change = decision.change { try write(change, of: session, material, prepared, &state) }
          let result = perform(decision)
          if decision.change == .close { forget(session, &state) }
          beginSnapshotIfDue(of: session, total: state.byteCount, &state)
          if decision.change != nil { beginTrimming(&state) }
          return .done(result)
        }
      } catch {
        // There may be room the next time.
        if error.isOverLimit { inTurn { beginSnapshotIfDue(of: session, total: .max, &$0) } }
        tries += 1
        if error.passes, tries < 10 { continue }
        throw .notKept(error.description)
      }
      switch outcome {
      case .nothing: return nil
      case .refused(let error): throw error
      case .done(let result): return result
      }
    }
  }

  private enum Outcome<Result: Sendable>: Sendable {
    case nothing
    case refused(RPCError)
    case done(Result)
  }

  var settlement: (any Settlement)? { options.durability == .disk ? line : nil }

  private func write(
    _ change: Change, of session: String, _ material: ChangeMaterial, _ prepared: PreparedChange, _ state: inout State
  ) throws(StoreFault) {
    guard !state.hasEnded else { throw StoreFault("the program is about to end") }
    if change == .close, state.journals[session] == nil { return }
    guard let index = state.journals.index(forKey: session) else {
      state.journals[session] = try begin(session, with: change, material, prepared, &state)
      state.byteCount += state.journals[session]?.byteCount ?? 0
      return noteUse(of: session, &state)
    }
    // Changed in its place: a copy would copy all that it knows.
    let (last, bytes) = (state.journals.values[index].lastID, state.journals.values[index].byteCount)
    let taken = change.makesRoom ? nil : state.byteCount
    defer { state.byteCount += state.journals.values[index].byteCount - bytes }
    noteUse(of: session, &state)
    do throws(StoreFault) {
      try write(change, material, prepared, to: &state.journals.values[index], beside: taken)
    } catch {
      state.journals.values[index].forget(material, after: last)
      throw error
    }
  }

  /// - Parameter taken: How many bytes the sessions that are open take; `nil` if it does not matter.
  private func write(
    _ change: Change, _ material: ChangeMaterial, _ prepared: PreparedChange, to journal: inout SessionJournal,
    beside taken: Int?, isNew: Bool = false
  ) throws(StoreFault) {
    let payloads = try journal.payloads(of: change, material, prepared)
    let byteCount = payloads.reduce(journal.growth(by: prepared)) { $0 + $1.count }
    if let taken, taken + byteCount > options.byteLimit { throw StoreFault.overLimit(options, taken: taken) }
    if change == .close {
      // In one step: from then on it is nobody's any more.
      let directory = journal.directory
      try naming(directory) { () throws(POSIXError) in
        try disk.rename(directory, to: directory + StoreLayout.removedSuffix)
      }
      if options.durability == .disk { line.note(names: [sessionsDirectory]) }
    } else {
      try beginLog(of: &journal)
      try admit(prepared, to: &journal, isNew: isNew)
      try append(payloads, to: &journal)
      journal.madeRoom = journal.madeRoom || change.makesRoom
    }
  }

  private func append(_ payloads: [[UInt8]], to journal: inout SessionJournal) throws(StoreFault) {
    do throws(POSIXError) {
      try journal.writer.append(payloads)
      if options.durability == .disk { line.note(try journal.writer.opened()) }
    } catch {
      throw StoreFault(error, journal.writer.path)
    }
  }

  /// Begins the journal of a session that has none, with its first change. It gets its name when that is in it.
  private func begin(
    _ session: String, with change: Change, _ material: ChangeMaterial, _ prepared: PreparedChange, _ state: inout State
  ) throws(StoreFault) -> SessionJournal {
    guard state.lastNumber < StoreLayout.numberLimit else {
      throw StoreFault("no number is left for a session in \(options.directory); choose another one with --store")
    }
    let number = state.lastNumber + 1
    let directory = "\(sessionsDirectory)/\(StoreLayout.directory(number))"
    let temporary = directory + StoreLayout.newSuffix
    try? disk.remove(temporary)
    do throws(StoreFault) {
      let writer = try naming(directory) { () throws(POSIXError) in
        try disk.makeDirectory(temporary)
        try disk.makeDirectory(temporary + "/contents")
        return try JournalWriter(
          creating: temporary + "/" + StoreLayout.log(0), from: JournalPlace(number: 0), salt: options.salt(), in: disk)
      }
      var journal = SessionJournal(
        session: session, number: number, directory: temporary, writer: writer, generation: 0, firstGeneration: 0)
      try append([SessionJournal.headPayload(head(of: session, generation: 0))], to: &journal)
      let taken = change.makesRoom ? nil : state.byteCount
      try write(change, material, prepared, to: &journal, beside: taken, isNew: true)
      try naming(directory) { () throws(POSIXError) in try disk.rename(temporary, to: directory) }
      journal.move(to: directory)
      if options.durability == .disk {
        try naming(directory) { () throws(POSIXError) in
          line.note(try journal.writer.opened(), names: [sessionsDirectory, directory, journal.contentsDirectory])
        }
      }
      state.lastNumber = number
      return journal
    } catch {
      try? disk.remove(temporary)
      throw error
    }
  }

  func head(of session: String, generation: Int) -> HeadRecord {
    HeadRecord(session: session, run: options.run, began: options.now(), generation: generation)
  }

  /// Takes the contents that were written beside into the journal.
  func admit(
    _ prepared: PreparedChange, to journal: inout SessionJournal, isNew: Bool = false
  ) throws(StoreFault) {
    for content in prepared.contents {
      let path = journal.path(of: content.digest)
      if journal.has(content.digest, forSnapshot: prepared.isSnapshot) {
        try? disk.remove(content.temporary)
      } else {
        try naming(path) { () throws(POSIXError) in try disk.rename(content.temporary, to: path) }
        journal.add(
          content.digest, byteCount: content.byteCount, content.isSynced ? .synced : .written)
        if options.durability == .disk, !isNew { line.note(names: [journal.contentsDirectory]) }
      }
    }
    // A snapshot may have taken away meanwhile what nobody seemed to need.
    guard prepared.named.allSatisfy({ journal.has($0, forSnapshot: prepared.isSnapshot) }) else {
      throw StoreFault("what belongs to it was taken away meanwhile; do it again", passes: true)
    }
    journal.recent.formUnion(prepared.named)
  }

  /// Forgets a session that was closed.
  private func forget(_ session: String, _ state: inout State) {
    guard let journal = state.journals.removeValue(forKey: session) else { return }
    state.byteCount -= journal.byteCount
    state.open.removeAll { $0 == session }
    let (disk, path) = (disk, journal.directory + StoreLayout.removedSuffix)
    work.add { try? disk.remove(path) }
  }

  /// Lets go of the files of journals that were not used for long.
  private func noteUse(of session: String, _ state: inout State) {
    guard state.open.last != session else { return }
    state.open.removeAll { $0 == session }
    state.open.append(session)
    guard state.open.count > ServiceStore.openLimit else { return }
    state.journals[state.open.removeFirst()]?.writer.rest()
  }

  /// The most files that are open: a process may have a thousand, of which sockets need most.
  private static let openLimit = 64

  /// Does something with a file, whose fault names it.
  func naming<Result>(
    _ path: String, _ body: () throws(POSIXError) -> Result
  ) throws(StoreFault) -> Result {
    do throws(POSIXError) { return try body() } catch { throw StoreFault(error, path) }
  }
}

extension ServiceStore.Options {
  /// The name of the run, by which another one knows it.
  var run: String {
    switch resumption {
    case .always: ""
    case .afterDeath(let run): run
    }
  }
}
