extension Glide {
  /// Whether all its numbers are such as a drag gives it.
  var isPossible: Bool {
    time.isFinite && start.isFinite && target.isFinite && duration >= 0 && duration.isFinite && rate > 0
  }

  /// The share of its way that it has made after so many seconds: an exponential decay that arrives in time,
  /// (1 − e^(−rate·t)) / (1 − e^(−rate·duration)).
  func progress(after elapsed: Double) -> Double {
    guard elapsed > 0 else { return 0 }
    guard elapsed < duration, rate.isFinite else { return 1 }
    return min(exponentialMinusOne(-rate * elapsed) / exponentialMinusOne(-rate * duration), 1)
  }

  /// The position at the left edge so many seconds after it began.
  func position(after elapsed: Double) -> Double { start + (target - start) * progress(after: elapsed) }
}

extension Glide {
  /// Below this speed, in px a second, it is at rest.
  static let restSpeed = 10.0

  /// The rate of the exponential decay, per second: after one second `1 − deceleration` of the speed is left.
  static func rate(deceleration: Double) -> Double {
    deceleration < 1 ? -naturalLogarithm(onePlus: -deceleration) : .infinity
  }
}
