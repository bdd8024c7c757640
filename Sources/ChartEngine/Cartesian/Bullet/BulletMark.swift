import ChartModel
import JSONModel

/// Measures with their targets, over ranges that say how good they are (M10).
final class BulletMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: BulletStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  /// How far the sides of its column are from a position, in coordinates.
  private let sides: ClosedRange<Double>
  /// How much room the numbers of an entry's own scale take beside it, in px; `nil` without any.
  let scaleRoom: Double?
  private let highlightedShape: BarShape

  /// An entry as it is drawn, in px.
  struct Row {
    /// The bands of its ranges, the lowest first, with their numbers.
    let bands: [(rect: Rect, range: Int)]
    /// `nil` for one without a measure.
    let bar: Rect?
    let growsDown: Bool
    let target: Rect?
    /// As wide as its bands, and from where anything of it is to where.
    let frame: Rect
    let baseline: Double
  }

  init(_ series: PlotSeries, _ style: BulletStyleSpec, on stage: PlotStage) {
    (self.series, self.style, self.stage) = (series, style, stage)
    axis = stage.axis(series.spec.axis)
    highlightedShape = style.highlighted.shape.map { BarShape($0) } ?? .rectangle
    (sides, inView) = (stage.sides(of: series), stage.pointsOfSlots(of: series))
    scaleRoom = BulletMark.scaleRoom(
      style, width: (sides.upperBound - sides.lowerBound) * stage.window.map.scale, stage)
  }

  var offset: Double { (sides.lowerBound + sides.upperBound) / 2 }
  var hitKind: Hit.Kind { .bar }
  var entryName: String { "bullet" }
  var standsOnZero: Bool { style.scales == .shared }
  var drawnEdge: Double { stage.drawnEdge(uncoveredBy: [.wipe]) }

  var warnings: [String] {
    guard style.scales == .own, scaleRoom == nil, !inView.isEmpty, stage.plot.width >= 1, stage.plot.height >= 1 else {
      return []
    }
    return ["series[\(series.index)].scales: their numbers were left out: there is no room for them"]
  }

  // MARK: - Places

  /// Where a value of an entry is, in px, as far as that reaches.
  func y(of value: Double, _ entry: Int) -> Double? {
    let y: Double?
    if style.scales == .own {
      guard style.domains.indices.contains(entry), let domain = style.domains[entry] else { return nil }
      y = axis.y(of: (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound))
    } else {
      y = axis.y(of: value)
    }
    return y.map(stage.nearPlot)
  }

  private func baseline(of entry: Int) -> Double {
    guard style.scales == .own, style.domains.indices.contains(entry), let domain = style.domains[entry] else {
      return axis.baseline
    }
    return y(of: min(max(0, domain.lowerBound), domain.upperBound), entry) ?? axis.baseline
  }

  /// The sides of the bands of an entry, in px.
  func column(of point: Int) -> (left: Double, right: Double)? {
    let (map, position) = (stage.window.map, series.points.positions[point])
    let (left, right) = (map.pixel(of: position + sides.lowerBound), map.pixel(of: position + sides.upperBound))
    guard left.isFinite, right.isFinite, left <= right else { return nil }
    guard let scaleRoom else { return (left, right) }
    // In the middle of its slot, where its name is.
    let slot = (right - left) / max(stage.groups.width, 1e-9)
    let half = min((right - left) / 2, max(slot / 2 - scaleRoom, 1))
    return ((left + right) / 2 - half, (left + right) / 2 + half)
  }

  func row(at point: Int) -> Row? {
    let entry = series.specIndex(of: point)
    guard isCounted(point), let (left, right) = column(of: point) else { return nil }
    let (width, base) = (right - left, baseline(of: entry))
    let ends = style.ends(of: entry)
    var bands: [(rect: Rect, range: Int)] = []
    // Ranges begin at 0, or those that end below it where the axis does.
    var start = ends.first.map { $0.end > 0 ? base : axis.map.pixel(of: axis.full.lower) } ?? base
    for (range, end) in ends {
      guard let y = y(of: end, entry) else { continue }
      bands.append((Rect(x: left, y: min(start, y), width: width, height: abs(start - y)), range))
      start = y
    }
    let value = series.value(at: point)
    var bar: Rect?
    if value.isFinite, let end = y(of: value, entry) {
      let end = stage.grown(end, from: base, alsoByStroke: true)
      let thickness = max(width / 3, min(width, 2))
      bar = Rect(
        x: (left + right) / 2 - thickness / 2, y: min(base, end), width: thickness, height: abs(end - base))
    }
    var target: Rect?
    if let y = style.target(of: entry).flatMap({ y(of: $0, entry) }) {
      let (length, thickness) = (max(width * 0.64, min(width, 3)), min(max(width * 0.12, 2), 4))
      target = Rect(x: (left + right) / 2 - length / 2, y: y - thickness / 2, width: length, height: thickness)
    }
    let parts = bands.map(\.rect) + [bar, target].compactMap(\.self)
    guard let top = parts.map(\.minY).min(), let bottom = parts.map(\.maxY).max() else { return nil }
    return Row(
      bands: bands, bar: bar, growsDown: (bar?.maxY ?? base) > base + 1e-9, target: target,
      frame: Rect(x: left, y: top, width: width, height: bottom - top), baseline: base)
  }

  /// Where the measure ends.
  func place(of point: Int) -> Point? {
    guard let row = row(at: point), let bar = row.bar else { return nil }
    return Point(x: bar.midX, y: row.growsDown ? bar.maxY : bar.minY)
  }

  func rect(of point: Int) -> Rect? { row(at: point)?.bar }

  /// The bar as it is drawn.
  func outline(of bar: Rect, _ point: Int, growsDown: Bool) -> BarOutline {
    let isSelected = stage.selectedIndex(in: series) == series.specIndex(of: point)
    return BarOutline(isSelected ? highlightedShape : .rectangle, in: bar, direction: growsDown ? .down : .up)
  }
}

