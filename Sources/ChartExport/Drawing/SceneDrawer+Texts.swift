import ChartEngine
import ChartModel

extension SceneDrawer {
  /// A piece of a text in one font.
  private struct Piece {
    var text: String
    var face: OpaquePointer?
    var size: Double
    var color: Color
    /// Whether the usual font lacks it. Other fonts may be made of pictures, as those of emoji are.
    var isFromElsewhere = false
  }

  func draw(_ text: Text) {
    let isAlone = text.runs.count == 1
    let runs = text.runs.map { run in
      var run = run
      // A lone run stands in the SVG without `xml:space`.
      run.text = isAlone ? run.text.withoutControls.collapsed : run.text.withoutControls
      return run
    }
    .filter { run in
      let size = run.size ?? text.size
      return !run.text.isEmpty && size > 0 && size < reach
    }
    guard !runs.isEmpty else { return }
    cairo.contexts.save(context)
    let position = text.position.drawn
    cairo.contexts.translate(context, min(max(position.x, -reach), reach), min(max(position.y, -reach), reach))
    if text.rotation != 0, text.rotation.isFinite {
      cairo.contexts.rotate(context, text.rotation.truncatingRemainder(dividingBy: 360) * .pi / 180)
    }
    if runs.contains(where: \.text.needsShaping), let pango = PangoLibrary.shared {
      drawShaped(runs, of: text, with: pango)
    } else {
      drawLetters(runs, of: text)
    }
    cairo.contexts.restore(context)
  }

  /// Sets letter by letter.
  private func drawLetters(_ runs: [Text.Run], of text: Text) {
    let pieces = runs.flatMap {
      self.pieces(of: $0.text, isBold: $0.isBold, size: $0.size ?? text.size, color: $0.color)
    }
    var x = 0.0
    if text.anchor != .start {
      let width = pieces.reduce(0) { $0 + show($1, at: nil) }
      x = text.anchor == .middle ? -width / 2 : -width
    }
    if let halo = text.halo {
      var start = x
      for piece in pieces { start += rim(piece, halo, at: start) }
    }
    for piece in pieces { x += show(piece, at: x) }
  }

  // MARK: - Fonts

  /// A run, cut where another font is needed.
  private func pieces(of text: String, isBold: Bool, size: Double, color: Color) -> [Piece] {
    let usual = fonts.face(isBold: isBold)
    let whole = Piece(text: text, face: usual, size: size, color: color)
    guard !text.utf8.allSatisfy({ $0 < 0x80 }), !hasAll(whole) else { return [whole] }
    var pieces: [Piece] = []
    for scalar in text.unicodeScalars where !scalar.isUnseen {
      var piece = Piece(text: String(scalar), face: usual, size: size, color: color)
      if !scalar.isASCII, !hasAll(piece) {
        if let other = fonts.face(having: scalar, isBold: isBold) {
          (piece.face, piece.isFromElsewhere) = (other, true)
        } else {
          missing.note(scalar)
        }
      }
      if pieces.last?.face == piece.face {
        pieces[pieces.count - 1].text += piece.text
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// Whether the font has all of a text.
  private func hasAll(_ piece: Piece) -> Bool {
    withGlyphs(of: piece, at: 0) { setting in setting.glyphs.allSatisfy { $0.index != 0 } } ?? true
  }

  // MARK: - Letters

  /// - Parameter x: Where it begins, right of the text's position; `nil` if it is not to be seen.
  /// - Returns: How wide it is.
  private func show(_ piece: Piece, at x: Double?) -> Double {
    withGlyphs(of: piece, at: x ?? 0) { setting in
      var extents = CairoTextExtents()
      cairo.texts.extents(setting.font, setting.glyphs.baseAddress, Int32(setting.glyphs.count), &extents)
      if x != nil {
        setColor(piece.color, opacity: 1)
        if drawsOutlines, !piece.isFromElsewhere {
          cairo.paths.begin(context)
          cairo.texts.outline(context, setting.glyphs.baseAddress, Int32(setting.glyphs.count))
          cairo.paths.fill(context)
        } else {
          cairo.texts.show(
            context, setting.text, setting.length, setting.glyphs.baseAddress, Int32(setting.glyphs.count),
            setting.clusters, setting.clusterCount, setting.flags)
        }
      }
      return extents.xAdvance
    } ?? 0
  }

  /// Draws the rim around letters that a halo makes.
  /// - Returns: How wide they are.
  private func rim(_ piece: Piece, _ color: Color, at x: Double) -> Double {
    withGlyphs(of: piece, at: x) { setting in
      cairo.paths.begin(context)
      cairo.texts.outline(context, setting.glyphs.baseAddress, Int32(setting.glyphs.count))
      strokeRim(color)
      var extents = CairoTextExtents()
      cairo.texts.extents(setting.font, setting.glyphs.baseAddress, Int32(setting.glyphs.count), &extents)
      return extents.xAdvance
    } ?? 0
  }

  /// Draws along the letters that were traced.
  func strokeRim(_ color: Color) {
    setColor(color, opacity: 1)
    cairo.paints.setWidth(context, 2 * Text.haloWidth)
    cairo.paints.setJoin(context, 1)  // round
    cairo.paints.setDash(context, [], 0, 0)
    cairo.paths.stroke(context)
  }

  private struct Setting {
    var font: OpaquePointer?
    var text: UnsafePointer<CChar>
    var length: Int32
    var glyphs: UnsafeMutableBufferPointer<CairoGlyph>
    var clusters: UnsafeMutableRawPointer?
    var clusterCount: Int32
    var flags: Int32
  }

  /// - Returns: `nil` if the text cannot be set.
  private func withGlyphs<Result>(of piece: Piece, at x: Double, _ use: (Setting) -> Result) -> Result? {
    cairo.texts.setFace(context, piece.face)
    cairo.texts.setSize(context, piece.size)
    let font = cairo.texts.scaledFont(context)
    return piece.text.withCString { text in
      let length = Int32(clamping: piece.text.utf8.count)
      var (glyphs, clusters): (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?)
      var (glyphCount, clusterCount, flags): (Int32, Int32, Int32) = (0, 0, 0)
      let status = cairo.texts.glyphs(
        font, x, 0, text, length, &glyphs, &glyphCount, &clusters, &clusterCount, &flags)
      defer {
        cairo.texts.freeGlyphs(glyphs)
        cairo.texts.freeClusters(clusters)
      }
      guard status == 0 else { return nil }
      return use(
        Setting(
          font: font, text: text, length: length,
          glyphs: UnsafeMutableBufferPointer(
            start: glyphs?.assumingMemoryBound(to: CairoGlyph.self), count: glyphs == nil ? 0 : Int(glyphCount)),
          clusters: clusters, clusterCount: clusterCount, flags: flags))
    }
  }
}

extension String {
  /// Line breaks and tabs as spaces, and what no XML may have as U+FFFD, as in SVGs.
  var withoutControls: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0xEF }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: result.append(" ")
      case 0..<0x20, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// One space instead of several, and none at the ends.
  fileprivate var collapsed: String {
    guard first == " " || last == " " || contains("  ") else { return self }
    return split(separator: " ").joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether it only says something of its neighbours, which are set one by one.
  var isUnseen: Bool {
    switch properties.generalCategory {
    case .format, .control: true
    default: properties.isVariationSelector
    }
  }
}
