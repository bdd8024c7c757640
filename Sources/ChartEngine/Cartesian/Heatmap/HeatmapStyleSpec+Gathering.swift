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
      ends: (
        ends.x.0.map(across.coordinate) ?? shared?.x?.lowerBound,
        ends.x.1.map(across.coordinate) ?? shared?.x?.upperBound
      ), zone: zone)
    let y = CellLine(
      numbersY.transformed(by: along), isNamed: isNamed.y,
      bins: bins.map { $0.y ?? HeatmapStyleSpec.usualCount(of: entryCount, most: 30) },
      ends: (
        ends.y.0.map(along.coordinate) ?? shared?.y?.lowerBound, ends.y.1.map(along.coordinate) ?? shared?.y?.upperBound
      ), zone: nil)
    let isGrid = bins != nil && x.count * y.count <= 16_000_000
    let cells =
      isGrid
      ? CellIndex(allOf: x.cells, rows: y.cells, columnCount: x.count, rowCount: y.count)
      : CellIndex(columns: x.cells, rows: y.cells, rowCount: y.count)
    let channel = colorBy ?? ColorChannelSpec()
    let measure = self.measure ?? (channel.values.isEmpty ? .count : .mean)
    if measure != .count { spec.common.format.areComputed = true }
    style.colorBy = channel.gathered(
      cells, by: measure, &spec.notes, series: index, saysMeasure: self.measure != nil || bins != nil)
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
      (domain.x, domain.y, domain.entryCount) = (x.domain, y.domain, count)
      grid.domain = domain
      grid.countsRows = measure == .count && channel.values.isEmpty
      if isGrid, !x.edges.isEmpty, !y.edges.isEmpty {
        grid.edges = CellEdgeLists(x: x.edges, y: y.edges)
        grid.places = cells.places.map { CellPlace(column: $0.column, row: $0.row) }
      }
    }
    let places = GrowingArray(cells.places.map { $0.column < 0 ? .nan : across.value(of: x.middle($0.column)) })
    let rows = cells.places.indices.map { cell -> Double in
      guard cells.places[cell].row >= 0, colors.ownColor(of: cell) != nil else { return .nan }
      return along.value(of: y.middle(cells.places[cell].row))
    }
    if isNamed.x { spec.series[index].slots = places } else { spec.series[index].positions = .numbers(places) }
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
  let cells: [Int32]
  let count: Int
  /// How wide each is, as a coordinate.
  let step: Double
  /// What cells cover that bring numbers together; `nil` for others.
  let domain: ClosedRange<Double>?
  private let middles: [Double]
  /// Where those end and the next ones begin; empty for others.
  let edges: [Double]

  /// - Parameters:
  ///   - numbers: As coordinates; of names the numbers of their slots.
  ///   - bins: About how many cells to bring them together in; `nil` for one for each number that occurs.
  ///   - ends: What lies beyond them is in no bin.
  init(
    _ numbers: GrowingArray<Double>, isNamed: Bool, bins: Int?, ends: (Double?, Double?), zone: TimeZoneRules?
  ) {
    if !isNamed, let bins {
      let (lower, upper) = (ends.0.flatMap { $0.isFinite ? $0 : nil }, ends.1.flatMap { $0.isFinite ? $0 : nil })
      let (least, greatest) = CellLine.extent(numbers, lower ?? -.infinity, upper ?? .infinity)
      guard least <= greatest else {
        (cells, count, step, middles) = (Array(repeating: -1, count: numbers.count), 1, 1, [0])
        (domain, edges) = (nil, [])
        return
      }
      let covered = Domain(lower ?? least, max(upper ?? greatest, lower ?? least))
      let made = CellEdges(covered, about: bins, zone: zone)
      (cells, count, step) = (made.cells(of: numbers), made.count, made.step)
      edges = (0...made.count).map(made.edge)
      domain = covered.lower...max(covered.upper, covered.lower)
      middles = (0..<made.count).map(made.middle)
      return
    }
    (domain, edges) = (nil, [])
    if isNamed {
      let last = numbers.reduce(-1) { $1.isFinite ? max($0, $1) : $0 }
      count = min(max(Int(saturating: last) + 1, 1), PositionAxisSpec.maximumCount)
      let all = count
      cells = numbers.map { number in Int(exactly: number).map { $0 >= 0 && $0 < all ? Int32(clamping: $0) : -1 } ?? -1
      }
      (step, middles) = (1, (0..<all).map(Double.init))
      return
    }
    var places: [Double: Int32] = [:]
    let sorted = Set(numbers.filter(\.isFinite)).sorted()
    for (index, number) in sorted.enumerated() { places[number] = Int32(clamping: index) }
    cells = numbers.map { places[$0] ?? -1 }
    (count, step, middles) = (max(sorted.count, 1), HeatmapStyleSpec.leastDistance(sorted) ?? 1, sorted)
  }

  func middle(_ index: Int32) -> Double { middles.indices.contains(Int(index)) ? middles[Int(index)] : .nan }

  private static func extent(
    _ numbers: GrowingArray<Double>, _ lower: Double, _ upper: Double
  ) -> (least: Double, greatest: Double) {
    numbers.withUnsafeBufferPointer { numbers in
      var (least, greatest) = (Double.infinity, -Double.infinity)
      for number in numbers where number.isFinite && number >= lower && number <= upper {
        least = number < least ? number : least
        greatest = number > greatest ? number : greatest
      }
      return (least, greatest)
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
