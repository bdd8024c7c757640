import ChartModel
import JSONModel

/// The x of a series, which never fall: evenly spaced without any memory, or doubles in one piece of memory.
struct PositionColumn: Sendable {
  enum Storage: Sendable {
    /// `start + step · i` for the `i` in the range.
    case regular(start: Double, step: Double, Range<Int>)
    case explicit(GrowingArray<Double>)
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
  init(_ positions: [Double]) throws(InvalidValue) { try self.init(sharing: GrowingArray(positions)) }

  /// Given positions, in the memory in which they are.
  /// - Throws: As for an array.
  init(sharing positions: GrowingArray<Double>) throws(InvalidValue) {
    try PositionColumn.check(positions)
    storage = .explicit(positions)
  }

  /// Positions that are known to be finite and never to fall.
  init(rising positions: [Double]) { storage = .explicit(GrowingArray(positions)) }

  var count: Int {
    switch storage {
    case .regular(_, _, let range): range.count
    case .explicit(let positions): positions.count
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
    case .explicit(let positions):
      guard index >= 0, index < positions.count else { return .nan }
      return positions[index]
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
    case .explicit(let positions): part.storage = .explicit(positions.part(range))
    }
    return part
  }

  /// Positions for loops through very many of them.
  /// - Parameters:
  ///   - range: Indices of the column; those that aren't there are left out.
  ///   - body: Gets what gives the positions, counted from the beginning of the range.
  @inline(__always)
  func withPositions(in range: Range<Int>, _ body: ((Int) -> Double) -> Void) {
    let range = range.clamped(to: 0..<count)
    switch storage {
    case .regular(let start, let step, let all):
      let first = all.lowerBound + range.lowerBound
      body { start + step * Double(first + $0) }
    case .explicit(let positions):
      positions.withUnsafeBufferPointer { positions in
        let positions = UnsafeBufferPointer(rebasing: positions[range])
        body { positions[$0] }
      }
    }
  }

  /// Whether so many entries stand at one position that to look at each takes long: never below ``crowd``, and always from
  /// twice that on.
  /// - Complexity: O(*n* / ``crowd``)
  var isCrowded: Bool {
    guard case .explicit(let positions) = storage else { return false }
    // They never fall: where two are the same, so are all between them.
    return stride(from: PositionColumn.crowd, to: positions.count, by: PositionColumn.crowd).contains {
      positions[$0] == positions[$0 - PositionColumn.crowd]
    }
  }

  static let crowd = 16_384

  // MARK: - Growing

  /// The column of given positions that this one has become.
  /// - Parameters:
  ///   - positions: Those of this column without the first ones, and more behind them.
  ///   - new: How many are new.
  /// - Throws: If a new one is not finite or less than the one before; the path is its index among all.
  /// - Complexity: O(*k*) in the number of new positions.
  static func grown(to positions: GrowingArray<Double>, new: Int) throws(InvalidValue) -> PositionColumn {
    try check(positions, from: positions.count - new)
    return PositionColumn(storage: .explicit(positions))
  }

  /// Whether ``grown(to:new:)`` takes in so many positions more without copying those that are there.
  func hasRoom(for count: Int) -> Bool {
    if case .explicit(let positions) = storage { positions.hasRoom(for: count) } else { true }
  }

  private init(storage: Storage) { self.storage = storage }

  private static func check(_ positions: GrowingArray<Double>, from start: Int = 0) throws(InvalidValue) {
    var before = start > 0 ? positions[start - 1] : -.infinity
    for index in start..<positions.count {
      let position = positions[index]
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
