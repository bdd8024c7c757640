public import ChartModel

/// The letters of a chart, of which the fonts of its texts are made.
public struct Typeface: Hashable, Sendable {
  /// The names of the author's families; empty without any.
  private let own: [String]
  private let advances: Font.Advances
  /// How many times as large as usual texts are for which nobody gives a size.
  let scale: Double

  public static let usual = Typeface(FontSpec())

  public init(_ spec: FontSpec) {
    own = spec.families
    advances = Typeface.advances(of: spec.families)
    // A program may set what no file can say.
    let size = spec.size ?? FontSpec.usualSize
    scale = size.isFinite ? min(max(size, 4), 100) / FontSpec.usualSize : 1
  }

  /// The font of texts whose size nobody gives.
  /// - Parameter usual: The size in px where the chart has the usual one.
  public func font(usual: Double, isBold: Bool = false) -> Font {
    Font(size: usual * scale, isBold: isBold, advances: advances)
  }

  func font(_ size: TextSize, isBold: Bool = false) -> Font {
    Font(size: self.size(size), isBold: isBold, advances: advances)
  }

  /// In px.
  func size(_ size: TextSize) -> Double {
    switch size {
    case .usual(let px): px * scale
    case .given(let px): px
    }
  }
}

// MARK: - Names

extension Typeface {
  /// Fonts of the same advance widths first, so that texts are as wide as they were measured.
  private static let usualFamilies = ["Arial", "Liberation Sans", "Arimo", "Helvetica", "sans-serif"]
  private static let usualCSS = usualFamilies.map(FontSpec.css).joined(separator: ", ")

  /// The names of families, in the order in which they are looked for: the author's, and unless the last of them is there
  /// everywhere, what is like them.
  public var families: [String] {
    if let last = own.last, FontSpec.genericFamilies.contains(last) { return own }
    if case .fixed = advances { return own + ["monospace"] }
    return own + Typeface.usualFamilies
  }

  /// The families as CSS lists them.
  public var css: String {
    own.isEmpty ? Typeface.usualCSS : families.map(FontSpec.css).joined(separator: ", ")
  }
}

// MARK: - Widths

extension Typeface {
  /// Families as wide as the usual ones, or narrower.
  private static let narrow: Set = [
    "arial", "helvetica", "helvetica neue", "liberation sans", "arimo", "nimbus sans", "freesans", "roboto", "calibri",
    "carlito",
    "arial narrow", "liberation sans narrow", "times", "times new roman", "liberation serif", "tinos", "nimbus roman",
    "garamond",
  ]

  /// How much wider letters may be than the usual ones: of families that are known to be like them not at all, of those that
  /// are known as wide ones, and whatever takes their place, by a fifth, and of all others by a tenth.
  private static let (unknownStretch, wideStretch) = (1.1, 1.2)
  private static let wide = ["verdana", "dejavu", "bitstream vera", "tahoma", "lucida", "serif", "cursive", "fantasy"]
  /// Courier's letters are 0.6 em wide, Menlo's and DejaVu's 0.602, and SF Mono's 0.618.
  private static let fixedAdvance = 0.62
  private static let fixed: Set = ["mono", "monospace", "monospaced", "courier", "consolas", "menlo", "monaco", "code"]

  /// Whether all letters of a family are as wide as one another, as one of the words in its name says.
  private static func isFixed(_ family: String) -> Bool {
    // Also of names that are written as one word, such as SFMono, while Arial Unicode MS has letters of all widths.
    family.lowercased().split { !$0.isLetter }.contains { word in
      fixed.contains(String(word)) || word.hasSuffix("mono") || word.hasSuffix("code") && word != "unicode"
    }
  }

  private static func advances(of families: [String]) -> Font.Advances {
    let names = families.map { $0.lowercased() }
    if !names.isEmpty, names.allSatisfy(isFixed) { return .fixed(fixedAdvance) }
    // Which one is there where the chart is shown is not known.
    let stretches = names.map { name in
      // The last one if there is no other: each system has its own.
      narrow.contains(name) || name == "sans-serif" && names.count > 1
        ? 1 : wide.contains { name.hasPrefix($0) } ? wideStretch : unknownStretch
    }
    return .stretched(stretches.max() ?? 1)
  }
}
