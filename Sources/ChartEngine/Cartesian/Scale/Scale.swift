/// Values to places along an axis, and back.
///
/// A scale is a small value, made anew whenever its domain or its axis changes. Charts that place a million points take
/// the concrete type, or its `AffineMap` where it has one, so that nothing is looked up per point.
protocol Scale: Hashable, Sendable {
  /// Where the axis begins and ends.
  var range: PixelRange { get }

  /// Where a value is, in px; `nil` if it has no place: no number, infinite, or nothing that has a logarithm.
  /// What lies outside the domain has its place outside the range.
  func position(of value: Double) -> Double?

  /// The value at a position in px, inside the range or not. Always finite; the domain's lower bound if the range has no
  /// length or the position is no number.
  func value(at position: Double) -> Double

  /// The scale as a straight line, if it is one.
  var affine: AffineMap? { get }
}

extension Scale {
  var affine: AffineMap? { nil }

  /// The places of many values, NaN for those without one.
  /// - Complexity: O(*n*).
  func positions(of values: some Collection<Double>) -> [Double] {
    if let affine { return values.map { affine.position(of: $0) } }
    return values.map { position(of: $0) ?? .nan }
  }
}

/// A scale that is a straight line: all but logarithms and slots.
protocol StraightScale: Scale {
  var domain: Domain { get }
  var map: AffineMap { get }
}

extension StraightScale {
  var affine: AffineMap? { map }

  func position(of value: Double) -> Double? {
    let position = map.position(of: value)
    return position.isNaN ? nil : position
  }

  func value(at position: Double) -> Double { map.value(at: position) ?? domain.lower }
}
