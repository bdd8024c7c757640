public import ChartModel

// What those need who read a spec's data, or add to it.

extension CartesianSpec {
  /// What kind of positions they are: the author's choice, or what the data tells.
  /// - Complexity: O(*n*) where positions are texts, else O(1).
  public var positionScale: PositionAxisSpec.Scale { PlotDataReader.scale(of: self) }

  /// The spec with moments as milliseconds since 1970, where all texts among the positions are moments: who adds to
  /// them need not have all of them read again.
  /// - Complexity: O(*n*) where positions are texts.
  public var readingMoments: CartesianSpec {
    var spec = self
    spec.readValueMoments()
    guard hasTextPositions, positionScale == .time else { return spec }
    if let values = x.numbers(for: x.values) { spec.x.values = values }
    for index in series.indices {
      guard let positions = series[index].positions else { continue }
      if let numbers = x.numbers(for: positions) { spec.series[index].positions = numbers }
    }
    // The scale can no longer be told by the positions.
    spec.x.scale = .time
    return spec
  }

  /// Makes moments of positions that are numbers, but years or days as people write them, where the author says that they
  /// are moments. Columns of tables mean what they do (`ColumnData`).
  mutating func readCalendarNumbers() {
    guard let notation = calendarNotation else { return }
    func moments(_ column: ColumnSpec) -> ColumnSpec {
      guard case .numbers(let numbers) = column else { return column }
      return .numbers(CalendarNumbers.moments(numbers, as: notation, in: x.zone))
    }
    x.values = moments(x.values)
    for index in series.indices { series[index].positions = series[index].positions.map(moments) }
  }

  /// How all positions that are numbers are written, if they are dates.
  /// - Complexity: O(*n*), but O(1) for most that are no dates.
  var calendarNotation: CalendarNumbers.Notation? {
    guard x.scale == .time else { return nil }
    // What are years in one series are no milliseconds in another.
    var found: CalendarNumbers.Notation?
    for case .numbers(let numbers) in [x.values] + series.compactMap(\.positions) where !numbers.isEmpty {
      guard let own = CalendarNumbers.notation(of: numbers), found == nil || found == own else { return nil }
      found = own
    }
    return found
  }

  private var hasTextPositions: Bool {
    func isText(_ column: ColumnSpec?) -> Bool { if case .values? = column { true } else { false } }
    return isText(x.values) || series.contains { isText($0.positions) }
  }
}

extension PositionAxisSpec {
  /// A moment as ISO 8601 writes it, in the axis's time zone, as milliseconds since 1970; `nil` for what is no moment.
  public func milliseconds(of moment: String) -> Double? {
    try? TimeText.milliseconds(moment, in: PlotDataReader.zone(of: self))
  }

  /// The date in the axis's time zone at an instant, as `2026-08-21`.
  /// - Parameter milliseconds: Since 1970.
  public func date(at milliseconds: Double) -> String {
    TimePattern(known: "yyyy-MM-dd").format(milliseconds, in: PlotDataReader.zone(of: self))
  }

  /// Where days begin.
  package var zone: TimeZoneRules { PlotDataReader.zone(of: self) }

  /// Whether the rules of a time zone can be used: the bytes of a TZif file without leap seconds.
  public static func isTimeZone(_ rules: [UInt8]) -> Bool { (try? TimeZoneRules(name: "", tzif: rules)) != nil }

  /// The column as milliseconds; `nil` where a text is no moment.
  fileprivate func numbers(for column: ColumnSpec) -> ColumnSpec? {
    guard case .values(let entries) = column else { return column }
    let zone = PlotDataReader.zone(of: self)
    var numbers: [Double] = []
    numbers.reserveCapacity(entries.count)
    for entry in entries {
      switch entry {
      case .number(let number): numbers.append(number)
      case .missing: numbers.append(.nan)
      case .text(let text):
        guard let moment = try? TimeText.milliseconds(text, in: zone) else { return nil }
        numbers.append(moment)
      }
    }
    return .numbers(numbers)
  }
}
