import ChartModel
import JSONModel

// Moments along the value axes.

extension CartesianSpec {
  /// Makes milliseconds since 1970 of values that are moments, and says so in the scale: where the author says that they are, or
  /// where most of what there is are texts that are moments, and nothing speaks against it.
  /// - Complexity: O(*n*) where there are texts, else O(1).
  mutating func readValueMoments() {
    readValueMoments(\.y, .left, "y")
    readValueMoments(\.right, .right, "right")
  }

  private mutating func readValueMoments(
    _ axis: WritableKeyPath<CartesianSpec, ValueAxisSpec>, _ side: SeriesSpec.AxisSide, _ name: String
  ) {
    let measured = series.indices.filter { series[$0].axis == side }
    let isAsked = self[keyPath: axis].scale == .time
    if !isAsked {
      guard self[keyPath: axis].scale == .linear, self[keyPath: axis].labels.isEmpty,
        measured.contains(where: { !series[$0].countsValues && series[$0].values.tellsMoments })
      else { return }
      do {
        try checkMoments(along: side)
      } catch {
        // Names, where these will do, are no fault.
        if !measured.allSatisfy({ type(of: series[$0].kind.style).valuesMayBeNames }) {
          note("\(error.path): \(error.reason); the values are moments")
        }
        return
      }
      self[keyPath: axis].scale = .time
      if self[keyPath: axis].step != nil {
        note("\(name).step: is left out: the values are moments, for which there is `ticks`")
      }
      if self[keyPath: axis].includesZero == true { note("\(name).zero: is left out: the values are moments") }
    }
    let zone = x.zone
    let areBesideDates = measured.contains { series[$0].columnsOfMoments.contains(where: \.tellsMoments) }
    for index in measured {
      let values = series[index].values
      series[index].values = moments(values, "series[\(index)].values", zone, areBesideDates: areBesideDates)
      for channel in series[index].kind.style.channels where channel.mayHoldMoments && !channel.values.isEmpty {
        let place = "series[\(index)].\(channel.name)"
        let moments = moments(channel.values, place, zone, areBesideDates: areBesideDates)
        series[index].fill(channel: channel.name, with: moments)
      }
    }
  }

  /// A column with milliseconds in the places of texts; NaN for what is no moment, of which it takes a note.
  /// - Parameter areBesideDates: Whether other columns along the axis have dates, so that numbers are years here, too.
  private mutating func moments(
    _ column: ColumnSpec, _ place: String, _ zone: TimeZoneRules, areBesideDates: Bool
  ) -> ColumnSpec {
    let entries: [ColumnSpec.Entry]
    switch column {
    case .values(let own): entries = Array(own)
    case .numbers(let numbers) where areBesideDates: entries = numbers.map { $0.isNaN ? .missing : .number($0) }
    case .numbers, .buffer: return column
    }
    var lost: [String] = []
    let numbers = entries.map { entry -> Double in
      switch entry {
      case .missing: return .nan
      case .number(let number):
        // Beside dates a number is a year, or counts milliseconds; 5 is neither.
        if let year = CalendarNumbers.moment(number, as: .years, in: zone) { return year }
        if abs(number) >= CalendarNumbers.longestCount { return number }
        lost.append(JSON(number).text)
      case .text(let text):
        if let moment = try? TimeText.milliseconds(text, in: zone) { return moment }
        lost.append(text)
      }
      return .nan
    }
    if let first = lost.first {
      note(
        "\(place): \(lost.count.counted("entry is no moment, and is", "entries are no moments, and are"))"
          + " left out: '\(first.excerpt)'\(lost.count > 1 ? ", …" : "")")
    }
    return .numbers(GrowingArray(numbers))
  }

  /// Takes a note, once: what is read when a chart is made is read again when it is drawn.
  private mutating func note(_ note: String) {
    if !notes.contains(note) { notes.append(note) }
  }

  // MARK: - Made ready to be drawn

  /// Makes milliseconds of all that lies on value axes of moments, or is measured along them: of years, of distances in days, and
  /// of the author's ends and ticks.
  mutating func measureMoments() {
    readValueMoments()
    measureMoments(\.y, .left, "y")
    measureMoments(\.right, .right, "right")
  }

  private mutating func measureMoments(
    _ axis: WritableKeyPath<CartesianSpec, ValueAxisSpec>, _ side: SeriesSpec.AxisSide, _ name: String
  ) {
    guard self[keyPath: axis].scale == .time else {
      ignoreMoments(axis, side, name)
      return
    }
    let measured = series.indices.filter { series[$0].axis == side }
    if !measured.isEmpty {
      do {
        try checkMoments(along: side)
      } catch {
        note("\(error.path): \(error.reason)")
        self[keyPath: axis].scale = .linear
        ignoreMoments(axis, side, name)
        return
      }
    }
    let zone = x.zone
    if let notation = valueNotation(measured) { readCalendarNumbers(of: measured, as: notation, zone) }
    for index in measured {
      guard let error = series[index].kind.style.error else { continue }
      series[index].kind.measureErrors(error.inMilliseconds)
    }
    let places = MomentPlaces(zone, countsYears: MomentPlaces.countYears(extent(ofValues: measured)))
    func moment(_ place: PositionSpec?, _ key: String) -> PositionSpec? {
      guard let place else { return nil }
      guard let moment = places.milliseconds(of: place) else {
        if case .text(let text) = place { notes.append("\(name).\(key): '\(text.excerpt)' is no moment") }
        return nil
      }
      return .number(moment)
    }
    self[keyPath: axis].start = moment(self[keyPath: axis].start, "min")
    self[keyPath: axis].end = moment(self[keyPath: axis].end, "max")
    if let ticks = self[keyPath: axis].tickPlaces {
      self[keyPath: axis].tickPlaces = ticks.compactMap { moment($0, "ticks") }
    }
    self[keyPath: axis].headroom *= ErrorSpec.day
  }

