@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("W1 Numbers in words, with prefixes, as shares and as money")
struct NumberStyleTests {
  private func format(_ words: String, locale: String = "en") throws -> NumberFormat {
    var spec = FormatSpec()
    spec.locale = locale
    return NumberFormat(try spec.applying(words))
  }

  /// `_` stands for a no-break space, `~` for a narrow one.
  private func visible(_ text: String) -> String {
    text.replacing("\u{A0}", with: "_").replacing("\u{202F}", with: "~")
  }

  @Test(
    "W1 Compact: 1,234, 12,345, 999,999, 1,234,567, -12,345,678 and 1,234,567,890,123 as ICU 78 writes them",
    arguments: [
      ("en", "1.2K|12K|1M|1.2M|−12M|1.2T"),
      ("en-GB", "1.2k|12k|1m|1.2m|−12m|1.2tn"),
      ("de", "1234|12.345|999.999|1,2_Mio.|−12_Mio.|1,2_Bio."),
      ("de-AT", "1234|12_345|999_999|1,2_Mio.|−12_Mio.|1,2_Bio."),
      ("fr", "1,2_k|12_k|1_M|1,2_M|−12_M|1,2_Bn"),
      ("es", "1,2_mil|12_mil|1_M|1,2_M|−12_M|1,2_B"),
      ("it", "1,2K|12K|1_Mln|1,2_Mln|−12_Mln|1,2_Bln"),
      ("pt", "1,2_mil|12_mil|1_mi|1,2_mi|−12_mi|1,2_tri"),
      ("pt-PT", "1,2_mil|12_mil|1_M|1,2_M|−12_M|1,2_Bi"),
      ("nl", "1,2K|12K|1_mln.|1,2_mln.|−12_mln.|1,2_bln."),
      ("da", "1,2_t|12_t|1_mio.|1,2_mio.|−12_mio.|1,2_bio."),
      ("sv", "1,2_tn|12_tn|1_mn|1,2_mn|−12_mn|1,2_bn"),
      ("nb", "1,2k|12k|1_mill.|1,2_mill.|−12_mill.|1,2_bill."),
      ("fi", "1,2_t.|12_t.|1_milj.|1,2_milj.|−12_milj.|1,2_bilj."),
      ("pl", "1,2_tys.|12_tys.|1_mln|1,2_mln|−12_mln|1,2_bln"),
      ("cs", "1,2_tis.|12_tis.|1_mil.|1,2_mil.|−12_mil.|1,2_bil."),
      ("sk", "1,2_tis.|12_tis.|1_mil.|1,2_mil.|−12_mil.|1,2_bil."),
      ("hu", "1,2_E|12_E|1_M|1,2_M|−12_M|1,2_B"),
      ("ru", "1,2_тыс.|12_тыс.|1_млн|1,2_млн|−12_млн|1,2_трлн"),
      ("uk", "1,2_тис.|12_тис.|1_млн|1,2_млн|−12_млн|1,2_трлн"),
      ("be", "1,2_тыс.|12_тыс.|1_млн|1,2_млн|−12_млн|1,2_трлн"),
      ("bg", "1,2_хил.|12_хил.|1_млн.|1,2_млн.|−12_млн.|1,2_трлн."),
      ("el", "1,2_χιλ.|12_χιλ.|1_εκ.|1,2_εκ.|−12_εκ.|1,2_τρισ."),
      ("tr", "1,2_B|12_B|1_Mn|1,2_Mn|−12_Mn|1,2_Tn"),
      ("ro", "1,2_K|12_K|1_mil.|1,2_mil.|−12_mil.|1,2_tril."),
      ("hr", "1,2_tis.|12_tis.|1_mil.|1,2_mil.|−12_mil.|1,2_bil."),
      ("sl", "1,2_tis.|12_tis.|1_mio.|1,2_mio.|−12_mio.|1,2_bil."),
      ("sr", "1,2_хиљ.|12_хиљ.|1_мил.|1,2_мил.|−12_мил.|1,2_бил."),
      ("lt", "1,2_tūkst.|12_tūkst.|1_mln.|1,2_mln.|−12_mln.|1,2_trln."),
      ("lv", "1,2_tūkst.|12_tūkst.|1_milj.|1,2_milj.|−12_milj.|1,2_trilj."),
      ("et", "1,2_tuh|12_tuh|1_mln|1,2_mln|−12_mln|1,2_trln"),
      ("is", "1,2_þ.|12_þ.|1_m.|1,2_m.|−12_m.|1,2_bn"),
      ("id", "1,2_rb|12_rb|1_jt|1,2_jt|−12_jt|1,2_T"),
      ("vi", "1,2_N|12_N|1_Tr|1,2_Tr|−12_Tr|1,2_NT"),
      ("ja", "1234|1.2万|100万|123万|−1235万|1.2兆"),
      ("zh", "1234|1.2万|100万|123万|−1235万|1.2万亿"),
      ("zh-TW", "1234|1.2萬|100萬|123萬|−1235萬|1.2兆"),
      ("ko", "1.2천|1.2만|100만|123만|−1235만|1.2조"),
      ("hi", "1.2_हज़ार|12_हज़ार|10_लाख|12_लाख|−1.2_क॰|12_ख॰"),
    ] as [(String, String)])
  func compact(locale: String, expected: String) throws {
    let format = try format("compact", locale: locale)
    let texts = [1234, 12_345, 999_999, 1_234_567, -12_345_678, 1_234_567_890_123].map(format.value)
    #expect(visible(texts.joined(separator: "|")) == expected)
  }

