import ChartModel

/// An axis along which a plot is brushed: from coordinates to places, and to what a brush keeps.
struct BrushAxis: Sendable {
  /// From coordinates to px.
  let map: PixelMap
  /// All there is, as coordinates.
  let full: ClosedRange<Double>
  let transform: AxisTransform
  /// Whether it has names, of which each is brushed as a whole.
  let isNamed: Bool

  /// Whether greater coordinates are farther up.
  var growsUpwards: Bool { map.growsBackwards }

  /// The coordinates of an interval of values, brought to where there is something.
  /// - Returns: `nil` for what lies beyond all there is.
  func coordinates(of values: ClosedRange<Double>) -> ClosedRange<Double>? {
    let ends = [values.lowerBound, values.upperBound].map { value in
      let place = transform.coordinate(of: value)
      // On a logarithmic axis 0 and less is before all else.
      return place.isNaN ? -.infinity : place
    }
    let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    guard high >= full.lowerBound, low <= full.upperBound else { return nil }
    return max(low, full.lowerBound)...min(high, full.upperBound)
  }

  /// The values of an interval of coordinates: of names those that it touches.
  func values(of coordinates: ClosedRange<Double>) -> ClosedRange<Double> {
    let ends = [coordinates.lowerBound, coordinates.upperBound].map(transform.value(of:)).sorted()
    guard isNamed else { return ends[0]...ends[1] }
    // Where two names meet the interval touches that one of which it has more.
    let (first, last) = ((ends[0] + 1e-6).rounded(), (ends[1] - 1e-6).rounded())
    return first - 0.5...max(first, last) + 0.5
  }

  /// The px that an interval of coordinates takes up, from the lesser one; `nil` where coordinates have no places.
  func pixels(of coordinates: ClosedRange<Double>) -> ClosedRange<Double>? {
    let ends = [map.pixel(of: coordinates.lowerBound), map.pixel(of: coordinates.upperBound)]
    guard ends.allSatisfy(\.isFinite) else { return nil }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// The coordinate at a place, brought to where there is something; `nil` where places say nothing.
  func coordinate(at place: Double) -> Double? {
    guard map.isInvertible, place.isFinite else { return nil }
    let coordinate = map.value(at: place)
    return coordinate.isFinite ? min(max(coordinate, full.lowerBound), full.upperBound) : nil
  }

  /// A value with no more digits than tell it from those a pixel beside it: who drew an interval meant no more.
  /// - Parameter zone: Where values are moments.
  func readable(_ value: Double, in zone: TimeZoneRules?) -> Double {
    let place = map.pixel(of: transform.coordinate(of: value))
    guard map.isInvertible, place.isFinite else { return value }
    let worth = abs(
      transform.value(of: map.value(at: place + 0.5)) - transform.value(of: map.value(at: place - 0.5)))
    guard worth > 0, worth.isFinite else { return value }
    return zone.map { $0.rounded(value, to: worth) } ?? value.rounded(toTenTo: decimalLogarithm(worth).rounded(.down))
  }

  /// What becomes of an interval when one of its ends goes on to the next stop.
  /// - Parameters:
  ///   - anchor: Where it began: its other end goes on. Without it that is the upper one.
  ///   - isUp: Whether it goes towards greater coordinates.
  ///   - stops: Coordinates in rising order; beyond them there are the ends of all there is. Those of names are the edges of slots.
  /// - Returns: `nil` where there is nothing to be brushed.
  func drawnOn(
    _ before: ClosedRange<Double>?, from anchor: Double?, isUp: Bool, stops: [Double]
  ) -> ClosedRange<Double>? {
    let slack = (full.upperBound - full.lowerBound) * 1e-9
    guard slack > 0, slack.isFinite, anchor.map(full.contains) ?? true else { return nil }
    func above(_ place: Double) -> Double {
      let stop =
        isNamed ? (place + slack + 0.5).rounded(.down) + 0.5 : stops.first { $0 > place + slack } ?? full.upperBound
      return min(max(stop, full.lowerBound), full.upperBound)
    }
    func below(_ place: Double) -> Double {
      let stop =
        isNamed ? (place - slack - 0.5).rounded(.up) - 0.5 : stops.last { $0 < place - slack } ?? full.lowerBound
      return min(max(stop, full.lowerBound), full.upperBound)
    }
    func between(_ low: Double, _ high: Double) -> ClosedRange<Double> { min(low, high)...max(low, high) }
    guard let before else {
      // Who begins on a stop has what lies the way that is taken.
      let start = anchor ?? (isNamed || stops.isEmpty ? full.lowerBound : above(full.lowerBound))
      return isUp ? between(below(above(start)), above(start)) : between(below(start), above(below(start)))
    }
    let (lower, upper) = (before.lowerBound, before.upperBound)
    let isOneStep = above(lower) >= upper - slack
    let movesUpper = isOneStep ? isUp || anchor == nil : anchor.map { $0 <= lower / 2 + upper / 2 } ?? true
    if movesUpper {
      let end = isUp ? above(upper) : below(upper)
      return end > lower + slack ? lower...end : before
    }
    let end = isUp ? above(lower) : below(lower)
    return end < upper - slack ? end...upper : before
  }

  /// What becomes of an interval when a pointer that went down at one coordinate is at another one.
  func dragged(
    _ part: BrushDrag.Part, _ before: ClosedRange<Double>?, from origin: Double, to place: Double
  ) -> ClosedRange<Double>? {
    func between(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
    guard let before else { return part == .new ? between(origin, place) : nil }
    switch part {
    case .none: return before
    case .new: return between(origin, place)
    case .lower: return between(place, before.upperBound)
    case .upper: return between(before.lowerBound, place)
    case .whole:
      var way = place - origin
      // A step from name to name.
      if isNamed { way = way.rounded() }
      way = min(max(way, full.lowerBound - before.lowerBound), full.upperBound - before.upperBound)
      return way.isFinite ? before.lowerBound + way...max(before.upperBound + way, before.lowerBound + way) : before
    }
  }
}
