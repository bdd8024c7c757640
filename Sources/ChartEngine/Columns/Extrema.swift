import ChartModel

/// The least and the greatest of some values.
struct Extrema: Hashable, Sendable {
  var min: Double
  var max: Double

  /// Of no values at all: whatever is added to it is less and greater.
  static let none = Extrema(min: .infinity, max: -.infinity)

  var isEmpty: Bool { min > max }

  /// Takes in a value. NaN is neither less nor greater, and so changes nothing.
  mutating func add(_ value: Double) {
    if value < min { min = value }
    if value > max { max = value }
  }

  mutating func add(_ other: Extrema) {
    if other.min < min { min = other.min }
    if other.max > max { max = other.max }
  }
}

extension Extrema {
  /// Of values that are as many as a multiple of four, and whether one of them is NaN, which changes nothing else.
  ///
  /// Four at a time; with more of them registers run out, and what is known so far goes to memory and back. The comparisons
  /// are those that processors have an instruction for, which leaves the least of the others where a value is NaN.
  /// (`SIMD4.min()` takes longer than all of them.)
  static func summary(of values: UnsafeBufferPointer<Double>) -> (extrema: Extrema, hasGap: Bool) {
    var (lows, highs) = (SIMD4<Double>(repeating: .infinity), SIMD4<Double>(repeating: -.infinity))
    var gaps = SIMDMask<SIMD4<Int64>>(repeating: false)
    var index = 0
    while index + 4 <= values.count {
      let four = SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
      lows.replace(with: four, where: four .< lows)
      highs.replace(with: four, where: four .> highs)
      gaps = gaps .| (four .!= four)
      index += 4
    }
    // By halves: one after the other would take as long as all before.
    var (low, high) = (lows.lowHalf, highs.lowHalf)
    low.replace(with: lows.highHalf, where: lows.highHalf .< low)
    high.replace(with: highs.highHalf, where: highs.highHalf .> high)
    var extrema = Extrema(min: low[0], max: high[0])
    extrema.add(Extrema(min: low[1], max: high[1]))
    return (extrema, any(gaps))
  }

  /// Of the finite ones among numbers, and of these of those within bounds.
  /// - Complexity: O(*n*)
  init(ofFinite numbers: GrowingArray<Double>, within bounds: ClosedRange<Double> = -.infinity ... .infinity) {
    let (lower, upper) = (bounds.lowerBound, bounds.upperBound)
    self = numbers.withUnsafeBufferPointer { numbers in
      // `unsafe`: nobody writes them, and all parts have ended when `map` returns.
      nonisolated(unsafe) let numbers = numbers
      let parts = Parts.map(numbers.count, length: 1 << 20) { part in
        var (found, start) = (Extrema.none, part.lowerBound)
        while start < part.upperBound {
          let block = UnsafeBufferPointer(rebasing: numbers[start..<Swift.min(start + 1024, part.upperBound)])
          start += block.count
          let own = Extrema.summary(of: block)
          if block.count.isMultiple(of: 4), own.extrema.isWithin(lower, upper) {
            found.add(own.extrema)
          } else {
            for number in block where number.isFinite && number >= lower && number <= upper { found.add(number) }
          }
        }
        return found
      }
      return parts.reduce(into: Extrema.none) { $0.add($1) }
    }
  }

  private func isWithin(_ lower: Double, _ upper: Double) -> Bool {
    min.isFinite && max.isFinite && min >= lower && max <= upper
  }
}

extension GrowingArray<Double> {
  /// Whether all that are finite are whole numbers, none of them so great (2⁵⁰) that there are hardly others.
  /// - Complexity: O(*n*); it ends soon where they are not.
  var areWhole: Bool {
    withUnsafeBufferPointer { numbers in
      // `unsafe`: nobody writes them, and all parts have ended when `map` returns.
      nonisolated(unsafe) let numbers = numbers
      let parts = Parts.map(numbers.count, length: 1 << 20) { part in
        numbers[part].allSatisfy { number in
          // By conversion: `rounded()` calls the C library.
          abs(number) < 0x1p50 ? Double(Int64(number)) == number : !number.isFinite
        }
      }
      return parts.allSatisfy { $0 }
    }
  }
}

/// Where in a column the least and the greatest value are: the first of them where several are equal.
struct ExtremaPlaces: Hashable, Sendable {
  var min: Double
  var max: Double
  var minIndex: Int
  var maxIndex: Int
}