  @Test(
    "W1 Currencies: -1,234.50 euros, 5 dollars, 1,234,567 yen and 5 francs as ICU 78 writes them",
    arguments: [
      ("en", "−€1,234.50|$5|¥1,234,567|CHF_5"),
      ("en-GB", "−€1,234.50|US$5|JP¥1,234,567|CHF_5"),
      ("de", "−1.234,50_€|5_$|1.234.567_¥|5_CHF"),
      ("fr", "−1~234,50_€|5_$US|1~234~567_JPY|5_CHF"),
      ("es", "−1234,50_€|5_US$|1.234.567_JPY|5_CHF"),
      ("it", "−1234,50_€|5_USD|1.234.567_JPY|5_CHF"),
      ("pt", "−€_1.234,50|US$_5|JP¥_1.234.567|CHF_5"),
      ("pt-PT", "−1234,50_€|5_US$|1_234_567_JP¥|5_CHF"),
      ("nl", "€_−1.234,50|US$_5|JP¥_1.234.567|CHF_5"),
      ("da", "−1.234,50_€|5_US$|1.234.567_JP¥|5_CHF"),
      ("sv", "−1_234,50_€|5_US$|1_234_567_JPY|5_CHF"),
      ("nb", "−1_234,50_€|5_USD|1_234_567_JPY|5_CHF"),
      ("fi", "−1_234,50_€|5_$|1_234_567_¥|5_CHF"),
      ("pl", "−1234,50_€|5_USD|1_234_567_JPY|5_CHF"),
      ("cs", "−1_234,50_€|5_US$|1_234_567_JP¥|5_CHF"),
      ("sk", "−1_234,50_€|5_USD|1_234_567_JPY|5_CHF"),
      ("ru", "−1_234,50_€|5_$|1_234_567_¥|5_CHF"),
      ("be", "−1234,50_€|5_$|1_234_567_¥|5_CHF"),
      ("el", "−1.234,50_€|5_$|1.234.567_JP¥|5_CHF"),
      ("tr", "−€1.234,50|$5|¥1.234.567|CHF_5"),
      ("hr", "−1.234,50_€|5_USD|1.234.567_JPY|5_CHF"),
      ("sl", "−1234,50_€|5_$|1.234.567_¥|5_CHF"),
      ("sr", "−1.234,50_€|5_US$|1.234.567_¥|5_CHF"),
      ("lt", "−1_234,50_€|5_USD|1_234_567_JPY|5_CHF"),
      ("lv", "−1234,50_€|5_$|1_234_567_¥|5_CHF"),
      ("et", "−1234,50_€|5_$|1_234_567_¥|5_CHF"),
      ("id", "−€1.234,50|US$5|JP¥1.234.567|CHF_5"),
      ("vi", "−1.234,50_€|5_US$|1.234.567_¥|5_CHF"),
      ("ja", "−€1,234.50|$5|￥1,234,567|CHF_5"),
      ("zh", "−€1,234.50|US$5|JP¥1,234,567|CHF_5"),
      ("ko", "−€1,234.50|US$5|JP¥1,234,567|CHF_5"),
      ("hi", "−€1,234.50|$5|JP¥12,34,567|CHF_5"),
      ("es-MX", "−EUR_1,234.50|USD_5|JPY_1,234,567|CHF_5"),
    ] as [(String, String)])
  func currency(locale: String, expected: String) throws {
    let texts = try [("EUR", -1234.5), ("USD", 5), ("JPY", 1_234_567), ("CHF", 5)].map {
      try format($0.0, locale: locale).value($0.1)
    }
    #expect(visible(texts.joined(separator: "|")) == expected)
  }

