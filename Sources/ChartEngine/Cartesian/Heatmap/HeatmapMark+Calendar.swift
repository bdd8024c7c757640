import ChartModel

// What a calendar has besides its days: the names of its months, and lines between them.

extension HeatmapMark {
  /// The years that have a block.
  private var years: [Int] {
    guard style.isCalendar, let last = grid.days.max(), last != Int.min else { return [] }
    let lastYear = CivilDate(dayNumber: last).year
    return Array(grid.firstYear...max(min(lastYear, grid.firstYear + HeatmapStyleSpec.mostYears), grid.firstYear))
  }

  /// Where a column and a row begin, in px.
  private func corner(week: Int, row: Int) -> Point {
    Point(
      x: stage.window.map.pixel(of: Double(week) - 0.5).rounded() - gap / 2,
      y: axis.map.pixel(of: axis.transform.coordinate(of: Double(row) - 0.5)).rounded() - gap / 2)
  }

  /// Lines around months, where each begins.
  var separators: [Node] {
    var path = Path()
    for year in years {
      let top = (year - grid.firstYear) * CellGrid.blockHeight + 1
      for month in 2...12 {
        let place = CalendarPlace(day: CivilDate.dayNumber(year: year, month: month), firstYear: grid.firstYear)
        // Down the left of its first week, from its first day on, and before that down the right of the same week.
        path.move(to: corner(week: place.week, row: top + 7))
        path.line(to: corner(week: place.week, row: place.row))
        guard place.row > top else { continue }
        path.line(to: corner(week: place.week + 1, row: place.row))
        path.line(to: corner(week: place.week + 1, row: top))
      }
    }
    guard !path.elements.isEmpty else { return [] }
    let color = stage.canvas.surface.secondaryText
    return [Node(.path(path), style: Style(stroke: .color(color), strokeWidth: 1, lineJoin: .miter))]
  }

  /// Of the names of months, which have a day's height; `nil` where nobody could read them.
  private var monthFont: Font? {
    let font = axis.font.sized(min(axis.font.size, max(abs(axis.map.scale), 0)))
    return font.size >= 7 ? font : nil
  }

  var warnings: [String] {
    guard style.isCalendar, !years.isEmpty, stage.plot.width >= 1, stage.plot.height >= 1, monthFont == nil else {
      return []
    }
    return ["series[\(series.index)].calendar: the names of months were left out: there is no room for them"]
  }

  /// The names of months above their weeks, in the row of each year's name.
  var months: [Node] {
    let names = DateNames(stage.words.format.spec.locale).lonelyMonths.short
    guard names.count == 12 else { return [] }
    guard let font = monthFont else { return [] }
    let widths = names.map(font.width)
    // What lies across a row keeps within it, where the days of one year lie beside those of the next: it is read from below where
    // it is longer than the row is wide.
    let isLevel = !stage.space.isTurned || widths.allSatisfy { $0 <= abs(axis.map.scale) }
    let rotation = isLevel ? stage.space.level : -180
    let liesAlongWeeks = !stage.space.isTurned || !isLevel
    var nodes: [Node] = []
    for year in years {
      let row = Double((year - grid.firstYear) * CellGrid.blockHeight)
      let y = axis.map.pixel(of: axis.transform.coordinate(of: row))
      var free = -Double.infinity
      for month in 1...12 {
        // In the middle of its weeks.
        let place = CalendarPlace(
          day: CivilDate.dayNumber(year: year, month: month) + 14, firstYear: grid.firstYear)
        let x = stage.window.map.pixel(of: Double(place.week))
        let half = liesAlongWeeks ? widths[month - 1] / 2 : font.size / 2
        guard x - half >= free, x - half >= stage.plot.minX - 0.5, x + half <= stage.plot.maxX + 0.5 else { continue }
        free = x + half + (liesAlongWeeks ? 4 : 0)
        // The middle of the letters' height is in the middle of the row.
        let turn = sineAndCosine(degrees: rotation)
        let down = font.capHeight / 2
        nodes.append(
          Node(
            .text(
              Text(
                runs: [Text.Run(names[month - 1], color: stage.canvas.surface.secondaryText)],
                at: Point(x: x - turn.sine * down, y: y + turn.cosine * down), anchor: .middle, size: font.size,
                rotation: rotation))))
      }
    }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }
}
