import ChartEngine
import ChartModel
import JSONModel

// Functions of the calendar, by the clocks of the chart's time zone.

extension FunctionCompiler {
  func moments() throws(InvalidValue) -> FormulaValue? {
    let zone = compiler.run.zone
    func part(_ body: @escaping (CivilTime) -> Int) throws(InvalidValue) -> FormulaValue {
      try check(1...1)
      return .number(
        each(try moment(0)) { moment in
          guard let second = TimeZoneRules.second(of: moment) else { return .nan }
          return Double(body(zone.civil(at: second)))
        })
    }
    switch name {
    case "year": return try part { $0.date.year }
    case "quarter": return try part { ($0.date.month + 2) / 3 }
    case "month": return try part { $0.date.month }
    case "week": return try part { $0.date.week }
    case "day": return try part { $0.date.day }
    case "weekday": return try part { $0.date.weekday + 1 }
    case "dayOfYear": return try part { $0.date.dayOfYear }
    case "hour": return try part { $0.hour }
    case "minute": return try part { $0.minute }
    case "second": return try part { $0.second }
    case "date": return .moment(try date(zone))
    case "startOf":
      try check(2...2)
      let word = try constantText(1)
      guard let unit = CalendarUnit(rawValue: word) else {
        let words = CalendarUnit.allCases.map(\.rawValue)
        throw InvalidValue(
          fault("expects one of \(words.joined(separator: ", ")), got \"\(word.prefix(40))\"").reason,
          suggestion: nearestWord(to: word, among: words))
      }
      let bins = CalendarBins(unit: unit, step: 1, zone: zone)
      return .moment(each(try moment(0)) { bins.bin(of: $0)?.start ?? .nan })
    default: return nil
    }
  }

  private func date(_ zone: TimeZoneRules) throws(InvalidValue) -> Block<Double> {
    try check(1...3)
    if arguments.count == 1 {
      let value = try value(0)
      if case .moment(let block) = value { return block }
      return try text(0).each(.nan) { text throws(InvalidValue) in
        (try? TimeText.milliseconds(text, in: zone)) ?? .nan
      }
    }
    let (year, month) = (try number(0), try number(1))
    let day = arguments.count > 2 ? try number(2) : FormulaValue.constant(1)
    return { rows throws(InvalidValue) in
      let (years, months, days) = (try year(rows), try month(rows), try day(rows))
      return years.indices.map { index in
        let (year, month, day) = (years[index], months[index], days[index])
        guard abs(year) < 100_000, abs(month) < 10_000, abs(day) < 100_000 else { return .nan }
        // Days and months beyond the last run on, as spreadsheets have it.
        return zone.milliseconds(
          CivilDate(year: Int(saturating: year), month: Int(saturating: month), day: Int(saturating: day)))
      }
    }
  }

  /// A number or a moment as a text.
  func written() throws(InvalidValue) -> TextValue {
    try check(1...2)
    let value = try value(0)
    switch value {
    case .text(let text): return text
    case .moment(let block):
      let pattern: TimePattern
      do {
        pattern = try TimePattern(arguments.count > 1 ? try constantText(1) : "yyyy-MM-dd")
      } catch let error as TimeTextError {
        throw fault("expects a pattern such as yyyy-MM: \(error)")
      } catch let error as InvalidValue {
        throw error
      } catch {
        throw fault("expects a pattern such as yyyy-MM")
      }
      let zone = compiler.run.zone
      return texts(of: block) { pattern.format($0, in: zone) }
    case .number(let block):
      if arguments.count > 1 { throw fault("takes a pattern for moments only") }
      return texts(of: block) { JSON($0).text }
    case .truth(let block):
      let table = TextTable(compiler.run, ["false", "true"])
      return TextValue(table: table) { rows throws(InvalidValue) in
        try block(rows).map { $0 == .missing ? -1 : $0 == .yes ? 1 : 0 }
      }
    case .nothing: return .nothing(compiler.run)
    }
  }

  private func texts(of block: @escaping Block<Double>, _ body: @escaping (Double) -> String) -> TextValue {
    let table = TextTable(compiler.run)
    var known: [UInt64: Int32] = [:]
    return TextValue(table: table) { rows throws(InvalidValue) in
      var codes: [Int32] = []
      codes.reserveCapacity(rows.count)
      for number in try block(rows) {
        guard number.isFinite else {
          codes.append(-1)
          continue
        }
        if let code = known[number.bitPattern] {
          codes.append(code)
          continue
        }
        let code = try table.code(of: body(number))
        known[number.bitPattern] = code
        codes.append(code)
      }
      return codes
    }
  }
}

extension CivilDate {
  /// The week of the year as ISO 8601 counts them: the first one has the year's first Thursday.
  fileprivate var week: Int {
    let thursday = CivilDate(dayNumber: dayNumber - weekday + 3)
    return (thursday.dayOfYear - 1) / 7 + 1
  }
}
