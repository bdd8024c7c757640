import ChartModel

// MARK: - What cells say

extension HeatmapMark {
  /// What the numbers of its colours are.
  private var title: String { style.colorBy?.title ?? style.colorBy?.column ?? grid.title ?? "" }

  /// The day of a cell of a calendar.
  private func day(of index: Int) -> String? {
    guard grid.days.indices.contains(index), grid.days[index] != Int.min else { return nil }
    return HeatmapMark.text(ofDay: grid.days[index], DateNames(stage.words.format.spec.locale))
  }

  private static func text(ofDay day: Int, _ names: DateNames) -> String {
    TimePattern(known: names.day).format(Double(day) * 86_400_000, in: .utc, names: names)
  }

  func positionText(of point: Int) -> String { positionText(of: point, for: "x") }

  private func positionText(of point: Int, for placeholder: String) -> String {
    if style.isCalendar { return day(of: series.specIndex(of: point)) ?? "" }
    let position = series.points.positions[point]
    func text(_ coordinate: Double) -> String { stage.words.position.text(at: coordinate, for: placeholder) }
    guard grid.isBinned, !stage.data.axis.isCategory else { return text(position) }
    return HeatmapMark.range([text(position - grid.width / 2), text(position + grid.width / 2)])
  }

  /// The name of a cell's row, or from where to where it reaches.
  private func valueText(of point: Int, _ format: NumberFormat) -> String {
    guard grid.isBinned, axis.names == nil else { return stage.words.value(of: point, series, format) }
    let value = series.points.values[point]
    guard !value.isNaN else { return "–" }
    let ends = [value - grid.height / 2, value + grid.height / 2].map {
      format.value(PositionText.shortened(axis.transform.value(of: $0)))
    }
    return HeatmapMark.range(ends)
  }

  /// From where to where: `10–20`, or with a word where minus signs would be taken for others.
  private static func range(_ ends: [String]) -> String {
    ends.contains { $0.contains("−") || $0.contains(" ") } ? ends.joined(separator: " … ") : ends.joined(separator: "–")
  }

  private func colorText(of point: Int, _ format: NumberFormat) -> String {
    let index = series.specIndex(of: point)
    return colors.name(of: index) ?? colors.value(of: index).map(format.value) ?? ""
  }

  /// How the numbers that colours stand for are written.
  private var colorFormat: NumberFormat {
    grid.hasPlainCounts ? NumberFormat(stage.words.format.spec.ofCounts(areWhole: true)) : stage.words.format
  }

  /// A cell in words: `Mon, 8:00, visits: 12`.
  func words(of point: Int) -> String {
    let place = positionText(of: point).shortened
    var words = place.isEmpty ? PositionText.noName : place
    if !style.isCalendar { words += ", " + valueText(of: point, stage.words.format(of: series)).shortened }
    let name = title.isEmpty ? series.spec.name : title
    if !name.isEmpty { words += ", " + name.shortened }
    return words + ": " + colorText(of: point, colorFormat).shortened
  }

  var seriesWords: String {
    let name = series.spokenName
    let cells = grid.cellCount == 1 ? "cell" : "cells"
    let count = "\(name): \(colorFormat.value(Double(grid.cellCount))) \(cells)"
    guard let colorBy = style.colorBy, colorBy.names.isEmpty, let extent = colorBy.extent else { return count }
    let ends = [extent.lowerBound, extent.upperBound].map(colorFormat.value)
    return "\(count), \(title.isEmpty ? "" : "\(title.shortened) ")from \(ends[0]) to \(ends[1])"
  }

  var ends: (first: String, last: String)? {
    let days = style.isCalendar ? grid.days.filter { $0 != Int.min } : []
    guard let first = days.min(), let last = days.max() else { return nil }
    let names = DateNames(stage.words.format.spec.locale)
    return (HeatmapMark.text(ofDay: first, names), HeatmapMark.text(ofDay: last, names))
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    filling(placeholder, of: point, colorFormat)
  }

