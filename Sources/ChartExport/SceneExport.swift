public import ChartEngine
import ChartModel

/// A scene as a file of another format than SVG, drawn by Cairo.
///
/// The same scene gives the same bytes: nothing in them tells of the time or the place. Texts are set in the fonts that SVGs
/// name, as wide as the engine has measured them; letters that these lack come from other fonts of the system. Scripts whose
/// letters join or change places, as Arabic and Devanagari, are set by Pango; without it letter by letter, which ``warnings`` tell.
public struct SceneExport: Sendable {
  /// How many pixels or points a px is, before what the format says.
  public static let scales = 0.1...16.0

  /// The most pixels of a PNG: 128 MiB while it is drawn, and about twice as much more while it is packed.
  public static let mostPixels = 1 << 25
  /// The most pixels of a PNG's side, which is Cairo's own limit.
  public static let longestSide = 32_767.0
  /// The longest side of a PDF's page in points, which is that of Acrobat.
  public static let longestPageSide = 14_400.0
  /// The most bytes that a file may have.
  private static let mostBytes = 256 << 20

  private let scene: Scene
  private let scale: Double
  private let isCancelled: @Sendable () -> Bool
  /// What no font had while it was drawn.
  private let missing = MissingLetters()

  /// - Parameters:
  ///   - scale: What is not a number, or out of ``scales``, is taken for the nearest that is.
  ///   - isCancelled: Whether nobody wants it any more; asked while it is drawn.
  public init(
    _ scene: Scene, scale: Double = 1, unless isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.scene = scene
    self.scale = scale.isNaN ? 1 : min(max(scale, SceneExport.scales.lowerBound), SceneExport.scales.upperBound)
    self.isCancelled = isCancelled
  }

  /// The picture as a PNG file.
  /// - Throws: ``ExportFault``.
  /// - Complexity: O(*n*) in what there is to draw, and in the pixels.
  public func png() throws(ExportFault) -> [UInt8] { try png(with: CairoLibrary.shared()) }

  /// The picture as a PDF file of one page: outlines, and texts that can be found, in embedded fonts. A px is 0.75 points, as
  /// CSS has it.
  /// - Throws: ``ExportFault``.
  /// - Complexity: O(*n*) in what there is to draw.
  public func pdf() throws(ExportFault) -> [UInt8] { try pdf(with: CairoLibrary.shared()) }

  /// What is not in a PNG or PDF as it should be: of letters that no font has only once it is drawn.
  /// - Complexity: O(*n*) in the number of nodes.
  public var warnings: [String] { warnings(with: PangoLibrary.shared) }

  func warnings(with pango: PangoLibrary?) -> [String] {
    var warnings = missing.warning.map { [$0] } ?? []
    if pango == nil, SceneExport.needShaping(scene.nodes) {
      warnings.append(
        """
        letters that join or run from right to left stand one by one: that needs the library Pango; install it by \
        `apt install libpangocairo-1.0-0`, or `brew install pango` on a Mac
        """)
    }
    return warnings
  }

