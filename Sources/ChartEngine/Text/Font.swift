import JSONModel

/// A font at a size: how wide texts are, without a font engine.
///
/// The advance widths are those of Liberation Sans, which Arial, Arimo and Helvetica share; the SVG names these fonts and
/// switches kerning off, so that what is measured is what is drawn. Of other fonts nobody knows which one it is that is there
/// where the chart is shown: their letters are taken to be wider by as much as those of fonts that are like them.
/// Ideographs, kana, hangul and emoji are one em wide.
public struct Font: Hashable, Sendable {
  /// How wide its letters are.
  enum Advances: Hashable, Sendable {
    /// As many times as wide as those of the usual font.
    case stretched(Double)
    /// All alike, in em.
    case fixed(Double)
  }

  /// In px.
  public var size: Double
  public var isBold: Bool
  let advances: Advances

  /// The usual font; ``Typeface/font(usual:isBold:)`` is that of a chart.
  /// - Parameter size: In px.
  public init(size: Double, isBold: Bool = false) { self.init(size: size, isBold: isBold, advances: .stretched(1)) }

  init(size: Double, isBold: Bool, advances: Advances) {
    (self.size, self.isBold, self.advances) = (size, isBold, advances)
  }

  /// The same letters in another size.
  func sized(_ size: Double) -> Font { Font(size: size, isBold: isBold, advances: advances) }
  /// The same letters, bold.
  var bold: Font { Font(size: size, isBold: true, advances: advances) }

  /// From the baseline up to the top of capitals, in px.
  public var capHeight: Double { size * Double(table.capHeight) / Double(table.unitsPerEm) }
  /// How far letters reach above and below the baseline, in px.
  var ascent: Double { size * 0.77 }
  var descent: Double { size * 0.24 }
  /// The distance from one line's baseline to the next, in px.
  public var lineHeight: Double { size * 1.35 }

  private var table: FontTable { isBold ? FontMetricsData.bold : FontMetricsData.regular }
  private var asciiAdvances: [Int] { isBold ? Font.boldASCII : Font.regularASCII }

  // Most labels are ASCII, and all charts measure text: these widths are looked up without a search.
  private static let regularASCII = FontMetricsData.regular.asciiAdvances
  private static let boldASCII = FontMetricsData.bold.asciiAdvances

  /// The width of a text in px.
  /// - Complexity: O(*n*) in the number of its scalars.
  public func width(of text: String) -> Double {
    guard case .stretched(let stretch) = advances else {
      return text.unicodeScalars.reduce(0) { $0 + advance(of: $1) }
    }
    let ascii = asciiAdvances
    var units = 0
    for byte in text.utf8 {
      guard byte < 0x80 else {
        units = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? ascii[Int($1.value)] : table.advance(of: $1)) }
        break
      }
      units += ascii[Int(byte)]
    }
    return Double(units) * size / Double(table.unitsPerEm) * stretch
  }

  /// The width of a scalar in px.
  private func advance(of scalar: Unicode.Scalar) -> Double {
    let units = table.advance(of: scalar)
    switch advances {
    case .stretched(let stretch): return Double(units) / Double(table.unitsPerEm) * size * stretch
    // What they lack comes from fonts whose letters are not alike.
    case .fixed(let em): return size * (units == 0 ? 0 : table.has(scalar) ? em : max(em, 1))
    }
  }

  /// More bytes than texts have that fit into a width: letters take a fifth of the size at least, and five bytes for that,
  /// a mark above or below them included. Only of heaps of marks, which have no width, more would fit.
  func longest(in width: Double) -> Int {
    (min(Int(saturating: max(width, 0) / size * 5), String.lineLimit - 1) + 1) * 5
  }

  /// The text itself, or as much of its beginning as fits with an ellipsis; empty if not even that does.
  public func truncated(_ text: String, to width: Double) -> String {
    // Nearly all texts fit, which is found out without a look at their characters; but not of very long ones.
    if text.utf8.count <= 256, self.width(of: text) <= width { return text }
    let ellipsis = advance(of: "…")
    var used = 0.0
    var fitting = text.startIndex  // the end of what fits together with the ellipsis
    for index in text.indices {
      for scalar in text[index].unicodeScalars { used += advance(of: scalar) }
      guard used <= width else {
        guard ellipsis <= width else { return "" }
        var kept = text[..<fitting]
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return kept + "…"
      }
      if used + ellipsis <= width { fitting = text.index(after: index) }
    }
    return text
  }
}

extension FontTable {
  /// The advance widths of U+0000 … U+007F.
  fileprivate var asciiAdvances: [Int] {
    (0..<128).map { (value: UInt8) in advance(of: Unicode.Scalar(value)) }
  }

  /// The advance width of a scalar, in font units.
  func advance(of scalar: Unicode.Scalar) -> Int {
    known(scalar) ?? (scalar.isZeroWidth ? 0 : unitsPerEm)
  }

  func has(_ scalar: Unicode.Scalar) -> Bool { known(scalar) != nil }

  private func known(_ scalar: Unicode.Scalar) -> Int? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      let range = ranges[middle]
      if scalar.value < range.first {
        high = middle
      } else if Int(scalar.value - range.first) >= range.advances.count {
        low = middle + 1
      } else {
        return Int(range.advances[Int(scalar.value - range.first)])
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Marks that combine with what stands before them, joiners and controls. All else that the font lacks is taken to be
  /// one em wide: right for East Asian scripts and emoji, and on the safe side for others.
  fileprivate var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }
}
