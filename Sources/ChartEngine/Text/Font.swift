import JSONModel

/// The default font at a size: how wide texts are, without a font engine.
///
/// The advance widths are those of Liberation Sans, which Arial, Arimo and Helvetica share; the SVG names these fonts and
/// switches kerning off, so that what is measured is what is drawn. Ideographs, kana, hangul and emoji are one em wide.
public struct Font: Hashable, Sendable {
  /// In px.
  public var size: Double
  public var isBold: Bool

  /// - Parameter size: In px.
  public init(size: Double, isBold: Bool = false) {
    self.size = size
    self.isBold = isBold
  }

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
    let ascii = asciiAdvances
    var units = 0
    for byte in text.utf8 {
      guard byte < 0x80 else {
        units = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? ascii[Int($1.value)] : table.advance(of: $1)) }
        break
      }
      units += ascii[Int(byte)]
    }
    return Double(units) * size / Double(table.unitsPerEm)
  }

  /// More bytes than texts have that fit into a width: letters take a fifth of the size at least, and five bytes for that,
  /// a mark above or below them included. Only of heaps of marks, which have no width, more would fit.
  func longest(in width: Double) -> Int { min(Int(saturating: max(width, 0) / size * 5) + 1, String.lineLimit) * 5 }

  /// The text itself, or as much of its beginning as fits with an ellipsis; empty if not even that does.
  public func truncated(_ text: String, to width: Double) -> String {
    // Nearly all texts fit, which is found out without a look at their characters; but not of very long ones.
    if text.utf8.count <= 256, self.width(of: text) <= width { return text }
    let table = table
    let scale = size / Double(table.unitsPerEm)
    let ellipsis = Double(table.advance(of: "…")) * scale
    var used = 0.0
    var fitting = text.startIndex  // the end of what fits together with the ellipsis
    for index in text.indices {
      for scalar in text[index].unicodeScalars { used += Double(table.advance(of: scalar)) * scale }
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
    return scalar.isZeroWidth ? 0 : unitsPerEm
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
