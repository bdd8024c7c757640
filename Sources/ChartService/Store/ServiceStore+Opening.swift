import ChartEngine
import ChartModel
import JSONModel
import Journal
import OrderedCollections
import POSIX
import Synchronization

/// What became of a store when it was opened.
package struct StoreReport: Hashable, Sendable {
  /// A session that is open again.
  package struct Resumed: Hashable, Sendable {
    package var session: String
    package var charts: Int
    /// The bytes that are left out of it, behind the last record that counts.
    package var tornByteCount: Int
    /// Why they are, if a death or a loss of power does not explain it: what was answered may be among them.
    package var fault: String?
  }

  package var resumed: [Resumed] = []
  /// What could not be read, in sentences; it stays where it is.
  package var faults: [String] = []
}

extension ServiceStore {
  /// What a service goes on with.
  struct Opened {
    var store: ServiceStore
    var sessions: OrderedDictionary<String, Session>
    var report: StoreReport
  }

  /// Opens a store, which is made if it is not there, and reads the sessions that are to go on.
  /// - Parameter resumes: Whether any are.
  /// - Throws: ``StoreFault``: another process has it open, a newer program wrote it, the directory cannot be written.
  static func open(
    _ options: Options, kinds: ChartKinds, limits: ServiceLimits, resuming resumes: Bool = true
  ) throws(StoreFault) -> Opened {
    var options = options
    while true {
      do throws(StoreFault) {
        return try open(at: options, kinds, limits, resumes)
      } catch {
        guard error.isTaken, !options.alternatives.isEmpty else { throw error }
        options.directory = options.alternatives.removeFirst()
      }
    }
  }

  private static func open(
    at options: Options, _ kinds: ChartKinds, _ limits: ServiceLimits, _ resumes: Bool
  ) throws(StoreFault) -> Opened {
    let disk = options.disk
    var state = State()
    try establish(options, &state)
    let directory = options.directory + "/sessions"
    var found: [(number: Int, path: String)] = []
    do throws(POSIXError) {
      for name in try disk.names(in: directory) {
        let path = "\(directory)/\(name)"
        guard let (number, isEnded) = StoreLayout.session(name) else {
          // What a process was making, or taking away, when it died.
          if StoreLayout.isLeftover(name) { try? disk.remove(path) }
          continue
        }
        state.lastNumber = max(state.lastNumber, number)
        if isEnded {
          state.ended[number] = EndedSession(directory: path, byteCount: byteCount(of: path, disk))
        } else {
          found.append((number, path))
        }
      }
    } catch {
      throw StoreFault(error, directory)
    }
    var report = StoreReport()
    var sessions: [(String, Session)] = []
    let isBroken = countAttempt(options, isDue: resumes && !found.isEmpty)
    if isBroken {
      report.faults.append(
        "\(options.directory): three processes in turn died while they opened it, so that this one begins afresh; "
          + "%restore opens what was there")
    }
    // Of two of one name the newer counts: the other was closed, and the power went before the disk knew.
    for (number, path) in found.sorted(by: { $0.number > $1.number }) {
      do throws(StoreFault) {
        let reading = try SessionReading(path, in: disk, limits: limits, settled: options.durability == .disk)
        let name = reading.replay.head.session
        guard reading.isThere else {
          // Not even its first record was on the disk when the power went; or that was, and what it needs was not.
          if reading.stop == nil { try? disk.remove(path) } else { try end(number, path, in: disk, &state) }
          continue
        }
        guard resumes, !isBroken, options.resumes(reading.replay.head), state.journals[name] == nil else {
          try end(number, path, in: disk, &state)
          continue
        }
        guard let (journal, session, read) = try resume(reading, number, path, options, kinds, limits) else {
          try end(number, path, in: disk, &state)
          continue
        }
        state.journals[name] = journal
        state.byteCount += journal.byteCount
        sessions.append((name, session))
        report.resumed.append(
          StoreReport.Resumed(
            session: name, charts: session.charts.count, tornByteCount: read.tornByteCount,
            fault: read.stop?.description))
      } catch {
        if error.isNewer { throw error }
        report.faults.append(error.placed(in: path).description)
        // It stays as it is, and is tried again: what is wrong may be mended.
        state.ended[number] = EndedSession(directory: path, byteCount: byteCount(of: path, disk))
      }
    }
    try? disk.remove(attempts(options))
    let opened = state.journals.values.flatMap { [$0.directory, $0.contentsDirectory] }
    let store = ServiceStore(options, kinds: kinds, limits: limits, state: state)
    // Of what was made and read the disk may not have the names yet.
    if options.durability == .disk { store.line.note(names: options.established + [directory] + opened) }
    return Opened(
      store: store, sessions: OrderedDictionary(uniqueKeysWithValues: sessions.reversed()), report: report)
  }

