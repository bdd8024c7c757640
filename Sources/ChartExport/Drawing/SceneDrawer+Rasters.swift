import ChartEngine
import ChartModel

extension SceneDrawer {
  /// The most cells of a side that are drawn: of more some are, at equal distances. Pixman reckons in 16 bits before the point, so
  /// that nothing is drawn of pictures much wider than this.
  private static let mostCells = 16_000

  /// Draws a picture of cells with sharp edges between them.
  /// - Throws: ``ExportFault/failed(_:)`` if there is no memory for it.
  func draw(_ raster: Raster, in rect: Rect, opacity: Double) throws(ExportFault) {
    guard rect.width > 0, rect.height > 0, opacity > 0, abs(rect.minX) <= reach, abs(rect.minY) <= reach,
      rect.maxX <= reach, rect.maxY <= reach
    else { return }
    let columns = SceneDrawer.cells(of: raster.width)
    let rows = SceneDrawer.cells(of: raster.height)
    let surface = cairo.surfaces.createImage(0, Int32(clamping: columns.count), Int32(clamping: rows.count))
    defer { cairo.surfaces.destroy(surface) }
    let status = cairo.surfaces.status(surface)
    guard status == 0, let data = cairo.surfaces.data(surface) else {
      throw .failed("Cairo cannot draw \(columns.count) × \(rows.count) cells: \(cairo.text(ofStatus: status))")
    }
    let stride = Int(cairo.surfaces.stride(surface))
    // 32 bits each, alpha in the highest byte and multiplied in.
    let colors = raster.colors.map { color -> UInt32 in
      let alpha = UInt32(color.alpha)
      func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
      return alpha << 24 | channel(color.red) << 16 | channel(color.green) << 8 | channel(color.blue)
    }
    for (place, row) in rows.enumerated() {
      let line = data + place * stride
      for (place, column) in columns.enumerated() {
        line.storeBytes(
          of: colors[Int(raster.pixels[row * raster.width + column])], toByteOffset: place * 4, as: UInt32.self)
      }
    }
    cairo.surfaces.markDirty(surface)
    cairo.contexts.save(context)
    cairo.paths.begin(context)
    cairo.paths.rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    cairo.paths.clip(context)
    cairo.contexts.translate(context, rect.minX, rect.minY)
    cairo.contexts.scale(context, rect.width / Double(columns.count), rect.height / Double(rows.count))
    cairo.paints.setSurface(context, surface, 0, 0)
    // The nearest pixel, as SVG's `pixelated` has it.
    cairo.paints.setFilter(cairo.paints.source(context), 3)
    cairo.contexts.paintWithAlpha(context, min(opacity, 1))
    cairo.contexts.restore(context)
  }

  /// Which cells of a side are drawn.
  private static func cells(of count: Int) -> [Int] {
    let drawn = min(count, mostCells)
    return (0..<drawn).map { ($0 * 2 + 1) * count / (2 * drawn) }
  }
}
