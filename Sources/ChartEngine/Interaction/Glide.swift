/// A plot that scrolls on after a fast drag, or into place: known in advance for all times (V3), and so the same in
/// however many steps it is asked for (fault 28).
public struct Glide: Hashable, Codable, Sendable {
  /// When it began, in seconds.
  public var time: Double
  /// The position at the left edge then, and where it would be after all time, or is at the end.
  public var start: Double
  public var target: Double
  /// How long it takes, in seconds.
  public var duration: Double
  /// The rate of the exponential decay, per second.
  public var rate: Double

  init(time: Double, start: Double, target: Double, duration: Double, rate: Double) {
    self.time = time
    self.start = start
    self.target = target
    self.duration = duration
    self.rate = rate
  }
}