  private static func attempts(_ options: Options) -> String { options.directory + "/opening" }

  /// Counts the processes that begin to open the store, until one has done so: a kernel that dies of what it reads is started
  /// again and again.
  /// - Returns: Whether three have tried.
  private static func countAttempt(_ options: Options, isDue: Bool) -> Bool {
    guard isDue, case .afterDeath = options.resumption else { return false }
    let path = attempts(options)
    let count = (try? options.disk.read(path).count) ?? 0
    if count == 0 { try? options.disk.remove(path) }
    // A full disk is no reason to read nothing.
    let file = count == 0 ? try? options.disk.create(path) : try? options.disk.open(path)
    try? file?.write([UInt8(ascii: ".")], at: count)
    return count >= 3
  }

  /// Makes the directory what a store is, if it is not yet, and takes its lock.
  static func establish(_ options: Options, _ state: inout State) throws(StoreFault) {
    let disk = options.disk
    state.lock = try lock(options)
    do throws(StoreFault) {
      try checkFormat(options)
      do throws(POSIXError) {
        try disk.makeDirectory(options.directory + "/sessions")
        // It stays if it is there: a full disk may have no room for another one.
        let incoming = options.directory + "/incoming"
        let left = try? disk.names(in: incoming)
        if left == nil { try? disk.remove(incoming) }
        try disk.makeDirectory(incoming)
        for name in left ?? [] { try? disk.remove("\(incoming)/\(name)") }
      } catch {
        throw StoreFault(error, options.directory)
      }
    } catch {
      state.lock = nil
      throw error
    }
  }

  private static func lock(_ options: Options) throws(StoreFault) -> any FileLock {
    let path = options.directory + "/lock"
    do throws(POSIXError) {
      if let lock = try lock(path, in: options) { return lock }
    } catch {
      throw StoreFault(error, options.directory)
    }
    throw StoreFault(
      "\(options.directory) is open in another process; end that, connect to it (`chart-kernel list` shows it), or choose "
        + "another directory with --store", isTaken: true)
  }

  private static func lock(_ path: String, in options: Options) throws(POSIXError) -> (any FileLock)? {
    for _ in 0..<3 {
      try options.disk.makeDirectory(options.directory)
      do throws(POSIXError) {
        return try options.disk.lock(path)
      } catch {
        // Who removes the last session takes the directory away.
        guard error.number == ENOENT else { throw error }
      }
    }
    throw POSIXError(number: ENOENT)
  }

  /// Sees to it that the store is one that this program can read, and writes down what it is.
  private static func checkFormat(_ options: Options) throws(StoreFault) {
    let path = options.directory + "/store.json"
    let known: [UInt8]
    do throws(POSIXError) {
      known = try options.disk.read(path)
    } catch {
      guard error.number == ENOENT else { throw StoreFault(error, path) }
      try requireEmpty(options)
      return try describe(options)
    }
    try StoreLayout.check(known, of: options.directory)
  }

  /// Makes no store of a directory that is somebody's: what has the names of a store's own things would be taken away.
  private static func requireEmpty(_ options: Options) throws(StoreFault) {
    let directory = options.directory
    let names: [String]
    do throws(POSIXError) { names = try options.disk.names(in: directory) } catch { throw StoreFault(error, directory) }
    guard let other = names.first(where: { !StoreLayout.firstNames.contains($0) }) else { return }
    throw StoreFault(
      "\(directory) is no store, and '\(other.excerpt)' lies in it; choose an empty directory with --store")
  }

  private static func describe(_ options: Options) throws(StoreFault) {
    var json: JSON = [
      "format": .string(StoreLayout.format), "version": .integer(StoreLayout.version),
      "program": .string(ChartService.version),
    ]
    if let place = options.place { json = json.setting("place", .string(place)) }
    do throws(POSIXError) {
      try options.disk.replace(options.directory + "/store.json", with: Array((json.prettyText + "\n").utf8))
      try options.disk.sync(directory: options.directory)
    } catch {
      throw StoreFault(error, options.directory)
    }
  }

