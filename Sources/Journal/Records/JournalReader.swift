/// The records of a journal's file, as far as they are whole.
package struct JournalReader: Sendable {
  private let bytes: [UInt8]
  private let salt: UInt64
  private let version: UInt32
  private var offset: Int
  /// Where the next record comes; at the beginning, where the file goes on.
  package private(set) var place: JournalPlace

  /// - Parameter bytes: All of the file.
  package init(_ bytes: [UInt8]) throws(JournalFault) {
    guard bytes.count >= 12, bytes.starts(with: JournalFormat.magic) else { throw .notJournal }
    // A newer format may say more after these, but nothing else at this place.
    let said: UInt32 = bytes.number(at: 8)
    let isNewer = said > JournalFormat.version
    // What the checksum says is of another version has had its number damaged, and nothing else.
    let versions = (isNewer ? [] : [said]) + Array(1...JournalFormat.version)
    guard let version = versions.first(where: { JournalReader.isHeader(bytes, ofVersion: $0) }) else {
      throw isNewer ? .newer(version: said) : .notJournal
    }
    self.version = version
    offset = JournalFormat.headerByteCount(ofVersion: version)
    self.bytes = bytes
    salt = bytes.number(at: 16)
    place = JournalPlace(number: bytes.number(at: 24), before: version < 2 ? nil : bytes.number(at: 32))
  }

  private static func isHeader(_ bytes: [UInt8], ofVersion version: UInt32) -> Bool {
    let end = JournalFormat.headerByteCount(ofVersion: version)
    guard bytes.count >= end else { return false }
    var checksum = Checksum()
    checksum.update(JournalFormat.bytes(of: version))
    checksum.update(bytes[16..<end])
    return checksum.value == bytes.number(at: 12, as: UInt32.self)
  }

  /// The payload of the next record; `nil` at the end, or where the rest is torn.
  package mutating func next() -> ArraySlice<UInt8>? {
    let start = offset + JournalFormat.recordHeaderByteCount
    // Behind the last number there is none.
    guard start <= bytes.count, place.number < .max else { return nil }
    let length = Int(bytes.number(at: offset, as: UInt32.self))
    guard length > 0, length <= JournalFormat.payloadLimit, length <= bytes.count - start else { return nil }
    let payload = bytes[start..<start + length]
    var covered = place
    if version < 2 { covered.before = nil }
    let checksum = JournalFormat.checksum(salt: salt, at: covered, payload)
    guard bytes.number(at: offset + 4) == checksum else { return nil }
    offset = start + length
    place = JournalPlace(number: place.number + 1, before: checksum)
    return payload
  }

  /// How many bytes lie behind the last record that was whole: what a process was writing when it died.
  package var tornByteCount: Int { bytes.count - offset }

  // MARK: - What is left of what was not brought to the disk

  /// Whether a file has no beginning because that never came to the disk; otherwise what is wrong with it came later.
  /// - Parameter bytes: All of a file that is no journal.
  package static func lacksBeginning(_ bytes: [UInt8]) -> Bool {
    // It is written at once, into one sector.
    bytes.prefix(JournalFormat.headerByteCount).allSatisfy { $0 == 0 } || bytes.count < JournalFormat.headerByteCount
  }

  /// Whether the next record, which is not whole, never came to the disk as a whole: the file ends in it, or a sector of it is
  /// missing. Otherwise it was whole, and has been damaged since.
  ///
  /// Payloads are texts, which have no zeros. So zeros are what is left where a sector did not get there before the power went,
  /// if nothing else of the record is in that sector; and a record that goes beyond the end of the file, and has other ones
  /// in it, has another length than it had.
  package var isTorn: Bool {
    let start = offset + JournalFormat.recordHeaderByteCount
    guard start < bytes.count else { return true }
    let length = Int(bytes.number(at: offset, as: UInt32.self))
    let payload = bytes[start..<min(bytes.count, start + max(1, min(length, JournalFormat.payloadLimit)))]
    if Sectors.areMissing(in: bytes[offset..<payload.endIndex]) { return true }
    return (1...JournalFormat.payloadLimit).contains(length) && length > bytes.count - start && !payload.contains(0)
  }
}
