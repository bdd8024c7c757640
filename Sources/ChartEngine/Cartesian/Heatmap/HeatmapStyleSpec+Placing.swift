import ChartModel
import JSONModel

// Where the cells of matrices and calendars lie, which their order or their days say.

extension HeatmapStyleSpec {
  /// A matrix: cells follow one another row by row, the first row on top.
  func placeMatrix(_ index: Int, in spec: inout CartesianSpec) {
    var style = self
    var channel = colorBy ?? ColorChannelSpec()
    let width = rows.isEmpty ? columns ?? 1 : columnCount
    if !rows.isEmpty {
      let numbers = rows.flatMap { row in row.map { $0 ?? .nan } + Array(repeating: .nan, count: width - row.count) }
      let short = rows.count { $0.count < width }
      if short > 0 {
        spec.notes.append(
          "series[\(index)].rows: \(short.counted("row is", "rows are")) shorter than the longest; what is missing is left empty"
        )
      }
      (channel.values, channel.names) = (.numbers(numbers), [])
    }
    let count = channel.values.count
    let height = (count + width - 1) / max(width, 1)
    style.colorBy = channel.drawable
    let colors = EntryColors(style.colorBy, standard: .black, palette: [], on: Surface(.light))
    var grid = CellGrid()
    let numbers = GrowingArray((0..<count).map { colors.ownColor(of: $0) == nil ? .nan : Double($0 / width) })
    let columnNumbers = (0..<count).map { Double($0 % width) }
    spec.series[index].values = .numbers(numbers)
    if spec.positionScale(orNames: true) == .category {
      spec.name(columns: width, of: index)
      spec.series[index].slots = GrowingArray(columnNumbers)
    } else {
      // Where columns are, the axis says.
      let places = spec.coordinates(of: spec.series[index].positions ?? spec.x.values) ?? GrowingArray([])
      let positions = columnNumbers.map { column -> Double in
        guard !places.isEmpty else { return column }
        let place = Int(saturating: column)
        return places.indices.contains(place) ? places[place] : .nan
      }
      let transform: AxisTransform = spec.positionScale == .log ? .log : .linear
      grid.width = HeatmapStyleSpec.leastDistance(places.map(transform.coordinate)) ?? 1
      spec.series[index].positions = .numbers(positions)
    }
    spec.name(rows: height, of: index)
    grid.cellCount = numbers.count { !$0.isNaN }
    style.grid = grid
    spec.series[index].kind = style.kind
  }

  /// A calendar: a column for each week, a row for each day of it, and a block for each year.
  func placeCalendar(_ index: Int, in spec: inout CartesianSpec) {
    var style = self
    let series = spec.series[index]
    let moments = spec.moments(of: series.positions ?? spec.x.values) ?? GrowingArray([])
    if case .values(let entries) = series.positions ?? spec.x.values {
      let strange = zip(entries, moments).filter { entry, moment in
        if case .text = entry { moment.isNaN } else { false }
      }
      if case .text(let text)? = strange.first?.0 {
        spec.notes.append(
          "series[\(index)].x: \(strange.count.counted("text is no day, and is", "texts are no days, and are")) left out: '\(text.excerpt)'"
        )
      }
    }
    let zone = PlotDataReader.zone(of: spec.x)
    let ends = (spec.day(of: spec.x.min, in: zone), spec.day(of: spec.x.max, in: zone))
    var dayNumbers = moments.map { moment -> Int? in
      guard moment.isFinite, let second = TimeZoneRules.second(of: moment) else { return nil }
      let day = CivilDate.floor(second + zone.offset(at: second), 86_400)
      return day >= ends.0 ?? day && day <= ends.1 ?? day ? day : nil
    }
    let lastYear = dayNumbers.compactMap(\.self).max().map { CivilDate(dayNumber: $0).year } ?? 1970
    let earliest = CivilDate.dayNumber(year: lastYear - HeatmapStyleSpec.mostYears + 1, month: 1)
    let lost = dayNumbers.count { $0.map { $0 < earliest } ?? false }
    if lost > 0 {
      spec.notes.append(
        "series[\(index)]: \(lost.counted("day is", "days are")) more than \(HeatmapStyleSpec.mostYears) years before the last one, and left out"
      )
      dayNumbers = dayNumbers.map { $0.flatMap { $0 < earliest ? nil : $0 } }
    }
    let firstDay = dayNumbers.compactMap(\.self).min() ?? 0
    let cells = CellIndex(
      columns: dayNumbers.map { Int32(clamping: $0.map { $0 - firstDay } ?? -1) },
      rows: dayNumbers.map { $0 == nil ? -1 : 0 }, rowCount: 1)
    // Without colours of their own days have those of their values.
    var channel = colorBy ?? ColorChannelSpec()
    if colorBy == nil, measure != .count { channel.values = series.values }
    style.colorBy = channel.drawable.gathered(
      cells, by: measure ?? (channel.values.isEmpty ? .count : .mean), &spec.notes, series: index,
      saysMeasure: measure != nil)
    let colors = EntryColors(style.colorBy, standard: .black, palette: [], on: Surface(.light))
    var grid = CellGrid()
    grid.days = cells.places.map { $0.column < 0 ? Int.min : firstDay + Int($0.column) }
    grid.firstYear = CivilDate(dayNumber: firstDay).year
    grid.title = colorBy == nil && measure == .count ? "count" : nil
    let places = grid.days.map { day -> (week: Double, row: Double) in
      guard day != Int.min else { return (.nan, .nan) }
      let place = CalendarPlace(day: day, firstYear: grid.firstYear)
      return (Double(place.week), Double(place.row))
    }
    spec.series[index].slots = GrowingArray(places.map(\.week))
    let rows = places.indices.map { colors.ownColor(of: $0) == nil ? .nan : places[$0].row }
    grid.cellCount = rows.count { !$0.isNaN }
    spec.series[index].values = .numbers(rows)
    (spec.series[index].positions, spec.series[index].axis) = (nil, .left)
    style.grid = grid
    spec.series[index].kind = style.kind
    spec.showCalendar(from: grid.firstYear, to: max(lastYear, grid.firstYear))
  }

