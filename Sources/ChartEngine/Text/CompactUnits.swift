extension NumberConventions {
  /// The language's short words for powers of ten, the least first: `K`, `M`, `B`, `T`.
  ///
  /// Source: Unicode CLDR 48, `decimalFormats/short`. What has names for products of others there (12 mil M, 12KCr) is written
  /// as so many of the greater one. Languages that are not here have the English letters.
  var compactUnits: [NumberFormat.Unit] {
    let words = CompactUnits.words["\(language)-\(region)"] ?? CompactUnits.words[language] ?? CompactUnits.english
    return zip(words.exponents, words.texts).map(NumberFormat.Unit.init)
  }
}

private enum CompactUnits {
  struct Words: Sendable {
    let exponents: [Int]
    let texts: [String]

    /// - Parameter list: The words, divided by `|`, with `_` for the space that does not break.
    init(_ list: String, _ exponents: [Int] = [3, 6, 9, 12]) {
      self.exponents = exponents
      texts = list.split(separator: "|").map { String($0).replacing("_", with: "\u{A0}") }
    }
  }

  static let english = Words("K|M|B|T")

  static let words: [String: Words] = [
    "en": english, "en-gb": Words("k|m|bn|tn"), "en-in": Words("K|L|Cr", [3, 5, 7]),
    "de": Words("_Mio.|_Mrd.|_Bio.", [6, 9, 12]), "fr": Words("_k|_M|_Md|_Bn"), "es": Words("_mil|_M|_B", [3, 6, 12]),
    "es-mx": Words("_k|_M|_B", [3, 6, 12]), "it": Words("K|_Mln|_Mld|_Bln"), "pt": Words("_mil|_mi|_bi|_tri"),
    "pt-pt": Words("_mil|_M|_mM|_Bi"), "nl": Words("K|_mln.|_mld.|_bln."), "da": Words("_t|_mio.|_mia.|_bio."),
    "sv": Words("_tn|_mn|_md|_bn"), "nb": norwegian, "nn": norwegian, "no": norwegian,
    "fi": Words("_t.|_milj.|_mrd.|_bilj."), "pl": Words("_tys.|_mln|_mld|_bln"),
    "cs": Words("_tis.|_mil.|_mld.|_bil."), "sk": Words("_tis.|_mil.|_mld.|_bil."), "hu": Words("_E|_M|_Mrd|_B"),
    "ru": Words("_тыс.|_млн|_млрд|_трлн"), "uk": Words("_тис.|_млн|_млрд|_трлн"), "be": Words("_тыс.|_млн|_млрд|_трлн"),
    "bg": Words("_хил.|_млн.|_млрд.|_трлн."), "el": Words("_χιλ.|_εκ.|_δισ.|_τρισ."), "tr": Words("_B|_Mn|_Mr|_Tn"),
    "ro": Words("_K|_mil.|_mld.|_tril."), "hr": Words("_tis.|_mil.|_mlr.|_bil."),
    "sl": Words("_tis.|_mio.|_mrd.|_bil."), "sr": Words("_хиљ.|_мил.|_млрд.|_бил."),
    "lt": Words("_tūkst.|_mln.|_mlrd.|_trln."), "lv": Words("_tūkst.|_milj.|_mljrd.|_trilj."),
    "et": Words("_tuh|_mln|_mld|_trln"), "ca": Words("_k|_M|_B", [3, 6, 12]), "is": Words("_þ.|_m.|_ma.|_bn"),
    "id": Words("_rb|_jt|_M|_T"), "vi": Words("_N|_Tr|_T|_NT"), "ja": Words("万|億|兆", [4, 8, 12]),
    "zh": Words("万|亿|万亿", [4, 8, 12]), "zh-tw": Words("萬|億|兆", [4, 8, 12]),
    "zh-hk": Words("萬|億|兆", [4, 8, 12]), "ko": Words("천|만|억|조", [3, 4, 8, 12]),
    "hi": Words("_हज़ार|_लाख|_क॰|_अ॰|_ख॰", [3, 5, 7, 9, 11]),
  ]

  private static let norwegian = Words("k|_mill.|_mrd.|_bill.")
}