  @Test(
    "W1 Numbers in each style",
    arguments: [
      ("compact", 0, "0"), ("compact", -0.0, "0"), ("compact", 999.4, "999"), ("compact", 999.5, "1K"),
      ("compact", 999_999, "1M"), ("compact", 999_499, "999K"), ("compact", 1.25, "1.3"), ("compact", 0.0123, "0.012"),
      ("compact", 20_000_000, "20M"), ("compact .2", 20_123_456, "20.12M"), ("compact .1", 999_960, "1.0M"),
      ("compact", 999e12, "999T"), ("compact", 1e15, "1000T"), ("compact", 1e300, "1e300"), ("compact", 1e-12, "1e−12"),
      ("compact EUR", -20_000_000, "−€20M"), ("EUR compact", 1234, "€1.2K"), ("compact", -999_999, "−1M"),
      ("si", 1500, "1.5k"), ("si", 20_000_000, "20M"), ("si", 0.0015, "1.5m"), ("si", 2.5e-6, "2.5µ"),
      ("si", 3e-9, "3n"),
      ("si", 1e-30, "1q"), ("si", 2e30, "2Q"), ("si", 0, "0"), ("si", 12, "12"), ("si", 0.5, "500m"),
      ("si", 999_999, "1M"), ("si", 0.999_999, "1"), ("si", 1e300, "1e300"), ("si", 1e-300, "1e−300"),
      ("si .1", 1e3, "1.0k"), ("si", 1234, "1.23k"), ("si", 12_345_678, "12.3M"),
      ("percent", 0.25, "25%"), ("percent", 0.253, "25.3%"), ("percent", 1.0 / 3, "33.3%"),
      ("percent", 0.00123, "0.123%"),
      ("percent", 12.3456, "1,235%"), ("percent", 0.07, "7%"), ("percent", 0.29, "29%"), ("percent", -0.5, "−50%"),
      ("percent .1", 0.25, "25.0%"), ("percent .0", 0.005, "1%"), ("percent .0", -0.001, "0%"), ("percent", 0, "0%"),
      ("percent +", 0.05, "+5%"), ("percent", 1e300, "1e302%"),
      ("scientific", 20_000_000, "2e7"), ("scientific", 1234, "1.234e3"), ("scientific", 0.00025, "2.5e−4"),
      ("scientific", 5, "5e0"), ("scientific", 0, "0"), ("scientific .1", 1234, "1.2e3"),
      ("scientific .2", 9.999, "1.00e1"),
      ("scientific", -1e300, "−1e300"),
      ("+", 5, "+5"), ("+", -5, "−5"), ("+", 0, "0"), ("()", -1234.5, "(1,234.5)"), ("()", 5, "5"),
      ("() EUR", -5, "(€5)"),
      ("+ .0", 0.4, "0"), ("() .0", -0.4, "0"),
      ("USD", 1234.5, "$1,234.50"), ("USD", 1200, "$1,200"), ("USD", 1.999, "$2"), ("USD", 0.001, "$0.001"),
      ("USD .2", 1200, "$1,200.00"), ("JPY", 1234.5, "¥1,235"), ("KWD", 1.5, "KWD\u{A0}1.500"),
      ("USD", 1e300, "$1e300"),
    ] as [(String, Double, String)])
  func styles(words: String, value: Double, expected: String) throws {
    #expect(try format(words).value(value) == expected)
  }

