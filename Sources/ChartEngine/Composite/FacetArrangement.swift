import ChartModel

/// Small multiples: plots of one size in line, with what all have in common written once, at the outer edge.
struct FacetArrangement: PartArrangement {
  typealias LegendMaker = @Sendable (Canvas, _ hidden: [Int], inout Rect) -> (legend: LegendLayout?, warnings: [String])

  /// A side of a plot.
  enum Edge: CaseIterable, Sendable { case left, right, top, bottom }

  /// What is along the edges of plots.
  struct Plot: Sendable {
    /// For each axis the edge along which it is, and whether all plots have the same.
    var axes: [(side: AxisSides, edge: Edge, isShared: Bool)] = []
    /// What stands along the edges of all, and how large.
    var titles: [(edge: Edge, text: String, size: TextSize)] = []

    init(_ spec: CartesianSpec, _ scales: FacetSpec.Scales) {
      let isTurned = spec.orientation == .horizontal
      func edge(_ position: PositionAxisSpec.Side) -> Edge {
        switch position {
        case .bottom: isTurned ? .left : .bottom
        case .top: isTurned ? .right : .top
        }
      }
      func edge(_ position: ValueAxisSpec.Side) -> Edge {
        switch position {
        case .left: isTurned ? .bottom : .left
        case .right: isTurned ? .top : .right
        }
      }
      let edges = [edge(spec.x.position), edge(spec.y.position ?? .left), edge(spec.right.position ?? .right)]
      axes = [
        (.x, edges[0], scales.sharesX), (.left, edges[1], scales.sharesY), (.right, edges[2], scales.sharesY),
      ]
      for (style, edge) in zip([spec.x.style, spec.y.style, spec.right.style], edges) where style.isVisible {
        guard let title = style.title?.oneLine, !title.isEmpty else { continue }
        titles.append((edge, title, style.labels.fontSize))
      }
    }
  }

  let common: CommonSpec
  let facet: FacetSpec
  /// What the row of each is called, and it itself or its column.
  let names: [(row: String?, column: String?)]
  /// `nil` where there are no axes.
  let plot: Plot?
  let legend: LegendMaker

  var isShared: Bool { true }
  var partName: String { "panel" }

  func name(of index: Int) -> String? {
    guard names.indices.contains(index) else { return nil }
    let own = [names[index].row, names[index].column].compactMap(\.self).filter { !$0.isEmpty }
    return own.isEmpty ? nil : own.joined(separator: ", ")
  }

  /// Panels narrower than this stand in fewer columns, where there is height for them, in px.
  private static let (leastWidth, leastHeight) = (90.0, 70.0)
  /// Panels in one row are as wide as this, in px, if there are not as many in each of several rows.
  private static let easyWidth = 160.0

  // MARK: - Rows and columns

  /// How many columns there are in a room.
  func columnCount(in room: Rect) -> Int {
    let count = max(names.count, 1)
    guard facet.by != nil else {
      return max(names.prefix { $0.row == names.first?.row }.count, 1)
    }
    var columns = LayoutGrid().columnCount(of: count, in: room)
    // Side by side they are compared best, and no place is empty.
    let own = room.width / Double(count)
    if count % columns != 0, own >= FacetArrangement.easyWidth, own >= room.height / 2 { columns = count }
    if let most = facet.columns { columns = min(max(most, 1), count) }
    while columns > 1, room.width / Double(columns) < FacetArrangement.leastWidth,
      room.height / Double((count + columns - 2) / (columns - 1)) >= FacetArrangement.leastHeight
    {
      columns -= 1
    }
    return columns
  }

  /// About how large each panel is, before anything is known of labels and legends.
  private func panelSize(on canvas: Canvas) -> Size {
    let room = canvas.innerBounds
    let columns = columnCount(in: room)
    let rows = max((names.count + columns - 1) / columns, 1)
    return Size(width: room.width / Double(columns), height: room.height / Double(rows))
  }

  func boxes(of count: Int, on canvas: Canvas) -> [Rect] {
    let room = canvas.innerBounds
    var grid = LayoutGrid()
    grid.columns = columnCount(in: room)
    return grid.boxes(of: count, in: room)
  }

  // MARK: - Arranging

  func arranged(
    _ chart: CompositeChart, _ view: ChartState.View, on canvas: Canvas, lay: (Int, Canvas) -> any ChartLayout
  ) -> ArrangedParts {
    var arranged = ArrangedParts()
    var area = canvas.innerBounds
    arranged.title = TitleLayout(common, on: canvas, in: &area)
    arranged.warnings = arranged.title?.warnings ?? []
    let scale = panelSize(on: canvas)
    var legendCanvas = canvas
    legendCanvas.sharedScale = scale
    let made = legend(legendCanvas, view.hidden, &area)
    arranged.legend = made.legend
    arranged.warnings += made.warnings
    guard !chart.parts.isEmpty else {
      arranged.warnings.append("there are no panels: nothing to show")
      arranged.texts.append(.noData(at: area.center, on: canvas))
      return arranged
    }
    // What there is no room for is left out: first what axes are called, then names, in the end labels.
    for detail in Detail.allCases {
      var sizes = Sizes(self, detail, count: chart.parts.count, typeface: canvas.typeface, in: area)
      // How wide labels are depends on how large plots are, and the other way round.
      for _ in 0..<2 { sizes.measure(with: lay, canvas: canvas) }
      guard sizes.isRoomy || detail == .none else { continue }
      func parts() -> [ArrangedParts.Part] {
        chart.parts.indices.map { index in
          let place = sizes.place(of: index)
          var own = canvas.part(index, place.box)
          (own.plot, own.omitted) = (plot == nil ? nil : place.plot, sizes.omitted(of: index))
          (own.sharedScale, own.leastTurn) = (scale, sizes.leastTurn)
          return ArrangedParts.Part(box: place.box, layout: lay(index, own))
        }
      }
      arranged.parts = parts()
      if sizes.alignTurns(of: arranged.parts.map(\.layout)) { arranged.parts = parts() }
      let written = sizes.texts(on: canvas)
      arranged.texts = written.texts
      if written.shortened > 0, !canvasIsTiny(canvas) {
        arranged.warnings.append("facet: " + RoomWarning.shortened(written.shortened, "name"))
      }
      if detail != .all, !canvasIsTiny(canvas) {
        arranged.warnings.append("names and labels were left out: there is no room for them; make the chart larger")
      }
      break
    }
    return arranged
  }

  /// Of a chart so small what is missing is missing on purpose.
  private func canvasIsTiny(_ canvas: Canvas) -> Bool { min(canvas.size.width, canvas.size.height) < 80 }

  /// How much is written around plots.
  enum Detail: CaseIterable { case all, names, labels, none }
}
