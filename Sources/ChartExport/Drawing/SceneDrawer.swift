import ChartEngine
import ChartModel

/// Draws a scene with Cairo, as an SVG of it is drawn: the finished picture, whatever plays it in.
final class SceneDrawer {
  let cairo: CairoLibrary
  /// What is drawn with: that of the picture, or of a shape that comes again and again in it.
  var context: OpaquePointer
  let families: [String]
  let fonts: FontSet
  /// Takes down what no font has.
  let missing: MissingLetters
  /// How far out places may be: Cairo counts in 256ths of a pixel, in 32 bits.
  let reach: Double
  /// Whether letters are drawn as shapes: Cairo puts them on whole pixels otherwise, unevenly.
  let drawsOutlines: Bool
  /// How letters are drawn: grey, without hints, and as wide at any size as the fonts say, as they were measured.
  let fontOptions: OpaquePointer?
  /// Circles by how they look; `nil` for what was drawn once, and is not yet a stamp.
  var stamps: [CircleLook: OpaquePointer?] = [:]
  private let isCancelled: () -> Bool
  private var nodeCount = 0

  /// - Parameters:
  ///   - context: On a surface on which a px is `scale` pixels.
  ///   - families: The names of fonts' families, in the order in which they are looked for.
  ///   - missing: Takes down what no font has.
  ///   - drawsOutlines: Whether letters are drawn as shapes.
  ///   - isCancelled: Asked again and again.
  init(
    _ cairo: CairoLibrary, _ context: OpaquePointer, scale: Double, families: [String], missing: MissingLetters,
    drawsOutlines: Bool, unless isCancelled: @escaping () -> Bool
  ) {
    self.cairo = cairo
    self.context = context
    self.drawsOutlines = drawsOutlines
    self.isCancelled = isCancelled
    self.families = families
    self.missing = missing
    fonts = FontSet(cairo, families: families)
    reach = 4e6 / max(scale, 1)
    fontOptions = cairo.texts.createOptions()
    cairo.texts.setAntialias(fontOptions, 2)
    cairo.texts.setHintStyle(fontOptions, 1)
    cairo.texts.setHintMetrics(fontOptions, 1)
  }

  deinit {
    cairo.texts.destroyOptions(fontOptions)
    for case .some(let stamp) in stamps.values { cairo.surfaces.destroy(stamp) }
  }

  /// Draws all of it.
  /// - Throws: ``ExportFault/cancelled``, ``ExportFault/failed(_:)``.
  /// - Complexity: O(*n*) in what there is to draw.
  func draw(_ scene: Scene) throws(ExportFault) {
    cairo.texts.setOptions(context, fontOptions)
    // As in SVG, unlike Cairo's own 10.
    cairo.paints.setMiterLimit(context, 4)
    if scene.background.alpha > 0 {
      setColor(scene.background, opacity: 1)
      cairo.contexts.paint(context)
    }
    try draw(scene.nodes)
    let status = cairo.contexts.status(context)
    guard status == 0 else { throw .failed("Cairo cannot draw the picture: \(cairo.text(ofStatus: status))") }
  }

  func draw(_ nodes: [Node]) throws(ExportFault) {
    // By their indices: an iterator would copy each.
    for index in nodes.indices { try draw(nodes[index]) }
  }

  private func draw(_ node: Node) throws(ExportFault) {
    nodeCount += 1
    if nodeCount.isMultiple(of: 64), isCancelled() { throw .cancelled }
    switch node.shape {
    case .path(let path):
      draw(node.style, join: .round) { $0.trace(path) }
    case .circle(let center, let radius): drawCircle(center, radius: radius, node.style)
    case .dots(let dots): try drawTogether(dots, opacity: node.style.opacity)
    case .rect(let rect, let cornerRadius):
      guard rect.width > 0, rect.height > 0 else { return }
      draw(node.style) { $0.rect(rect, cornerRadius: cornerRadius) }
    case .polyline(let points):
      draw(node.style) { $0.polyline(points) }
    case .text(let text): draw(text)
    case .raster(let raster, let rect): try draw(raster, in: rect, opacity: node.style.opacity)
    case .group(let nodes):
      try drawTogether(nodes, opacity: node.style.opacity)
    case .clipped(let path, let nodes):
      try drawClipped(nodes, opacity: 1) { $0.trace(path) }
    case .cropped(let rect, let nodes):
      try drawClipped(nodes, opacity: node.style.opacity) { $0.rect(rect, cornerRadius: 0) }
    }
  }

  // MARK: - Groups

  /// What overlaps in a group that is not opaque doesn't add up.
  private func drawTogether(_ nodes: [Node], opacity: Double) throws(ExportFault) {
    guard !nodes.isEmpty else { return }
    try drawTogether(opacity: opacity) { () throws(ExportFault) in try draw(nodes) }
  }

  private func drawTogether(_ dots: Dots, opacity: Double) throws(ExportFault) {
    try drawTogether(opacity: opacity) { () throws(ExportFault) in
      for (number, dot) in dots.dots.enumerated() {
        if number.isMultiple(of: 1_024), isCancelled() { throw .cancelled }
        drawCircle(dot.center, radius: dot.radius, dots.style(of: dot))
      }
    }
  }

  private func drawTogether(opacity: Double, _ draw: () throws(ExportFault) -> Void) throws(ExportFault) {
    guard opacity < 1 else { return try draw() }
    guard opacity > 0 else { return }
    cairo.contexts.pushGroup(context)
    try draw()
    cairo.contexts.popGroupToSource(context)
    cairo.contexts.paintWithAlpha(context, opacity)
  }

  private func drawClipped(
    _ nodes: [Node], opacity: Double, _ outline: (inout PathTracer) -> Void
  ) throws(ExportFault) {
    cairo.contexts.save(context)
    cairo.paths.begin(context)
    trace(outline)
    cairo.paths.clip(context)
    try drawTogether(nodes, opacity: opacity)
    cairo.contexts.restore(context)
  }

  func trace(_ outline: (inout PathTracer) -> Void) {
    var tracer = PathTracer(cairo, context, reach: reach)
    outline(&tracer)
  }
}
