import ChartModel

/// What a value axis must show: from the least to the greatest value of its series, with the baseline of bars.
struct ValueRange: Hashable, Sendable {
  /// `nil` without any value.
  private(set) var extent: ClosedRange<Double>?
  /// Whether there are bars or areas, which stand on 0.
  private(set) var isFilled = false

  /// Takes a series in.
  mutating func add(_ range: ClosedRange<Double>?, isFilled: Bool = false) {
    self.isFilled = self.isFilled || isFilled
    guard let range, range.lowerBound.isFinite, range.upperBound.isFinite else { return }
    guard let extent else { return self.extent = range }
    self.extent = min(extent.lowerBound, range.lowerBound)...max(extent.upperBound, range.upperBound)
  }

  /// The range with so many px of free room above the greatest value, and below the least one if that is negative, on an
  /// axis that is `height` px long: for what is written there.
  func withRoom(
    _ room: (above: Double, below: Double), of height: Double, _ spec: ValueAxisSpec
  ) -> ValueRange {
    guard let extent else { return self }
    let rooms = (
      above: spec.max == nil && (extent.upperBound > 0 || spec.scale == .time) ? room.above : 0,
      below: spec.min == nil && extent.lowerBound < 0 && spec.scale == .linear ? room.below : 0
    )
    let rest = height - rooms.above - rooms.below
    guard rest > height / 2, rest < height else { return self }
    let transform: AxisTransform = spec.scale == .log ? .log : .linear
    let domain = transform.coordinates(of: domain(spec))
    let headroom = spec.headroom.isFinite && transform == .linear ? max(spec.headroom, 0) : 0
    var range = self
    if extent.lowerBound == extent.upperBound, headroom == 0 {
      // Around one value alone the axis is as long on both sides, as without the room.
      let (lower, upper) = (transform.value(of: domain.lower), transform.value(of: domain.upper))
      range.add(lower...max(lower, upper))
    }
    // The headroom is added to it again.
    if rooms.above > 0 {
      let upper = transform.value(of: domain.upper - headroom + domain.span * rooms.above / rest)
      range.add(upper...upper)
    }
    if rooms.below > 0 {
      let lower = transform.value(of: domain.lower + headroom - domain.span * rooms.below / rest)
      range.add(lower...lower)
    }
    return range
  }

  /// The interval that the axis shows before its ends are made round.
  ///
  /// What the spec says goes before what the data says. An end that leaves all data beyond it is kept, with as much again
  /// beside it; where both ends leave nothing between them, the data's are taken (faults 17 and 21). Headroom is added
  /// above the greatest value, and below the least one if that is negative. Bars on a log axis begin at a power of ten.
  func domain(_ spec: ValueAxisSpec) -> Domain {
    var lower = extent?.lowerBound ?? 0
    // Of no moments a day is shown.
    var upper = extent?.upperBound ?? (spec.scale == .time ? ValueRange.day : 1)
    if spec.scale == .linear, spec.includesZero == nil, lower == upper, lower != 0 {
      // How great one value alone is can be told from 0 on only; it isn't on the border.
      (lower, upper) = lower > 0 ? (0, (upper * 1.1).madeFinite) : ((lower * 1.1).madeFinite, 0)
    } else if spec.scale == .linear, spec.includesZero ?? isFilled {
      lower = Swift.min(lower, 0)
      upper = Swift.max(upper, 0)
    }
    let headroom = spec.headroom.isFinite ? Swift.max(spec.headroom, 0) : 0
    if headroom > 0 {
      if upper > 0 || lower >= 0 || spec.scale == .time { upper += headroom }
      if lower < 0, spec.scale != .time { lower -= headroom }
    }
    if spec.scale == .log, lower <= 0 {
      // Three decades below the top, where only the data could say more.
      lower = upper > 0 ? Swift.max(upper / 1_000, .leastNonzeroMagnitude) : 1
      upper = upper > 0 ? upper : 10
    } else if spec.scale == .log, isFilled {
      // The least bar, too, has a height.
      lower = Swift.max(power(10, (decimalLogarithm(lower) - 1e-9).rounded(.down)), .leastNonzeroMagnitude)
    }
    let (min, max) = spec.ends
    if let min {
      lower = min
      if max == nil, upper <= lower { upper = ValueRange.beyond(lower, by: 1, spec.scale) }
    }
    if let max {
      upper = max
      if min == nil, lower >= upper { lower = ValueRange.beyond(upper, by: -1, spec.scale) }
    }
    return Domain(lower, upper, halfWidth: spec.scale == .time ? ValueRange.day / 2 : nil)
  }

  /// What is shown around a single moment, as along the positions, in milliseconds.
  private static let day = 86_400_000.0

  /// The other end of an axis of which the author gave one, and on whose side of it there are no values.
  private static func beyond(_ end: Double, by way: Double, _ scale: ValueAxisSpec.Scale) -> Double {
    switch scale {
    case .linear, .category: (end + way * Swift.max(abs(end) / 2, 1)).madeFinite
    case .log: (way > 0 ? end * 10 : end / 10).madeFinite
    case .time: (end + way * day).madeFinite
    }
  }
}

extension ValueAxisSpec {
  /// The ends that the author gave, as far as they are ones: two that leave nothing between them are none.
  var ends: (min: Double?, max: Double?) {
    func end(_ value: Double?) -> Double? {
      value.flatMap { $0.isFinite && ($0 > 0 || [.linear, .time].contains(scale)) ? $0 : nil }
    }
    let (min, max) = (end(min), end(max))
    if let min, let max, min >= max { return (nil, nil) }
    return (min, max)
  }
}
