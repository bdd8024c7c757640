import ChartModel
import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX

/// A session's directory, read.
struct SessionReading: Sendable {
  private let verifies: Bool
  private let isSettled: Bool
  private let cancellation: Cancellation?
  var replay: SessionReplay
  /// The generation of the newest log, and of the snapshot that it began with.
  var generation = 0
  var firstGeneration = 0
  /// Where the next record comes.
  var place = JournalPlace(number: 0, before: nil)
  /// The bytes of the logs, and of the snapshot.
  var logByteCount = 0
  var snapshotByteCount = 0
  /// The contents that the records since the snapshot name, and those in it.
  var recent: Set<ContentDigest> = []
  var named: Set<ContentDigest> = []
  /// The contents that were read, and are what their names say.
  private var read: Set<ContentDigest> = []
  /// How many bytes behind the last record that counts are left out: in its log, and in those that do not go on there.
  var tornByteCount = 0
  /// Why a record that came to the disk is left out, with all behind it, which may have been answered; `nil` if nothing is left
  /// out but what a death or a loss of power has kept from being whole.
  private(set) var stop: StoreFault?

  /// Reads a session.
  /// - Parameters:
  ///   - directory: Of the session.
  ///   - verifies: Whether a record counts as torn, too, where a content that it names is missing or damaged. They are all
  ///     read for that.
  ///   - isSettled: Whether all that is read is to be what the disk has.
  ///   - limits: How much of the history and the log is kept.
  ///   - cancellation: Says when nobody wants it any more.
  /// - Throws: ``StoreFault`` if there is a beginning and it could not be read, or a newer program wrote it.
  init(
    _ directory: String, in disk: any FileSystem, limits: ServiceLimits, verifying verifies: Bool = false,
    settled isSettled: Bool = false, unless cancellation: Cancellation? = nil
  ) throws(StoreFault) {
    (self.verifies, self.isSettled, self.cancellation) = (verifies, isSettled, cancellation)
    replay = SessionReplay(limits: limits)
    let names: [String]
    do throws(POSIXError) { names = try disk.names(in: directory) } catch { throw StoreFault(error, directory) }
    let logs = names.compactMap { StoreLayout.generation($0, of: "log") }.sorted()
    // A snapshot gets its name when it is whole and on the disk.
    firstGeneration = names.compactMap { StoreLayout.generation($0, of: "snapshot") }.max() ?? logs.first ?? 0
    generation = firstGeneration
    if names.contains(StoreLayout.snapshot(firstGeneration)) {
      snapshotByteCount = try readSnapshot(directory, disk)
    }
    // Each log says with which record it begins: what earlier ones have from there on had been given up. The next one may not
    // say so, if its beginning was not on the disk when the power went; then one after it does.
    let later = logs.filter { $0 > firstGeneration }
    let firsts = try later.map { log throws(StoreFault) in
      (log: log, number: try SessionReading.first(of: log, directory, disk))
    }
    for log in logs where log >= firstGeneration {
      guard log == firstGeneration || log == generation + 1 else { break }
      let end = firsts.compactMap { $0.log > log ? $0.number : nil }.min()
      guard try readLog(log, directory, until: end, disk) else {
        // What is written next takes its place: behind a log that does not go on nothing is ever read.
        if log == firstGeneration { generation = log - 1 }
        break
      }
      generation = log
    }
    for log in logs where log > generation {
      tornByteCount += ServiceStore.byteCount(ofFile: "\(directory)/\(StoreLayout.log(log))", disk)
    }
    guard generation < StoreLayout.numberLimit else {
      throw StoreFault("\(directory)/\(StoreLayout.log(generation)) is the last log that there can be")
    }
    if !isThere, let damage = damage(in: directory) { throw damage }
  }

  /// Whether there is anything. If not, and nothing stopped the reading, its beginning never came to the disk, so that nothing
  /// of it was ever answered.
  var isThere: Bool { replay.isBegun && !replay.head.session.isEmpty }

  /// What is wrong with a session without a beginning, if a loss of power does not explain that it has none.
  private func damage(in directory: String) -> StoreFault? {
    if replay.isBegun { return StoreFault("\(directory) does not say which session it is of") }
    // Logs are removed when a snapshot that stands for them is on the disk.
    if firstGeneration > 0 {
      return StoreFault("\(directory)/\(StoreLayout.log(firstGeneration)) goes on from something that is not there")
    }
    return stop.flatMap { $0.isLost ? nil : $0 }
  }

  /// The session with everything in it.
  func session(
    _ directory: String, _ disk: any FileSystem, _ kinds: ChartKinds
  ) throws(StoreFault) -> SessionReplay.Result {
    var contents = read
    var result = try replay.session(named: replay.head.session, kinds, version: ServiceState.versionBefore) {
      () throws(StoreFault) in
      try check()
    } content: { digest throws(StoreFault) in
      let bytes = try SessionReading.content(digest, directory, disk, settled: isSettled)
      contents.insert(digest)
      return bytes
    }
    result.contents = contents
    return result
  }

