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