  @Test(
    "W1 What is no number is none in any style",
    arguments: ["percent", "compact", "si", "scientific", "EUR", "+", "()"])
  func oddities(words: String) throws {
    for locale in ["en", "de", "hi", "ja", "zz", "--"] {
      let format = try format(words, locale: locale)
      #expect(format.value(.nan) == "–" && format.value(.infinity) == "∞" && format.value(-.infinity) == "−∞")
      for value in [
        Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e18, -1e15, 1e21,
      ] {
        let text = format.value(value)
        #expect(!text.isEmpty && text.count < 40, "\(words) \(value): \(text)")
      }
    }
  }

  @Test("W1 Significant digits are rounded to; halves go away from zero")
  func significant() {
    var spec = FormatSpec()
    spec.significantDigits = 3
    let format = NumberFormat(spec)
    let texts = [123_456, 0.0012345, 2.5, 1.005, 0.0, -99.95].map(format.value)
    #expect(texts == ["123,000", "0.00123", "2.5", "1.01", "0", "−100"])
    spec.style = .compact
    #expect(NumberFormat(spec).value(1_234_567) == "1.23M" && NumberFormat(spec).value(999_999) == "1M")
  }

  @Test(
    "W1 Labels of one axis have one unit and as many digits",
    arguments: [
      ("compact", [0, 5e6, 1e7], ["0", "5M", "10M"]),
      ("compact", [0, 5e5, 1e6, 1.5e6], ["0", "0.5M", "1.0M", "1.5M"]),
      ("compact USD", [-5e5, 0, 5e5, 1e6], ["−$0.5M", "$0", "$0.5M", "$1.0M"]),
      ("compact", [-2000, -1000, 0, 1000], ["−2K", "−1K", "0", "1K"]),
      ("compact", [0, 0.5, 1], ["0.0", "0.5", "1.0"]),
      ("si", [0, 500, 1000], ["0", "0.5k", "1.0k"]), ("si", [0, 0.001, 0.002], ["0", "1m", "2m"]),
      ("percent", [0, 0.25, 0.5], ["0%", "25%", "50%"]), ("percent", [0, 0.005, 0.01], ["0.0%", "0.5%", "1.0%"]),
      ("EUR", [0, 0.5, 1], ["€0.00", "€0.50", "€1.00"]), ("EUR", [0, 1000], ["€0", "€1,000"]),
      ("EUR compact", [0, 1e6], ["€0", "€1M"]), ("+", [-5, 0, 5], ["−5", "0", "+5"]),
      ("compact", [1_000_000, 1_000_001], ["1,000,000", "1,000,001"]),
      ("compact .0", [0, 0.4, 0.8], ["0.0", "0.4", "0.8"]),
      ("si", [], []), ("compact", [0], ["0"]), ("scientific", [0, 5e6, 1e7], ["0", "5e6", "1e7"]),
    ] as [(String, [Double], [String])])
  func axis(words: String, values: [Double], labels: [String]) throws {
    #expect(try format(words).labels(of: values) == labels)
  }