  private mutating func readSnapshot(_ directory: String, _ disk: any FileSystem) throws(StoreFault) -> Int {
    let path = "\(directory)/\(StoreLayout.snapshot(firstGeneration))"
    let bytes = try SessionReading.bytes(path, disk, settled: isSettled)
    var reader = try SessionReading.reader(bytes, path)
    while let payload = reader.next() {
      let record = try record(payload, directory, disk)
      read.formUnion(record.contents)
      named.formUnion(record.contents)
      named.formUnion(record.namedContents)
      try replay.apply(record)
    }
    guard let next = replay.next else { throw StoreFault("\(path) is not whole") }
    place = JournalPlace(number: next, before: nil)
    return bytes.count
  }

  /// - Parameter end: The number of the record with which another log goes on.
  /// - Returns: Whether it goes on where the one before ended.
  private mutating func readLog(
    _ log: Int, _ directory: String, until end: UInt64?, _ disk: any FileSystem
  ) throws(StoreFault) -> Bool {
    let path = "\(directory)/\(StoreLayout.log(log))"
    let bytes = try SessionReading.bytes(path, disk, settled: isSettled)
    var reader: JournalReader
    do throws(StoreFault) {
      reader = try SessionReading.reader(bytes, path)
    } catch {
      if error.isNewer { throw error }
      // Its beginning was not on the disk when the power went, and so nothing of it counts; or a process has given it up, and
      // has gone on in another one.
      if error.isLost || end == place.number {
        if end != place.number, bytes.contains(where: { $0 != 0 }) { tornByteCount += bytes.count }
        return true
      }
      stop = error
      return false
    }
    guard place.isContinued(at: reader.place) else { return false }
    while end.map({ reader.place.number < $0 }) ?? true {
      var next = reader
      guard let payload = next.next() else {
        if !reader.isTorn { stop = StoreFault("\(path): the record \(reader.place.number) is damaged") }
        break
      }
      do throws(StoreFault) {
        let record = try record(payload, directory, disk)
        if verifies {
          for digest in record.namedContents {
            _ = try SessionReading.content(digest, directory, disk, settled: isSettled)
          }
        }
        try replay.apply(record)
        read.formUnion(record.contents)
        recent.formUnion(record.contents)
        recent.formUnion(record.namedContents)
      } catch {
        // What it needs is not there: all from here on is as if it were torn.
        if error.forbidsGivingUp { throw error }
        stop = error.placed(in: directory)
        break
      }
      reader = next
    }
    if end == nil || reader.place.number != end { tornByteCount += reader.tornByteCount }
    place = reader.place
    logByteCount += bytes.count
    return true
  }

  /// The number of a log's first record; `nil` if it has no beginning.
  private static func first(
    of log: Int, _ directory: String, _ disk: any FileSystem
  ) throws(StoreFault) -> UInt64? {
    let path = "\(directory)/\(StoreLayout.log(log))"
    let bytes = try bytes(path, disk, settled: false)
    do throws(StoreFault) {
      return try reader(bytes, path).place.number
    } catch {
      if error.isNewer { throw error }
      return nil
    }
  }

  /// What is in one of its files. All that are there can be read, or nothing is known of what the session was.
  private static func bytes(
    _ path: String, _ disk: any FileSystem, settled isSettled: Bool
  ) throws(StoreFault) -> [UInt8] {
    do throws(POSIXError) { return try disk.read(path, settled: isSettled) } catch { throw StoreFault(error, path) }
  }

  private static func reader(_ bytes: [UInt8], _ path: String) throws(StoreFault) -> JournalReader {
    do throws(JournalFault) {
      return try JournalReader(bytes)
    } catch {
      throw StoreFault(error, path, isLost: JournalReader.lacksBeginning(bytes))
    }
  }

  private func check() throws(StoreFault) {
    if cancellation?.isCancelled == true { throw .unwanted }
  }

  private func record(
    _ payload: ArraySlice<UInt8>, _ directory: String, _ disk: any FileSystem
  ) throws(StoreFault) -> ReadRecord {
    try check()
    return try ReadRecord(payload) { digest throws(StoreFault) in
      try SessionReading.content(digest, directory, disk, settled: isSettled)
    }
  }

  /// What is in a content, if it is what its name says.
  static func content(
    _ digest: ContentDigest, _ directory: String, _ disk: any FileSystem, settled isSettled: Bool
  ) throws(StoreFault) -> [UInt8] {
    let path = "\(directory)/contents/\(digest)"
    let bytes = try bytes(path, disk, settled: isSettled)
    guard ContentDigest(of: bytes) == digest else {
      // Of what was written at once a loss of power leaves whole sectors.
      let isLost = bytes.count % Sectors.byteCount == 0 || Sectors.areMissing(in: bytes[...])
      throw StoreFault("\(path) is damaged", isLost: isLost)
    }
    return bytes
  }
}

extension ReadRecord {
  /// The contents that a record names besides its own: columns, rules of time zones, buffers.
  var namedContents: [ContentDigest] {
    switch kind {
    case "source":
      let columns = members["source"]?["columns"]?.objectValue?.values.compactMap(\.stringValue) ?? []
      let zone = members["source"]?["timeZoneRules"]?.stringValue
      return (columns + (zone.map { [$0] } ?? [])).compactMap(ContentDigest.init)
    case "grow":
      return (members["buffers"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(ContentDigest.init) }
    default: return []
    }
  }
}
