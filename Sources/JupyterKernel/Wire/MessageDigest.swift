/// The 32 bytes of a SHA-256 digest, kept small: a kernel remembers tens of thousands.
package struct MessageDigest: Hashable, Sendable {
  private let words: SIMD4<UInt64>

  package init(bytes: [UInt8]) {
    var words = SIMD4<UInt64>()
    for (index, byte) in bytes.prefix(32).enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
    self.words = words
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    for word in 0..<4 {
      for shift in stride(from: 60, through: 0, by: -4) { bytes.append(digits[Int(words[word] >> UInt64(shift) & 15)]) }
    }
    return bytes
  }
}

/// The digests of the newest messages, so that a recorded message cannot be sent again.
///
/// Jupyter's own clients keep 65,536 and forget a random tenth; the oldest are the better ones to forget. A digest is
/// recorded only after its signature was verified: forged messages must not push out real ones.
package struct DigestHistory {
  private let capacity: Int
  private var known: Set<MessageDigest> = []
  /// In the order of arrival; a ring once it is full.
  private var order: [MessageDigest] = []
  private var oldest = 0

  package init(capacity: Int = 65_536) {
    self.capacity = max(capacity, 1)
  }

  /// Records a digest.
  /// - Returns: `false` if it is known already.
  package mutating func record(_ digest: MessageDigest) -> Bool {
    guard known.insert(digest).inserted else { return false }
    if order.count < capacity {
      order.append(digest)
    } else {
      known.remove(order[oldest])
      order[oldest] = digest
      oldest = (oldest + 1) % capacity
    }
    return true
  }
}
