import POSIX

/// The functions of libcairo that pictures are drawn with, under their own names without the prefix.
///
/// The library is opened when a picture is first asked for, so that the program needs neither it nor its headers: an SVG is
/// made without it. Any number of threads may draw at once, each with a context of its own.
final class CairoLibrary: Sendable {
  typealias Pointer = OpaquePointer?
  typealias OfPointer = @convention(c) (Pointer) -> Void
  typealias OfNumber = @convention(c) (Pointer, Double) -> Void
  typealias OfPlace = @convention(c) (Pointer, Double, Double) -> Void
  typealias OfFour = @convention(c) (Pointer, Double, Double, Double, Double) -> Void
  typealias OfChoice = @convention(c) (Pointer, Int32) -> Void
  typealias Status = @convention(c) (Pointer) -> Int32
  typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

  let surfaces: CairoSurfaces
  let contexts: CairoContexts
  let paths: CairoPaths
  let paints: CairoPaints
  let texts: CairoTexts
  private let library: SharedLibrary

  private init(_ library: SharedLibrary) throws(ExportFault) {
    self.library = library
    surfaces = try CairoSurfaces(library)
    contexts = try CairoContexts(library)
    paths = try CairoPaths(library)
    paints = try CairoPaints(library)
    texts = try CairoTexts(library)
  }

  /// Whether another library draws with the same one: contexts of two may not be mixed.
  func isUsed(by other: SharedLibrary) -> Bool {
    library.place(ofFunction: "cairo_create") == other.place(ofFunction: "cairo_create")
  }

  // MARK: - Opening

  /// The library, opened by the first who asks.
  /// - Throws: ``ExportFault/unavailable(_:)``, which says how to install it.
  static func shared() throws(ExportFault) -> CairoLibrary { try opened.get() }

  private static let opened: Result<CairoLibrary, ExportFault> = {
    do throws(ExportFault) {
      return .success(try open(anyOf: names))
    } catch {
      return .failure(error)
    }
  }()

  /// - Throws: ``ExportFault/unavailable(_:)``.
  static func open(anyOf names: [String]) throws(ExportFault) -> CairoLibrary {
    guard let library = SharedLibrary(anyOf: names) else {
      throw .unavailable(
        """
        PNG and PDF need the library Cairo, and '\(names.first ?? "")' cannot be opened: install it by \
        `apt install libcairo2`, or `brew install cairo` on a Mac. SVG and HTML need nothing
        """)
    }
    return try CairoLibrary(library)
  }

  /// Where it may lie: as the loader finds it, and where Homebrew puts it. Somebody may name another place.
  private static var names: [String] {
    if let place = getenv("CHART_KERNEL_CAIRO") { return [String(cString: place)] }
    return [
      "libcairo.so.2", "libcairo.2.dylib", "/opt/homebrew/lib/libcairo.2.dylib", "/usr/local/lib/libcairo.2.dylib",
    ]
  }
}
