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
  private func columnCount(in room: Rect) -> Int {
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
      arranged.parts = chart.parts.indices.map { index in
        let place = sizes.place(of: index)
        var own = canvas.part(index, place.box)
        (own.plot, own.omitted) = (plot == nil ? nil : place.plot, sizes.omitted(of: index))
        own.sharedScale = scale
        return ArrangedParts.Part(box: place.box, layout: lay(index, own))
      }
      arranged.texts = sizes.texts(on: canvas)
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
  fileprivate enum Detail: CaseIterable { case all, names, labels, none }

  // MARK: - Sizes

  /// How large plots are, and what room there is around them.
  fileprivate struct Sizes {
    let facets: FacetArrangement
    let detail: Detail
    let count: Int
    let columns: Int
    let rows: Int
    /// What is left within the titles of axes and the names of rows.
    let room: Rect
    let titles: [(edge: Edge, text: String, font: Font, rect: Rect)]
    /// Of the names of panels, rows and columns.
    let stripFont: Font
    let gap: (across: Double, down: Double)
    /// The height of a name above a plot, and the width of one beside a row.
    let strip: (above: Double, beside: Double)
    /// The room that labels take at the four sides of columns and rows.
    var left: [Double]
    var right: [Double]
    var top: [Double]
    var bottom: [Double]
    /// What labels take below a plot below which there is none.
    var beyond: Double = 0
    var plot = Size(width: 0, height: 0)

    init(_ facets: FacetArrangement, _ detail: Detail, count: Int, typeface: Typeface, in area: Rect) {
      (self.facets, self.detail, self.count) = (facets, detail, count)
      var room = area
      var titles: [(edge: Edge, text: String, font: Font, rect: Rect)] = []
      if detail == .all {
        for title in facets.plot?.titles ?? [] {
          let font = typeface.font(title.size)
          let (height, width) = (font.lineHeight + 4, AxisTitle.width(title.text, font) + 2)
          var rect = room
          switch title.edge {
          case .bottom:
            rect = Rect(x: room.minX, y: room.maxY - height, width: room.width, height: height)
            room = room.inset(bottom: height)
          case .top:
            rect = Rect(x: room.minX, y: room.minY, width: room.width, height: height)
            room = room.inset(top: height)
          case .left:
            rect = Rect(x: room.minX, y: room.minY, width: width, height: room.height)
            room = room.inset(left: width)
          case .right:
            rect = Rect(x: room.maxX - width, y: room.minY, width: width, height: room.height)
            room = room.inset(right: width)
          }
          titles.append((title.edge, title.text, font, rect))
        }
      }
      self.titles = titles
      let hasNames = detail == .all || detail == .names
      stripFont = typeface.font(usual: 12, isBold: true)
      let line = stripFont.lineHeight + 4
      let beside = hasNames && facets.names.contains { $0.row != nil } ? line : 0
      strip = (hasNames && facets.names.contains { $0.column != nil } ? line : 0, beside)
      self.room = room.inset(right: beside)
      let columns = min(facets.columnCount(in: area), max(count, 1))
      self.columns = columns
      rows = (count + columns - 1) / columns
      let gap = facets.facet.gap.isFinite ? min(max(facets.facet.gap, 0), 200) : 12
      self.gap = (
        min(gap, columns > 1 ? 0.2 * room.width / Double(columns - 1) : gap),
        min(gap, rows > 1 ? 0.2 * room.height / Double(rows - 1) : gap)
      )
      (left, right) = ([Double](repeating: 0, count: columns), [Double](repeating: 0, count: columns))
      (top, bottom) = ([Double](repeating: 0, count: rows), [Double](repeating: 0, count: rows))
      fit()
    }

    /// Whether plots are so large that something is seen in them.
    var isRoomy: Bool {
      let share = 0.45
      let most = Size(width: room.width / Double(columns), height: room.height / Double(rows))
      return plot.width >= max(24, share * most.width) && plot.height >= max(20, share * most.height)
    }

    /// Names stand above each plot, or above each column.
    private func strip(above row: Int) -> Double { row == 0 || facets.facet.by != nil ? strip.above : 0 }

    private mutating func fit() {
      let across = left.reduce(0, +) + right.reduce(0, +) + gap.across * Double(columns - 1)
      let down =
        top.reduce(0, +) + bottom.reduce(0, +) + gap.down * Double(rows - 1)
        + (0..<rows).reduce(0) { $0 + strip(above: $1) }
      plot = Size(
        width: max((room.width - across) / Double(columns), 0), height: max((room.height - down) / Double(rows), 0))
    }

    /// Whether no plot is beyond one at a side of it.
    private func isOutermost(_ index: Int, at edge: Edge) -> Bool {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      switch edge {
      case .left: return column == 0
      case .right: return column == columns - 1 || index == count - 1
      case .top: return row == 0
      case .bottom: return index + columns >= count
      }
    }

    /// The axes whose labels stand elsewhere.
    func omitted(of index: Int) -> AxisSides {
      guard detail != .none else { return [.x, .left, .right] }
      return (facets.plot?.axes ?? []).reduce(into: []) { sides, axis in
        if axis.isShared, !isOutermost(index, at: axis.edge) { sides.insert(axis.side) }
      }
    }

    /// Finds out how much room labels take around plots of this size.
    mutating func measure(with lay: (Int, Canvas) -> any ChartLayout, canvas: Canvas) {
      guard facets.plot != nil, detail != .none else { return }
      let (oldLeft, oldRight, oldTop, oldBottom) = (left, right, top, bottom)
      for list in [\Sizes.left, \.right] { self[keyPath: list] = [Double](repeating: 0, count: columns) }
      for list in [\Sizes.top, \.bottom] { self[keyPath: list] = [Double](repeating: 0, count: rows) }
      beyond = 0
      for index in 0..<count {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        // Margins are those of the whole.
        let size = Size(
          width: plot.width + oldLeft[column] + oldRight[column], height: plot.height + oldTop[row] + oldBottom[row])
        let margin = 12.0
        var own = canvas.part(
          index, Rect(x: 0, y: 0, width: size.width + 2 * margin, height: size.height + 2 * margin))
        own.omitted = omitted(of: index)
        let inner = own.innerBounds
        guard let plot = lay(index, own).alignedPlot else { continue }
        left[column] = max(left[column], plot.minX - inner.minX)
        right[column] = max(right[column], inner.maxX - plot.maxX)
        top[row] = max(top[row], plot.minY - inner.minY)
        let below = max(inner.maxY - plot.maxY, 0)
        if row < rows - 1, isOutermost(index, at: .bottom) {
          // What stands below it is in a place where there is no plot.
          beyond = max(beyond, below)
        } else {
          bottom[row] = max(bottom[row], below)
        }
      }
      fit()
    }

    /// Where a part is, and its plot in it.
    func place(of index: Int) -> (box: Rect, plot: Rect) {
      let rect = plotRect(index)
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let below = row < rows - 1 && isOutermost(index, at: .bottom) ? max(beyond, bottom[row]) : bottom[row]
      let (before, after) = (column == 0 ? 12 : gap.across / 2, column == columns - 1 ? 12 : gap.across / 2)
      // Half of the first label of an axis is above it.
      let (above, under) = (
        min(strip(above: row) + (row == 0 ? 6 : gap.down / 2), 9), row == rows - 1 ? 8 : gap.down / 2
      )
      let box = Rect(
        x: rect.minX - left[column] - before, y: rect.minY - top[row] - above,
        width: rect.width + left[column] + right[column] + before + after,
        height: rect.height + top[row] + below + above + under)
      return (box, rect.moved(by: Point(x: -box.x, y: -box.y)))
    }

    private func plotRect(_ index: Int) -> Rect {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let x =
        room.minX + Double(column) * (plot.width + gap.across) + left.prefix(column + 1).reduce(0, +)
        + right.prefix(column).reduce(0, +)
      let y =
        room.minY + Double(row) * (plot.height + gap.down) + top.prefix(row + 1).reduce(0, +)
        + bottom.prefix(row).reduce(0, +) + (0...row).reduce(0) { $0 + strip(above: $1) }
      return Rect(x: x, y: y, width: plot.width, height: plot.height)
    }

    /// The names of panels, rows and columns, and what axes are called.
    func texts(on canvas: Canvas) -> [Text] {
      var texts: [Text] = []
      let font = stripFont
      func add(
        _ text: String, _ font: Font, within width: Double, at point: Point, rotation: Double = 0, color: Color
      ) {
        let fitted = font.truncated(text.oneLine, to: width)
        guard !fitted.isEmpty else { return }
        texts.append(
          Text(
            runs: [Text.Run(fitted, color: color, isBold: font.isBold)], at: point, anchor: .middle, size: font.size,
            rotation: rotation))
      }
      let surface = canvas.surface
      for (index, name) in facets.names.prefix(count).enumerated() {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        let rect = plotRect(index)
        if strip.above > 0, let text = name.column, row == 0 || facets.facet.by != nil {
          add(
            text, font, within: rect.width + left[column] + gap.across / 2,
            at: Point(x: rect.midX, y: rect.minY - top[row] - 6), color: surface.text)
        }
        if strip.beside > 0, let text = name.row, column == columns - 1 {
          add(
            text, font, within: rect.height,
            at: Point(x: room.maxX + strip.beside - font.capHeight - 1, y: rect.midY), rotation: 90, color: surface.text
          )
        }
      }
      for title in titles {
        let font = title.font
        let all = (0..<count).map(plotRect)
        let (midX, midY) = (
          ((all.map(\.minX).min() ?? 0) + (all.map(\.maxX).max() ?? 0)) / 2,
          ((all.map(\.minY).min() ?? 0) + (all.map(\.maxY).max() ?? 0)) / 2
        )
        let color = surface.secondaryText
        switch title.edge {
        case .bottom:
          add(title.text, font, within: title.rect.width, at: Point(x: midX, y: title.rect.maxY - 2), color: color)
        case .top:
          add(
            title.text, font, within: title.rect.width, at: Point(x: midX, y: title.rect.minY + font.capHeight + 1),
            color: color)
        case .left where AxisTitle.isLevel(title.text, font), .right where AxisTitle.isLevel(title.text, font):
          add(
            title.text, font, within: title.rect.width,
            at: Point(x: title.rect.midX, y: midY + font.capHeight / 2), color: color)
        case .left:
          add(
            title.text, font, within: title.rect.height, at: Point(x: title.rect.minX + font.capHeight + 1, y: midY),
            rotation: -90, color: color)
        case .right:
          add(
            title.text, font, within: title.rect.height, at: Point(x: title.rect.maxX - 2, y: midY), rotation: -90,
            color: color)
        }
      }
      return texts
    }
  }
}
