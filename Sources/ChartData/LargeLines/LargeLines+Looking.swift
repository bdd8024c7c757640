package import ChartEngine
import ChartModel
package import Databases

extension LargeLines {
  /// Does something with a chart of these lines, with all rows that it asks for: what comes of it is what would come of all rows.
  /// - Parameters:
  ///   - chart: Gets the rows that are asked for, and what `body` makes of it.
  ///   - needs: What its rows were put together for; becomes what they are then.
  ///   - body: Called again as long as it asks for more.
  /// - Returns: What `body` gives; and why not all that it asks for is there, if that is so.
  package func looking<Result, Failure: Error>(
    _ chart: inout Chart, _ needs: inout Set<RowNeed>, _ patience: Patience = Patience(),
    _ body: (inout Chart) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, fault: DatabaseFault?) {
    var (known, held, fault, isExact) = (needs, chart, DatabaseFault?.none, true)
    for look in 1...LargeLines.mostLooks {
      var done = held
      let (result, asked) = try RowNeed.collecting { () throws(Failure) in try body(&done) }
      if asked.isSubset(of: known) || look == LargeLines.mostLooks || fault != nil {
        chart = done
        needs = isExact ? known : []
        return (result, fault)
      }
      held = chart
      do throws(DatabaseFault) {
        known.formUnion(asked)
        isExact = try hold(&held, known, patience)
        // Of a picture what is there has to do, but not of a place or a row: what is said of these is so.
        let places = known.filter { if case .picture = $0 { false } else { true } }
        if !isExact, !places.isEmpty {
          _ = try self.held(for: places, Patience(viewer: patience.viewer, isCancelled: patience.isCancelled))
          isExact = try hold(&held, known, Patience(limit: .zero, isCancelled: patience.isCancelled))
        }
      } catch {
        (fault, isExact) = (error, false)
      }
    }
    return (try body(&chart), fault)
  }

  /// Each time rows are there that lead to the next ones, such as those at which scrolling comes to rest.
  private static let mostLooks = 8

  /// Gives a chart the rows that its picture needs, and no others.
  /// - Parameter needs: Becomes what they are put together for.
  /// - Returns: Why they are not there, if that is so, when the chart is as it was; and whether they are all.
  package func fit(
    _ chart: inout Chart, _ needs: inout Set<RowNeed>, _ patience: Patience = Patience()
  ) -> (fault: DatabaseFault?, isExact: Bool) {
    let deadline = patience.limit.map { ContinuousClock.now + $0 }
    var (isExact, patience) = (true, patience)
    var (known, held) = (needs, chart)
    for _ in 0..<LargeLines.mostLooks {
      let asked = RowNeed.collecting { _ = held.layout().scene() }.needs
      if asked == known { break }
      do throws(DatabaseFault) {
        if let deadline { patience.limit = max(deadline - .now, .zero) }
        isExact = try hold(&held, asked, patience)
        known = asked
        // What is there has to do.
        if !isExact { break }
      } catch {
        return (error, false)
      }
    }
    chart = held
    needs = isExact ? known : []
    return (nil, isExact)
  }

  /// - Returns: Whether the rows are all that are needed.
  @discardableResult
  private func hold(_ chart: inout Chart, _ needs: Set<RowNeed>, _ patience: Patience) throws(DatabaseFault) -> Bool {
    let rows = try held(for: needs, patience)
    guard let plot = chart.spec.content as? CartesianSpec else { return true }
    chart.update(spec: ChartSpec(plot.holding(rows)))
    return rows.isExact
  }
}
