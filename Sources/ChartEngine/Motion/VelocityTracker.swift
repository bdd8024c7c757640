/// Where something that is dragged was during the last moments, and how fast it is when it is let go.
public struct VelocityTracker: Hashable, Sendable {
  /// Where it was at a moment, in seconds.
  struct Sample: Hashable, Sendable {
    var time: Double
    var place: Double
  }

  /// Speed is measured over the last moments before a pointer is lifted, in seconds.
  private static let window = 0.1
  /// However many reports come in these moments, so many are kept.
  static let maximumCount = 256

  /// Oldest first, no older than the time that speed is measured over.
  private(set) var samples: [Sample] = []

  /// The last place that was reported.
  var place: Double? { samples.last?.place }

  /// Whether all its numbers are such as reports give it.
  var isPossible: Bool { samples.allSatisfy { $0.time.isFinite && $0.place.isFinite } }

  /// Takes a report. What comes at the same moment as the one before, or an earlier one, takes that one's place.
  mutating func add(_ place: Double, at time: Double) {
    let last = samples.last?.time ?? time
    if !samples.isEmpty, time <= last { samples.removeLast() }
    samples.append(Sample(time: max(time, last), place: place))
    // One sample older than the window is kept, so that two slow reports still give a speed.
    while samples.count > 2, samples[1].time < time - VelocityTracker.window { samples.removeFirst() }
    if samples.count > VelocityTracker.maximumCount { samples.removeFirst() }
  }

  /// The speed a second with which it is let go.
  /// - Parameter speeds: Slower is no motion; faster is taken for a jump of the pointer, and limited.
  /// - Returns: `nil` if it is too slow, or unknown.
  func velocity(at time: Double?, within speeds: ClosedRange<Double>) -> Double? {
    let window = VelocityTracker.window
    guard let time, let last = samples.last, time - last.time <= window,
      let first = samples.first(where: { $0.time >= last.time - window && $0.time < last.time })
        ?? samples.dropLast().last,
      last.time > first.time, last.time - first.time <= 2 * window
    else { return nil }
    let velocity = (last.place - first.place) / max(last.time - first.time, 0.001)
    guard abs(velocity) >= speeds.lowerBound else { return nil }
    return min(max(velocity, -speeds.upperBound), speeds.upperBound)
  }
}
