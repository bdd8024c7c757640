public import ChartModel

extension Easing {
  /// The eased phase for a linear one; both begin at 0 and end at 1. Back and elastic curves overshoot in between.
  ///
  /// Source: Robert Penner's easing functions, as easings.net writes them down. `easeIn`, `easeOut` and `easeInOut` are
  /// the quadratic ones.
  public func curve(_ time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    switch self {
    case .linear: return time
    case .easeIn: return time * time
    case .easeOut: return Easing.mirrored(time) { $0 * $0 }
    case .easeInOut: return Easing.joined(time) { $0 * $0 }
    case .cubicIn: return time * time * time
    case .cubicOut: return Easing.mirrored(time) { $0 * $0 * $0 }
    case .cubicInOut: return Easing.joined(time) { $0 * $0 * $0 }
    case .backIn: return Easing.back(time)
    case .backOut: return Easing.mirrored(time, Easing.back)
    case .backInOut: return Easing.joined(time, Easing.back)
    case .bounceIn: return Easing.bounce(time)
    case .bounceOut: return Easing.mirrored(time, Easing.bounce)
    case .bounceInOut: return Easing.joined(time, Easing.bounce)
    case .elasticIn: return Easing.elastic(time)
    case .elasticOut: return Easing.mirrored(time, Easing.elastic)
    case .elasticInOut: return Easing.joined(time, Easing.elastic)
    }
  }

  /// The out curve of an in curve.
  private static func mirrored(_ time: Double, _ curve: (Double) -> Double) -> Double { 1 - curve(1 - time) }

  /// The in-out curve of an in curve.
  private static func joined(_ time: Double, _ curve: (Double) -> Double) -> Double {
    time < 0.5 ? curve(2 * time) / 2 : 1 - curve(2 - 2 * time) / 2
  }

  private static func back(_ time: Double) -> Double { time * time * (2.70158 * time - 1.70158) }

  private static func elastic(_ time: Double) -> Double {
    -power(2, 10 * time - 10) * sineAndCosine(degrees: (10 * time - 10.75) * 120).sine
  }

  private static func bounce(_ time: Double) -> Double {
    let rest = 1 - time
    let (step, scale) = (2.75, 7.5625)
    let shifted: (offset: Double, base: Double) =
      rest < 1 / step ? (0, 0) : rest < 2 / step ? (1.5, 0.75) : rest < 2.5 / step ? (2.25, 0.9375) : (2.625, 0.984375)
    let distance = rest - shifted.offset / step
    return 1 - (scale * distance * distance + shifted.base)
  }
}
