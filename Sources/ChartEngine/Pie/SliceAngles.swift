import JSONModel

/// Which part of a circle each of some weights owns: half-open intervals that follow one another without a gap.
///
/// Drawing takes the boundaries as doubles. Hit tests are exact: an angle is resolved to a billionth of a degree, and
/// where that comes near a boundary, both sides of the comparison are computed without rounding, so that 25.2° belongs to
/// the slice that starts at 7/100 of the circle although neither 25.2 nor its sum of shares is a binary number.
struct SliceAngles: Hashable, Sendable {
  /// Degrees in the unit in which hits are exact.
  private static let unitsPerDegree = 1e9
  static let unitsPerTurn = 360_000_000_000

  /// An angle of less than a few turns in these units.
  static func units(_ degrees: Double) -> Int { Int(saturating: (degrees * unitsPerDegree).rounded()) }

  /// How much each slice counts: finite and at least 0.
  let weights: [Double]
  /// How many degrees all of them take up together.
  let sweep: Double
  /// Where each slice starts, in degrees from the first one's start, and where the last one ends: rising, from 0 to
  /// `sweep`. All are 0 if no weight is positive.
  let boundaries: [Double]

  /// - Complexity: O(*n*).
  init(weights: [Double], sweep: Double) {
    self.weights = weights
    self.sweep = sweep
    let largest = weights.max() ?? 0
    // Sums of the largest doubles would overflow. What this loses at the small end can't be seen.
    let scale = largest > 1e290 ? 1e-20 : 1
    var sum = CompensatedSum()
    var prefixes = [0.0]
    prefixes.reserveCapacity(weights.count + 1)
    for weight in weights {
      sum.add(weight * scale)
      prefixes.append(sum.value)
    }
    let total = sum.value
    var last = 0.0
    boundaries = prefixes.map { prefix in
      guard total > 0 else { return 0 }
      last = max(last, prefix == total ? sweep : min(prefix / total * sweep, sweep))
      return last
    }
  }

  /// Whether there is anything to own the circle.
  var isEmpty: Bool { (boundaries.last ?? 0) <= 0 }

  /// The slice that owns an offset.
  /// - Parameter offset: How far clockwise of the first slice's start, in billionths of a degree.
  /// - Returns: The index of the only slice whose interval holds the offset; `nil` outside `0 ..< sweep`.
  /// - Complexity: O(log *n*), and O(*n* log *n*) next to a boundary.
  func index(atOffset offset: Int) -> Int? { index(atOffset: offset, of: SliceAngles.units(sweep)) }

  /// The slice that owns an offset.
  /// - Parameters:
  ///   - offset: How far clockwise of the first slice's start, in any unit.
  ///   - sweepUnits: How many of these units all slices take up together.
  func index(atOffset offset: Int, of sweepUnits: Int) -> Int? {
    guard !isEmpty, offset >= 0, offset < sweepUnits else { return nil }
    let angle = Double(offset) / Double(sweepUnits) * sweep
    // Doubles are right to within this, whatever their rounding.
    let tolerance = 1e-9 * sweep
    let near = boundaries.firstIndex(from: 0) { $0 >= angle - tolerance }
    var end = boundaries.firstIndex(from: near) { $0 > angle + tolerance }
    guard near < end else { return near - 1 }
    // The last of the near boundaries that is not beyond the offset, exactly; slices of weight 0 never are that.
    var start = near
    while start < end {
      let middle = (start + end) / 2
      if isBoundary(middle, atMost: offset, of: sweepUnits) { start = middle + 1 } else { end = middle }
    }
    return min(start - 1, weights.count - 1)
  }

  /// Whether `weights[..<index].sum / weights.sum ≤ offset / sweep`, without rounding.
  private func isBoundary(_ index: Int, atMost offset: Int, of sweepUnits: Int) -> Bool {
    // The same as Σ wᵢ·sweep (i < index) − Σ wᵢ·offset ≤ 0. The factors are whole and below 2⁵³, so that each product
    // is the sum of two doubles.
    let before = Double(sweepUnits - offset)
    let after = Double(-offset)
    let scale = exactScale
    var sum = ExactSum()
    for (position, weight) in weights.enumerated() where weight > 0 {
      sum.add(weight * scale, times: position < index ? before : after)
    }
    return sum.sign <= 0
  }

  /// A power of two that keeps the products finite. The first two steps lose nothing: 10⁻³⁰⁰ beside 10³⁰⁰ is exact.
  private var exactScale: Double {
    let largest = weights.max() ?? 0
    return largest < 0x1p940 ? 1 : largest < 0x1p998 ? 0x1p-25 : 0x1p-60
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index from `start` on whose element fulfils a condition that all after it fulfil, too; the end if none does.
  /// - Complexity: O(log *n*).
  func firstIndex(from start: Int, where isBeyond: (Element) -> Bool) -> Int {
    var low = start
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A sum that carries its rounding error along (Neumaier 1974).
struct CompensatedSum {
  private var sum = 0.0
  private var error = 0.0

  mutating func add(_ term: Double) {
    let next = sum + term
    error += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  var value: Double { sum + error }
}

/// A sum without any rounding, kept as doubles that don't overlap (Shewchuk, *Adaptive Precision Floating-Point
/// Arithmetic*, 1997).
struct ExactSum {
  /// In rising order of magnitude.
  private var partials: [Double] = []

  /// Adds a product. It must be finite, and `factor` whole.
  mutating func add(_ term: Double, times factor: Double) {
    let product = term * factor
    add((-product).addingProduct(term, factor))
    add(product)
  }

  private mutating func add(_ term: Double) {
    var carry = term
    var kept = 0
    for partial in partials {
      let (large, small) = abs(carry) < abs(partial) ? (partial, carry) : (carry, partial)
      let sum = large + small
      let error = small - (sum - large)
      if error != 0 {
        partials[kept] = error
        kept += 1
      }
      carry = sum
    }
    partials.removeSubrange(kept...)
    if carry != 0 { partials.append(carry) }
  }

  /// -1, 0 or 1.
  var sign: Int {
    guard let largest = partials.last else { return 0 }
    return largest > 0 ? 1 : -1
  }
}
