import JSONModel

/// The letters of a whole chart.
public struct FontSpec: Hashable, Sendable {
  /// Names of families, of which the first one that is there is taken; Arial, and what is like it, if empty.
  public var families: [String] = []
  /// How large the labels of axes and legends are, in px, if the author says so; titles and notes are larger and smaller by as
  /// much as ever.
  public var size: Double?

  public static let usualSize = 12.0
  /// The most families, and the most characters of a name: far more than anybody means.
  private static let (mostFamilies, longestName) = (20, 100)
  /// What CSS calls families that are there wherever the chart is shown.
  public static let genericFamilies: Set = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"]

  private static let reservedWords: Set = ["inherit", "initial", "unset", "revert", "default"]

  public init() {}

  /// An object, or the families alone: `font: Georgia`.
  static let schema: Schema<FontSpec> = .either(
    .object("Font", "The letters of the whole chart.", initial: FontSpec()) {
      Property(
        "family", \.families, FontSpec.familiesSchema,
        "Families as CSS lists them, `Georgia, serif`: the first that there is where the chart is shown.")
      Property(
        "size", \.size, .optional(.number(min: 4, max: 100)),
        "How large the labels of axes and legends are, in px, 12 if not given; all else without a `fontSize` grows with them."
      )
    },
    or: .only(\.families, FontSpec.familiesSchema, of: FontSpec()))

  private static let familiesSchema = Schema<String>.string().map(
    expectation: "families as CSS lists them, such as Georgia, 'Times New Roman', serif",
    decode: { text throws(InvalidValue) in try FontSpec.families(in: text) },
    encode: { $0.map(FontSpec.css).joined(separator: ", ") })

  private static func families(in text: String) throws(InvalidValue) -> [String] {
    var families: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false).prefix(mostFamilies + 1) {
      let name = FontSpec.unquoted(part)
      guard !name.isEmpty, name.count <= longestName,
        name.unicodeScalars.allSatisfy({
          $0.properties.isAlphabetic || "0"..."9" ~= $0 || " -_.+".unicodeScalars.contains($0)
        })
      else {
        let name = part.count > longestName ? part.prefix(longestName) + "…" : part
        throw InvalidValue(
          "'\(name)' is no font family: write names as in CSS, such as Georgia, 'Times New Roman', serif")
      }
      families.append(FontSpec.genericFamilies.contains(name.lowercased()) ? name.lowercased() : name)
    }
    guard families.count <= mostFamilies else { throw InvalidValue("at most \(mostFamilies) font families") }
    return families
  }

  /// A name without the spaces and the quotation marks about it.
  private static func unquoted(_ part: Substring) -> String {
    let name = part.trimmingSpaces
    guard let mark = name.first, mark == "'" || mark == "\"", name.count > 1, name.last == mark else {
      return String(name)
    }
    return String(name.dropFirst().dropLast().trimmingSpaces)
  }

  /// The name of a family as it stands in CSS.
  public static func css(_ family: String) -> String {
    // What CSS takes for something else than a name is quoted.
    let isPlain =
      genericFamilies.contains(family)
      || family.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } && !reservedWords.contains(family.lowercased())
    return isPlain ? family : "'\(family)'"
  }
}

/// How large letters are, in px: as an author says, or else as is usual where they stand, which grows with the font of the chart.
public enum TextSize: Hashable, Sendable {
  case usual(Double)
  case given(Double)

  /// Without the chart's font.
  public var px: Double {
    switch self {
    case .usual(let px), .given(let px): px
    }
  }

  static let schema = Schema<Double>.number(min: 4, max: 100).map(
    decode: { px throws(InvalidValue) in .given(px) }, encode: { (size: TextSize) in size.px })
}

extension TextSize: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral px: Double) { self = .given(px) }
  public init(integerLiteral px: Int) { self = .given(Double(px)) }
}
