import ChartModel

extension CartesianLayout {
  func words() -> String { words(separator: "\n") }

  /// The chart in words: kind, title, series, and the values of few entries.
  func words(separator: String) -> String {
    let title = spec.common.title.map { " “\($0.shortened)”" } ?? ""
    var lines = ["\(spec.kind.words)\(title): \(marks.count) series\(ends)."]
    if let notice = spec.common.notice { lines.append(notice + ".") }
    lines += marks.prefix(20).map { $0.seriesWords + "." }
    if marks.count > 20 { lines.append("And \(marks.count - 20) more.") }
    if chart.part != nil {
      lines.append("Of these, selected in linked charts:")
      lines += partMarks.prefix(20).map { $0.seriesWords + "." }
    }
    lines += noteWords
    if let brushed = brushWords { lines.append("Brushed: \(brushed).") }
    if let entry = entry(at: view.selection) { lines.append("Selected: \(words(of: entry.point, entry.mark)).") }
    return lines.joined(separator: separator)
  }

  func words(for path: [Int]) -> String? {
    guard chart.isSelectable(path, hidden: view.hidden), let mark = mark(of: path[0]),
      let point = mark.series.point(ofSpecIndex: path[1])
    else { return nil }
    return words(of: point, mark)
  }

  private func words(of point: Int, _ mark: any SeriesMark) -> String {
    let own = mark.words(of: point)
    return selectedPart(of: point, mark).map { "\(own), \($0)" } ?? own
  }

  /// How much of a bar, or of what a line shows, is made of the rows that are selected in linked charts: `selected: 1,340`; `nil`
  /// where none stand out.
  func selectedPart(of point: Int, _ mark: any SeriesMark) -> String? {
    guard let part = partMarks.first(where: { $0.series.index == mark.series.index }) else { return nil }
    switch mark.series.spec.kind {
    case .bar, .histogram, .line: break
    case .scatter, .heatmap, .candlestick, .box, .waterfall, .bullet: return nil
    }
    let (points, position) = (part.series.points, mark.series.points.positions[point])
    let own = points.nearestValue(to: position).flatMap { points.positions[$0] == position ? $0 : nil }
    let value = own.map(part.series.value(at:))
    // Of nothing there is no moment.
    guard value != nil || chart.axisSpec(mark.series.spec.axis).scale != .time else { return "selected: –" }
    return "selected: \(chart.words.value(value ?? 0, of: mark.series))"
  }

  /// Between which positions it is.
  private var ends: String {
    if let ends = marks.lazy.compactMap(\.ends).first { return ", \(ends.first.shortened) to \(ends.last.shortened)" }
    guard let extent = chart.data.extent else { return "" }
    let texts = [extent.lowerBound, extent.upperBound].map { chart.words.position.words(at: $0) }
    guard texts[0] != texts[1], !texts[0].isEmpty else { return "" }
    return ", \(texts[0]) to \(texts[1])"
  }

  var warnings: [String] {
    var warnings = chart.data.warnings
    if spec.series.isEmpty {
      warnings.append("there are no series: nothing to show")
    } else if marks.isEmpty {
      warnings.append("all series are hidden: nothing to show")
    } else if marks.allSatisfy({ $0.series.hasNoValue }) {
      warnings.append("there are no values: nothing to show")
    }
    warnings += frame.title?.warnings ?? []
    warnings += frame.sparedWarnings + frame.legendWarnings
    // Where nobody has asked for a legend it is as large as a picture allows.
    for scale in frame.legend?.missingScales ?? [] where spec.common.legend.isDemanded {
      warnings.append("the legend's key of \(scale.name) was left out: there is no room for it")
    }
    if spec.viewport.hasOverview, frame.overview == nil {
      warnings.append("viewport.overview was left out: there is no room for it")
    }
    if plot.width < 1 || plot.height < 1 { warnings.append("there is no room for the plot: make the chart larger") }
    for (name, axis, labels) in axisLabelsByName where labels.isEmpty {
      if axis.isVisible, axis.labels.isVisible, axis.maxLabels != 0, plot.width >= 1, plot.height >= 1 {
        warnings.append("\(name): the labels were left out: there is no room for them")
      }
    }
    if plot.width >= 1, plot.height >= 1 { warnings += titleWarnings }
    for (name, axis) in [("y", frame.left), ("right", frame.right)] {
      let lost = axis.lostNames
      if lost.left > 0 {
        warnings.append("\(name): \(RoomWarning.leftOut(lost.left, "name")); make the chart larger")
      } else if lost.shortened > 0 {
        warnings.append("\(name): \(RoomWarning.shortened(lost.shortened, "name"))")
      }
    }
    let lost = frame.x.lostNames
    if lost.left > 0 {
      warnings.append(
        "x: \(RoomWarning.leftOut(lost.left, "name")); show fewer with `viewport.visibleCount`")
    } else if lost.shortened > 0 {
      warnings.append("x: \(RoomWarning.shortened(lost.shortened, "name"))")
    }
    for index in stage.standing.alone {
      warnings.append(
        "series[\(index)]: stands on none of the others: "
          + (spec.isLog(spec.series[index].axis)
            ? "its axis is one of logarithms" : "their positions differ, and some come twice"))
    }
    for mark in marks where !mark.series.standsInSlots && mark.series.base != nil {
      let values = mark.series.values
      guard spec.stacking != nil || spec.stack(of: mark.series.spec) != nil, values.contains(where: { $0 < 0 }) else {
        continue
      }
      warnings.append(
        "series[\(mark.series.index)]: values below 0 are taken away from the stack, so that areas overlap")
    }
    warnings += marks.flatMap(\.warnings)
    warnings += rules.warnings + texts.warnings
    return warnings + valuesBeyondAxes + chart.specWarnings
  }
}

