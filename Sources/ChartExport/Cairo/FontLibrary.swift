import POSIX

/// The functions of libfontconfig by which fonts are found, which Cairo brings along on Linux.
///
/// With it a text's letters that the usual fonts lack come from others, as in browsers; without, Cairo finds fonts by their
/// families alone.
struct FontLibrary: Sendable {
  typealias Pointer = OpaquePointer?
  typealias Name = UnsafePointer<CChar>?

  let createPattern: @convention(c) () -> Pointer
  let destroyPattern: @convention(c) (Pointer) -> Void
  let addText: @convention(c) (Pointer, Name, Name) -> Int32
  let addNumber: @convention(c) (Pointer, Name, Int32) -> Int32
  let addCharacters: @convention(c) (Pointer, Name, Pointer) -> Int32
  let characters: @convention(c) (Pointer, Name, Int32, UnsafeMutablePointer<Pointer>?) -> Int32
  let createCharacters: @convention(c) () -> Pointer
  let destroyCharacters: @convention(c) (Pointer) -> Void
  let addCharacter: @convention(c) (Pointer, UInt32) -> Int32
  let hasCharacter: @convention(c) (Pointer, UInt32) -> Int32
  let substitute: @convention(c) (Pointer, Pointer, Int32) -> Int32
  let substituteDefaults: @convention(c) (Pointer) -> Void
  let match: @convention(c) (Pointer, Pointer, UnsafeMutablePointer<Int32>?) -> Pointer

  /// `nil` where it is not there.
  static let shared: FontLibrary? = SharedLibrary(anyOf: [
    "libfontconfig.so.1", "/opt/homebrew/lib/libfontconfig.1.dylib", "/usr/local/lib/libfontconfig.1.dylib",
  ]).flatMap { library in try? FontLibrary(library) }

  private init(_ library: SharedLibrary) throws(ExportFault) {
    createPattern = try library.required("FcPatternCreate")
    destroyPattern = try library.required("FcPatternDestroy")
    addText = try library.required("FcPatternAddString")
    addNumber = try library.required("FcPatternAddInteger")
    addCharacters = try library.required("FcPatternAddCharSet")
    characters = try library.required("FcPatternGetCharSet")
    createCharacters = try library.required("FcCharSetCreate")
    destroyCharacters = try library.required("FcCharSetDestroy")
    addCharacter = try library.required("FcCharSetAddChar")
    hasCharacter = try library.required("FcCharSetHasChar")
    substitute = try library.required("FcConfigSubstitute")
    substituteDefaults = try library.required("FcDefaultSubstitute")
    match = try library.required("FcFontMatch")
  }

  /// What is looked for: the families that SVGs name, whose letters are as wide as they were measured. To be destroyed.
  func pattern(of families: [String], isBold: Bool) -> Pointer {
    guard let pattern = createPattern() else { return nil }
    for family in families { _ = addText(pattern, "family", family) }
    // FC_WEIGHT_REGULAR and FC_WEIGHT_BOLD.
    _ = addNumber(pattern, "weight", isBold ? 200 : 80)
    return pattern
  }

  /// The font that is most like the usual one among those that have a character; `nil` if none has it. To be destroyed.
  func pattern(of families: [String], having scalar: Unicode.Scalar, isBold: Bool) -> Pointer {
    guard let wanted = pattern(of: families, isBold: isBold) else { return nil }
    defer { destroyPattern(wanted) }
    guard let set = createCharacters() else { return nil }
    defer { destroyCharacters(set) }
    _ = addCharacter(set, scalar.value)
    _ = addCharacters(wanted, "charset", set)
    _ = substitute(nil, wanted, 0)
    substituteDefaults(wanted)
    var result: Int32 = 0
    guard let found = match(nil, wanted, &result) else { return nil }
    var has: Pointer
    has = nil
    guard characters(found, "charset", 0, &has) == 0, hasCharacter(has, scalar.value) != 0 else {
      destroyPattern(found)
      return nil
    }
    return found
  }
}
