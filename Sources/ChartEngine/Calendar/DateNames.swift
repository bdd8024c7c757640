/// What a language calls months and weekdays, and in which order it writes dates.
package struct DateNames: Hashable, Sendable {
  package let language: String
  let months: Months
  /// Of months that stand without a day: in Polish *21 listopada*, but *listopad 2026*.
  let lonelyMonths: Months
  /// From Monday on.
  let shortWeekdays: [String]
  let weekdays: [String]
  /// AM and PM.
  let halfDays: [String]
  /// With `#` for the number.
  let quarter: String
  /// `MMM d, yyyy`, `MMM d`, `MMM yyyy`.
  private let patterns: [String]

  /// The names of the twelve months.
  struct Months: Hashable, Sendable {
    let short: [String]
    let full: [String]
  }

  package static let english = DateNames("en")
  /// The languages that it knows.
  static let languages = Set(words.keys)

  /// What is to be told of a locale of which no language is known; `nil` if there is nothing.
  package static func remark(on locale: String) -> String? {
    let language = locale.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
    guard !languages.contains(language), !["nn", "no", "rm"].contains(language) else { return nil }
    let known = languages.filter { !$0.contains("-") }.sorted()
    return "format.locale: nobody knows a language '\(locale.prefix(40))', so that numbers and dates are English; "
      + "there are \(known.joined(separator: ", ")), perhaps with a country, as in `pt-BR`"
  }

  /// - Parameter locale: A language such as `en`, `de` or `pt-BR`; English for those that are not known.
  package init(_ locale: String) {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    var language = parts.first ?? "en"
    let region = parts.dropFirst().first { $0.count == 2 } ?? ""
    if ["nn", "no"].contains(language) { language = "nb" }
    // Month first is American; Canada's English has it, too.
    if language == "en", !["", "us", "ca", "ph"].contains(region) { language = "en-gb" }
    if language == "zh", parts.contains("hant") || ["tw", "hk", "mo"].contains(region) { language = "zh-tw" }
    if let place = DateNames.words["\(language)-\(region)"] {
      self.init(place, language: "\(language)-\(region)")
    } else if let known = DateNames.words[language] {
      self.init(known, language: language)
    } else {
      self.init(DateNames.words["en"] ?? Words(), language: "en")
    }
  }

  private init(_ words: Words, language: String) {
    let lists = words.names.map { $0.split(separator: "|").map(String.init) }
    func list(_ index: Int) -> [String] { lists.indices.contains(index) ? lists[index] : [] }
    self.language = language
    months = Months(short: list(0), full: list(1))
    (shortWeekdays, weekdays, halfDays) = (list(2), list(3), list(4))
    quarter = list(5).first ?? "#"
    patterns = list(6)
    lonelyMonths = lists.count > 8 ? Months(short: list(7), full: list(8)) : months
  }

  package static func == (left: DateNames, right: DateNames) -> Bool { left.language == right.language }
  package func hash(into hasher: inout Hasher) { hasher.combine(language) }

  // MARK: Dates as the language writes them

  /// `Nov 21, 2026`
  var day: String { patterns.count == 3 ? patterns[0] : "yyyy-MM-dd" }
  /// `Nov 21`
  var dayOfYear: String { patterns.count == 3 ? patterns[1] : "MM-dd" }
  /// `Nov 2026`
  var month: String { patterns.count == 3 ? patterns[2] : "yyyy-MM" }
  /// `Nov`; where months have numbers and no names, the number with its word.
  var monthOfYear: String { month.hasSuffix("M月") ? "M月" : "MMM" }
}