  /// - Parameter usual: How the numbers that colours stand for are written where the placeholder says nothing.
  private func filling(_ placeholder: String, of point: Int, _ usual: NumberFormat) -> String? {
    let (name, format) = usual.named(by: placeholder)
    switch name {
    case "x", "label": return positionText(of: point, for: placeholder)
    case "value": return valueText(of: point, stage.words.format(of: series).named(by: placeholder).format)
    case "color": return colorText(of: point, format)
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }

  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    [MarkerRunSpec(style.isCalendar ? "{x}: {color}" : "{x}, {value}: {color}")]
  }
}

// MARK: - What is written in cells

extension HeatmapMark {
  var labelRequests: [LabelRequest] {
    let labels = style.labels
    let font = stage.canvas.typeface.font(labels.fontSize)
    guard labels.isVisible, !stage.isDrawingIn, font.size > 0 else { return [] }
    let (template, format) = (Template(labels.text), cellFormat)
    let requests = inView.compactMap { point -> LabelRequest? in
      guard color(of: point) != nil, place(of: point).map(stage.plot.contains) == true else { return nil }
      let text = template.text { filling($0, of: point, format) }.oneLine
      return text.isEmpty ? nil : LabelRequest(point: point, text: text, font: font, color: nil)
    }
    guard case .usual = labels.fontSize, let size = commonSize(of: requests, font), size < font.size else {
      return requests
    }
    return requests.map { LabelRequest(point: $0.point, text: $0.text, font: font.sized(size), color: nil) }
  }

  /// The least size of letters that become smaller, in px.
  private static let leastSize = 9.0

  /// How large letters are that all texts have room with in their cells, level in the picture if they can be, else read from below;
  /// `nil` where they would be too small, and where that is seen from the cells alone.
  private func commonSize(of requests: [LabelRequest], _ font: Font) -> Double? {
    guard let room = requests.first.flatMap({ rect(of: $0.point) }) else { return nil }
    let least = min(HeatmapMark.leastSize, font.size)
    guard min(room.width, room.height) >= font.sized(least).capHeight + 2 * HeatmapMark.inset else { return nil }
    var (level, upright) = (1.0, 1.0)
    for request in requests {
      guard let rect = rect(of: request.point) else { continue }
      let room = Size(width: rect.width - 2 * HeatmapMark.inset, height: rect.height - 2 * HeatmapMark.inset)
      let text = MarkLabel.size(of: request.text, font: font, isTurned: false)
      level = min(level, room.width / text.width, room.height / text.height)
      upright = min(upright, room.width / text.height, room.height / text.width)
    }
    // Rounded down, so that what has just room has it.
    let sizes = (stage.space.isTurned ? [upright] : [level, upright]).map { share in
      share < 1 ? (share * font.size * 10).rounded(.down) / 10 : font.size
    }
    return sizes.first { $0 >= least }
  }

  /// How much of a cell is free on each side of its text, in px.
  private static let inset = 2.0

  var labelsAreAlike: Bool { true }

  /// How numbers in cells are written. Where some have been computed, such as means, all have the decimals that tell a hundredth
  /// of their range: a column of cells is compared at a glance.
  private var cellFormat: NumberFormat {
    let format = colorFormat
    guard format.spec.style == .number, format.spec.decimals == nil, format.spec.significantDigits == nil,
      style.colorBy?.scale != .log, let extent = style.colorBy?.extent, extent.lowerBound < extent.upperBound,
      inView.contains(where: { colors.value(of: series.specIndex(of: $0)).map(format.isComputed) ?? false })
    else { return format }
    let range = extent.upperBound - extent.lowerBound
    var (decimals, unit) = (0, 1.0)
    while decimals < 6, range * unit < 100 { (decimals, unit) = (decimals + 1, unit * 10) }
    return format.with(decimals: decimals)
  }

  /// In the middle of the cell, if all of it is within.
  func labelPlaces(of point: Int, size: Size) -> [LabelPlace] {
    guard let rect = rect(of: point), let color = color(of: point), size.width + 2 * HeatmapMark.inset <= rect.width,
      size.height + 2 * HeatmapMark.inset <= rect.height
    else { return [] }
    return [LabelPlace(center: rect.center, background: color.over(stage.background), isInside: true)]
  }
}
