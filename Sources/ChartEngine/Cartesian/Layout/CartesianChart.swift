import ChartModel
import JSONModel

/// Lines, bars and points: the engine's side of ``CartesianSpec``, with the spec's data brought into order once.
struct CartesianChart: Sendable {
  /// Tells apart what was made of different data, without comparing these.
  final class Identity: Sendable {}

  let identity = Identity()
  /// Which warnings it has in common with those that it grew out of; `nil` where only a layout tells.
  let design: WarningBasis.Design?
  private(set) var spec: CartesianSpec
  let data: PlotData
  let span: PositionSpan
  let slotLabels: SlotLabels
  /// The names along the value axes; `nil` for those of numbers.
  private let leftNames: SlotLabels?
  private let rightNames: SlotLabels?
  let words: EntryWords
  /// Where days begin.
  let zone: TimeZoneRules
  /// What all positions are multiples of; see ``PlotData/grain``.
  let grain: Double
  /// What stands on what while no series is hidden.
  private let allStanding: Standing
  /// The chart of the rows that are selected in another one, which stands out of this; `nil` where nothing does.
  private(set) var part: Lazy<CartesianChart>?

  init(_ spec: CartesianSpec) {
    let data = PlotData(spec)
    self.init(spec, data, design: CartesianChart.design(spec, data))
  }

  /// The same without some of the texts around its plot.
  func sparing(_ texts: Set<SparedText>, isTurned: Bool) -> CartesianChart {
    var chart = self
    chart.spec = texts.reduce(spec) { $1.left(outOf: $0, isTurned: isTurned) }
    return chart
  }

  /// - Parameter design: That of the chart that it grew out of.
  init(_ spec: CartesianSpec, _ data: PlotData, design: WarningBasis.Design?) {
    self.design = design
    self.spec = spec
    self.data = data
    let format = NumberFormat(spec.common.format)
    let typeface = Typeface(spec.common.font)
    span = CartesianChart.span(spec, data)
    let areMoments = data.axis.isCategory && PlotDataReader.scale(of: spec) == .time
    slotLabels = SlotLabels(
      data.axis.labels, writtenAs: CartesianChart.slotTexts(data.axis.labels, spec),
      momentsIn: areMoments ? PlotDataReader.zone(of: spec.x) : nil, typeface: typeface)
    leftNames = spec.y.scale == .category ? SlotLabels(spec.y.labels, typeface: typeface) : nil
    rightNames = spec.right.scale == .category ? SlotLabels(spec.right.labels, typeface: typeface) : nil
    let zone = PlotDataReader.zone(of: spec.x)
    self.zone = zone
    func moments(_ axis: ValueAxisSpec) -> PositionText? {
      axis.scale == .time ? PositionText(.time(zone), axis.style, format: format) : nil
    }
    words = EntryWords(
      position: PositionText(data.axis, spec.x.style, format: format, own: spec.x.format),
      arePlaced: !data.axis.isCategory && (!spec.x.values.isEmpty || spec.series.contains { $0.positions != nil }),
      format: format, valueFormats: (spec.ownFormat(on: .left), spec.ownFormat(on: .right)),
      seriesCount: spec.series.count,
      moments: (moments(spec.y), moments(spec.right)),
      arePercent: (spec.y.style.labels.arePercent, spec.right.style.labels.arePercent), typeface: typeface)
    grain = data.grain
    allStanding = Standing(spec, data, hidden: [])
  }

  /// How the names of slots are written at the axis, if not as they are: dates by the pattern that moments are written by,
  /// others in the author's template. In words and requests they keep their names.
  private static func slotTexts(_ names: [String], _ spec: CartesianSpec) -> [String]? {
    guard let format = spec.x.style.labels.format, !names.isEmpty else { return nil }
    let template = Template(format)
    guard !template.uses("value") else {
      return names.map { name in template.text { Template.name($0) == "value" ? name : nil } }
    }
    guard let pattern = try? TimePattern(format) else { return nil }
    let (zone, language) = (PlotDataReader.zone(of: spec.x), DateNames(spec.common.format.locale))
    return names.map { name in
      guard let moment = try? TimeText.milliseconds(name, in: zone) else { return name }
      return pattern.format(moment, in: zone, names: language)
    }
  }

