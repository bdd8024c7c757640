import ChartModel
import JSONModel

/// Where the cells along an axis begin and end, as coordinates: round numbers at equal distances.
struct CellEdges: Hashable, Sendable {
  /// How wide each is.
  let step: Double
  /// The number of the first edge: so many steps from where they are counted from.
  private let first: Double
  private let origin: Double
  let count: Int

  /// - Parameters:
  ///   - wanted: About how many.
  ///   - areWhole: Whether all numbers are whole.
  ///   - zone: Of moments: where days begin.
  init(_ domain: Domain, about wanted: Int, areWhole: Bool, zone: TimeZoneRules? = nil) {
    let wanted = max(wanted, 1)
    var (step, origin) = (0.0, 0.0)
    if let zone {
      (step, origin) = CellEdges.time(domain, wanted, zone)
    } else {
      step = NumberBins(covering: domain.lower...domain.upper, count: wanted, areWhole: areWhole).width
    }
    let first = ((domain.lower - origin) / step).rounded(.down)
    let last = ((domain.upper - origin) / step).rounded(.up)
    guard step > 0, step.isFinite, first.isFinite, last.isFinite, abs(first) < 1e15, abs(last) < 1e15,
      last - first <= Double(4 * CellBinsSpec.maximumCount)
    else {
      // Numbers so large or so near to one another that there is nothing round between them.
      let width = domain.span.isFinite ? domain.span : .greatestFiniteMagnitude
      (self.step, self.first, self.origin, count) = (width, 0, domain.lower, 1)
      return
    }
    // The largest number on the last edge lies in the last cell.
    (self.step, self.first, self.origin, count) = (step, first, origin, max(Int(saturating: last - first), 1))
  }

  private static func time(_ domain: Domain, _ wanted: Int, _ zone: TimeZoneRules) -> (step: Double, origin: Double) {
    let day = 86_400.0
    let ladder = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
    let days = [1, 2, 7, 14, 28, 91, 182, 365, 730, 1826, 3652, 36_524].map { $0 * day }
    let least = domain.span / 1000 / Double(wanted)
    let seconds = (ladder.map(Double.init) + days).first { $0 >= least * (1 - 1e-9) }
    guard let seconds else { return (domain.span / Double(wanted), domain.lower) }
    let offset = TimeZoneRules.second(of: domain.lower).map { Double(zone.offset(at: $0)) } ?? 0
    // Weeks begin on Mondays: 1970-01-05 was one.
    let monday = seconds >= 7 * day ? 4 * day : 0
    return (seconds * 1000, (monday - offset) * 1000)
  }

  /// Where a cell begins.
  func edge(_ index: Int) -> Double {
    let number = first + Double(index)
    // Tenths as they are written, rather than as a sum of tenths.
    let inverse = (1 / step).rounded()
    if step < 1, origin == 0, inverse < 1e15, abs(inverse * step - 1) < 1e-9 { return number / inverse }
    return origin + number * step
  }

  func middle(_ index: Int) -> Double { edge(index) / 2 + edge(index + 1) / 2 }

  /// All of them, one more than there are cells.
  var edges: [Double] { (0...count).map(edge) }
}
