import ChartModel

extension CartesianChart {
  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? {
    let hidden = Set(view.hidden.compactMap { spec.series.indices.contains($0) ? spec.series[$0].name : nil })
    var marks: [MarkSelection.Mark]?
    if let brush = view.brush {
      let measuresRows = !ofMarks && !spec.series.contains { stands($0) || $0.kind.style.summarizes }
      // Colours that say how many rows there are, or what these have together, are none of a row's own.
      let areOfRows = brush.colors == nil || (measuresRows && spec.series.allSatisfy(\.hasColorsOfRows))
      marks =
        areOfRows && (brush.y == nil || measuresRows)
        ? brushedRows(brush) : brushedMarks(brush, hidden: view.hidden)
    } else if let path = view.selection, path.count == 2, let series = data.series(path[0]),
      let point = series.point(ofSpecIndex: path[1])
    {
      marks = [mark(of: point, in: series)]
    }
    return MarkSelection(marks, hidden: hidden)
  }

  /// Whether a series is drawn where others end, rather than where its values are.
  private func stands(_ series: SeriesSpec) -> Bool { spec.stack(of: series) != nil }

  /// What lies between the ends of a brush.
  private func brushedRows(_ brush: Brush) -> [MarkSelection.Mark] {
    var mark = MarkSelection.Mark()
    mark.x = brush.x.map { extent($0, names: data.axis.labels) }
    mark.y = brush.y.map { extent($0, names: brushedNames) }
    mark.color = brush.colors.map { .within($0) }
    return [mark]
  }

  /// The entries between the ends of a brush where values are no rows' own, but say something of many.
  private func brushedMarks(_ brush: Brush, hidden: [Int]) -> [MarkSelection.Mark] {
    var marks: [MarkSelection.Mark] = []
    for series in data.series where !hidden.contains(series.index) {
      let colors = series.spec.kind.markStyle.colorChannel.map {
        EntryColors($0, standard: .black, palette: [], on: Surface(.light), shown: brush.colors)
      }
      guard brush.colors == nil || colors != nil else { continue }
      for point in 0..<series.points.count where colors?.isShown(series.specIndex(of: point)) ?? true {
        // What has no value has no mark.
        guard !series.points.values[point].isNaN else { continue }
        let place = data.axis.transform.value(of: series.points.positions[point])
        guard brush.x?.contains(place) ?? true, brush.y?.contains(series.value(at: point)) ?? true else { continue }
        marks.append(mark(of: point, in: series))
      }
    }
    return marks
  }

  private func extent(_ interval: ClosedRange<Double>, names: [String]) -> MarkSelection.Extent {
    guard !names.isEmpty else { return .within(interval) }
    return .names(Set(names.indices.filter { interval.contains(Double($0)) }.map { names[$0] }))
  }

  private func mark(of point: Int, in series: PlotSeries) -> MarkSelection.Mark {
    var mark = MarkSelection.Mark()
    mark.series = series.index
    let (position, index) = (series.points.positions[point], series.specIndex(of: point))
    mark.x = extent(around: position, named: data.axis.labels)
    switch series.spec.kind {
    case .histogram(let style):
      guard let bins = style.bins, bins.edges.indices.contains(index), bins.edges.indices.contains(index + 1) else {
        break
      }
      let (lower, upper) = (value(bins.edges[index]), value(bins.edges[index + 1]))
      let ends =
        style.isCumulative
        ? -.greatestFiniteMagnitude...max(upper, -.greatestFiniteMagnitude) : lower...max(upper, lower)
      // What lies at the last edge is counted in the last bin.
      mark.x = index + 2 == bins.edges.count ? .within(ends) : .below(ends)
    case .heatmap(let style):
      guard let grid = style.grid else { break }
      if grid.days.indices.contains(index) {
        mark.x = day(grid.days[index])
      } else {
        if grid.isBinned, !data.axis.isCategory { mark.x = bin(around: position, grid.width, data.axis.transform) }
        let axis = axisSpec(series.spec.axis)
        if axis.scale == .category {
          mark.y = extent(around: series.value(at: point), named: axis.labels)
        } else if grid.isBinned {
          mark.y = bin(
            around: series.points.values[point], grid.height, spec.valueTransform(series.spec.axis))
        } else {
          mark.y = exactly(series.value(at: point))
        }
      }
    case .scatter:
      let value = series.value(at: point)
      if let name = series.name(of: value) { mark.y = .names([name]) } else { mark.y = exactly(value) }
    case .line, .bar, .candlestick, .box, .waterfall, .bullet: break
    }
    return mark
  }

  /// One number; `nil` for one that is missing.
  private func exactly(_ number: Double) -> MarkSelection.Extent? { number.isNaN ? nil : .within(number...number) }

  private func value(_ coordinate: Double) -> Double { data.axis.transform.value(of: coordinate) }

  /// One place: a name, or a number as exactly as it is known.
  private func extent(around coordinate: Double, named names: [String]) -> MarkSelection.Extent? {
    if !names.isEmpty {
      guard let index = Int(exactly: coordinate), names.indices.contains(index) else { return nil }
      return .names([names[index]])
    }
    let place = value(coordinate)
    guard place.isFinite else { return nil }
    // A power of a logarithm is not the number itself.
    let slack = data.axis == .log ? abs(place) * 1e-9 : 0
    return .within(place - slack...place + slack)
  }

  private func bin(around middle: Double, _ width: Double, _ transform: AxisTransform) -> MarkSelection.Extent? {
    let ends = [transform.value(of: middle - width / 2), transform.value(of: middle + width / 2)].sorted()
    guard ends[0].isFinite, ends[1].isFinite else { return nil }
    return .below(ends[0]...ends[1])
  }

  private func day(_ number: Int) -> MarkSelection.Extent? {
    guard number != Int.min else { return nil }
    let zone = PlotDataReader.zone(of: spec.x)
    let start = zone.milliseconds(CivilDate(dayNumber: number))
    return .below(start...max(zone.milliseconds(CivilDate(dayNumber: number + 1)), start))
  }
}

extension SeriesSpec {
  /// Whether the numbers that its colours stand for are those of rows, each of which is an entry.
  fileprivate var hasColorsOfRows: Bool {
    switch kind {
    case .scatter(let style): style.colorBy?.column != nil
    case .heatmap, .line, .bar, .candlestick, .histogram, .box, .waterfall, .bullet: false
    }
  }
}
