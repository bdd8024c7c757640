import ChartModel
import JSONModel

// Cells out of a table: where its positions and values are, or where bins of them are.

extension HeatmapStyleSpec {
  /// Makes the cells of a series whose names have become numbers.
  /// - Complexity: O(*n*) in the number of entries; O(*n* log *n*) where numbers are not brought together in bins.
  func gatherTable(_ index: Int, in spec: inout CartesianSpec) {
    var style = self
    let series = spec.series[index]
    let isLogAcross = spec.positionScale == .log
    let across = isLogAcross ? AxisTransform.log : .linear
    let along = spec.isLog(series.axis) ? AxisTransform.log : .linear
    let isNamed = (x: spec.positionScale == .category, y: spec.valueAxis(series.axis).scale == .category)
    let values = spec.numbers(of: series.values, index)
    let positions = spec.places(of: series, count: values.count)
    let count = min(positions.count, values.count)
    if positions.count != values.count, series.slots != nil || series.positions != nil || !spec.x.values.isEmpty {
      spec.notes.append(
        "series[\(index)]: \(positions.count.counted("position", "positions")) for \(values.count.counted("value", "values")); those without the other are left out"
      )
    }
    let zone = spec.positionScale == .time ? PlotDataReader.zone(of: spec.x) : nil
    let axis = spec.valueAxis(series.axis)
    let ends = (
      x: (spec.number(of: spec.x.min), spec.number(of: spec.x.max)), y: (axis.min, axis.max)
    )
    let (numbersX, numbersY) = (positions.part(0..<count), values.part(0..<count))
    let bins = usedBins(x: isNamed.x ? nil : numbersX, y: isNamed.y ? nil : numbersY)
    // Beside others it has their cells.
    let shared = bins?.shared
    let entryCount = shared?.entryCount ?? count
    let x = CellLine(
      numbersX.transformed(by: across), isNamed: isNamed.x,
      bins: bins.map { $0.x ?? HeatmapStyleSpec.usualCount(of: entryCount, most: 40) },
      ends: (ends.x.0.map(across.coordinate), ends.x.1.map(across.coordinate)), shared: shared?.x, zone: zone)
    let y = CellLine(
      numbersY.transformed(by: along), isNamed: isNamed.y,
      bins: bins.map { $0.y ?? HeatmapStyleSpec.usualCount(of: entryCount, most: 30) },
      ends: (ends.y.0.map(along.coordinate), ends.y.1.map(along.coordinate)), shared: shared?.y, zone: nil)
    let isGrid = bins != nil && x.count * y.count <= 16_000_000
    let channel = colorBy ?? ColorChannelSpec()
    let measure = self.measure ?? (channel.values.isEmpty ? .count : .mean)
    if measure != .count { spec.common.format.areComputed = true }
    let places: [CellIndex.Place]
    if isGrid, measure == .count, channel.values.isEmpty, let counted = x.counts(with: y) {
      // Nobody asks which cell a row is in.
      places = counted.places
      style.colorBy = channel.counted(counted.counts)
    } else {
      let cells =
        isGrid
        ? CellIndex(allOf: x.cells, rows: y.cells, columnCount: x.count, rowCount: y.count)
        : CellIndex(columns: x.cells, rows: y.cells, rowCount: y.count)
      places = cells.places
      style.colorBy = channel.gathered(
        cells, by: measure, &spec.notes, series: index, saysMeasure: self.measure != nil || bins != nil)
    }
    let colors = EntryColors(style.colorBy, standard: .black, palette: [], on: Surface(.light))
    var grid = CellGrid()
    (grid.width, grid.height, grid.isBinned) = (x.step, y.step, bins != nil)
    grid.title = measure == .count ? "count" : nil
    if measure == .count, bins != nil {
      // What the author's numbers are lies along the axes: how many there are is neither money nor a share.
      let isNumberX = !isNamed.x && zone == nil
      grid.hasPlainCounts = isNumberX || (!isNamed.y && axis.scale != .time)
      if isNumberX, spec.x.format == nil { spec.x.format = spec.common.format }
    }
    if bins != nil {
      var domain = CellDomain()
      (domain.x, domain.y, domain.entryCount) = (x.range, y.range, count)
      grid.domain = domain
      grid.countsRows = measure == .count && channel.values.isEmpty
      if isGrid, !x.edges.isEmpty, !y.edges.isEmpty {
        grid.edges = CellEdgeLists(x: x.edges, y: y.edges)
        grid.places = places.map { CellPlace(column: $0.column, row: $0.row) }
      }
    }
    let middles = GrowingArray(places.map { $0.column < 0 ? .nan : across.value(of: x.middle($0.column)) })
    let rows = places.indices.map { cell -> Double in
      guard places[cell].row >= 0, colors.ownColor(of: cell) != nil else { return .nan }
      return along.value(of: y.middle(places[cell].row))
    }
    if isNamed.x { spec.series[index].slots = middles } else { spec.series[index].positions = .numbers(middles) }
    spec.series[index].values = .numbers(GrowingArray(rows))
    grid.cellCount = rows.count { !$0.isNaN }
    style.grid = grid
    spec.series[index].kind = style.kind
    // Cells reach to the ends of the axis.
    guard !isNamed.y else { return }
    if series.axis == .left { spec.y.isNice = false } else { spec.right.isNice = false }
  }