extension CartesianLayout {
  /// Titles of axes that are not written as they are.
  private var titleWarnings: [String] {
    [
      ("x", spec.x.style, spec.x.style.isVisible, frame.x.title(plot: plot, on: canvas.surface)),
      ("y", spec.y.style, frame.left.spec.style.isVisible, frame.left.title(plot: plot, on: canvas.surface)),
      (
        "right", spec.right.style, frame.right.spec.style.isVisible, frame.right.title(plot: plot, on: canvas.surface)
      ),
    ].compactMap { name, style, isVisible, written in
      guard isVisible, let title = style.title else { return nil }
      return AxisTitle.warning(title, written: written).map { "\(name): \($0)" }
    }
  }

  /// Axes whose ends, as the author chose them, leave nothing to be seen.
  private var valuesBeyondAxes: [String] {
    [("y", SeriesSpec.AxisSide.left, spec.y), ("right", .right, spec.right)].compactMap { name, side, axis in
      guard axis.min != nil || axis.max != nil, axis.scale != .category else { return nil }
      let domain = frame.axis(side).full
      let extents = marks.map(\.series).filter { $0.spec.axis == side }
        .compactMap { $0.points.values.extrema(in: 0..<$0.points.count) }
      guard !extents.isEmpty, extents.allSatisfy({ $0.max < domain.lower || $0.min > domain.upper }) else { return nil }
      return "\(name): all values are beyond the axis's ends"
    }
  }

  /// The axes that there are, by the names they have in specs, with the labels that are shown.
  private var axisLabelsByName: [(String, AxisStyleSpec, [AxisLabel])] {
    let values = [("y", frame.left), ("right", frame.right)].filter { $0.1.isVisible && !$0.1.ticks.isEmpty }
    let all = values.map { name, axis in
      (name, axis.spec.style, axis.labels(plot: plot, in: space))
    }
    guard !frame.x.ticks.isEmpty else { return all }
    return [("x", frame.x.spec.style, frame.x.labels)] + all
  }
}

extension AxisLabelSpec {
  /// Whether numbers are written in a way that says the same of each.
  fileprivate var saysOneThing: Bool {
    template.map { !$0.contains("{") && !$0.allSatisfy(\.isWhitespace) } ?? false
  }

  /// What its author has probably taken for something else in a pattern of dates.
  fileprivate var mistakenPattern: String? {
    guard let format, !format.contains("{") else { return nil }
    return (try? TimePattern(format))?.mistake
  }

  fileprivate static let oneThing =
    "tickLabels.format: there is no `{value}` in it, so that all labels say the same"
}

extension CartesianChart {
  /// Whether entries of a series can be compared with those of others at the same positions.
  func compares(_ series: PlotSeries) -> Bool {
    switch series.spec.kind.markStyle.comparison {
    case .always: true
    case .atWholePositions: data.axis.isCategory || grain > 0
    case .never: false
    }
  }

  /// Whether dates stand along the axis of positions, as such or as names.
  private var writesDates: Bool {
    switch data.axis {
    case .time: true
    case .category(let names): names.contains { (try? TimeText.milliseconds($0, in: .utc)) != nil }
    case .linear, .log: false
    }
  }

