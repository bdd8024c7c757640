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
    version = bytes.number(at: 8)
    // A newer format may say more after these, but nothing else at this place.
    guard version <= JournalFormat.version else { throw .newer(version: version) }
    offset = JournalFormat.headerByteCount(ofVersion: version)
    guard bytes.count >= offset else { throw .notJournal }
    var checksum = Checksum()
    checksum.update(bytes[8..<12])
    checksum.update(bytes[16..<offset])
    guard checksum.value == bytes.number(at: 12, as: UInt32.self) else { throw .notJournal }
    self.bytes = bytes
    salt = bytes.number(at: 16)
    place = JournalPlace(number: bytes.number(at: 24), before: version < 2 ? nil : bytes.number(at: 32))
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
}
