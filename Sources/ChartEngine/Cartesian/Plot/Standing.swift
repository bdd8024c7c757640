import ChartModel
import JSONModel

/// How the series that are seen share slots, on what each stands, and where their points so are.
struct Standing: Sendable {
  let groups: BarGroups
  let stacks: Stacks
  /// Series that would stand on others, but for their positions or their axis.
  let alone: [Int]
  /// The data with lines that stand on others where these end (M3).
  let data: PlotData

  init(_ spec: CartesianSpec, _ data: PlotData, hidden: [Bool]) {
    let seen = data.series.filter { !(hidden.indices.contains($0.index) && hidden[$0.index]) }
    var own: [Int: [Stacks.Span]] = [:]
    for series in seen { own[series.index] = series.spec.kind.markStyle.spans(of: series) }
    let stackable = seen.map { ($0, own[$0.index] == nil ? spec.stack(of: $0.spec) : nil) }
    // Bars with positions of their own may have nobody to stand on.
    groups = BarGroups(
      stackable.filter(\.0.standsInSlots).map { series, stack in
        let style = series.spec.kind.markStyle
        // Bins are the same of all series.
        let isShared = series.spec.positions == nil || style.positionExtent != nil
        return (series.index, isShared ? stack : nil, !style.sharesSlots)
      },
      layout: spec.bars)
    let (lines, alone) = Standing.lines(stackable, spec)
    self.alone = alone
    var aligned: [Int: AlignedPoints] = [:]
    for line in lines where line.isMixed {
      let members = line.series.compactMap { data.series($0) }
      let positions = AlignedPoints.union(of: members.map(\.points.positions))
      for series in members { aligned[series.index] = AlignedPoints(of: series.points.positions, among: positions) }
    }
    let standing = Stacks(
      columns: groups.columns.map { Stacks.Column(series: $0, isParted: true) }
        + lines.map { Stacks.Column(series: $0.series, isParted: false) }, spec.stacking ?? .sum,
      bases: own.mapValues { $0.map(\.base) }
    ) { index in
      if let spans = own[index] { return spans.map(\.end)[...] }
      guard let series = data.series(index) else { return [] }
      let values = (0..<series.points.count).map { series.value(at: $0) }
      return aligned[index].map { $0.values(values) } ?? values[...]
    }
    stacks = standing.taking(aligned.mapValues(\.places))
    // What is drawn of running sums ends elsewhere than their values, which are changes.
    let sums = seen.filter { !$0.isLog && type(of: $0.spec.kind.style).addsUp }.map(\.index)
    guard !lines.isEmpty || !sums.isEmpty else {
      self.data = data
      return
    }
    let moved = Set(lines.flatMap(\.series) + sums)
    self.data = PlotData(
      axis: data.axis,
      series: data.series.map { [stacks] series in
        guard moved.contains(series.index) else { return series }
        return series.standing(
          stacks.spans(of: series.index), outline: standing.spans(of: series.index),
          at: aligned[series.index]?.positions ?? series.points.positions)
      },
      warnings: data.warnings)
  }

  /// Lines that stand on one another.
  private struct Lines {
    /// Of the longest while all begin with the same.
    var positions: PositionColumn
    var series: [Int]
    /// Whether some have positions that others have not.
    var isMixed = false
  }

  /// The lines that stand on one another, by their stacks and axes, in the order of the series, and those that can't.
  /// - Complexity: O(*n*) where series have positions of their own.
  private static func lines(
    _ series: [(PlotSeries, stack: String?)], _ spec: CartesianSpec
  ) -> (columns: [Lines], alone: [Int]) {
    struct Place: Hashable { var (stack, axis): (String, SeriesSpec.AxisSide) }
    var columns: [Lines] = []
    var (places, alone): ([Place: Int], [Int]) = ([:], [])
    for (series, stack) in series {
      guard let stack, !series.standsInSlots else { continue }
      let place = Place(stack: stack, axis: series.spec.axis)
      if spec.isLog(series.spec.axis) {
        // A sum has no place among logarithms.
        alone.append(series.index)
      } else if let column = places[place] {
        let positions = series.points.positions
        if !columns[column].isMixed, positions.isPrefix(columns[column].positions) {
          columns[column].series.append(series.index)
          if positions.count > columns[column].positions.count { columns[column].positions = positions }
        } else if positions.isRising, columns[column].isMixed || columns[column].positions.isRising {
          columns[column].series.append(series.index)
          columns[column].isMixed = true
        } else {
          // Which of several entries at one place another one stands on, nobody knows.
          alone.append(series.index)
        }
      } else {
        places[place] = columns.count
        columns.append(Lines(positions: series.points.positions, series: [series.index]))
      }
    }
    return (columns, alone)
  }
}

extension CartesianSpec {
  func isLog(_ side: SeriesSpec.AxisSide) -> Bool { valueAxis(side).scale == .log }
}

extension PositionColumn {
  /// Whether it has the same positions as another one, as far as the shorter one goes.
  fileprivate func isPrefix(_ other: PositionColumn) -> Bool {
    (0..<min(count, other.count)).allSatisfy { self[$0] == other[$0] }
  }

  /// Whether no position comes twice.
  fileprivate var isRising: Bool { isRegular || count < 2 || (1..<count).allSatisfy { self[$0] > self[$0 - 1] } }
}

extension PlotSeries {
  /// The series on what is below it.
  /// - Parameters:
  ///   - spans: From where to where each of its points reaches.
  ///   - outlineSpans: The same of its area, at the positions of all that it stands among.
  fileprivate func standing(
    _ spans: [Stacks.Span], outline outlineSpans: [Stacks.Span], at positions: PositionColumn
  ) -> PlotSeries {
    let own = self.points.values
    guard spans.count == points.count, outlineSpans.count == positions.count,
      let outline = try? PointColumns(positions, ValueColumn(outlineSpans.map(\.end))),
      // Where an area ends in a point there is no entry.
      let points = try? PointColumns(
        points.positions, ValueColumn(spans.indices.map { own[$0].isNaN ? .nan : spans[$0].end }))
    else { return self }
    var series = PlotSeries(index: index, spec: spec, points: points, values: values, order: order)
    (series.base, series.interval, series.outline) = (ValueColumn(outlineSpans.map(\.base)), interval, outline)
    (series.isLog, series.isOfMoments, series.valueNames) = (isLog, isOfMoments, valueNames)
    return series
  }
}
