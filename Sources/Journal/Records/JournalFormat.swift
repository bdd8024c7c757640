/// How a journal lies in its file: a header, and records one after the other.
///
/// All numbers are little-endian.
///
///     header   "CKJOURN\n"  version: UInt32  checksum of what follows: UInt32  salt: UInt64  first: UInt64
///     record   length: UInt32  checksum: UInt32  payload
///
/// A record's checksum covers the salt and the record's number, too, so that neither what is left of an older file in its
/// place nor a text inside a payload that looks like a record is taken for one. `first` is the number of the file's first
/// record; a journal may go on in another file.
package enum JournalFormat {
  /// What this program writes. It reads all versions up to this one.
  package static let version: UInt32 = 1

  static let magic = Array("CKJOURN\n".utf8)
  static let headerByteCount = 32
  static let recordHeaderByteCount = 8
  /// The most bytes of a payload. More is content of its own.
  package static let payloadLimit = 1 << 24

  static func checksum(salt: UInt64, number: UInt64, _ payload: some Sequence<UInt8>) -> UInt32 {
    var checksum = Checksum()
    checksum.update(salt)
    checksum.update(number)
    checksum.update(payload)
    return checksum.value
  }

  static func header(salt: UInt64, first: UInt64) -> [UInt8] {
    let rest = bytes(of: salt) + bytes(of: first)
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
