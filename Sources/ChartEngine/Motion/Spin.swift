/// A pie that spins on after a fast drag: an exponential decay, known in advance for all times.
public struct Spin: Hashable, Sendable {
  /// When it began, in seconds.
  public var time: Double
  /// The start angle at that moment, in degrees.
  public var angle: Double
  /// The speed at that moment, in degrees a second; negative turns anticlockwise.
  public var velocity: Double
  /// The share of the speed lost each second, in (0, 1].
  public var deceleration: Double

  package init(time: Double, angle: Double, velocity: Double, deceleration: Double) {
    self.time = time
    self.angle = angle
    self.velocity = velocity
    self.deceleration = deceleration
  }
}

extension Spin {
  /// Whether all its numbers are such as a drag gives it.
  var isPossible: Bool { time.isFinite && angle.isFinite && velocity.isFinite && deceleration > 0 && deceleration <= 1 }

  /// Below this speed, in degrees a second, it is at rest.
  private static let restSpeed = 1.0

  private var decay: Decay { Decay(deceleration: deceleration) }

  /// How long it takes to come to rest, in seconds.
  var duration: Double {
    guard abs(velocity) > Spin.restSpeed, decay.rate > 0 else { return 0 }
    return decay.duration(from: velocity, to: Spin.restSpeed)
  }

  /// The start angle so many seconds after it began, in degrees, not normalised: ∫ v·e^(−rate·t) dt.
  func angle(after elapsed: Double) -> Double {
    let decay = decay
    guard decay.rate.isFinite, decay.rate > 0 else { return angle }
    let time = min(max(elapsed, 0), duration)
    // (1 − e^−x) / x is 1 at 0, where the formula itself would divide by nothing.
    let exponent = decay.rate * time
    return angle + velocity * time * (exponent > 0 ? decay.lost(after: time) / exponent : 1)
  }
}
