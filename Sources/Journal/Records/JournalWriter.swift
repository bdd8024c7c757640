package import POSIX

/// Writes records to the end of a journal's file.
package struct JournalWriter: Sendable {
  package private(set) var path: String
  private let files: any FileSystem
  private let salt: UInt64
  private var file: (any WritableFile)?
  /// How many bytes the file has, as far as its records are whole.
  package private(set) var byteCount: Int
  /// Where the next record comes.
  package private(set) var place: JournalPlace
  /// Whether there may be something behind the last record that could not be taken away.
  private var isUnclean = false
  /// Whether its file is yet to be made.
  private let isPlanned: Bool

  /// Says where a journal goes on whose next file is yet to be made. It takes no records.
  package init(planning path: String, from first: JournalPlace, in files: any FileSystem) {
    (self.path, self.files, salt, byteCount, place, isPlanned) = (path, files, 0, 0, first, true)
  }

  /// Begins a file.
  /// - Parameters:
  ///   - first: Where its first record comes.
  ///   - salt: Any number that no other file has.
  package init(
    creating path: String, from first: JournalPlace, salt: UInt64, in files: any FileSystem
  ) throws(POSIXError) {
    self.path = path
    self.files = files
    self.salt = salt
    isPlanned = false
    // It goes on behind a record of its own: what is not known counts as none.
    place = JournalPlace(number: first.number, before: first.before ?? 0)
    let header = JournalFormat.header(salt: salt, first: place)
    byteCount = header.count
    let file = try files.create(path)
    do throws(POSIXError) {
      try file.write(header, at: 0)
    } catch {
      try? files.remove(path)
      throw error
    }
    self.file = file
  }

  /// Adds records, all of them or none: if that fails, the journal is as it was.
  /// - Parameter payloads: Each of 1 to ``JournalFormat/payloadLimit`` bytes.
  /// - Throws: What the system says; `EFBIG` for a payload that is too large or has no number, `ENOENT` if the file was
  ///   removed.
  /// - Complexity: O(*n*) in the bytes, and two system calls.
  package mutating func append(_ payloads: [[UInt8]]) throws(POSIXError) {
    guard payloads.allSatisfy({ (1...JournalFormat.payloadLimit).contains($0.count) }),
      UInt64(payloads.count) <= .max - place.number
    else {
      throw POSIXError(number: EFBIG)
    }
    let file = try opened()
    // What is written to a file that was removed is lost with the process.
    guard files.isThere(path) else { throw POSIXError(number: ENOENT) }
    if isUnclean { try clean(file) }
    var records: [UInt8] = []
    records.reserveCapacity(payloads.reduce(0) { $0 + JournalFormat.recordHeaderByteCount + $1.count })
    var next = place
    for payload in payloads {
      let checksum = JournalFormat.checksum(salt: salt, at: next, payload)
      next = JournalPlace(number: next.number + 1, before: checksum)
      JournalFormat.append(UInt32(payload.count), to: &records)
      JournalFormat.append(checksum, to: &records)
      records += payload
    }
    do throws(POSIXError) {
      try file.write(records, at: byteCount)
    } catch {
      isUnclean = true
      try? clean(file)
      throw error
    }
    byteCount += records.count
    place = next
  }

  /// Waits until all records are on the disk.
  package mutating func sync() throws(POSIXError) { try opened().sync() }

  /// Lets go of the file until it is needed again: a process may have only so many open.
  package mutating func rest() { file = nil }

  /// The same after its file, or a directory above, got another name.
  package func moved(to path: String) -> JournalWriter {
    var writer = self
    writer.path = path
    return writer
  }

  /// The file, for those who wait for the disk outside of the writer's turn.
  package mutating func opened() throws(POSIXError) -> any WritableFile {
    if let file { return file }
    // A file of that name is another one.
    guard !isPlanned else { throw POSIXError(number: ENOENT) }
    let file = try files.open(path)
    self.file = file
    return file
  }

  private mutating func clean(_ file: any WritableFile) throws(POSIXError) {
    try file.truncate(to: byteCount)
    isUnclean = false
  }
}
