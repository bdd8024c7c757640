/// How a journal lies in its file: a header, and records one after the other.
///
/// All numbers are little-endian.
///
///     header   "CKJOURN\n"  version: UInt32  checksum of what follows: UInt32  salt: UInt64  first: UInt64  before: UInt32
///     record   length: UInt32  checksum: UInt32  payload
///
/// A record's checksum covers the salt, the checksum of the record before and its own number, too. So neither what is left of an
/// older file in its place nor a text inside a payload that looks like a record is taken for one, nor what was written and given
/// up before a record of the same number, when a loss of power brings it back.
///
/// A journal may go on in another file: `first` is the number of the file's first record, `before` the checksum of the record
/// that comes before that one, or 0. In version 1 there is no `before`, and checksums do not cover the one before.
package enum JournalFormat {
  /// What this program writes. It reads all versions up to this one.
  package static let version: UInt32 = 2

  static let magic = Array("CKJOURN\n".utf8)
  static let headerByteCount = headerByteCount(ofVersion: version)
  static let recordHeaderByteCount = 8
  /// The most bytes of a payload. More is content of its own.
  package static let payloadLimit = 1 << 24

  static func headerByteCount(ofVersion version: UInt32) -> Int { version < 2 ? 32 : 36 }

  /// - Parameter place: Where the record is; without the checksum of the one before, as in version 1, that isn't covered.
  static func checksum(salt: UInt64, at place: JournalPlace, _ payload: some Sequence<UInt8>) -> UInt32 {
    var checksum = Checksum()
    checksum.update(salt)
    if let before = place.before { checksum.update(UInt64(before)) }
    checksum.update(place.number)
    checksum.update(payload)
    return checksum.value
  }

  static func header(salt: UInt64, first: JournalPlace) -> [UInt8] {
    let rest = bytes(of: salt) + bytes(of: first.number) + bytes(of: first.before ?? 0)
    var checksum = Checksum()
    checksum.update(bytes(of: version) + rest)
    return magic + bytes(of: version) + bytes(of: checksum.value) + rest
  }

  static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }
}

/// Where a journal goes on.
package struct JournalPlace: Hashable, Sendable {
  /// The number of the record that comes next.
  package var number: UInt64
  /// The checksum of the record before it, 0 if there is none; `nil` if it is not known.
  package var before: UInt32?

  package init(number: UInt64, before: UInt32? = 0) { (self.number, self.before) = (number, before) }

  /// Whether what begins at the other place goes on at this one, as far as is known.
  package func isContinued(at other: JournalPlace) -> Bool {
    guard let before, let otherBefore = other.before else { return number == other.number }
    return number == other.number && before == otherBefore
  }
}

extension Array where Element == UInt8 {
  /// The number whose lowest byte is at a place; the caller sees to it that it is there.
  func number<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type = Number.self) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }
}

/// Why a journal cannot be read at all.
package enum JournalFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is none, or its header is damaged.
  case notJournal
  /// A newer program has written it.
  case newer(version: UInt32)

  package var description: String {
    switch self {
    case .notJournal: "is no journal, or its beginning is damaged"
    case .newer(let version):
      "was written by a newer chart-kernel (format \(version), and this one reads up to \(JournalFormat.version))"
    }
  }
}
