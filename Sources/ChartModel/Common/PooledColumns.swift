import Synchronization

extension GrowingArray<Double> {
  /// Of fewer the memory is not worth the look.
  private static var leastPooled: Int { 1 << 15 }

  /// The same numbers, bit for bit, where somebody holds them already: several charts of one table, of which each request brings the
  /// columns anew, so have them in memory once. Itself if nobody does, if they are few, or if they can become others.
  /// - Complexity: O(*n*) if somebody does, else O(1) and the number of such columns that are held.
  package var pooled: GrowingArray<Double> {
    guard count >= GrowingArray.leastPooled, !storage.mayChange else { return self }
    let fingerprint = fingerprint
    let alike = pool.withLock { pool in
      pool.removeAll { $0.storage == nil }
      return pool.filter { $0.fingerprint == fingerprint && $0.bounds.count == count }.compactMap(\.numbers)
    }
    if let found = alike.first(where: hasSameBits) { return found }
    pool.withLock { $0.append(PooledColumn(storage: storage, bounds: bounds, fingerprint: fingerprint)) }
    return self
  }

  /// A number that equal columns have in common, and others hardly.
  private var fingerprint: Int {
    var hasher = Hasher()
    for index in stride(from: 0, to: count, by: Swift.max(count / 64, 1)) { hasher.combine(self[index].bitPattern) }
    return hasher.finalize()
  }

  private func hasSameBits(as other: GrowingArray<Double>) -> Bool {
    if isIdentical(to: other) { return true }
    return count == other.count
      && withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { others in
          own.indices.allSatisfy { own[$0].bitPattern == others[$0].bitPattern }
        }
      }
  }
}

/// A column that somebody held when it was last looked at.
private struct PooledColumn: Sendable {
  weak var storage: GrowingArray<Double>.Storage?
  let bounds: Range<Int>
  let fingerprint: Int

  var numbers: GrowingArray<Double>? {
    guard let storage else { return nil }
    var numbers = GrowingArray<Double>()
    (numbers.storage, numbers.bounds) = (storage, bounds)
    return numbers
  }
}

private let pool = Mutex<[PooledColumn]>([])
