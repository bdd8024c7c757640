import ChartModel

/// Lines, bars and points: the engine's side of ``CartesianSpec``, with the spec's data brought into order once.
struct CartesianChart: Sendable {
  /// Tells apart what was made of different data, without comparing these.
  final class Identity: Sendable {}

  let identity = Identity()
  /// Which warnings it has in common with those that it grew out of; `nil` where only a layout tells.
  let design: WarningBasis.Design?
  let spec: CartesianSpec
  let data: PlotData
  let span: PositionSpan
  let slotLabels: SlotLabels
  let words: EntryWords
  /// What stands on what while no series is hidden.
  private let allStanding: Standing

  init(_ spec: CartesianSpec) {
    let data = PlotData(spec)
    self.init(spec, data, design: CartesianChart.design(spec, data))
  }

  /// - Parameter design: That of the chart that it grew out of.
  init(_ spec: CartesianSpec, _ data: PlotData, design: WarningBasis.Design?) {
    self.design = design
    self.spec = spec
    self.data = data
    let format = NumberFormat(spec.common.format)
    span = CartesianChart.span(spec, data)
    slotLabels = SlotLabels(data.axis.labels)
    words = EntryWords(
      position: PositionText(data.axis, spec.x, format: format), format: format, seriesCount: spec.series.count)
    allStanding = Standing(spec, data, hidden: [])
  }

  private static func span(_ spec: CartesianSpec, _ data: PlotData) -> PositionSpan {
    let hasSlots = data.series.contains(where: \.standsInSlots)
    let placement = spec.x.placement ?? (data.axis.isCategory || hasSlots ? .slots : .edges)
    let margin = data.series.map { $0.spec.kind.markStyle.positionMargin }.max() ?? 0
    let (extent, slot) = (data.extent, data.slot)
    let length = extent.map { $0.upperBound / slot - $0.lowerBound / slot } ?? 0
    let space = placement == .slots ? 0.5 : (margin * length).madeFinite
    let given = (spec.x.min.flatMap { data.coordinate(of: $0) }, spec.x.max.flatMap { data.coordinate(of: $0) })
    // With an end of the author's a plot of numbers begins right there.
    func room(_ own: Double?, _ end: Double?) -> Double { own ?? (end != nil && !data.axis.isCategory ? 0 : space) }
    return PositionSpan(
      first: given.0 ?? extent?.lowerBound ?? given.1, last: given.1 ?? extent?.upperBound ?? given.0, slot: slot,
      spaces: (room(spec.x.spaceMin, given.0), room(spec.x.spaceMax, given.1)))
  }

  /// How the series that are seen share slots, and on what each stands.
  /// - Complexity: O(1) while no series is hidden, else O(*n*).
  func standing(hidden: [Bool]) -> Standing {
    hidden.contains(true) ? Standing(spec, data, hidden: hidden) : allStanding
  }
}
