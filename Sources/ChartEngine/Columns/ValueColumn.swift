import ChartModel

/// The y of a series: doubles in one piece of memory, NaN where there is none.
///
/// Memory for n values: 8 n bytes, shared with the spec that they are from and with the columns that grow out of this one,
/// and from ``pyramidCount`` on a fourteenth of that for the ``ExtremaPyramid``.
struct ValueColumn: Sendable {
  /// Fewer values are looked through faster than blocks of them.
  static let pyramidCount = 256

  /// The values, in the memory of the column itself.
  private(set) var values: GrowingArray<Double>
  /// Of all that is stored, which is why parts of a column can share it.
  private var pyramid: ExtremaPyramid?
  /// How many of the numbers that came in were infinite. They are gaps: there is no place to draw them at.
  private(set) var infinityCount: Int

  init(_ values: [Double]) { self.init(sharing: GrowingArray(values)) }

  init(_ values: [Double?]) { self.init(values.map { $0 ?? .nan }) }

  /// - Complexity: O(*n*), without a copy unless there are infinities among them.
  init(sharing values: GrowingArray<Double>) {
    self.values = values
    infinityCount = 0
    extendPyramid()
    // Nearly no column has one, and where there is a pyramid it says so: looking at each value would take as long again.
    guard hasInfinity else { return }
    infinityCount = values.count { abs($0) == .infinity }
    self.values = GrowingArray(values.map { abs($0) == .infinity ? .nan : $0 })
    pyramid = nil
    extendPyramid()
  }

  private var hasInfinity: Bool {
    guard let extrema = extrema(in: 0..<values.count) else { return false }
    return extrema.min == -.infinity || extrema.max == .infinity
  }

  var count: Int { values.count }
  var isEmpty: Bool { values.isEmpty }

  /// A value; NaN for a gap, and where the column has no such index.
  subscript(index: Int) -> Double {
    guard index >= 0, index < values.count else { return .nan }
    return values[index]
  }

  /// The values at some indices, in the same memory; those that aren't there are left out. How many were infinite is not
  /// known of a part.
  subscript(range: Range<Int>) -> ValueColumn {
    var part = self
    part.values = values.part(range)
    part.infinityCount = 0
    return part
  }

  /// Some values as bare memory, for loops through very many of them.
  func withValues<Result>(in range: Range<Int>, _ body: (UnsafeBufferPointer<Double>) -> Result) -> Result {
    let range = stored(range)
    return values.withStorage { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The values in another order, such as ``PositionColumn/order(of:)`` gives.
  func reordered(by indices: [Int]) -> ValueColumn {
    var column = ValueColumn(indices.map { self[$0] })
    column.infinityCount = infinityCount
    return column
  }

  /// The column that this one has become.
  /// - Parameters:
  ///   - values: Those of this column without the first `dropped`, and more behind them, none of which is infinite.
  /// - Complexity: O(*k*) in the number of new values, amortised.
  func grown(to values: GrowingArray<Double>, dropping dropped: Int) -> ValueColumn {
    var column = self
    column.values = values
    // Elsewhere in memory other values make up a block.
    if values.offset != self.values.offset + dropped { column.pyramid = nil }
    column.extendPyramid()
    return column
  }

  /// Whether ``grown(to:dropping:)`` takes in so many values more without copying those that are there.
  func hasRoom(for count: Int) -> Bool {
    guard values.hasRoom(for: count) else { return false }
    return pyramid?.hasRoom(over: values.offset + values.count + count) ?? true
  }

  private mutating func extendPyramid() {
    let count = values.offset + values.count
    guard count >= ValueColumn.pyramidCount else {
      pyramid = nil
      return
    }
    var pyramid = pyramid ?? ExtremaPyramid()
    if pyramid.valueCount > count { pyramid = ExtremaPyramid() }
    values.withStorage { pyramid.extend(over: $0) }
    self.pyramid = pyramid
  }
}

// MARK: - Searching

extension ValueColumn {
  /// The bytes its pyramid occupies.
  var pyramidByteCount: Int { pyramid?.byteCount ?? 0 }

  /// Where the least and the greatest of some values are, gaps passed over; `nil` if there are none.
  /// - Complexity: O(log *n*)
  func extrema(in range: Range<Int>) -> ExtremaPlaces? {
    let range = stored(range)
    let found = values.withStorage { values in
      pyramid.map { $0.places(in: range, of: values) } ?? ValueColumn.scan(range, of: values)
    }
    guard var places = found else { return nil }
    places.minIndex -= values.offset
    places.maxIndex -= values.offset
    return places
  }

  /// Whether one of some values is a gap.
  /// - Complexity: O(log *n*)
  func hasGap(in range: Range<Int>) -> Bool {
    let range = stored(range)
    return values.withStorage { values in
      pyramid?.hasGap(in: range, of: values) ?? values[range].contains(where: \.isNaN)
    }
  }

  /// The first index in a range at which there is a value.
  /// - Complexity: O(log *n*)
  func firstValue(in range: Range<Int>) -> Int? {
    let range = stored(range)
    let index = values.withStorage { values in
      pyramid.map { $0.firstValue(in: range, of: values) } ?? range.first { !values[$0].isNaN }
    }
    return index.map { $0 - values.offset }
  }

  /// The last index in a range at which there is a value.
  /// - Complexity: O(log *n*)
  func lastValue(in range: Range<Int>) -> Int? {
    let range = stored(range)
    let index = values.withStorage { values in
      pyramid.map { $0.lastValue(in: range, of: values) } ?? range.last { !values[$0].isNaN }
    }
    return index.map { $0 - values.offset }
  }

  /// A range of indices as one of places in the storage.
  private func stored(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<values.count)
    return values.offset + range.lowerBound..<values.offset + range.upperBound
  }

  private static func scan(_ range: Range<Int>, of values: UnsafeBufferPointer<Double>) -> ExtremaPlaces? {
    var places = ExtremaPlaces(
      min: .infinity, max: -.infinity, minIndex: range.lowerBound, maxIndex: range.lowerBound)
    for index in range {
      let value = values[index]
      if value < places.min { (places.min, places.minIndex) = (value, index) }
      if value > places.max { (places.max, places.maxIndex) = (value, index) }
    }
    return places.min > places.max ? nil : places
  }
}
