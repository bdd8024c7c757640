/// Equal ratios take up equal lengths. Values of 0 and less have no place; whoever draws them says so.
struct LogScale: Scale {
  /// Both bounds are above 0.
  let domain: Domain
  let range: PixelRange
  /// The natural logarithm of the ratio of the bounds, above 0.
  private let logRatio: Double
  private let logLower: Double
  private let pixelsPerLog: Double

  /// A scale for the positive part of a domain: if its lower bound is not positive, for the three decades below the upper
  /// one, and for 1 to 10 if that is not positive either.
  init(_ domain: Domain, _ range: PixelRange) {
    self.init(positive: LogScale.positive(domain), range)
  }

  /// A scale between two values, in either order. A single one is shown in the middle of two decades.
  init(_ first: Double, _ second: Double, _ range: PixelRange) {
    guard first == second || !first.isFinite || !second.isFinite else {
      self.init(Domain(first, second), range)
      return
    }
    let value = first.isFinite ? first : second
    let isUsable = value.isFinite && value > 0
    let domain = isUsable ? Domain(value / 10, (value * 10).madeFinite) : Domain(1, 10)
    self.init(positive: LogScale.positive(domain), range)
  }

  private init(positive domain: Domain, _ range: PixelRange) {
    self.domain = domain
    self.range = range
    logLower = naturalLogarithm(domain.lower)
    logRatio = LogScale.logarithm(of: domain.upper, over: domain.lower, logLower)
    pixelsPerLog = range.length / logRatio
  }

  private static func positive(_ domain: Domain) -> Domain {
    if domain.lower > 0 { return domain }
    guard domain.upper > 0 else { return Domain(1, 10) }
    return Domain(max(domain.upper / 1000, .leastNonzeroMagnitude), max(domain.upper, 2 * .leastNonzeroMagnitude))
  }

  /// ln(value / lower), exact also where the two are so near that the difference of their logarithms would lose it.
  private static func logarithm(of value: Double, over lower: Double, _ logLower: Double) -> Double {
    let excess = (value - lower) / lower
    return abs(excess) < 0.5 ? naturalLogarithm(onePlus: excess) : naturalLogarithm(value) - logLower
  }

  func position(of value: Double) -> Double? {
    guard value > 0, value.isFinite else { return nil }
    let position = LogScale.logarithm(of: value, over: domain.lower, logLower) * pixelsPerLog + range.start
    return min(max(position, -PixelRange.farthest), PixelRange.farthest)
  }

  func value(at position: Double) -> Double {
    guard range.length != 0, position.isFinite else { return domain.lower }
    let exponent = (position - range.start) / range.length * logRatio
    if abs(exponent) < 0.5 { return domain.lower + domain.lower * exponentialMinusOne(exponent) }
    // Never 0, which has no place.
    return max(exponential(logLower + exponent).madeFinite, .leastNonzeroMagnitude)
  }
}