  /// Whether its colours say nothing but how many points there are.
  var onlyCounts: Bool {
    rows.isEmpty && columns == nil && !isCalendar && (measure ?? .count) == .count && (colorBy?.values.isEmpty ?? true)
  }

  /// How points are brought together, if at all: as told, or where those that are only counted lie anywhere, since hardly two of
  /// them would be in one cell.
  /// - Parameters:
  ///   - x: The positions, `nil` for names; as many as there are values.
  ///   - y: The values, `nil` for names.
  private func usedBins(x: GrowingArray<Double>?, y: GrowingArray<Double>?) -> CellBinsSpec? {
    if let bins { return bins.isOn ? bins : nil }
    guard let x, let y, onlyCounts else { return nil }
    let step = max(x.count / 2_000, 1)
    var (columns, rows) = (Set<Double>(), Set<Double>())
    var (count, areWhole) = (0, true)
    for index in stride(from: 0, to: x.count, by: step) where x[index].isFinite && y[index].isFinite {
      columns.insert(x[index])
      rows.insert(y[index])
      count += 1
      areWhole = areWhole && x[index].rounded() == x[index] && y[index].rounded() == y[index]
    }
    // Hours and days of the week are cells of their own, also where most of them are empty.
    let areFew = areWhole && max(columns.count, rows.count) <= 60
    return areFew || columns.count * rows.count <= 4 * count ? nil : CellBinsSpec()
  }

  /// How many bins look well for so many points.
  private static func usualCount(of points: Int, most: Int) -> Int {
    min(max(Int(saturating: Double(points).squareRoot()), 5), most)
  }
}

/// The cells along one axis, and in which of them each entry lies.
private struct CellLine {
  /// Of entries, as coordinates.
  private let numbers: GrowingArray<Double>
  /// The cell of each number that occurs or of each name; `nil` for bins.
  private let own: [Int32]?
  let count: Int
  /// How wide each is, as a coordinate.
  let step: Double
  /// What cells cover that bring numbers together; `nil` for others.
  let range: CellRange?
  private let middles: [Double]
  /// Where those end and the next ones begin; empty for others.
  let edges: [Double]

  /// - Parameters:
  ///   - numbers: As coordinates; of names the numbers of their slots.
  ///   - bins: About how many cells to bring them together in; `nil` for one for each number that occurs.
  ///   - ends: What lies beyond them is in no bin.
  ///   - shared: What the bins of several charts cover together, where the author gives no ends.
  init(
    _ numbers: GrowingArray<Double>, isNamed: Bool, bins: Int?, ends: (Double?, Double?), shared: CellRange?,
    zone: TimeZoneRules?
  ) {
    self.numbers = numbers
    if !isNamed, let bins {
      own = nil
      let lower = [ends.0, shared?.ends.lowerBound].lazy.compactMap(\.self).first(where: \.isFinite)
      let upper = [ends.1, shared?.ends.upperBound].lazy.compactMap(\.self).first(where: \.isFinite)
      let (least, greatest) = (lower ?? -.infinity, upper ?? .infinity)
      let extrema = least <= greatest ? Extrema(ofFinite: numbers, within: least...greatest) : .none
      guard !extrema.isEmpty else {
        (count, step, middles, range, edges) = (1, 1, [0], nil, [])
        return
      }
      let start = lower ?? extrema.min
      let end = max(upper ?? extrema.max, start)
      let covered = Domain(start, end)
      let areWhole = shared?.areWhole ?? numbers.areWhole
      let made = CellEdges(covered, about: bins, areWhole: areWhole, zone: zone)
      (count, step, edges) = (made.count, made.step, made.edges)
      // Around a number alone the cells reach farther than it does, which is not for others that have the same cells.
      range = CellRange(start...end, areWhole: areWhole)
      middles = (0..<made.count).map(made.middle)
      return
    }
    (range, edges) = (nil, [])
    if isNamed {
      let last = numbers.reduce(-1) { $1.isFinite ? max($0, $1) : $0 }
      count = min(max(Int(saturating: last) + 1, 1), PositionAxisSpec.maximumCount)
      let all = count
      own = numbers.map { number in Int(exactly: number).map { $0 >= 0 && $0 < all ? Int32(clamping: $0) : -1 } ?? -1
      }
      (step, middles) = (1, (0..<all).map(Double.init))
      return
    }
    var places: [Double: Int32] = [:]
    let sorted = Set(numbers.filter(\.isFinite)).sorted()
    for (index, number) in sorted.enumerated() { places[number] = Int32(clamping: index) }
    own = numbers.map { places[$0] ?? -1 }
    (count, step, middles) = (max(sorted.count, 1), HeatmapStyleSpec.leastDistance(sorted) ?? 1, sorted)
  }