  /// More years than these are not drawn.
  static let mostYears = 100

  /// The least distance of two different numbers; `nil` for fewer than two.
  static func leastDistance(_ numbers: [Double]) -> Double? {
    let sorted = numbers.filter(\.isFinite).sorted()
    var least = Double.infinity
    for (first, second) in zip(sorted, sorted.dropFirst()) where second > first { least = min(least, second - first) }
    return least.isFinite ? least : nil
  }
}

/// Where a day stands in a calendar.
struct CalendarPlace: Hashable, Sendable {
  let week: Int
  let row: Int

  init(day: Int, firstYear: Int) {
    let date = CivilDate(dayNumber: day)
    let newYear = CivilDate.dayNumber(year: date.year, month: 1)
    week = (day - newYear + CivilDate.weekday(ofDay: newYear)) / 7
    row = (date.year - firstYear) * CellGrid.blockHeight + 1 + date.weekday
  }
}

extension CartesianSpec {
  /// What positions are, of a matrix that says nothing of them: names.
  fileprivate func positionScale(orNames: Bool) -> PositionAxisSpec.Scale {
    x.scale == nil && x.values.isEmpty && !series.contains { $0.positions?.isEmpty == false }
      ? .category : positionScale
  }

  /// Sees to it that so many columns have names: the author's, else their numbers.
  fileprivate mutating func name(columns count: Int, of series: Int) {
    var labels = x.labels.isEmpty && x.values.isEmpty && x.lastDays == nil ? [] : PlotDataReader.labels(of: self)
    let most = min(count, PositionAxisSpec.maximumCount)
    if count > most {
      notes.append("series[\(series)]: \((count - most).counted("column is", "columns are")) too many, and left out")
    }
    if !labels.isEmpty, labels.count < most {
      notes.append("x.labels: \(labels.count.counted("name", "names")) for \(most) columns; the others have numbers")
    }
    labels += (labels.count..<max(most, labels.count)).map { String($0 + 1) }
    (x.labels, x.values, x.lastDays, x.scale) = (labels, .numbers([]), nil, .category)
  }

  fileprivate mutating func name(rows count: Int, of index: Int) {
    let axis: WritableKeyPath<CartesianSpec, ValueAxisSpec> = series[index].axis == .left ? \.y : \.right
    let most = min(count, PositionAxisSpec.maximumCount)
    if count > most {
      notes.append("series[\(index)]: \((count - most).counted("row is", "rows are")) too many, and left out")
    }
    let labels = self[keyPath: axis].labels
    if !labels.isEmpty, labels.count < most {
      let name = series[index].axis == .left ? "y" : "right"
      notes.append("\(name).labels: \(labels.count.counted("name", "names")) for \(most) rows; the others have numbers")
    }
    self[keyPath: axis].labels += (labels.count..<max(most, labels.count)).map { String($0 + 1) }
  }

  /// The axes of a calendar: years and days of the week beside it; months, which the mark writes, on top of each year.
  fileprivate mutating func showCalendar(from first: Int, to last: Int) {
    let names = DateNames(common.format.locale).shortWeekdays
    let years = min(max(last - first + 1, 1), HeatmapStyleSpec.mostYears)
    let weekdays = names.count == 7 ? names : DateNames.english.shortWeekdays
    y.labels = (0..<years).flatMap { [String(first + $0)] + weekdays }
    (y.scale, y.period, y.mostRowShare) = (.category, CellGrid.blockHeight, 1 / 50)
    (x.labels, x.values, x.scale, x.lastDays) = (Array(repeating: "", count: 54), .numbers([]), .category, nil)
    (x.min, x.max, x.ticks, x.hasGaps, x.style.isVisible) = (nil, nil, nil, nil, false)
  }

  /// The day that an end of the positions names; `nil` without one.
  fileprivate func day(of position: PositionSpec?, in zone: TimeZoneRules) -> Int? {
    let moment: Double? =
      switch position {
      case .text(let text)?: try? TimeText.milliseconds(text, in: zone)
      case .number(let number)?: number
      case nil: nil
      }
    return moment.flatMap { $0.isFinite ? TimeZoneRules.second(of: $0) : nil }.map {
      CivilDate.floor($0 + zone.offset(at: $0), 86_400)
    }
  }

  /// A column of positions as moments, in milliseconds since 1970.
  fileprivate func moments(of column: ColumnSpec) -> GrowingArray<Double>? {
    var spec = self
    spec.x.scale = .time
    return spec.coordinates(of: column)
  }

  /// A column of positions as numbers; `nil` for none.
  func coordinates(of column: ColumnSpec) -> GrowingArray<Double>? {
    switch column {
    case .numbers(let numbers): return numbers.isEmpty ? nil : numbers
    case .buffer: return nil
    case .values(let entries):
      let (isTime, zone) = (positionScale == .time, PlotDataReader.zone(of: x))
      return GrowingArray(
        entries.map { entry -> Double in
          switch entry {
          case .number(let number): number
          case .missing: .nan
          case .text(let text): isTime ? (try? TimeText.milliseconds(text, in: zone)) ?? .nan : .nan
          }
        })
    }
  }
}