// MARK: - Hitting

extension BulletMark {
  /// All of an entry is hit, also where only its ranges are.
  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .bar, part == .body, stage.plot.contains(place) else { return nil }
    return points(from: place.x, to: place.x, reach: stage.slot / 2).last { point in
      guard !series.points.values[point].isNaN, let row = row(at: point) else { return false }
      if row.bands.contains(where: { $0.rect.contains(place) }) || row.target?.contains(place) == true { return true }
      guard let bar = row.bar, place.x < drawnEdge else { return false }
      return outline(of: bar, point, growsDown: row.growsDown).contains(place)
    }
  }

  /// The bands, which are drawn for all entries at once.
  var hitAreas: [(point: Int, rect: Rect)] {
    inView.flatMap { point -> [(point: Int, rect: Rect)] in
      guard !series.points.values[point].isNaN, let row = row(at: point) else { return [] }
      return row.bands.map { (point, $0.rect) }
    }
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    guard stage.plot.intersects(rect) else { return false }
    let near = points(from: rect.minX, to: rect.maxX, reach: stage.slot / 2)
    // So many that they leave nothing free.
    guard near.count <= 2_000 else { return true }
    return near.contains { other in
      if other != point, let row = row(at: other), row.frame.intersects(rect) { return true }
      return scaleLabels(of: other).contains { $0.box(in: BulletMark.scaleFont(stage)).intersects(rect) }
    }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) { (4, row(at: point)?.growsDown ?? false) }
}

// MARK: - Words

extension BulletMark {
  /// Which of the ranges a measure is in, from 0; as many as there are where it is beyond all, `nil` without any.
  func range(of point: Int) -> Int? {
    let (value, ends) = (series.value(at: point), style.ends(of: series.specIndex(of: point)))
    guard value.isFinite, !ends.isEmpty else { return nil }
    return ends.first { value <= $0.end }?.range ?? style.rangeCount
  }

  /// An entry in words: `Revenue: 270 of target 250, in the third of three ranges`.
  func words(of point: Int) -> String {
    let label = stage.words.position.words(at: series.points.positions[point])
    return label + series.nameInWords + measureInWords(of: point)
  }

  private func measureInWords(of point: Int) -> String {
    let (format, entry) = (stage.words.format(of: series), series.specIndex(of: point))
    let value = series.value(at: point)
    var words = value.isNaN ? "–" : format.value(value)
    if let target = style.target(of: entry) { words += " of target \(format.value(target))" }
    guard let range = range(of: point) else { return words }
    if style.rangeNames.indices.contains(range), range < style.rangeCount {
      return words + ", in the range “\(style.rangeNames[range].shortened)”"
    }
    let ends = style.ends(of: entry)
    let count = BulletMark.cardinals[ends.count]
    guard let place = ends.firstIndex(where: { $0.range == range }) else {
      return words + ", beyond \(ends.count == 1 ? "the range" : "all \(count) ranges")"
    }
    return words + (ends.count == 1 ? ", in the range" : ", in the \(BulletMark.ordinals[place]) of \(count) ranges")
  }

  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
  private static let cardinals = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]

  var seriesWords: String {
    // Of one without a measure its target is told.
    let there = (0..<series.points.count).filter {
      !series.points.values[$0].isNaN || style.target(of: series.specIndex(of: $0)) != nil
    }
    guard !there.isEmpty, there.count <= 30 else { return stage.words.words(of: series) }
    let name = series.spokenName
    let entries = there.map { point in
      stage.words.position.words(at: series.points.positions[point]) + " " + measureInWords(of: point)
    }
    return "\(name): \(entries.joined(separator: "; "))"
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    let (name, format) = stage.words.format(of: series).named(by: placeholder)
    switch name {
    case "target": return style.target(of: series.specIndex(of: point)).map(format.value) ?? ""
    case "range":
      guard let range = range(of: point) else { return "" }
      return style.rangeNames.indices.contains(range) ? style.rangeNames[range] : ""
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }

  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    let entry = series.specIndex(of: point)
    var text =
      stage.words.seriesCount > 1 && !series.spec.name.isEmpty ? "{label}, {series}\n{value}" : "{label}\n{value}"
    if style.target(of: entry) != nil { text += " of {target}" }
    if let range = range(of: point), style.rangeNames.indices.contains(range) { text += "\n{range}" }
    return [MarkerRunSpec(text)]
  }
}