  func middle(_ index: Int32) -> Double { middles.indices.contains(Int(index)) ? middles[Int(index)] : .nan }

  /// The cell of each entry; -1 for none.
  /// - Complexity: O(*n*)
  var cells: [Int32] {
    if let own { return own }
    return edges.withUnsafeBufferPointer { edges in
      guard let bins = BinFinder(edges, width: step) else { return Array(repeating: -1, count: numbers.count) }
      return numbers.map { Int32(truncatingIfNeeded: bins.bin(of: $0)) }
    }
  }

  /// How many entries lie in each cell of a grid where there are any, column by column; `nil` if not both have bins.
  /// - Parameter rows: Of as many entries.
  /// - Complexity: O(*n*) in the number of entries, and of cells.
  func counts(with rows: CellLine) -> (places: [CellIndex.Place], counts: [Double])? {
    edges.withUnsafeBufferPointer { edges in
      rows.edges.withUnsafeBufferPointer { rowEdges in
        guard let columnBins = BinFinder(edges, width: step), let rowBins = BinFinder(rowEdges, width: rows.step)
        else { return nil }
        var (places, counts): ([CellIndex.Place], [Double]) = ([], [])
        for (cell, count) in columnBins.counts(of: numbers, rowBins, of: rows.numbers).enumerated() where count > 0 {
          places.append((Int32(truncatingIfNeeded: cell / rows.count), Int32(truncatingIfNeeded: cell % rows.count)))
          counts.append(Double(count))
        }
        return (places, counts)
      }
    }
  }
}

extension GrowingArray<Double> {
  fileprivate func transformed(by transform: AxisTransform) -> GrowingArray {
    transform == .linear ? self : GrowingArray(map(transform.coordinate))
  }
}

extension CartesianSpec {
  /// A column's numbers; NaN for everything else, of which texts are told.
  fileprivate mutating func numbers(of column: ColumnSpec, _ index: Int) -> GrowingArray<Double> {
    if case .numbers(let numbers) = column { return numbers }
    let texts = column.entries.count { if case .text = $0 { true } else { false } }
    if texts > 0 {
      let what = texts == 1 ? "1 text is no number, and is" : "\(texts) texts are no numbers, and are"
      notes.append("series[\(index)].values: \(what) left out")
    }
    return GrowingArray(column.plainNumbers)
  }

  /// Where a series' entries are along the positions, as numbers; they just follow one another if nothing says.
  fileprivate func places(of series: SeriesSpec, count: Int) -> GrowingArray<Double> {
    if let slots = series.slots { return slots }
    let isOfNames = positionScale == .category
    if !isOfNames, let own = series.positions.flatMap({ coordinates(of: $0) }) ?? coordinates(of: x.values) {
      return own
    }
    let start = positionScale == .log ? 1.0 : 0
    return GrowingArray((0..<count).map { Double($0) + start })
  }

  fileprivate func number(of position: PositionSpec?) -> Double? {
    switch position {
    case .number(let number)?: number
    case .text(let text)?:
      positionScale == .time ? try? TimeText.milliseconds(text, in: PlotDataReader.zone(of: x)) : nil
    case nil: nil
    }
  }
}
