import ChartModel

extension PlotData {
  /// The data of a spec that has become longer at the end, and maybe shorter at the beginning, made out of those before.
  /// - Parameters:
  ///   - spec: The spec that these data are of, with other columns.
  ///   - dropped: For each series how many of its first entries are gone.
  /// - Returns: `nil` where only reading all of them again tells: the axis has names, there are bars, which share slots, or
  ///   points are out of order or have no place.
  /// - Complexity: O(*k*) in the number of new points, amortised.
  func grown(to spec: CartesianSpec, dropping dropped: [Int]) -> PlotData? {
    // The first point says what positions are.
    guard !axis.isCategory, axis.scale == spec.positionScale, warnings.isEmpty, series.count == spec.series.count,
      dropped.count == series.count
    else { return nil }
    var grown: [PlotSeries] = []
    for (old, dropped) in zip(series, dropped) {
      let isLog = spec.valueScale(of: old.index) == .log
      guard let series = old.grown(to: spec, on: axis, isLog: isLog, dropping: dropped) else { return nil }
      grown.append(series)
    }
    return PlotData(axis: axis, series: grown)
  }
}

extension PlotData {
  /// Whether ``grown(to:dropping:)`` will take in so many more points of each series without looking at all of them.
  /// - Parameter position: Where the first of them is, and none of the others is before it; `nil` if they have no positions.
  func growsInPlace(by count: Int, from position: Double?) -> Bool {
    guard !axis.isCategory, axis != .log, warnings.isEmpty else { return false }
    return series.allSatisfy { $0.growsInPlace(by: count, from: position) }
  }
}

extension PlotSeries {
  fileprivate func growsInPlace(by count: Int, from position: Double?) -> Bool {
    guard !standsInSlots, order == nil, held == nil, points.count == values.count, points.count > 0, interval == nil
    else {
      return false
    }
    guard values.hasRoom(for: count), points.values.hasRoom(for: count), points.positions.hasRoom(for: count) else {
      return false
    }
    guard let position else { return points.positions.isRegular }
    return !points.positions.isRegular && position >= points.positions[points.count - 1]
  }

  fileprivate func grown(to spec: CartesianSpec, on axis: PlotAxis, isLog: Bool, dropping dropped: Int) -> PlotSeries? {
    let series = spec.series[index]
    guard !standsInSlots, order == nil, held == nil, points.count == values.count, interval == nil,
      case .numbers(let numbers) = series.values
    else {
      return nil
    }
    let new = numbers.count - (values.count - dropped)
    guard dropped >= 0, dropped <= values.count, new >= 0 else { return nil }
    let added = numbers.part(numbers.count - new..<numbers.count)
    guard added.allSatisfy({ $0.isNaN || ($0.isFinite && (!isLog || $0 > 0)) }) else { return nil }
    var coordinates = numbers
    if isLog {
      coordinates = points.values.values
      coordinates.drop(first: dropped)
      coordinates.append(contentsOf: added.map(AxisTransform.log.coordinate))
    }
    guard let positions = positions(grownTo: spec, on: axis, count: numbers.count, new: new, dropping: dropped),
      let points = try? PointColumns(positions, points.values.grown(to: coordinates, dropping: dropped))
    else { return nil }
    var grown = PlotSeries(index: index, spec: series, points: points, values: numbers, order: nil)
    (grown.isLog, grown.isOfMoments) = (isLog, isOfMoments)
    return grown
  }

  private func positions(
    grownTo spec: CartesianSpec, on axis: PlotAxis, count: Int, new: Int, dropping dropped: Int
  ) -> PositionColumn? {
    let given = spec.series[index].positions ?? (spec.x.values.isEmpty ? nil : spec.x.values)
    switch (points.positions.storage, given) {
    case (.regular, nil): return try? PositionColumn(start: 0, step: 1, count: count)
    case (.explicit(var coordinates), .numbers(let numbers)?):
      guard numbers.count == count else { return nil }
      guard axis == .log else { return try? PositionColumn.grown(to: numbers, new: new) }
      let added = numbers.part(count - new..<count)
      guard added.allSatisfy({ $0 > 0 }) else { return nil }
      coordinates.drop(first: dropped)
      coordinates.append(contentsOf: added.map(AxisTransform.log.coordinate))
      return try? PositionColumn.grown(to: coordinates, new: new)
    default: return nil
    }
  }
}

extension CartesianSpec {
  fileprivate func valueScale(of index: Int) -> ValueAxisSpec.Scale {
    (series[index].axis == .left ? y : right).scale
  }
}
