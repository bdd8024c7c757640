/// The records of a journal's file, as far as they are whole.
package struct JournalReader: Sendable {
  private let bytes: [UInt8]
  private let salt: UInt64
  private var offset = JournalFormat.headerByteCount
  /// The number of the record that comes next.
  package private(set) var number: UInt64

  /// - Parameter bytes: All of the file.
  package init(_ bytes: [UInt8]) throws(JournalFault) {
    guard bytes.count >= JournalFormat.headerByteCount, bytes.starts(with: JournalFormat.magic) else {
      throw .notJournal
    }
    let version: UInt32 = bytes.number(at: 8)
    var checksum = Checksum()
    checksum.update(bytes[8..<12])
    checksum.update(bytes[16..<JournalFormat.headerByteCount])
    // A newer format may say more after these, but nothing else at this place.
    guard version <= JournalFormat.version else { throw .newer(version: version) }
    guard checksum.value == bytes.number(at: 12, as: UInt32.self) else { throw .notJournal }
    self.bytes = bytes
    salt = bytes.number(at: 16)
    number = bytes.number(at: 24)
  }

  /// The payload of the next record; `nil` at the end, or where the rest is torn.
  package mutating func next() -> ArraySlice<UInt8>? {
    let start = offset + JournalFormat.recordHeaderByteCount
    // Behind the last number there is none.
    guard start <= bytes.count, number < .max else { return nil }
    let length = Int(bytes.number(at: offset, as: UInt32.self))
    guard length > 0, length <= JournalFormat.payloadLimit, length <= bytes.count - start else { return nil }
    let payload = bytes[start..<start + length]
    let checksum = JournalFormat.checksum(salt: salt, number: number, payload)
    guard bytes.number(at: offset + 4) == checksum else { return nil }
    offset = start + length
    number += 1
    return payload
  }

  /// How many bytes lie behind the last record that was whole: what a process was writing when it died.
  package var tornByteCount: Int { bytes.count - offset }
}