  /// Goes on with a session from reading alone, which a full disk or one that cannot be written does not refuse.
  /// - Returns: What it goes on with, and the reading that this is of; `nil` if what its first record needs is not there.
  private static func resume(
    _ reading: SessionReading, _ number: Int, _ path: String, _ options: Options, _ kinds: ChartKinds,
    _ limits: ServiceLimits
  ) throws(StoreFault) -> (SessionJournal, Session, SessionReading)? {
    let disk = options.disk
    let name = reading.replay.head.session
    var (reading, result) = (reading, SessionReplay.Result())
    do throws(StoreFault) {
      result = try reading.session(path, disk, kinds)
    } catch {
      if error.forbidsGivingUp { throw error }
      // Something large may not have been on the disk yet when the power went: then the session is as it was before that.
      reading = try SessionReading(
        path, in: disk, limits: limits, verifying: true, settled: options.durability == .disk)
      guard reading.isThere else { return nil }
      result = try reading.session(path, disk, kinds)
    }
    for name in (try? disk.names(in: path)) ?? [] where name.hasSuffix(StoreLayout.newSuffix) {
      // What a process was making when it died.
      try? disk.remove("\(path)/\(name)")
    }
    let log = "\(path)/\(StoreLayout.log(reading.generation + 1))"
    var journal = SessionJournal(
      session: name, number: number, directory: path,
      writer: JournalWriter(planning: log, from: reading.place, in: disk), generation: reading.generation,
      firstGeneration: reading.firstGeneration)
    journal.planned = HeadRecord(
      session: name, run: options.run, began: reading.replay.head.began, generation: reading.firstGeneration)
    (journal.ids, journal.lastID, journal.recent) = (result.ids, reading.replay.lastID, reading.recent)
    (journal.closedByteCount, journal.snapshotByteCount) = (reading.logByteCount, reading.snapshotByteCount)
    for content in (try? disk.names(in: journal.contentsDirectory)) ?? [] {
      let file = "\(journal.contentsDirectory)/\(content)"
      guard let digest = ContentDigest(content) else {
        try? disk.remove(file)
        continue
      }
      // What a snapshot names was on the disk before it got its name.
      let isSynced = options.durability == .disk || reading.named.contains(digest)
      let standing: SessionJournal.Standing =
        !result.contents.contains(digest) ? .unread : isSynced ? .synced : .read
      journal.add(digest, byteCount: byteCount(ofFile: file, disk), standing)
    }
    return (journal, result.session, reading)
  }

  /// Marks a session as one that is not open.
  static func end(
    _ number: Int, _ path: String, in disk: any FileSystem, _ state: inout State
  ) throws(StoreFault) {
    let ended = path + StoreLayout.endedSuffix
    do throws(POSIXError) { try disk.rename(path, to: ended) } catch { throw StoreFault(error, path) }
    state.ended[number] = EndedSession(directory: ended, byteCount: byteCount(of: ended, disk))
  }

  /// The bytes of a session's files.
  static func byteCount(of directory: String, _ disk: any FileSystem) -> Int {
    [directory, directory + "/contents"].reduce(0) { sum, directory in
      ((try? disk.names(in: directory)) ?? []).reduce(sum) {
        let name = "\(directory)/\($1)"
        return name.hasSuffix("/contents") ? $0 : $0 + byteCount(ofFile: name, disk)
      }
    }
  }

  /// The bytes of a file, as far as they count.
  static func byteCount(ofFile path: String, _ disk: any FileSystem) -> Int {
    max(0, min((try? disk.byteCount(of: path)) ?? 0, countedLimit))
  }

  /// A file may say that it is larger than all disks, and take no room. The sum of as many as a directory has must be a number.
  private static let countedLimit = 1 << 40
}

extension ServiceStore.Options {
  /// The directories with the names of what makes a directory a store.
  var established: [String] { [directory, FilePath.parent(of: directory)] }

  /// Whether a session that did not end is to go on.
  fileprivate func resumes(_ head: HeadRecord) -> Bool {
    switch resumption {
    case .always: true
    case .afterDeath(let run): head.run == run
    }
  }
}
