import POSIX

/// A letter's shape in a font, and where it goes: `cairo_glyph_t`.
struct CairoGlyph {
  var index: UInt
  var x: Double
  var y: Double
}

/// How many bytes of a text are how many letters' shapes: `cairo_text_cluster_t`.
struct CairoCluster {
  var byteCount: Int32
  var glyphCount: Int32
}

/// `cairo_text_extents_t`.
struct CairoTextExtents {
  var xBearing = 0.0
  var yBearing = 0.0
  var width = 0.0
  var height = 0.0
  var xAdvance = 0.0
  var yAdvance = 0.0
}

/// Fonts and texts.
struct CairoTexts: Sendable {
  typealias Pointer = CairoLibrary.Pointer
  /// Of ``CairoGlyph``, ``CairoCluster`` and ``CairoTextExtents``, which functions of C cannot name.
  typealias Memory = UnsafeMutableRawPointer?

  /// A font by the name of its family, its slant and weight.
  let createFace: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Pointer
  /// A font by a pattern of fontconfig; `nil` where the library was built without, as on a Mac it may be.
  let createFaceForPattern: (@convention(c) (Pointer) -> Pointer)?
  let destroyFace: CairoLibrary.OfPointer
  let setFace: @convention(c) (Pointer, Pointer) -> Void
  let setSize: CairoLibrary.OfNumber
  let scaledFont: @convention(c) (Pointer) -> Pointer
  let createOptions: @convention(c) () -> Pointer
  let destroyOptions: CairoLibrary.OfPointer
  let setAntialias: CairoLibrary.OfChoice
  let setHintStyle: CairoLibrary.OfChoice
  let setHintMetrics: CairoLibrary.OfChoice
  let setOptions: @convention(c) (Pointer, Pointer) -> Void
  let glyphs:
    @convention(c) (
      Pointer, Double, Double, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Memory>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Memory>?, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?
    ) -> Int32
  let extents: @convention(c) (Pointer, Memory, Int32, Memory) -> Void
  let show: @convention(c) (Pointer, UnsafePointer<CChar>?, Int32, Memory, Int32, Memory, Int32, Int32) -> Void
  let outline: @convention(c) (Pointer, Memory, Int32) -> Void
  let freeGlyphs: @convention(c) (Memory) -> Void
  let freeClusters: @convention(c) (Memory) -> Void

  init(_ library: SharedLibrary) throws(ExportFault) {
    createFace = try library.required("cairo_toy_font_face_create")
    createFaceForPattern = library.function("cairo_ft_font_face_create_for_pattern")
    destroyFace = try library.required("cairo_font_face_destroy")
    setFace = try library.required("cairo_set_font_face")
    setSize = try library.required("cairo_set_font_size")
    scaledFont = try library.required("cairo_get_scaled_font")
    createOptions = try library.required("cairo_font_options_create")
    destroyOptions = try library.required("cairo_font_options_destroy")
    setAntialias = try library.required("cairo_font_options_set_antialias")
    setHintStyle = try library.required("cairo_font_options_set_hint_style")
    setHintMetrics = try library.required("cairo_font_options_set_hint_metrics")
    setOptions = try library.required("cairo_set_font_options")
    glyphs = try library.required("cairo_scaled_font_text_to_glyphs")
    extents = try library.required("cairo_scaled_font_glyph_extents")
    show = try library.required("cairo_show_text_glyphs")
    outline = try library.required("cairo_glyph_path")
    freeGlyphs = try library.required("cairo_glyph_free")
    freeClusters = try library.required("cairo_text_cluster_free")
  }
}
