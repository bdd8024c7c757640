package import ChartEngine
package import ChartModel
package import Databases

/// The lines of a chart of which it holds a part of the rows, plot by plot: a chart in a layout, small multiples, and what is selected of a
/// chart elsewhere have plots of their own.
package struct ChartLines: Sendable {
  /// Those of one plot.
  package struct Plot: Sendable {
    /// The number of the plot, and which rows of its lines are meant, as ``HeldLine`` has them.
    package var number: Int
    package var rows: HeldLine.Rows
    package var lines: LargeLines
    /// Which of them each series shows; `nil` for one that has no rows.
    package var series: [Int?]
    /// How long a picture waits for rows; `nil` for as long as it takes.
    package var patience: Duration?

    package init(
      number: Int = 0, rows: HeldLine.Rows = .all, _ lines: LargeLines, series: [Int?], patience: Duration?
    ) {
      (self.number, self.rows, self.lines, self.series, self.patience) = (number, rows, lines, series, patience)
    }

    /// Notes that its series are others of the same names.
    package mutating func order(_ names: [String]?, as others: [String]) {
      guard let names, names.count == series.count else { return }
      series = others.map { name in names.firstIndex(of: name).flatMap { series[$0] } }
    }
  }

  package var plots: [Plot]

  package init(_ plots: [Plot]) { self.plots = plots }

  /// What the lines lack that any of them lacks, for people: a part of a sentence.
  package var lack: String? { plots.lazy.compactMap(\.lines.lack).first }

  /// When a database is asked again that gave nothing; `nil` of no lines.
  package var nextTry: ContinuousClock.Instant? { plots.map(\.lines.nextTry).max() }

  /// How long a picture waits for rows that any of them waits for; `nil` for as long as it takes.
  package var patience: Duration? {
    plots.contains { $0.patience == nil } ? nil : plots.compactMap(\.patience).max()
  }

  // MARK: - Charts

  /// Does something with a chart of these lines, with all rows that it asks for: what comes of it is what would come of all rows.
  /// - Parameters:
  ///   - chart: Gets the rows that are asked for, and what `body` makes of it.
  ///   - needs: What its rows were put together for; becomes what they are then.
  ///   - body: Called again as long as it asks for more.
  /// - Returns: What `body` gives; and why not all that it asks for is there, if that is so.
  package func looking<Result, Failure: Error>(
    _ chart: inout Chart, _ needs: inout Set<RowNeed>, _ patience: LargeLines.Patience = LargeLines.Patience(),
    _ body: (inout Chart) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, fault: DatabaseFault?) {
    var (known, held, fault, isExact) = (needs, chart, DatabaseFault?.none, true)
    for look in 1...ChartLines.mostLooks {
      var done = held
      let (result, asked) = try RowNeed.collecting { () throws(Failure) in try body(&done) }
      if asked.isSubset(of: known) || look == ChartLines.mostLooks || fault != nil {
        chart = done
        needs = isExact ? known : []
        return (result, fault)
      }
      held = chart
      do throws(DatabaseFault) {
        // The picture as it was is not drawn again; but what is selected stays so.
        if look == 1 { known = known.filter { !$0.isOfPicture } }
        known.formUnion(asked)
        isExact = try hold(&held, known, patience)
        // Of a picture what is there has to do, but not of a place or a row: what is said of these is so.
        let places = known.filter { !$0.isOfPicture }
        if !isExact, !places.isEmpty {
          _ = try rows(for: places, LargeLines.Patience(viewer: patience.viewer, isCancelled: patience.isCancelled))
          isExact = try hold(&held, known, LargeLines.Patience(limit: .zero, isCancelled: patience.isCancelled))
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
    _ chart: inout Chart, _ needs: inout Set<RowNeed>, _ patience: LargeLines.Patience = LargeLines.Patience()
  ) -> (fault: DatabaseFault?, isExact: Bool) {
    let deadline = patience.limit.map { ContinuousClock.now + $0 }
    var (isExact, patience) = (true, patience)
    var (known, held) = (needs, chart)
    for _ in 0..<ChartLines.mostLooks {
      let asked = RowNeed.collecting { _ = held.layout().scene() }.needs
      if ChartLines.suits(known, asked) { break }
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

  /// Whether rows that were put together for some needs are those of a picture, with few others: more rows do not change it.
  private static func suits(_ needs: Set<RowNeed>, _ asked: Set<RowNeed>) -> Bool {
    asked.isSubset(of: needs) && needs.count <= asked.count + 16
      && needs.allSatisfy { !$0.isOfPicture || asked.contains($0) }
  }

  /// - Returns: Whether the rows are all that are needed.
  private func hold(
    _ chart: inout Chart, _ needs: Set<RowNeed>, _ patience: LargeLines.Patience
  ) throws(DatabaseFault) -> Bool {
    let held = try rows(for: needs, patience)
    var lines: [HeldLine: (x: [Double], y: [Double], rows: HeldRows)] = [:]
    for (plot, held) in zip(plots, held) {
      for (series, line) in plot.series.enumerated() {
        guard let line, held.lines.indices.contains(line) else { continue }
        let place = HeldLine(plot: plot.number, series: series, rows: plot.rows)
        lines[place] = held.lines[line]
        lines[place]?.rows.line = place
      }
    }
    chart.hold { plot in
      for index in plot.series.indices {
        guard let line = plot.series[index].held.flatMap({ lines[$0.line] }) else { continue }
        plot.series[index].positions = .numbers(GrowingArray(line.x))
        plot.series[index].values = .numbers(GrowingArray(line.y))
        plot.series[index].held = line.rows
      }
    }
    return held.allSatisfy(\.isExact)
  }

  // MARK: - Rows

  /// The rows that some needs ask for, of each plot.
  /// - Throws: ``DatabaseFault``
  private func rows(
    for needs: Set<RowNeed>, _ patience: LargeLines.Patience
  ) throws(DatabaseFault) -> [LargeLines.Held] {
    let needs = Dictionary(grouping: needs) { HeldLine(plot: $0.line.plot, rows: $0.line.rows) }
    let own = plots.map { $0.needs(among: needs[HeldLine(plot: $0.number, rows: $0.rows)] ?? []) }
    return try each(own, patience) { plot, own, patience throws(DatabaseFault) in
      try plot.lines.held(for: own, patience)
    }
  }

  /// The rows that a picture of all of each line needs, on most charts.
  /// - Throws: ``DatabaseFault``
  package func rowsAtFirst(_ patience: LargeLines.Patience) throws(DatabaseFault) -> [LargeLines.Held] {
    try each(plots.map { _ in [] }, patience) { plot, _, patience throws(DatabaseFault) in
      try plot.lines.heldAtFirst(patience)
    }
  }

  /// Gets the rows of each plot: what they lack is asked for at once, and waited for together.
  /// - Parameter needs: Those of each plot.
  private func each(
    _ needs: [Set<RowNeed>], _ patience: LargeLines.Patience,
    _ held: (Plot, Set<RowNeed>, LargeLines.Patience) throws(DatabaseFault) -> LargeLines.Held
  ) throws(DatabaseFault) -> [LargeLines.Held] {
    let deadline = patience.limit.map { ContinuousClock.now + $0 }
    var all: [LargeLines.Held] = []
    if plots.count > 1 {
      for (index, plot) in plots.enumerated() { plot.lines.ask(for: needs[index], patience.viewing(plot: index)) }
    }
    for (index, plot) in plots.enumerated() {
      var own = patience.viewing(plot: index)
      own.limit = deadline.map { max($0 - .now, .zero) }
      all.append(try held(plot, needs[index], own))
    }
    return all
  }
}

extension ChartLines.Plot {
  /// Those of some needs of this plot that its lines are to meet, as needs of these.
  fileprivate func needs(among needs: [RowNeed]) -> Set<RowNeed> {
    Set(
      needs.compactMap { need in
        guard series.indices.contains(need.line.series), let line = series[need.line.series] else { return nil }
        return need.on(HeldLine(series: line))
      })
  }
}

extension LargeLines.Patience {
  /// The same for one of several plots: what one needs is not what another did before.
  fileprivate func viewing(plot index: Int) -> LargeLines.Patience {
    var own = self
    if let viewer, index > 0 { own.viewer = "\(viewer)\u{0}\(index)" }
    return own
  }
}