  @Test("W1 Labels that are read side by side always differ, whatever the style, the ticks and the digits")
  func distinct() throws {
    for words in ["compact", "si", "percent", "EUR", "scientific", "compact .0", "percent .0", "EUR .0", "JPY compact"]
    {
      var spec = try FormatSpec().applying(words)
      for digits in [nil, 1] {
        spec.significantDigits = digits
        for (lower, upper) in [
          (0, 1e-7), (0, 1), (-1, 1), (0, 1234), (999_990, 1_000_010), (1e9, 1e9 + 1), (0, 1e17), (-1e30, 1e30),
        ] {
          for count in [2, 5, 11] {
            let labels = LinearTicks(nice: Domain(lower, upper), maxCount: count).ticks(spec).map(\.label)
            #expect(Set(labels).count == labels.count, "\(words) \(lower)…\(upper): \(labels)")
          }
        }
      }
    }
  }

  @Test("W1 A format is an object or words, and a wrong one says what there is")
  func schema() throws {
    func decoded(_ json: JSON) throws -> FormatSpec {
      let spec = try ChartKinds.standard.schema.decode(["kind": "pie", "slices": [], "format": json])
      return spec.content.common.format
    }
    #expect(try decoded("compact").style == .compact)
    let euros = try decoded(["currency": "EUR", "locale": "de", "sign": "parentheses", "significantDigits": 3])
    #expect(euros.currency == "EUR" && euros.sign == .parentheses && euros.significantDigits == 3)
    #expect(try decoded("EUR .2 +").decimals == 2)
    for (json, place) in [
      ("compcat", "format"), ("eur", "format"), (".99", "format"), ("", "format"), (["style": "money"], "format.style"),
      (["currency": "euro"], "format.currency"), (["style": "percent", "currency": "EUR"], "format.currency"),
      (["significantDigits": 0], "format.significantDigits"), (["decimals": 99], "format.decimals"),
    ] as [(JSON, String)] {
      let fault = #expect(throws: InvalidValue.self) { try decoded(json) }
      #expect(fault?.path.description.hasSuffix(place) == true, "\(json): \(fault?.path.description ?? "")")
    }
    #expect(#expect(throws: InvalidValue.self) { try decoded("compcat") }?.suggestion == "compact")
  }
}

@Suite("W1 Placeholders with formats")
struct PlaceholderFormatTests {
  @Test("W1 Numbers have formats, names have none, and a wrong one is told")
  func schema() throws {
    let schema = Schema<String>.template(["label", "value", "percent"])
    for text in ["{value:compact}", "{label} {value:EUR .2}", "{value:+}", "{note: 3} {value}", "{value:compact"] {
      #expect(try schema.decode(.string(text)) == text)
    }
    for text in ["{value:compcat}", "{label:compact}", "{value:}x{value:.77}", "{valu}"] {
      #expect(throws: InvalidValue.self, "\(text)") { try schema.decode(.string(text)) }
    }
  }

  @Test("W1 A pie's labels and its middle write numbers as they say")
  func pie() throws {
    let layout = try Pies.chart([20_000_000, 1_500_000]) {
      $0.hole = 0.5
      $0.labels.position = .leader
      $0.labels.text = "{value:compact} of {value}"
      $0.center.text = "{total:EUR compact .1}"
    }.pie
    let texts = layout.labels.leaders.map { $0.runs.map(\.text).joined() }
    #expect(Set(texts) == ["20M of 20,000,000", "1.5M of 1,500,000"])
    #expect(layout.centerLines.map(\.text) == ["€21.5M"])
  }
}

@Suite("W2 Dates in the language of the chart")
struct DateNameTests {
  /// Saturday, 2026-11-21T15:30:05.250Z.
  private let instant = 1_795_275_005_250.0

