import JSONModel

/// The x of a series, which never fall: evenly spaced without any memory, or doubles in one piece of memory.
struct PositionColumn: Sendable {
  enum Storage: Sendable {
    /// `start + step · i` for the `i` in the range.
    case regular(start: Double, step: Double, Range<Int>)
    case explicit(MovingBuffer)
  }

  private(set) var storage: Storage

  /// Evenly spaced positions: `start`, `start + step` …
  /// - Throws: If the step is not positive, or one of them is beyond the largest double.
  init(start: Double, step: Double, count: Int) throws(InvalidValue) {
    guard start.isFinite else { throw InvalidValue("expected a finite number, got \(start)", at: "start") }
    guard step > 0, step.isFinite else {
      throw InvalidValue("expected a number greater than 0, got \(step)", at: "step")
    }
    let count = max(0, count)
    guard (start + step * Double(count)).isFinite else {
      throw InvalidValue("expected a step with which \(count) positions stay finite, got \(step)", at: "step")
    }
    storage = .regular(start: start, step: step, 0..<count)
  }

  /// Given positions.
  /// - Throws: If one is not finite or less than the one before; the path is its index. See ``order(of:)``.
  init(_ positions: [Double]) throws(InvalidValue) {
    try PositionColumn.check(positions)
    storage = .explicit(MovingBuffer(positions))
  }

  /// - Throws: If the bytes end within a number, or as for given positions; the path is the number's index.
  init(_ bytes: UnsafeRawBufferPointer, of type: BinaryNumber) throws(InvalidValue) {
    try self.init(type.numbers(in: bytes))
  }

  /// - Throws: If the bytes end within a number, or as for given positions; the path is the number's index.
  init(_ bytes: [UInt8], of type: BinaryNumber) throws(InvalidValue) { try self.init(type.numbers(in: bytes)) }

  var count: Int {
    switch storage {
    case .regular(_, _, let range): range.count
    case .explicit(let buffer): buffer.count
    }
  }

  var isEmpty: Bool { count == 0 }

  /// Whether the positions need no memory.
  var isRegular: Bool { if case .regular = storage { true } else { false } }

  /// A position; NaN where the column has no such index.
  subscript(index: Int) -> Double {
    switch storage {
    case .regular(let start, let step, let range):
      guard index >= 0, index < range.count else { return .nan }
      return start + step * Double(range.lowerBound + index)
    case .explicit(let buffer):
      guard index >= 0, index < buffer.count else { return .nan }
      return buffer.storage[buffer.bounds.lowerBound + index]
    }
  }

  /// The positions at some indices, in the same memory; those that aren't there are left out.
  subscript(range: Range<Int>) -> PositionColumn {
    var part = self
    switch storage {
    case .regular(let start, let step, let all):
      let range = range.clamped(to: 0..<all.count)
      let moved = all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound
      part.storage = .regular(start: start, step: step, moved)
    case .explicit(let buffer): part.storage = .explicit(buffer[range])
    }
    return part
  }

  // MARK: - Growing

  /// Adds evenly spaced positions and drops the first ones, so that at most `window` are left.
  /// - Throws: If the positions are given ones.
  mutating func append(count: Int, window: Int? = nil) throws(InvalidValue) {
    guard case .regular(let start, let step, let range) = storage else {
      throw InvalidValue("expected an x for each point, since the points before have one")
    }
    let (end, isTooLarge) = range.upperBound.addingReportingOverflow(max(0, count))
    guard !isTooLarge, (start + step * Double(end)).isFinite else {
      throw InvalidValue("expected fewer points: their positions are beyond the largest number")
    }
    let first = max(range.lowerBound, end - max(0, window ?? .max))
    storage = .regular(start: start, step: step, first..<end)
  }

  /// Adds given positions and drops the first ones, so that at most `window` are left.
  /// - Throws: If the positions are evenly spaced, or one is not finite or less than the one before; the path is its
  ///   index among the new ones.
  /// - Complexity: Amortised O(1) a position, unless another column shares the memory.
  mutating func append(_ positions: [Double], window: Int? = nil) throws(InvalidValue) {
    guard case .explicit(var buffer) = storage else {
      throw InvalidValue("expected points without x, since those before are evenly spaced")
    }
    try PositionColumn.check(positions, after: buffer.values.last)
    // Otherwise two would share the memory, and appending would copy it.
    storage = .explicit(MovingBuffer([]))
    _ = buffer.append(positions, window: window)
    storage = .explicit(buffer)
  }

  private static func check(_ positions: [Double], after last: Double? = nil) throws(InvalidValue) {
    var before = last ?? -.infinity
    for (index, position) in positions.enumerated() {
      guard position.isFinite else {
        throw InvalidValue("expected a finite number, got \(position)", at: JSONPath([.index(index)]))
      }
      guard position >= before else {
        throw InvalidValue(
          "expected a number of at least \(before), the one before, got \(position)", at: JSONPath([.index(index)]))
      }
      before = position
    }
  }
}

extension InvalidValue {
  fileprivate init(_ reason: String, at key: String) { self.init(reason, at: JSONPath([.key(key)])) }
}
