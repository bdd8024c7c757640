/// CRC-32C (Castagnoli), as iSCSI, ext4 and LevelDB have it: it finds every burst of up to 32 bits.
package struct Checksum: Hashable, Sendable {
  private var state: UInt32 = ~0

  package init() {}

  package var value: UInt32 { ~state }

  /// - Complexity: O(*n*); eight bytes at a time.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if done == nil { for byte in bytes { update(byte) } }
  }

  /// Takes a number as the eight bytes that it is in a file, the lowest first.
  package mutating func update(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { update($0) }
  }

  private mutating func update(_ byte: UInt8) {
    state = (state >> 8) ^ Checksum.tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
  }

  private mutating func update(_ bytes: UnsafeRawBufferPointer) {
    Checksum.tables.withUnsafeBufferPointer { tables in
      var state = state
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(state)
        state = 0
        for index in 0..<8 {
          state ^= tables[(7 - index) << 8 + Int(UInt8(truncatingIfNeeded: word >> (UInt64(index) << 3)))]
        }
        offset += 8
      }
      while offset < bytes.count {
        state = (state >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[offset])]
        offset += 1
      }
      self.state = state
    }
  }

  /// What becomes of a byte that is followed by none to seven zeros: eight tables of 256 entries ("slicing by 8").
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in UInt32(0)..<256 {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1 }
      tables.append(value)
    }
    for index in 256..<2048 {
      let previous = tables[index - 256]
      tables.append((previous >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: previous))])
    }
    return tables
  }()
}