  private static func span(_ spec: CartesianSpec, _ data: PlotData) -> PositionSpan {
    let hasSlots = data.series.contains { $0.standsInSlots || $0.cellWidth != nil }
    let placement = spec.x.placement ?? (data.axis.isCategory || hasSlots ? .slots : .edges)
    let margin = data.series.map { $0.spec.kind.markStyle.positionMargin }.max() ?? 0
    let bins = data.series.compactMap { $0.spec.kind.markStyle.positionExtent }
    let slot = spec.x.sharedSlot ?? data.slot
    let extent = extent(spec, data).map { bins.reduce($0) { $0.union($1) } }
    let length = extent.map { $0.upperBound / slot - $0.lowerBound / slot } ?? 0
    let space = !bins.isEmpty ? 0 : placement == .slots ? 0.5 : (margin * length).madeFinite
    let given = (spec.x.min.flatMap { data.coordinate(of: $0) }, spec.x.max.flatMap { data.coordinate(of: $0) })
    // With an end of the author's a plot of numbers begins right there.
    func room(_ own: Double?, _ end: Double?) -> Double { own ?? (end != nil && !data.axis.isCategory ? 0 : space) }
    return PositionSpan(
      first: given.0 ?? extent?.lowerBound ?? given.1, last: given.1 ?? extent?.upperBound ?? given.0, slot: slot,
      spaces: (room(spec.x.spaceMin, given.0), room(spec.x.spaceMax, given.1)))
  }

  /// From the first to the last position that is to be seen: a deadline after all data is, too, as a goal is that nobody
  /// reaches yet.
  static func extent(_ spec: CartesianSpec, _ data: PlotData) -> ClosedRange<Double>? {
    guard !data.axis.isCategory, let own = data.extent ?? spec.x.sharedExtent else { return data.extent }
    let extent = spec.x.sharedExtent.map { own.union($0) } ?? own
    return spec.limits.reduce(extent) { extent, limit in
      guard limit.axis == .x, let place = data.coordinate(of: limit.place) else { return extent }
      return min(extent.lowerBound, place)...max(extent.upperBound, place)
    }
  }

  /// The chart without the labels of some axes.
  func omittingLabels(of axes: AxisSides) -> CartesianChart {
    guard !axes.isEmpty else { return self }
    var chart = self
    if axes.contains(.x) { chart.spec.x.style.labels.isVisible = false }
    if axes.contains(.left) { chart.spec.y.style.labels.isVisible = false }
    if axes.contains(.right) { chart.spec.right.style.labels.isVisible = false }
    return chart
  }

  /// The chart, pale, with one of some of its rows over it.
  /// - Parameter part: With axes in common.
  func highlighting(_ part: CartesianChart) -> CartesianChart {
    var chart = self
    chart.part = Lazy(made: part)
    return chart
  }

  /// The legend that the chart would have, taken off `area`.
  func legend(
    _ legend: LegendSpec, on canvas: Canvas, hidden: [Int], in area: inout Rect
  ) -> (legend: LegendLayout?, warnings: [String]) {
    var chart = self
    chart.spec.common.legend = legend
    let flags = spec.series.indices.map(hidden.contains)
    return PlotFrame.legend(chart, on: withBands(canvas), hidden: flags, in: &area)
  }

  /// The names along a value axis; `nil` where it measures numbers.
  func names(_ side: SeriesSpec.AxisSide) -> SlotLabels? { side == .left ? leftNames : rightNames }

  /// How many times as long as a plot of a height value axes are, so that rows of names are as high as their author has them.
  func rowZoom(of height: Double) -> Double {
    [(leftNames, spec.y.spacing), (rightNames, spec.right.spacing)].reduce(1) { zoom, axis in
      guard let names = axis.0, let spacing = axis.1, spacing > 0, height > 0 else { return zoom }
      let needed = spacing * Double(names.labels.count) / height
      return needed.isFinite ? max(zoom, min(needed, 1e6)) : zoom
    }
  }

  /// Where rows begin to be seen before anybody scrolls, as a share of the axes from their lower edge: the first of names is on
  /// top, or at the left, or on the other side of a reversed axis; of numbers it is the least. What is beyond the last such place
  /// is brought to it.
  var firstStart: Double {
    let rows = leftNames == nil && rightNames != nil ? spec.right : spec.y
    if leftNames == nil, rightNames == nil {
      let axis = spec.y.spacing == nil && spec.right.spacing != nil ? spec.right : spec.y
      return axis.isReversed ? 1 : 0
    }
    return (spec.orientation == .horizontal) == rows.isReversed ? 1 : 0
  }

  /// How the series that are seen share slots, and on what each stands.
  /// - Complexity: O(1) while no series is hidden, else O(*n*).
  func standing(hidden: [Bool]) -> Standing {
    hidden.contains(true) ? Standing(spec, data, hidden: hidden) : allStanding
  }
}

extension ClosedRange<Double> {
  func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
