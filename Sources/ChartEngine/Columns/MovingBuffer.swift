/// Doubles in one piece of memory that grow at the end and may be dropped at the front: the storage of a column.
///
/// A window that moves with every point leaves a little room at the front, and what is in it is cleared away once in a
/// while, so that no point costs a shift of all the others. Parts of a buffer share its storage.
struct MovingBuffer: Sendable {
  /// All that is stored, with what was dropped and not yet cleared away.
  private(set) var storage: [Double]
  /// Where in the storage the values are.
  private(set) var bounds: Range<Int>

  init(_ values: [Double]) {
    storage = values
    bounds = 0..<values.count
  }

  var count: Int { bounds.count }
  var values: ArraySlice<Double> { storage[bounds] }

  /// The values at some indices; those that aren't there are left out.
  subscript(range: Range<Int>) -> MovingBuffer {
    var part = self
    let range = range.clamped(to: 0..<count)
    part.bounds = bounds.lowerBound + range.lowerBound..<bounds.lowerBound + range.upperBound
    return part
  }

  /// Adds values at the end and drops the first ones, so that at most `window` are left.
  /// - Returns: From which place in the storage on it is another than before.
  /// - Complexity: Amortised O(1) a value, unless another buffer shares the storage.
  mutating func append(_ new: [Double], window: Int? = nil) -> Int {
    // A part of another buffer ends before the storage does.
    if bounds.upperBound < storage.count { storage.removeSubrange(bounds.upperBound...) }
    guard let window = window.map({ max(0, $0) }), count + new.count > window else {
      let changed = storage.count
      storage.append(contentsOf: new)
      bounds = bounds.lowerBound..<storage.count
      return changed
    }
    guard new.count < window else {
      storage = Array(new.suffix(window))
      bounds = 0..<storage.count
      return 0
    }
    var first = bounds.lowerBound + count + new.count - window
    var changed = storage.count
    let room = MovingBuffer.room(for: window)
    if first > room {
      storage.removeSubrange(0..<first)
      (first, changed) = (0, 0)
    }
    // Without this the array would double itself; here it can never need more.
    storage.reserveCapacity(window + room)
    storage.append(contentsOf: new)
    bounds = first..<storage.count
    return changed
  }

  /// How many dropped values may wait to be cleared away: an eighth, so that each value is moved eight times at most.
  static func room(for window: Int) -> Int { window / 8 + 64 }
}
