import ChartEngine
import ChartModel

extension SceneDrawer {
  /// Draws a picture of cells with sharp edges between them.
  func draw(_ raster: Raster, in rect: Rect, opacity: Double) {
    guard rect.width > 0, rect.height > 0, opacity > 0, abs(rect.minX) <= reach, abs(rect.minY) <= reach,
      rect.maxX <= reach, rect.maxY <= reach
    else { return }
    let surface = cairo.surfaces.createImage(0, Int32(clamping: raster.width), Int32(clamping: raster.height))
    defer { cairo.surfaces.destroy(surface) }
    guard cairo.surfaces.status(surface) == 0, let data = cairo.surfaces.data(surface) else { return }
    let stride = Int(cairo.surfaces.stride(surface))
    // 32 bits each, alpha in the highest byte and multiplied in.
    let colors = raster.colors.map { color -> UInt32 in
      let alpha = UInt32(color.alpha)
      func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
      return alpha << 24 | channel(color.red) << 16 | channel(color.green) << 8 | channel(color.blue)
    }
    for row in 0..<raster.height {
      let line = data + row * stride
      for column in 0..<raster.width {
        line.storeBytes(
          of: colors[Int(raster.pixels[row * raster.width + column])], toByteOffset: column * 4, as: UInt32.self)
      }
    }
    cairo.surfaces.markDirty(surface)
    cairo.contexts.save(context)
    cairo.paths.begin(context)
    cairo.paths.rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    cairo.paths.clip(context)
    cairo.contexts.translate(context, rect.minX, rect.minY)
    cairo.contexts.scale(context, rect.width / Double(raster.width), rect.height / Double(raster.height))
    cairo.paints.setSurface(context, surface, 0, 0)
    // The nearest pixel, as SVG's `pixelated` has it.
    cairo.paints.setFilter(cairo.paints.source(context), 3)
    cairo.contexts.paintWithAlpha(context, min(opacity, 1))
    cairo.contexts.restore(context)
  }
}
