import ChartEngine
import ChartModel

/// Columns out of a file.
package struct ColumnData: Sendable {
  package var columns: [ColumnPlace: HeldColumn] = [:]
  package var warnings: [String] = []
}

extension ColumnData {
  /// Makes moments of positions that are numbers, but years or days as people write them, where the author says that they
  /// are moments: what came of steps and out of typed tables means what a column of texts does.
  mutating func readCalendarNumbers(_ axis: PositionAxisSpec) {
    guard axis.scale == .time else { return }
    let places = columns.compactMap { place, column -> (ColumnPlace, ColumnPlace, GrowingArray<Double>)? in
      guard let moments = place.asMoments, case .numbers(let numbers) = column.entries else { return nil }
      return (place, moments, numbers)
    }
    // All series together: what are years in one are no milliseconds in another.
    let notations = Set(places.filter { !$0.2.isEmpty }.map { CalendarNumbers.notation(of: $0.2) })
    guard notations.count == 1, let notation = notations.first ?? nil else { return }
    for (place, moments, numbers) in places {
      columns[place] = nil
      columns[moments] = HeldColumn(.numbers(CalendarNumbers.moments(numbers, as: notation, in: axis.zone)))
    }
  }
}

extension ColumnPlace {
  /// The place of the same positions where they are moments; `nil` for what are no positions.
  fileprivate var asMoments: ColumnPlace? {
    switch self {
    case .positions: .moments
    case .ownPositions(let series): .ownMoments(series: series)
    default: nil
    }
  }
}