  /// Leaves out moments where there are none along the axis.
  private mutating func ignoreMoments(
    _ axis: WritableKeyPath<CartesianSpec, ValueAxisSpec>, _ side: SeriesSpec.AxisSide, _ name: String
  ) {
    for index in series.indices where series[index].axis == side { ignoreTexts(ofSeries: index) }
    let spec = self[keyPath: axis]
    for (key, places) in [("min", [spec.start]), ("max", [spec.end]), ("ticks", (spec.tickPlaces ?? []).map(\.self))] {
      guard let text = places.lazy.compactMap({ if case .text(let text)? = $0 { text } else { nil } }).first else {
        continue
      }
      notes.append("\(name).\(key): '\(text.excerpt)' is left out: there are no moments along this axis")
    }
    if case .text? = spec.start { self[keyPath: axis].start = nil }
    if case .text? = spec.end { self[keyPath: axis].end = nil }
    self[keyPath: axis].tickPlaces?.removeAll { if case .text = $0 { true } else { false } }
  }

  /// Leaves out texts of a series where others would be moments: bars don't begin there.
  private mutating func ignoreTexts(ofSeries index: Int) {
    for channel in series[index].kind.style.channels where channel.mayHoldMoments {
      guard case .values(let entries) = channel.values else { continue }
      let texts = entries.compactMap { if case .text(let text) = $0 { text } else { nil } }
      if let first = texts.first {
        note(
          "series[\(index)].\(channel.name): \(texts.count.counted("text is no number, and is", "texts are no numbers, and are"))"
            + " left out: '\(first.excerpt)'\(texts.count > 1 ? ", …" : "")")
      }
      let numbers = entries.map { if case .number(let number) = $0 { number } else { Double.nan } }
      series[index].fill(channel: channel.name, with: .numbers(GrowingArray(numbers)))
    }
  }

  // MARK: - Numbers that are dates

  /// Whether values along an axis of moments are years or days as people write them.
  var hasCalendarValues: Bool {
    [(y, SeriesSpec.AxisSide.left), (right, .right)].contains { axis, side in
      axis.scale == .time && valueNotation(series.indices.filter { series[$0].axis == side }) != nil
    }
  }

  /// How all values of some series are written, if they are dates.
  /// - Complexity: O(*n*), but O(1) for most that are no dates.
  private func valueNotation(_ measured: [Int]) -> CalendarNumbers.Notation? {
    var found: CalendarNumbers.Notation?
    for column in measured.flatMap({ series[$0].columnsOfMoments }) {
      guard case .numbers(let numbers) = column, !numbers.isEmpty else { continue }
      guard let own = CalendarNumbers.notation(of: numbers), found == nil || found == own else { return nil }
      found = own
    }
    return found
  }

  private mutating func readCalendarNumbers(
    of measured: [Int], as notation: CalendarNumbers.Notation, _ zone: TimeZoneRules
  ) {
    func moments(_ column: ColumnSpec) -> ColumnSpec {
      guard case .numbers(let numbers) = column else { return column }
      return .numbers(CalendarNumbers.moments(numbers, as: notation, in: zone))
    }
    for index in measured {
      series[index].values = moments(series[index].values)
      for channel in series[index].kind.style.channels where channel.mayHoldMoments {
        series[index].fill(channel: channel.name, with: moments(channel.values))
      }
    }
  }

  /// From the least to the greatest value of some series.
  private func extent(ofValues measured: [Int]) -> ClosedRange<Double>? {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for case .numbers(let numbers) in measured.map({ series[$0].values }) {
      for number in numbers where number.isFinite { (least, greatest) = (min(least, number), max(greatest, number)) }
    }
    return least <= greatest ? least...greatest : nil
  }
}

extension SeriesSpec {
  /// Whether its values are counted, so that they lie along the positions.
  fileprivate var countsValues: Bool { if case .histogram = kind { true } else { false } }

  /// What of it lies on the axis of values.
  fileprivate var columnsOfMoments: [ColumnSpec] {
    [values] + kind.style.channels.filter(\.mayHoldMoments).map(\.values)
  }
}

extension SeriesSpec.Kind {
  fileprivate mutating func measureErrors(_ error: ErrorSpec) {
    switch self {
    case .line(var style):
      style.error = error
      self = .line(style)
    case .bar(var style):
      style.error = error
      self = .bar(style)
    case .scatter(var style):
      style.error = error
      self = .scatter(style)
    case .candlestick, .histogram, .box, .heatmap, .waterfall, .bullet: break
    }
  }
}

extension ErrorSpec {
  /// In milliseconds.
  fileprivate static let day = 86_400_000.0

  /// The same with distances that are days as those of moments are.
  fileprivate var inMilliseconds: ErrorSpec {
    var error = self
    error.constant = constant.map { ($0 * ErrorSpec.day).madeFinite }
    for path in [\ErrorSpec.distance, \.minus, \.plus] {
      guard case .numbers(let numbers)? = error[keyPath: path]?.values else { continue }
      error[keyPath: path]?.values = .numbers(GrowingArray(numbers.map { $0 * ErrorSpec.day }))
    }
    return error
  }
}

extension ColumnSpec {
  /// Whether most of what there is are texts that are moments: one that is miswritten doesn't make names of all others.
  fileprivate var tellsMoments: Bool {
    guard case .values(let entries) = self else { return false }
    let few = entries.lazy.filter { $0 != .missing }.prefix(1_000)
    let moments = few.count { entry in
      if case .text(let text) = entry { (try? TimeText.milliseconds(text, in: .utc)) != nil } else { false }
    }
    return 2 * moments > few.count
  }
}