  private static func needShaping(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node.shape {
      case .text(let text): text.runs.contains(where: \.text.needsShaping)
      case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): needShaping(nodes)
      default: false
      }
    }
  }

  // MARK: - With a library

  func png(with cairo: CairoLibrary) throws(ExportFault) -> [UInt8] {
    let (width, height) = (pixels(scene.size.width), pixels(scene.size.height))
    guard max(width, height) <= SceneExport.longestSide, width * height <= Double(SceneExport.mostPixels) else {
      throw .tooLarge(
        """
        A PNG of \(Int(width)) × \(Int(height)) pixels is too large: at most \(SceneExport.mostPixels) pixels are drawn, and \
        \(Int(SceneExport.longestSide)) a side. Choose a smaller size or scale
        """)
    }
    // Where nothing shines through, without what would say how much.
    let isOpaque = scene.background.alpha == 255
    let surface = cairo.surfaces.createImage(isOpaque ? 1 : 0, Int32(width), Int32(height))
    defer { cairo.surfaces.destroy(surface) }
    try draw(on: surface, scale: scale, asOutlines: true, with: cairo)
    cairo.surfaces.flush(surface)
    if let pixels = cairo.surfaces.data(surface) {
      let file = PNGFile(
        pixels: pixels, width: Int(width), height: Int(height), stride: Int(cairo.surfaces.stride(surface)),
        isOpaque: isOpaque)
      if let bytes = file.bytes() { return bytes }
    }
    let sink = ByteSink(limit: SceneExport.mostBytes)
    let status = withExtendedLifetime(sink) { cairo.surfaces.writePNG(surface, ByteSink.write, sink.closure) }
    try check(status, sink, with: cairo)
    return sink.bytes
  }

  func pdf(with cairo: CairoLibrary) throws(ExportFault) -> [UInt8] {
    guard let create = cairo.surfaces.createPDF else {
      throw .unavailable("This Cairo was built without PDF: install one that has it, as `apt install libcairo2` does")
    }
    let points = scale * 0.75
    let (width, height) = (scene.size.width.drawn * points, scene.size.height.drawn * points)
    guard max(width, height) <= SceneExport.longestPageSide else {
      throw .tooLarge(
        """
        A page of \(Int(width)) × \(Int(height)) points is too large: a PDF has at most \
        \(Int(SceneExport.longestPageSide)) a side. Choose a smaller size or scale
        """)
    }
    let sink = ByteSink(limit: SceneExport.mostBytes)
    return try withExtendedLifetime(sink) { () throws(ExportFault) in
      let surface = create(ByteSink.write, sink.closure, max(width, 1), max(height, 1))
      defer { cairo.surfaces.destroy(surface) }
      describe(surface, with: cairo)
      try draw(on: surface, scale: points, asOutlines: false, with: cairo)
      cairo.surfaces.finish(surface)
      try check(cairo.surfaces.status(surface), sink, with: cairo)
      return sink.bytes
    }
  }

  // MARK: - Steps

  private func pixels(_ length: Double) -> Double { max((length.drawn * scale - 1e-6).rounded(.up), 1) }

  /// Writes what the file says of itself. The time at which it was made is taken away: the same picture is the same file.
  private func describe(_ surface: OpaquePointer?, with cairo: CairoLibrary) {
    guard let set = cairo.surfaces.setMetadata else { return }
    // CAIRO_PDF_METADATA_TITLE, _SUBJECT, _CREATOR and _CREATE_DATE.
    set(surface, 0, scene.title.withoutControls)
    set(surface, 2, scene.description.withoutControls)
    set(surface, 4, "ChartKernel")
    set(surface, 5, nil)
  }

  /// - Parameter asOutlines: Whether letters are drawn as shapes.
  private func draw(
    on surface: OpaquePointer?, scale: Double, asOutlines: Bool, with cairo: CairoLibrary
  ) throws(ExportFault) {
    let status = cairo.surfaces.status(surface)
    guard status == 0, let context = cairo.contexts.create(surface) else {
      throw .failed("Cairo cannot begin the picture: \(cairo.text(ofStatus: status))")
    }
    defer { cairo.contexts.destroy(context) }
    cairo.contexts.scale(context, scale, scale)
    try SceneDrawer(
      cairo, context, scale: scale, families: scene.typeface.families, missing: missing, drawsOutlines: asOutlines,
      unless: isCancelled
    ).draw(scene)
  }

  private func check(_ status: Int32, _ sink: ByteSink, with cairo: CairoLibrary) throws(ExportFault) {
    if sink.isFull { throw .tooLarge("The file would have more than \(SceneExport.mostBytes) bytes") }
    guard status == 0 else { throw .failed("Cairo cannot write the picture: \(cairo.text(ofStatus: status))") }
  }
}
