/// The fonts of one picture: the usual one, regular and bold, and those that have what it lacks.
final class FontSet {
  private struct Key: Hashable {
    var scalar: Unicode.Scalar?
    var isBold: Bool
  }

  private let cairo: CairoLibrary
  private let families: [String]
  /// Where there is a key and no face, there is none.
  private var faces: [Key: OpaquePointer?] = [:]

  /// - Parameter families: The names of families, in the order in which they are looked for.
  init(_ cairo: CairoLibrary, families: [String]) { (self.cairo, self.families) = (cairo, families) }

  deinit {
    for case let face? in faces.values { cairo.texts.destroyFace(face) }
  }

  /// The usual font, whose letters are as wide as the engine measures them.
  func face(isBold: Bool) -> OpaquePointer? {
    face(Key(isBold: isBold)) {
      if let fonts = FontLibrary.shared, let create = cairo.texts.createFaceForPattern,
        let pattern = fonts.pattern(of: families, isBold: isBold)
      {
        defer { fonts.destroyPattern(pattern) }
        return create(pattern)
      }
      // Upright, and CAIRO_FONT_WEIGHT_NORMAL or _BOLD.
      return cairo.texts.createFace(families.first ?? "sans-serif", 0, isBold ? 1 : 0)
    }
  }

  /// A font that has a character which the usual one lacks; `nil` if none has.
  func face(having scalar: Unicode.Scalar, isBold: Bool) -> OpaquePointer? {
    face(Key(scalar: scalar, isBold: isBold)) {
      guard let fonts = FontLibrary.shared, let create = cairo.texts.createFaceForPattern,
        let pattern = fonts.pattern(of: families, having: scalar, isBold: isBold)
      else { return nil }
      defer { fonts.destroyPattern(pattern) }
      return create(pattern)
    }
  }

  private func face(_ key: Key, _ make: () -> OpaquePointer?) -> OpaquePointer? {
    if let known = faces[key] { return known }
    let face = make()
    faces[key] = .some(face)
    return face
  }
}
