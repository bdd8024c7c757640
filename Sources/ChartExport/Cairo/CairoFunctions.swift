import POSIX

// What Cairo's functions take and give, as its headers say, for which no header is needed then. Each table is looked up once.

/// What is drawn on.
struct CairoSurfaces: Sendable {
  typealias Pointer = CairoLibrary.Pointer
  typealias Closure = UnsafeMutableRawPointer?

  let createImage: @convention(c) (Int32, Int32, Int32) -> Pointer
  let markDirty: CairoLibrary.OfPointer
  let flush: CairoLibrary.OfPointer
  let data: @convention(c) (Pointer) -> UnsafeMutableRawPointer?
  let stride: CairoLibrary.Status
  let writePNG: @convention(c) (Pointer, CairoLibrary.Write, Closure) -> Int32
  /// `nil` where the library was built without.
  let createPDF: (@convention(c) (CairoLibrary.Write, Closure, Double, Double) -> Pointer)?
  /// Keeps what is drawn on it as instructions; given what these may say, and the x, y, width and height of where they may lie.
  let createRecording: @convention(c) (Int32, UnsafePointer<Double>?) -> Pointer
  let setMetadata: (@convention(c) (Pointer, Int32, UnsafePointer<CChar>?) -> Void)?
  let finish: CairoLibrary.OfPointer
  let destroy: CairoLibrary.OfPointer
  let status: CairoLibrary.Status

  init(_ library: SharedLibrary) throws(ExportFault) {
    createImage = try library.required("cairo_image_surface_create")
    markDirty = try library.required("cairo_surface_mark_dirty")
    flush = try library.required("cairo_surface_flush")
    data = try library.required("cairo_image_surface_get_data")
    stride = try library.required("cairo_image_surface_get_stride")
    writePNG = try library.required("cairo_surface_write_to_png_stream")
    createPDF = library.function("cairo_pdf_surface_create_for_stream")
    createRecording = try library.required("cairo_recording_surface_create")
    setMetadata = library.function("cairo_pdf_surface_set_metadata")
    finish = try library.required("cairo_surface_finish")
    destroy = try library.required("cairo_surface_destroy")
    status = try library.required("cairo_surface_status")
  }
}

/// What it is drawn with: a context, its states and groups.
struct CairoContexts: Sendable {
  typealias Pointer = CairoLibrary.Pointer

  let create: @convention(c) (Pointer) -> Pointer
  let destroy: CairoLibrary.OfPointer
  let status: CairoLibrary.Status
  let statusText: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let save: CairoLibrary.OfPointer
  let restore: CairoLibrary.OfPointer
  let translate: CairoLibrary.OfPlace
  let scale: CairoLibrary.OfPlace
  let rotate: CairoLibrary.OfNumber
  let pushGroup: CairoLibrary.OfPointer
  let popGroupToSource: CairoLibrary.OfPointer
  let paint: CairoLibrary.OfPointer
  let paintWithAlpha: CairoLibrary.OfNumber

  init(_ library: SharedLibrary) throws(ExportFault) {
    create = try library.required("cairo_create")
    destroy = try library.required("cairo_destroy")
    status = try library.required("cairo_status")
    statusText = try library.required("cairo_status_to_string")
    save = try library.required("cairo_save")
    restore = try library.required("cairo_restore")
    translate = try library.required("cairo_translate")
    scale = try library.required("cairo_scale")
    rotate = try library.required("cairo_rotate")
    pushGroup = try library.required("cairo_push_group")
    popGroupToSource = try library.required("cairo_pop_group_to_source")
    paint = try library.required("cairo_paint")
    paintWithAlpha = try library.required("cairo_paint_with_alpha")
  }
}

/// Outlines, and what is done with them.
struct CairoPaths: Sendable {
  typealias Pointer = CairoLibrary.Pointer
  typealias Number = UnsafeMutablePointer<Double>?

  let begin: CairoLibrary.OfPointer
  let move: CairoLibrary.OfPlace
  let line: CairoLibrary.OfPlace
  let curve: @convention(c) (Pointer, Double, Double, Double, Double, Double, Double) -> Void
  let close: CairoLibrary.OfPointer
  let rectangle: CairoLibrary.OfFour
  let extents: @convention(c) (Pointer, Number, Number, Number, Number) -> Void
  let fill: CairoLibrary.OfPointer
  let fillPreserve: CairoLibrary.OfPointer
  let stroke: CairoLibrary.OfPointer
  let clip: CairoLibrary.OfPointer

  init(_ library: SharedLibrary) throws(ExportFault) {
    begin = try library.required("cairo_new_path")
    move = try library.required("cairo_move_to")
    line = try library.required("cairo_line_to")
    curve = try library.required("cairo_curve_to")
    close = try library.required("cairo_close_path")
    rectangle = try library.required("cairo_rectangle")
    extents = try library.required("cairo_path_extents")
    fill = try library.required("cairo_fill")
    fillPreserve = try library.required("cairo_fill_preserve")
    stroke = try library.required("cairo_stroke")
    clip = try library.required("cairo_clip")
  }
}

/// Colours, gradients, and how lines look.
struct CairoPaints: Sendable {
  typealias Pointer = CairoLibrary.Pointer

  let setColor: CairoLibrary.OfFour
  let setPattern: @convention(c) (Pointer, Pointer) -> Void
  let setSurface: @convention(c) (Pointer, Pointer, Double, Double) -> Void
  let source: @convention(c) (Pointer) -> Pointer
  let setFilter: CairoLibrary.OfChoice
  let createLinear: @convention(c) (Double, Double, Double, Double) -> Pointer
  let addStop: @convention(c) (Pointer, Double, Double, Double, Double, Double) -> Void
  let destroyPattern: CairoLibrary.OfPointer
  let setWidth: CairoLibrary.OfNumber
  let setCap: CairoLibrary.OfChoice
  let setJoin: CairoLibrary.OfChoice
  let setMiterLimit: CairoLibrary.OfNumber
  let setDash: @convention(c) (Pointer, UnsafePointer<Double>?, Int32, Double) -> Void

  init(_ library: SharedLibrary) throws(ExportFault) {
    setColor = try library.required("cairo_set_source_rgba")
    setPattern = try library.required("cairo_set_source")
    setSurface = try library.required("cairo_set_source_surface")
    source = try library.required("cairo_get_source")
    setFilter = try library.required("cairo_pattern_set_filter")
    createLinear = try library.required("cairo_pattern_create_linear")
    addStop = try library.required("cairo_pattern_add_color_stop_rgba")
    destroyPattern = try library.required("cairo_pattern_destroy")
    setWidth = try library.required("cairo_set_line_width")
    setCap = try library.required("cairo_set_line_cap")
    setJoin = try library.required("cairo_set_line_join")
    setMiterLimit = try library.required("cairo_set_miter_limit")
    setDash = try library.required("cairo_set_dash")
  }
}