  @Test(
    "W2 Days, months alone and weekdays, as ICU 78 writes them",
    arguments: [
      ("en", "Nov 21, 2026|November|Saturday|Sat"),
      ("en-GB", "21 Nov 2026|November|Saturday|Sat"),
      ("de", "21. Nov. 2026|November|Samstag|Sa"),
      ("fr", "21 nov. 2026|novembre|samedi|sam."),
      ("es", "21 nov 2026|noviembre|sábado|sáb"),
      ("it", "21 nov 2026|novembre|sabato|sab"),
      ("pt", "21 de nov. de 2026|novembro|sábado|sáb."),
      ("nl", "21 nov 2026|november|zaterdag|za"),
      ("da", "21. nov. 2026|november|lørdag|lør."),
      ("sv", "21 nov. 2026|november|lördag|lör"),
      ("fi", "21.11.2026|marraskuu|lauantai|la"),
      ("pl", "21 lis 2026|listopad|sobota|sob."),
      ("cs", "21. 11. 2026|listopad|sobota|so"),
      ("hu", "2026. nov. 21.|november|szombat|Szo"),
      ("ru", "21 нояб. 2026 г.|ноябрь|суббота|сб"),
      ("uk", "21 лист. 2026 р.|листопад|субота|сб"),
      ("tr", "21 Kas 2026|Kasım|Cumartesi|Cmt"),
      ("ja", "2026年11月21日|11月|土曜日|土"),
      ("zh", "2026年11月21日|十一月|星期六|周六"),
      ("ko", "2026년 11월 21일|11월|토요일|토"),
      ("hi", "21 नव॰ 2026|नवंबर|शनिवार|शनि"),
      ("el", "21 Νοε 2026|Νοεμβρίου|Σάββατο|Σάβ"),
      ("lt", "2026-11-21|lapkritis|šeštadienis|št"),
    ] as [(String, String)])
  func names(locale: String, expected: String) throws {
    let names = DateNames(locale)
    let texts = try [names.day, "MMMM", "EEEE", "E"].map { text in
      try TimePattern(text).format(instant, in: .utc, names: names)
    }
    #expect(texts.joined(separator: "|") == expected)
  }

  @Test("W2 Beside a day, months have the case that they have there")
  func cases() throws {
    for (locale, expected) in [
      ("pl", "21 listopada"), ("ru", "21 ноября"), ("cs", "21 listopadu"), ("de", "21 November"),
    ] {
      #expect(try TimePattern("d MMMM").format(instant, in: .utc, names: DateNames(locale)) == expected)
    }
  }

  @Test("W2 All languages whose numbers are known have twelve months, seven days, and patterns that can be read")
  func complete() throws {
    for locale in LocaleCase.all.map(\.locale) + Array(DateNames.languages) {
      let names = DateNames(locale)
      for months in [names.months, names.lonelyMonths] {
        #expect(months.short.count == 12 && months.full.count == 12 && Set(months.full).count == 12, "\(locale)")
      }
      #expect(names.weekdays.count == 7 && names.shortWeekdays.count == 7 && names.halfDays.count == 2, "\(locale)")
      for pattern in [names.day, names.dayOfYear, names.month] { #expect(try !TimePattern(pattern).fields.isEmpty) }
    }
  }

  @Test(
    "W2 Weeks of ISO 8601",
    arguments: [
      ("2026-11-21", "2026-W47"), ("2027-01-01", "2026-W53"), ("2027-01-04", "2027-W01"), ("2024-12-30", "2025-W01"),
      ("2021-01-03", "2020-W53"), ("2008-12-28", "2008-W52"), ("2010-01-03", "2009-W53"), ("0000-01-01", "-0001-W52"),
    ])
  func weeks(date: String, expected: String) throws {
    let moment = try TimeText.milliseconds(date, in: .utc)
    #expect(try TimePattern("YYYY-'W'ww").format(moment, in: .utc) == expected)
  }

  @Test("W2 Quarters by language, and an axis of time in German")
  func quarters() throws {
    for (locale, expected) in [
      ("en", "Q4 2026"), ("fr", "T4 2026"), ("ja", "Q4 2026"), ("nl", "K4 2026"), ("ko", "4분기 2026"),
    ] {
      #expect(try TimePattern("QQQ y").format(instant, in: .utc, names: DateNames(locale)) == expected)
    }
    let ticks = TimeTicks(Domain(instant, instant + 3 * 86_400_000), in: .utc, maxCount: 4).ticks(DateNames("de"))
    #expect(ticks.map(\.label).contains("22. Nov."))
  }
}
