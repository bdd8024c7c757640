import ChartModel

/// How the values of an axis become the coordinates in which it is a straight line, so that everything behind it, from
/// curves to scrolling, knows only straight lines.
enum AxisTransform: Hashable, Sendable {
  case linear
  /// Decimal logarithms: equal ratios take up equal lengths.
  case log
  /// Downwards: the first of names is on top.
  case downwards

  /// The coordinate of a value; NaN for what has no place.
  func coordinate(of value: Double) -> Double {
    switch self {
    case .linear: value
    case .log: value > 0 ? decimalLogarithm(value) : .nan
    case .downwards: -value
    }
  }

  /// The value at a coordinate, always finite.
  func value(of coordinate: Double) -> Double {
    switch self {
    case .linear: coordinate.madeFinite
    case .log: power(10, coordinate).madeFinite
    case .downwards: -coordinate.madeFinite
    }
  }

  /// An interval of values as one of coordinates. Of values without a place those three decades below the upper end
  /// are taken.
  func coordinates(of domain: Domain) -> Domain {
    guard self == .log else { return self == .linear ? domain : Domain(-domain.upper, -domain.lower) }
    let upper = domain.upper > 0 ? domain.upper : 10
    let lower = domain.lower > 0 ? domain.lower : max(upper / 1_000, .leastNonzeroMagnitude)
    return Domain(coordinate(of: lower), coordinate(of: upper))
  }

  /// An interval of coordinates as one of values.
  func values(of domain: Domain) -> Domain {
    guard self == .log else { return self == .linear ? domain : Domain(-domain.upper, -domain.lower) }
    return Domain(max(value(of: domain.lower), .leastNonzeroMagnitude), value(of: domain.upper))
  }
}

extension ValueAxisSpec {
  /// How its values become coordinates.
  /// - Parameter isTurned: Whether values go to the right, where the first of names is at the left.
  func transform(isTurned: Bool) -> AxisTransform {
    switch scale {
    case .linear, .time: .linear
    case .log: .log
    case .category: isTurned ? .linear : .downwards
    }
  }
}

extension CartesianSpec {
  func valueAxis(_ side: SeriesSpec.AxisSide) -> ValueAxisSpec { side == .left ? y : right }

  /// How the values of an axis become its coordinates.
  func valueTransform(_ side: SeriesSpec.AxisSide) -> AxisTransform {
    valueAxis(side).transform(isTurned: orientation == .horizontal)
  }
}
