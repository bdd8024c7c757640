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

/// Where in a column the least and the greatest value are: the first of them where several are equal.
struct ExtremaPlaces: Hashable, Sendable {
  var min: Double
  var max: Double
  var minIndex: Int
  var maxIndex: Int
}
