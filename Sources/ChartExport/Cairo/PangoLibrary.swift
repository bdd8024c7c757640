import POSIX

/// The functions of libpango by which texts are set whose letters join, change places or run from right to left, as browsers
/// set them. Cairo itself sets letter by letter.
///
/// The libraries are opened when such a text is first drawn. Their objects belong to the thread that makes them.
final class PangoLibrary: Sendable {
  typealias Pointer = OpaquePointer?

  /// A layout for a context of Cairo's. To be given to ``release``.
  let createLayout: @convention(c) (Pointer) -> Pointer
  let release: CairoLibrary.OfPointer
  /// The layout's own context, which says how letters are put.
  let context: @convention(c) (Pointer) -> Pointer
  let setOptions: @convention(c) (Pointer, Pointer) -> Void
  /// `nil` in old versions, which put letters on whole pixels.
  let setRounding: CairoLibrary.OfChoice?
  let changed: CairoLibrary.OfPointer
  /// Whether the first letter says in which direction the whole text runs; in an SVG it runs to the right.
  let setAutomaticDirection: CairoLibrary.OfChoice
  let setSingleParagraph: CairoLibrary.OfChoice
  let setMarkup: @convention(c) (Pointer, UnsafePointer<CChar>?, Int32) -> Void
  /// How many letters no font has; `nil` in old versions.
  let unknownCount: (@convention(c) (Pointer) -> Int32)?
  let line: @convention(c) (Pointer, Int32) -> Pointer
  /// Width and height in ``unit``s.
  let size: @convention(c) (Pointer, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void
  let show: @convention(c) (Pointer, Pointer) -> Void
  let outline: @convention(c) (Pointer, Pointer) -> Void

  /// How many of Pango's units are one px.
  static let unit = 1_024.0

  /// `nil` where it is not there.
  static let shared: PangoLibrary? = open(in: ["", "/opt/homebrew/lib/", "/usr/local/lib/"])

  /// - Parameter folders: Where it may lie; an empty one for where the loader finds it.
  static func open(in folders: [String]) -> PangoLibrary? {
    func library(_ name: String) -> SharedLibrary? {
      SharedLibrary(anyOf: folders.flatMap { ["\($0)lib\(name)-1.0.so.0", "\($0)lib\(name)-1.0.0.dylib"] })
    }
    func objects() -> SharedLibrary? {
      SharedLibrary(anyOf: folders.flatMap { ["\($0)libgobject-2.0.so.0", "\($0)libgobject-2.0.0.dylib"] })
    }
    guard let cairo = try? CairoLibrary.shared(), let drawing = library("pangocairo"), let setting = library("pango"),
      let objects = objects(), cairo.isUsed(by: drawing)
    else { return nil }
    return try? PangoLibrary(drawing, setting, objects)
  }

  private init(_ drawing: SharedLibrary, _ setting: SharedLibrary, _ objects: SharedLibrary) throws(ExportFault) {
    createLayout = try drawing.required("pango_cairo_create_layout")
    release = try objects.required("g_object_unref")
    context = try setting.required("pango_layout_get_context")
    setOptions = try drawing.required("pango_cairo_context_set_font_options")
    setRounding = setting.function("pango_context_set_round_glyph_positions")
    changed = try setting.required("pango_layout_context_changed")
    setAutomaticDirection = try setting.required("pango_layout_set_auto_dir")
    setSingleParagraph = try setting.required("pango_layout_set_single_paragraph_mode")
    setMarkup = try setting.required("pango_layout_set_markup")
    unknownCount = setting.function("pango_layout_get_unknown_glyphs_count")
    line = try setting.required("pango_layout_get_line_readonly")
    size = try setting.required("pango_layout_get_size")
    show = try drawing.required("pango_cairo_show_layout_line")
    outline = try drawing.required("pango_cairo_layout_line_path")
  }
}
