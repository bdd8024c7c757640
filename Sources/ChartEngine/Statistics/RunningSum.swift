/// A sum of numbers as people add them up: it has no more decimals than they have.
package struct RunningSum: Hashable, Sendable {
  private var sum = 0.0
  /// What was lost to rounding so far (Knuth's sum of two numbers, *The Art of Computer Programming* 2, 4.2.2).
  private var lost = 0.0
  /// The greatest number, and sum, that there was.
  private var greatest = 0.0

  package init() {}

  init(_ value: Double) {
    sum = value
    greatest = abs(value)
  }

  /// The sum of some numbers.
  init(of numbers: some Sequence<Double>) { for number in numbers { add(number) } }

  /// - Complexity: O(1), without a branch, since ten million rows are added up so.
  @inline(__always)
  package mutating func add(_ value: Double) {
    let next = sum + value
    let added = next - sum
    lost += (sum - (next - added)) + (value - added)
    sum = next
    greatest = max(greatest, max(abs(value), abs(next)))
  }

  /// Adds what others add up to.
  package mutating func add(_ other: RunningSum) {
    add(other.sum)
    lost += other.lost
    greatest = max(greatest, other.greatest)
  }

  /// Rounded to what doubles tell of numbers as great as these: 0.1 and 0.2 are 0.3. Beyond all doubles it is infinite.
  package var value: Double {
    let exact = lost.isFinite ? sum + lost : sum
    guard greatest > 0, greatest.isFinite, exact.rounded() != exact else { return exact }
    let digits = 14 - decimalLogarithm(greatest).rounded(.up)
    guard digits > 0, digits <= 22 else { return exact }
    let unit = RunningSum.units[Int(digits)]
    return (exact * unit).rounded() / unit
  }

  /// The powers of ten that are doubles.
  private static let units = (0...22).map { power(10, Double($0)) }
}
