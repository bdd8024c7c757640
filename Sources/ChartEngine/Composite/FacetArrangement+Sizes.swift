import ChartModel

extension FacetArrangement {
  /// How large plots are, and what room there is around them.
  struct Sizes {
    let facets: FacetArrangement
    let detail: Detail
    let count: Int
    let columns: Int
    let rows: Int
    /// What is left within the titles of axes and the names of rows.
    private(set) var room: Rect
    /// The same with the names of rows.
    private let outer: Rect
    let titles: [(edge: Edge, text: String, font: Font, rect: Rect)]
    /// Of the names of panels, rows and columns.
    let stripFont: Font
    let typeface: Typeface
    private(set) var gap: (across: Double, down: Double)
    /// The least distances of columns and rows, and the greatest that labels may make of the first one.
    private let gaps: (least: Double, most: Double)
    /// The height of the names above plots, and the width of those beside rows.
    private(set) var strip: (above: Double, beside: Double)
    /// The room that labels take at the four sides of columns and rows.
    var left: [Double]
    var right: [Double]
    var top: [Double]
    var bottom: [Double]
    /// What labels take below a plot below which there is none.
    var beyond: Double = 0
    var plot = Size(width: 0, height: 0)
    /// How far names below plots are turned at least, in degrees, so that all plots have them alike.
    private(set) var leastTurn = 0.0

    init(_ facets: FacetArrangement, _ detail: Detail, count: Int, typeface: Typeface, in area: Rect) {
      (self.facets, self.detail, self.count, self.typeface) = (facets, detail, count, typeface)
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
      (outer, self.room) = (room, room.inset(right: beside))
      let columns = min(facets.columnCount(in: area), max(count, 1))
      self.columns = columns
      rows = (count + columns - 1) / columns
      let gap = facets.facet.gap.isFinite ? min(max(facets.facet.gap, 0), 200) : 12
      let mostAcross = columns > 1 ? 0.2 * room.width / Double(columns - 1) : gap
      self.gap = (min(gap, mostAcross), min(gap, rows > 1 ? 0.2 * room.height / Double(rows - 1) : gap))
      gaps = (self.gap.across, mostAcross)
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

    /// Gives names so much room.
    mutating func setStrip(_ strip: (above: Double, beside: Double)) {
      self.strip = strip
      room = outer.inset(right: strip.beside)
      fit()
    }

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
      guard facets.plot != nil, detail != .none else { return fitNames() }
      let (oldLeft, oldRight, oldTop, oldBottom) = (left, right, top, bottom)
      for list in [\Sizes.left, \.right] { self[keyPath: list] = [Double](repeating: 0, count: columns) }
      for list in [\Sizes.top, \.bottom] { self[keyPath: list] = [Double](repeating: 0, count: rows) }
      beyond = 0
      var reach = 0.0
      var layouts: [any ChartLayout] = []
      for index in 0..<count {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        // Margins are those of the whole.
        let size = Size(
          width: plot.width + oldLeft[column] + oldRight[column], height: plot.height + oldTop[row] + oldBottom[row])
        let margin = 12.0
        var own = canvas.part(
          index, Rect(x: 0, y: 0, width: size.width + 2 * margin, height: size.height + 2 * margin))
        (own.omitted, own.leastTurn) = (omitted(of: index), leastTurn)
        let inner = own.innerBounds
        let layout = lay(index, own)
        layouts.append(layout)
        guard let plot = layout.alignedPlot else { continue }
        left[column] = max(left[column], plot.minX - inner.minX)
        right[column] = max(right[column], inner.maxX - plot.maxX)
        top[row] = max(top[row], plot.minY - inner.minY)
        if let numbers = (layout as? CartesianLayout)?.reachOfNumbers {
          // Beyond that each plot has half of the gap.
          if column > 0 { reach = max(reach, numbers.before - (plot.minX - inner.minX)) }
          if column < columns - 1 { reach = max(reach, numbers.after - (inner.maxX - plot.maxX)) }
        }
        let below = max(inner.maxY - plot.maxY, 0)
        if row < rows - 1, isOutermost(index, at: .bottom) {
          // What stands below it is in a place where there is no plot.
          beyond = max(beyond, below)
        } else {
          bottom[row] = max(bottom[row], below)
        }
      }
      _ = alignTurns(of: layouts)
      gap.across = reach > 0 ? min(max(gaps.least, 2 * (reach + 4)), max(gaps.most, gaps.least)) : gaps.least
      fitNames()
    }

    /// Lets names below plots be turned as far as those are that are turned farthest.
    /// - Returns: Whether any are not.
    mutating func alignTurns(of layouts: [any ChartLayout]) -> Bool {
      let turns = layouts.compactMap { ($0 as? CartesianLayout)?.turnOfNames }
      let most = turns.max() ?? 0
      guard turns.contains(where: { $0 != most }), most > leastTurn else { return false }
      leastTurn = most
      return true
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

    func plotRect(_ index: Int) -> Rect {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let x =
        room.minX + Double(column) * (plot.width + gap.across) + left.prefix(column + 1).reduce(0, +)
        + right.prefix(column).reduce(0, +)
      let y =
        room.minY + Double(row) * (plot.height + gap.down) + top.prefix(row + 1).reduce(0, +)
        + bottom.prefix(row).reduce(0, +) + (0...row).reduce(0) { $0 + strip(above: $1) }
      return Rect(x: x, y: y, width: plot.width, height: plot.height)
    }
  }
}
