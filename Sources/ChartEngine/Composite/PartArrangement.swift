import ChartModel

/// How the parts of a picture are arranged, and what stands around them.
protocol PartArrangement: Sendable {
  /// Whether all parts show the same things, so that what is hidden or moved in one is so in all.
  var isShared: Bool { get }
  /// What a part is called: `chart`.
  var partName: String { get }
  /// What is written beside a part that has no title of its own.
  func name(of index: Int) -> String?
  /// Where parts are, more or less: what stands around them may take more room.
  func boxes(of count: Int, on canvas: Canvas) -> [Rect]
  /// - Parameter lay: Lays out a part on a canvas.
  func arranged(
    _ chart: CompositeChart, _ view: ChartState.View, on canvas: Canvas, lay: (Int, Canvas) -> any ChartLayout
  ) -> ArrangedParts
}

/// The parts of a picture in their places.
struct ArrangedParts: Sendable {
  struct Part: Sendable {
    let box: Rect
    let layout: any ChartLayout

    /// A place in the picture as the part sees it.
    func inner(_ point: Point) -> Point { point - Point(x: box.x, y: box.y) }
    /// The way from the part's own corner to where it is.
    var way: Point { Point(x: box.x, y: box.y) }
  }

  var parts: [Part] = []
  var title: TitleLayout?
  var legend: LegendLayout?
  /// What is written above parts, and beside them.
  var texts: [Text] = []
  var warnings: [String] = []
}

// MARK: - Axes in line

extension ArrangedParts {
  /// How much more room than it needs the labels of an axis may take, as a share of the part.
  private static let mostRoom = 0.25

  /// Parts of which the axes are in line with those above and below them, and those beside them.
  /// - Parameters:
  ///   - columns: How many parts stand in a row.
  ///   - isInLine: Whether parts of the same column begin at the same place, which is so unless a row lacks some.
  static func inLine(
    _ parts: [Part], columns: Int, lay: (Int, Canvas) -> any ChartLayout
  ) -> [Part] {
    var plots = parts.map(\.layout.alignedPlot)
    let original = plots
    func edges(
      _ members: [Int], _ read: (Int, Rect) -> Double, _ write: (inout Rect, Double) -> Void, most: (Int) -> Double
    ) {
      let members = members.filter { plots[$0] != nil }
      guard members.count > 1 else { return }
      let rooms = members.compactMap { index in original[index].map { (index, read(index, $0)) } }
      let widest = rooms.map(\.1).max() ?? 0
      for (index, room) in rooms where room < widest && widest - room <= ArrangedParts.mostRoom * most(index) {
        guard var plot = plots[index] else { continue }
        write(&plot, widest - room)
        if plot.width > 0, plot.height > 0 { plots[index] = plot }
      }
    }
    for column in 0..<max(columns, 1) {
      let members = Array(stride(from: column, to: parts.count, by: max(columns, 1)))
      edges(members, { $1.minX }, { $0 = $0.inset(left: $1) }, most: { parts[$0].box.width })
      edges(members, { parts[$0].box.width - $1.maxX }, { $0 = $0.inset(right: $1) }, most: { parts[$0].box.width })
    }
    for start in stride(from: 0, to: parts.count, by: max(columns, 1)) {
      let members = Array(start..<min(start + columns, parts.count))
      edges(members, { $1.minY }, { $0 = $0.inset(top: $1) }, most: { parts[$0].box.height })
      edges(members, { parts[$0].box.height - $1.maxY }, { $0 = $0.inset(bottom: $1) }, most: { parts[$0].box.height })
    }
    return parts.indices.map { index in
      guard let plot = plots[index], plot != original[index] else { return parts[index] }
      var canvas = parts[index].layout.canvas
      canvas.plot = plot
      return Part(box: parts[index].box, layout: lay(index, canvas))
    }
  }
}
