package import ChartModel
import Synchronization

/// What was asked of the rows of a series of which only some are held (``HeldRows``), so that those that were needed can be seen to.
///
/// Each part of the engine that looks at rows says what it looks for, and goes on with what is held: whoever holds the rows does it
/// again with those that it needed. What comes of that is what would come of all rows.
package enum RowNeed: Hashable, Sendable {
  /// The picture of a stretch of positions. It needs of each of the columns that lie in it its first, least, greatest and last row, or
  /// all of them, and the next rows to both sides.
  /// - Parameter pixelLength: How much of the positions a px is.
  case picture(line: HeldLine, ClosedRange<Double>, pixelLength: Double)
  /// The rows that are nearest to a position: those at the next position with a value, to both sides.
  case beside(line: HeldLine, Double)
  /// The row at a place among all of them.
  case row(line: HeldLine, rank: Int)

  package var line: HeldLine {
    switch self {
    case .picture(let line, _, _), .beside(let line, _), .row(let line, _): line
    }
  }

  /// Whether it is that of a picture, rather than of a place or row.
  package var isOfPicture: Bool { if case .picture = self { true } else { false } }

  /// The same of another line.
  package func on(_ line: HeldLine) -> RowNeed {
    switch self {
    case .picture(_, let positions, let pixelLength): .picture(line: line, positions, pixelLength: pixelLength)
    case .beside(_, let position): .beside(line: line, position)
    case .row(_, let rank): .row(line: line, rank: rank)
    }
  }

  private static let observers = ThreadObservers<RowNeed>()

  static func note(_ need: @autoclosure () -> RowNeed) { observers.tell(need()) }

  /// What is asked of such rows while a body runs, on this thread.
  package static func collecting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, needs: Set<RowNeed>) {
    let needs = Needs()
    let result = try observers.observing({ needs.add($0) }, body)
    return (result, needs.all)
  }

  private final class Needs: Sendable {
    private let needs = Mutex<Set<RowNeed>>([])
    func add(_ need: RowNeed) { needs.withLock { _ = $0.insert(need) } }
    var all: Set<RowNeed> { needs.withLock { $0 } }
  }
}
