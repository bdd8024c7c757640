import ChartModel
import JSONModel

extension HeatmapMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    var nodes = isPicture ? pictures : single
    guard !nodes.isEmpty else { return [] }
    nodes += separators
    let shown: [Node] =
      switch stage.animation.kind {
      case .grow: stage.wiped(nodes, entering: entering)
      case .none, .sweep, .count, .wipe, .stroke: self.entering(nodes, reach: 0, entering: entering)
      }
    let names = stage.isDrawingIn ? [] : entersLast(months, entering)
    return [LayerDrawing(layer: .bar, inside: [Node(.group(shown), meaning: meaning)] + names)]
  }

  /// Each cell by itself, with what it says if they are not too many.
  private var single: [Node] {
    // The days of two years do, too.
    let isNamed = areNamed(inView.count) || inView.count <= 731
    var cells: [Node] = []
    cells.reserveCapacity(inView.count)
    for point in inView {
      guard isCounted(point), let color = color(of: point), let rect = rect(of: point), rect.width > 0, rect.height > 0
      else { continue }
      cells.append(
        Node(
          .rect(rect, cornerRadius: radius(of: rect)), style: Style(fill: color),
          meaning: isNamed ? meaning(of: point) : nil))
    }
    return cells
  }

  func highlight(of point: Int, at place: Point) -> [Node] {
    guard let rect = rect(of: point) else { return [] }
    // Something of the smallest ones is to be seen, too.
    let grown = max(2 - min(rect.width, rect.height) / 2, 0)
    let box = Rect(
      x: rect.x - grown, y: rect.y - grown, width: rect.width + 2 * grown, height: rect.height + 2 * grown)
    let corner = max(radius(of: rect), 1)
    // Around the cell alone, on which something may be written; one that is made larger is painted anew.
    return [
      Node(
        .rect(box.inset(by: -1.75), cornerRadius: corner + 1.75),
        style: Style(fill: nil, stroke: stage.background, strokeWidth: 1.5)),
      Node(
        .rect(box, cornerRadius: corner),
        style: Style(
          fill: grown > 0 ? color(of: point) : nil, stroke: stage.canvas.surface.text, strokeWidth: 2)),
    ]
  }

  // MARK: - Very many

  /// All cells as one picture; where they don't lie in a grid, those of a colour as one shape.
  private var pictures: [Node] { picture.map { [$0] } ?? shapes }

  /// The cells that have come in.
  private var counted: Range<Int> { stage.counted(inView)?.clamped(to: inView) ?? inView }

  /// Between which values cells are to be seen, those without a value nowhere.
  private var seenValues: ClosedRange<Double> {
    let half = grid.height > 0 ? grid.height / 2 : 0
    return axis.domain.lower - half...max(axis.domain.upper + half, axis.domain.lower - half)
  }

  private var picture: Node? {
    let (points, seen, series) = (counted, seenValues, series)
    let positions = series.points.positions
    guard grid.width > 0, grid.height > 0, let extrema = series.points.values.extrema(in: points) else { return nil }
    return series.points.values.withValues(in: points) { values in
      var (lowest, highest) = (extrema.min, extrema.max)
      if !seen.contains(lowest) || !seen.contains(highest) {
        (lowest, highest) = (.infinity, -.infinity)
        for value in values where seen.contains(value) {
          (lowest, highest) = (min(lowest, value), max(highest, value))
        }
      }
      guard let first = values.firstIndex(where: seen.contains), let last = values.lastIndex(where: seen.contains)
      else { return nil }
      let start = positions[points.lowerBound + first]
      let width = ((positions[points.lowerBound + last] - start) / grid.width).rounded() + 1
      let height = ((highest - lowest) / grid.height).rounded() + 1
      guard width >= 1, height >= 1, width * height <= Double(Raster.mostPixels), let columns = Int(exactly: width),
        let rows = Int(exactly: height)
      else { return nil }
      let uppermost = axis.isReversed ? lowest : highest
      // 0 is what is missing.
      var pixels = [UInt8](repeating: 0, count: columns * rows)
      let isGrid = pixels.withUnsafeMutableBufferPointer { pixels in
        // `unsafe`: each column of cells has one part that writes it, and all have ended when `map` returns.
        nonisolated(unsafe) let (pixels, values) = (pixels, values)
        // Cells follow one another column by column. Multiplied, since a division takes as long as all the rest.
        let (perWidth, perHeight) = (1 / grid.width, 1 / (axis.isReversed ? -grid.height : grid.height))
        let parts = Parts.map(last - first + 1, length: 1 << 15) { part in
          colors.withLevels { level in
            // The columns that begin in this part.
            let cells = points.lowerBound + first...points.lowerBound + last
            func firstCell(from index: Int) -> Int {
              let point = cells.lowerBound + index
              return index == 0 ? point : min(positions.upperBound(of: positions[point - 1]), cells.upperBound + 1)
            }
            var (column, known) = (0, Double.nan)
            for point in firstCell(from: part.lowerBound)..<firstCell(from: part.upperBound) {
              let value = values[point - points.lowerBound]
              guard seen.contains(value) else { continue }
              let position = positions[point]
              if position != known {
                guard let next = HeatmapMark.place((position - start) * perWidth, of: columns) else { return false }
                (column, known) = (next, position)
              }
              guard let row = HeatmapMark.place((uppermost - value) * perHeight, of: rows) else { return false }
              if let level = level(series.specIndex(of: point)) { pixels[row * columns + column] = level + 1 }
            }
            return true
          }
        }
        return parts.allSatisfy(\.self)
      }
      let palette = [Color(red: 0, green: 0, blue: 0, alpha: 0)] + colors.levels
      guard isGrid, let raster = Raster(width: columns, height: rows, colors: palette, pixels: pixels) else {
        return nil
      }
      let (x, y) = (stage.window.map, axis.map)
      let left = x.pixel(of: start - grid.width / 2)
      let right = x.pixel(of: start + (width - 0.5) * grid.width)
      let ends = (y.pixel(of: highest + grid.height / 2), y.pixel(of: highest - (height - 0.5) * grid.height))
      let (top, bottom) = axis.isReversed ? (ends.1, ends.0) : ends
      guard right > left, bottom > top else { return nil }
      return Node(.raster(raster, Rect(x: left, y: top, width: right - left, height: bottom - top)))
    }
  }

  /// Which of the columns, or rows, of a grid begins so many of them after the first; `nil` for what lies between them.
  @inline(__always)
  private static func place(_ steps: Double, of count: Int) -> Int? {
    guard steps > -0.02, steps < Double(count) else { return nil }
    // Not by `rounded()`, which is a call into the C library.
    let place = Int(steps + 0.5)
    return abs(steps - Double(place)) < 0.02 && place < count ? place : nil
  }

  private var shapes: [Node] {
    let (palette, seen) = (colors.levels, seenValues)
    var paths = [Path](repeating: Path(), count: palette.count)
    colors.withLevels { level in
      for point in counted where seen.contains(series.points.values[point]) {
        guard let level = level(series.specIndex(of: point)), paths.indices.contains(Int(level)),
          let rect = rect(of: point)
        else { continue }
        paths[Int(level)].move(to: Point(x: rect.minX, y: rect.minY))
        paths[Int(level)].line(to: Point(x: rect.maxX, y: rect.minY))
        paths[Int(level)].line(to: Point(x: rect.maxX, y: rect.maxY))
        paths[Int(level)].line(to: Point(x: rect.minX, y: rect.maxY))
        paths[Int(level)].close()
      }
    }
    return zip(paths, palette).filter { !$0.0.elements.isEmpty }.map { Node(.path($0), style: Style(fill: $1)) }
  }
}
