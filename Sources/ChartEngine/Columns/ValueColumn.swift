import JSONModel

/// The y of a series: doubles in one piece of memory, NaN where there is none.
///
/// Memory for n values: 8 n bytes, and from ``pyramidCount`` on a fifteenth of that for the ``ExtremaPyramid``. With a
/// moving window an eighth more of both, see ``MovingBuffer``.
struct ValueColumn: Sendable {
  /// Fewer values are looked through faster than blocks of them.
  static let pyramidCount = 256

  private var buffer: MovingBuffer
  /// Of the buffer's storage, which is why parts of a column can share it.
  private var pyramid: ExtremaPyramid?
  /// How many of the numbers that came in were infinite. They are gaps: there is no place to draw them at.
  private(set) var infinityCount: Int

  init(_ values: [Double]) {
    var values = values
    infinityCount = ValueColumn.replaceInfinities(in: &values)
    buffer = MovingBuffer(values)
    updatePyramid(from: 0)
  }

  init(_ values: [Double?]) { self.init(values.map { $0 ?? .nan }) }

  /// - Throws: If the bytes end within a number; the path is the number's index.
  init(_ bytes: UnsafeRawBufferPointer, of type: BinaryNumber) throws(InvalidValue) {
    self.init(try type.numbers(in: bytes))
  }

  /// - Throws: If the bytes end within a number; the path is the number's index.
  init(_ bytes: [UInt8], of type: BinaryNumber) throws(InvalidValue) { self.init(try type.numbers(in: bytes)) }

  var count: Int { buffer.count }
  var isEmpty: Bool { buffer.count == 0 }
  /// The values, in the memory of the column itself.
  var values: ArraySlice<Double> { buffer.values }

  /// A value; NaN for a gap, and where the column has no such index.
  subscript(index: Int) -> Double {
    guard index >= 0, index < buffer.count else { return .nan }
    return buffer.storage[buffer.bounds.lowerBound + index]
  }

  /// The values at some indices, in the same memory; those that aren't there are left out. How many were infinite is not
  /// known of a part.
  subscript(range: Range<Int>) -> ValueColumn {
    var part = self
    part.buffer = buffer[range]
    part.infinityCount = 0
    return part
  }

  /// Some values as bare memory, for loops through very many of them.
  func withValues<Result>(in range: Range<Int>, _ body: (UnsafeBufferPointer<Double>) -> Result) -> Result {
    let range = stored(range)
    return buffer.storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The values in another order, such as ``PositionColumn/order(of:)`` gives.
  func reordered(by indices: [Int]) -> ValueColumn {
    var column = ValueColumn(indices.map { self[$0] })
    column.infinityCount = infinityCount
    return column
  }

  /// Adds values at the end and drops the first ones, so that at most `window` are left.
  /// - Complexity: Amortised O(1) a value, unless another column shares the memory.
  mutating func append(_ values: [Double], window: Int? = nil) {
    var values = values
    infinityCount += ValueColumn.replaceInfinities(in: &values)
    let start = buffer.append(values, window: window)
    updatePyramid(from: start)
  }

  private mutating func updatePyramid(from start: Int) {
    if buffer.storage.count < ValueColumn.pyramidCount {
      pyramid = nil
    } else if pyramid == nil {
      pyramid = ExtremaPyramid(buffer.storage)
    } else {
      pyramid?.update(buffer.storage, from: start)
    }
  }

  private static func replaceInfinities(in values: inout [Double]) -> Int {
    // Nearly no column has one: looking first spares a copy.
    let count = values.reduce(into: 0) { if abs($1) == .infinity { $0 += 1 } }
    guard count > 0 else { return 0 }
    for index in values.indices where abs(values[index]) == .infinity { values[index] = .nan }
    return count
  }
}

// MARK: - Searching

extension ValueColumn {
  /// The bytes its pyramid occupies.
  var pyramidByteCount: Int { pyramid?.byteCount ?? 0 }

  /// Where the least and the greatest of some values are, gaps passed over; `nil` if there are none.
  /// - Complexity: O(log *n*)
  func extrema(in range: Range<Int>) -> ExtremaPlaces? {
    let start = buffer.bounds.lowerBound
    let range = stored(range)
    let found = pyramid.map { $0.places(in: range, of: buffer.storage) } ?? scan(range)
    guard var places = found else { return nil }
    places.minIndex -= start
    places.maxIndex -= start
    return places
  }

  /// Whether one of some values is a gap.
  func hasGap(in range: Range<Int>) -> Bool {
    let range = stored(range)
    return pyramid?.hasGap(in: range, of: buffer.storage) ?? buffer.storage[range].contains(where: \.isNaN)
  }

  /// The first index in a range at which there is a value.
  /// - Complexity: O(log *n*)
  func firstValue(in range: Range<Int>) -> Int? {
    let range = stored(range)
    let index =
      pyramid.map { $0.firstValue(in: range, of: buffer.storage) } ?? range.first { !buffer.storage[$0].isNaN }
    return index.map { $0 - buffer.bounds.lowerBound }
  }

  /// The last index in a range at which there is a value.
  /// - Complexity: O(log *n*)
  func lastValue(in range: Range<Int>) -> Int? {
    let range = stored(range)
    let index =
      pyramid.map { $0.lastValue(in: range, of: buffer.storage) } ?? range.last { !buffer.storage[$0].isNaN }
    return index.map { $0 - buffer.bounds.lowerBound }
  }

  /// A range of indices as one of places in the storage.
  private func stored(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<buffer.count)
    return buffer.bounds.lowerBound + range.lowerBound..<buffer.bounds.lowerBound + range.upperBound
  }

  private func scan(_ range: Range<Int>) -> ExtremaPlaces? {
    var places = ExtremaPlaces(
      min: .infinity, max: -.infinity, minIndex: range.lowerBound, maxIndex: range.lowerBound)
    for index in range {
      let value = buffer.storage[index]
      if value < places.min { (places.min, places.minIndex) = (value, index) }
      if value > places.max { (places.max, places.maxIndex) = (value, index) }
    }
    return places.min > places.max ? nil : places
  }
}
