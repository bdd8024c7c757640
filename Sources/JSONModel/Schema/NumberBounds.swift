import OrderedCollections

/// The interval that a number must lie in.
@usableFromInline
package struct NumberBounds: Sendable {
  package let min: Double?
  package let above: Double?
  package let max: Double?
  package let below: Double?

  /// - Parameters:
  ///   - min: The least value allowed.
  ///   - above: A bound that itself is not allowed.
  ///   - max: The greatest value allowed.
  ///   - below: A bound that itself is not allowed.
  package init(min: Double? = nil, above: Double? = nil, max: Double? = nil, below: Double? = nil) {
    self.min = min
    self.above = above
    self.max = max
    self.below = below
  }

  /// The least and the greatest number within them. Above 0 there is none below the least normal one, by which drawing can
  /// divide.
  package var range: ClosedRange<Double> {
    let lower = min ?? above.map { Swift.max($0.nextUp, $0 == 0 ? .leastNormalMagnitude : $0.nextUp) }
    let upper = max ?? below?.nextDown
    let least = lower ?? -.greatestFiniteMagnitude
    return least...Swift.max(least, upper ?? .greatestFiniteMagnitude)
  }

  package func contains(_ value: Double) -> Bool {
    min.map { value >= $0 } ?? true && above.map { value > $0 } ?? true && max.map { value <= $0 } ?? true
      && below.map { value < $0 } ?? true
  }

  func expectation(of noun: String) -> String {
    func plain(_ value: Double) -> String { JSON(value).text }
    if let min, let max { return "\(noun) from \(plain(min)) to \(plain(max))" }
    var phrases: [String] = []
    if let min { phrases.append("of at least \(plain(min))") }
    if let above { phrases.append("above \(plain(above))") }
    if let max { phrases.append("of at most \(plain(max))") }
    if let below { phrases.append("below \(plain(below))") }
    return phrases.isEmpty ? noun : "\(noun) \(phrases.joined(separator: " and "))"
  }

  func document(type: String) -> JSON {
    var members: OrderedDictionary<String, JSON> = ["type": .string(type)]
    members["minimum"] = min.map { JSON($0) }
    members["exclusiveMinimum"] = above.map { JSON($0) }
    members["maximum"] = max.map { JSON($0) }
    members["exclusiveMaximum"] = below.map { JSON($0) }
    return .object(members)
  }
}
