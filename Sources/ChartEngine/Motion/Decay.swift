/// How a motion that nobody drives any more dies down: of its speed a fixed share is lost each second. Where it is at any
/// moment is known in advance, and so the same in however many steps it is asked for.
struct Decay: Sendable {
  /// Per second: after one second e^−rate of the speed is left. Infinite where it ends at once.
  let rate: Double

  init(rate: Double) { self.rate = rate }

  /// - Parameter deceleration: The share of the speed that is lost in the first second, in (0, 1].
  init(deceleration: Double) {
    rate = deceleration < 1 ? -naturalLogarithm(onePlus: -deceleration) : .infinity
  }

  /// The share of the speed that is lost after so many seconds, which is that of the whole way that lies behind: 1 − e^(−rate·t).
  func lost(after time: Double) -> Double { -exponentialMinusOne(-rate * time) }

  /// How long it takes, in seconds, until a speed has fallen to another one.
  func duration(from speed: Double, to rest: Double) -> Double { naturalLogarithm(abs(speed) / rest) / rate }
}
