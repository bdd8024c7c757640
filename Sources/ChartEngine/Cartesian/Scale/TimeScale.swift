/// Instants, in milliseconds since 1970-01-01T00:00Z, at places that are linear in time: an hour is as long on the day
/// when clocks are changed as on any other. The calendar is a matter of the ticks.
struct TimeScale: StraightScale {
  let domain: Domain
  let range: PixelRange
  let map: AffineMap

  /// The first and the last instant that the calendar knows, in ms.
  static let earliest = Double(CivilDate(year: CivilDate.years.lowerBound, month: 1, day: 1).dayNumber) * 86_400_000
  static let latest = Double(CivilDate(year: CivilDate.years.upperBound, month: 12, day: 31).dayNumber) * 86_400_000

  /// A scale between two instants, in either order. A single one is shown in the middle of a day.
  init(_ first: Double, _ second: Double, _ range: PixelRange) {
    let day = 86_400_000.0
    let bounds = [first, second].map { min(max($0, TimeScale.earliest + day), TimeScale.latest - day) }
    domain = Domain(
      first.isFinite ? bounds[0] : .nan, second.isFinite ? bounds[1] : .nan, halfWidth: day / 2)
    self.range = range
    map = AffineMap(domain, range)
  }
}
