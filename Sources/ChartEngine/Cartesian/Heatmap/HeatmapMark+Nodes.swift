import ChartModel
import JSONModel

extension HeatmapMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    let cells = isPicture ? pictures : single
    guard !cells.isEmpty else { return [] }
    let nodes = cells + separators
    let shown: [Node] =
      switch stage.animation.kind {
      case .grow: stage.wiped(nodes, entering: entering)
      case .none, .sweep, .count, .wipe, .stroke: self.entering(nodes, reach: 0, entering: entering)
      }
    let names = stage.isDrawingIn ? [] : entersLast(months, entering)
    return [LayerDrawing(layer: .bar, inside: [Node(.group(shown), meaning: meaning)] + names)]
  }

  /// Each cell by itself, with what it says.
  private var single: [Node] {
    inView.compactMap { point in
      guard isCounted(point), let color = color(of: point), let rect = rect(of: point), rect.width > 0, rect.height > 0
      else { return nil }
      return Node(
        .rect(rect, cornerRadius: radius(of: rect)), style: Style(fill: color), meaning: meaning(of: point))
    }
  }

  func highlight(of point: Int, at place: Point) -> [Node] {
    guard let rect = rect(of: point) else { return [] }
    // Something of the smallest ones is to be seen, too.
    let grown = max(2 - min(rect.width, rect.height) / 2, 0)
    let box = Rect(
      x: rect.x - grown, y: rect.y - grown, width: rect.width + 2 * grown, height: rect.height + 2 * grown)
    let corner = max(radius(of: rect), 1)
    return [
      Node(.rect(box, cornerRadius: corner), style: Style(fill: nil, stroke: stage.background, strokeWidth: 5)),
      Node(
        .rect(box, cornerRadius: corner),
        style: Style(fill: color(of: point), stroke: stage.canvas.surface.text, strokeWidth: 2)),
    ]
  }

  // MARK: - Very many

  /// All cells as one picture; where they don't lie in a grid, those of a colour as one shape.
  private var pictures: [Node] {
    let points = inView.filter { isCounted($0) && !series.points.values[$0].isNaN && isWithinAxis($0) }
    return picture(of: points).map { [$0] } ?? shapes(of: points)
  }

  private func isWithinAxis(_ point: Int) -> Bool {
    let (value, half) = (series.points.values[point], grid.height / 2)
    return value + half >= axis.domain.lower && value - half <= axis.domain.upper
  }

  private func picture(of points: [Int]) -> Node? {
    guard let first = points.first, let last = points.last, grid.width > 0, grid.height > 0 else { return nil }
    let (positions, values) = (series.points.positions, series.points.values)
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    for point in points { (lowest, highest) = (min(lowest, values[point]), max(highest, values[point])) }
    let start = positions[first]
    let width = ((positions[last] - start) / grid.width).rounded() + 1
    let height = ((highest - lowest) / grid.height).rounded() + 1
    guard width >= 1, height >= 1, width * height <= Double(Raster.mostPixels), let columns = Int(exactly: width),
      let rows = Int(exactly: height)
    else { return nil }
    // 0 is what is missing.
    var pixels = [UInt8](repeating: 0, count: columns * rows)
    for point in points {
      let (across, down) = ((positions[point] - start) / grid.width, (highest - values[point]) / grid.height)
      let (column, row) = (Int(saturating: across.rounded()), Int(saturating: down.rounded()))
      guard abs(across - across.rounded()) < 0.02, abs(down - down.rounded()) < 0.02, column < columns, row < rows,
        column >= 0, row >= 0
      else { return nil }
      guard let level = colors.level(of: series.specIndex(of: point)) else { continue }
      pixels[row * columns + column] = level + 1
    }
    let palette = [Color(red: 0, green: 0, blue: 0, alpha: 0)] + colors.levels
    guard let raster = Raster(width: columns, height: rows, colors: palette, pixels: pixels) else { return nil }
    let (x, y) = (stage.window.map, axis.map)
    let left = x.pixel(of: start - grid.width / 2)
    let right = x.pixel(of: start + (width - 0.5) * grid.width)
    let top = y.pixel(of: highest + grid.height / 2)
    let bottom = y.pixel(of: highest - (height - 0.5) * grid.height)
    guard right > left, bottom > top else { return nil }
    return Node(.raster(raster, Rect(x: left, y: top, width: right - left, height: bottom - top)))
  }

  private func shapes(of points: [Int]) -> [Node] {
    let palette = colors.levels
    var paths = [Path](repeating: Path(), count: palette.count)
    for point in points {
      guard let level = colors.level(of: series.specIndex(of: point)), paths.indices.contains(Int(level)),
        let rect = rect(of: point)
      else { continue }
      paths[Int(level)].move(to: Point(x: rect.minX, y: rect.minY))
      paths[Int(level)].line(to: Point(x: rect.maxX, y: rect.minY))
      paths[Int(level)].line(to: Point(x: rect.maxX, y: rect.maxY))
      paths[Int(level)].line(to: Point(x: rect.minX, y: rect.maxY))
      paths[Int(level)].close()
    }
    return zip(paths, palette).filter { !$0.0.elements.isEmpty }.map { Node(.path($0), style: Style(fill: $1)) }
  }
}
