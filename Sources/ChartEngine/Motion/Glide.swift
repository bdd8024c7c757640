/// A plot that scrolls on after a fast drag, or into place: known in advance for all times (V3), and so the same in
/// however many steps it is asked for (fault 28).
public struct Glide: Hashable, Sendable {
  /// When it began, in seconds.
  public var time: Double
  /// The position at the left edge then, and where it would be after all time, or is at the end.
  public var start: Double
  public var target: Double
  /// How long it takes, in seconds.
  public var duration: Double
  /// The rate of the exponential decay, per second.
  public var rate: Double

  package init(time: Double, start: Double, target: Double, duration: Double, rate: Double) {
    self.time = time
    self.start = start
    self.target = target
    self.duration = duration
    self.rate = rate
  }
}

extension Glide {
  /// Below this speed, in px a second, it is at rest.
  static let restSpeed = 10.0

  /// Whether all its numbers are such as a drag gives it.
  var isPossible: Bool {
    time.isFinite && start.isFinite && target.isFinite && duration >= 0 && duration.isFinite && rate > 0
  }

  /// The share of its way that it has made after so many seconds: an exponential decay that arrives in time,
  /// (1 − e^(−rate·t)) / (1 − e^(−rate·duration)).
  func progress(after elapsed: Double) -> Double {
    guard elapsed > 0 else { return 0 }
    guard elapsed < duration, rate.isFinite else { return 1 }
    let decay = Decay(rate: rate)
    return min(decay.lost(after: elapsed) / decay.lost(after: duration), 1)
  }

  /// The position at the left edge so many seconds after it began.
  func position(after elapsed: Double) -> Double { start + (target - start) * progress(after: elapsed) }
}