  /// What of the spec can't be done, whatever the state.
  var specWarnings: [String] {
    var warnings: [String] = []
    for (name, axis) in [("y", spec.y), ("right", spec.right)] {
      if let min = axis.min, let max = axis.max, min >= max { warnings.append("\(name): max is not above min") }
      if axis.scale == .time, let format = axis.style.labels.format, (try? TimePattern(format)) == nil {
        warnings.append("\(name).tickLabels.format: no pattern of a date, such as `MM-dd`; labels are as without it")
      }
      if axis.scale == .time, let mistake = axis.style.labels.mistakenPattern {
        warnings.append("\(name).tickLabels.format: \(mistake)")
      }
      if axis.scale == .linear || axis.scale == .log, axis.style.labels.saysOneThing {
        warnings.append("\(name).\(AxisLabelSpec.oneThing)")
      }
    }
    if !data.axis.isCategory, data.axis.zone == nil, spec.x.style.labels.saysOneThing {
      warnings.append("x.\(AxisLabelSpec.oneThing)")
    }
    if data.axis.isCategory == false, spec.x.style.labels.format != nil, case .time = data.axis,
      (try? TimePattern(spec.x.style.labels.format ?? "")) == nil
    {
      warnings.append("x.tickLabels.format: no pattern of a date, such as `MM-dd`; labels are as without it")
    }
    if writesDates, let mistake = spec.x.style.labels.mistakenPattern {
      warnings.append("x.tickLabels.format: \(mistake)")
    }
    warnings += positionFormatWarnings + valueFormatWarnings
    if spec.marker.isShared, data.series.count > 1 {
      let alone = data.series.filter { !compares($0) }.map { "series[\($0.index)]" }
      if !alone.isEmpty {
        warnings.append(
          "marker.shared: \(alone.joined(separator: ", ")): there are no whole positions or names that others have, too, "
            + "and each entry has a marker of its own")
      }
    }
    warnings += data.series.flatMap { $0.spec.kind.markStyle.warnings(of: $0) }
    for (name, position) in [("x.min", spec.x.min), ("x.max", spec.x.max)] {
      guard let position, data.coordinate(of: position) == nil else { continue }
      if case .number(let number) = position, spec.positionScale == .log, number <= 0 {
        warnings.append("\(name): \(ValueAxisSpec.startsTooLow(number))")
      } else {
        warnings.append("\(name): there is no such position")
      }
    }
    let ends = [spec.x.min, spec.x.max].compactMap { $0.flatMap(data.coordinate) }
    if ends.count == 2, ends[0] >= ends[1] { warnings.append("x: max is not above min") }
    for (index, limit) in spec.limits.enumerated() {
      if let side = limit.axis.side, !spec.series.isEmpty, !measures(side) {
        warnings.append("limits[\(index)].axis: no series is measured by the \(limit.axis.rawValue) axis")
      }
      if limit.axis == .x, data.coordinate(of: limit.place) == nil {
        warnings.append("limits[\(index)].value: there is no such position, and the limit is left out")
      } else if limit.axis != .x, coordinate(of: limit.place, on: limit.axis) == nil {
        warnings.append("limits[\(index)].value: there is no such place along the values, and the limit is left out")
      }
    }
    for (index, band) in spec.bands.enumerated() {
      if let side = band.axis.side, !spec.series.isEmpty, !measures(side) {
        warnings.append("bands[\(index)].axis: no series is measured by the \(band.axis.rawValue) axis")
      }
      for (name, position) in [("from", band.from), ("to", band.to)] {
        guard let position, coordinate(of: position, on: band.axis) == nil else { continue }
        warnings.append("bands[\(index)].\(name): there is no such position, and the band is left out")
      }
    }
    warnings += brushWarnings
    if case .position(let position) = spec.viewport.start, data.coordinate(of: position) == nil {
      warnings.append("viewport.start: there is no such position")
    }
    return warnings
  }
}

extension CartesianChart {
  /// Whether any series, seen or hidden, has its values on an axis.
  func measures(_ side: SeriesSpec.AxisSide) -> Bool { spec.series.contains { $0.axis == side } }

  /// Reads places on a value axis of moments.
  func momentPlaces(_ side: SeriesSpec.AxisSide) -> MomentPlaces {
    let extents = data.series.filter { $0.spec.axis == side }
      .compactMap { $0.points.values.extrema(in: 0..<$0.points.count) }
    let ends = (extents.map(\.min).min(), extents.map(\.max).max())
    return MomentPlaces(zone, countsYears: MomentPlaces.countYears(ends.0.flatMap { low in ends.1.map { low...$0 } }))
  }

  /// The coordinate of an end of a band; `nil` for what is no position on its axis.
  func coordinate(of position: PositionSpec, on axis: RuledAxis) -> Double? {
    guard let side = axis.side else { return data.coordinate(of: position) }
    let transform = spec.valueTransform(side)
    if axisSpec(side).scale == .time { return momentPlaces(side).milliseconds(of: position) }
    switch position {
    case .text(let name):
      guard axisSpec(side).scale == .category else { return nil }
      return axisSpec(side).labels.firstIndex(of: name).map { transform.coordinate(of: Double($0)) }
    case .number(let number):
      let coordinate = transform.coordinate(of: number)
      return coordinate.isFinite ? coordinate : nil
    }
  }
}
