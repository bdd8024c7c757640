import ChartEngine
import ChartModel
import JSONModel

/// The slots of a plot, and those that points add to them.
struct SlotList {
  private enum Slots {
    case names([String])
    /// Numbers, or milliseconds since 1970.
    case numbers(GrowingArray<Double>)
    case none
  }

  /// What points have added.
  private(set) var added: [ColumnSpec.Entry] = []
  private var addedNames: [String: Int] = [:]
  private var addedNumbers: [Double] = []
  /// The slots by their names, once that many are asked for.
  private var places: [String: Int]?
  private var lookups = 0
  private let slots: Slots
  /// Whether many entries may have one name, as the points of a box have.
  private let repeatsNames: Bool
  private let axis: PositionAxisSpec
  private let scale: PositionAxisSpec.Scale

  init(_ place: PointSlots, in plot: CartesianSpec, scale: PositionAxisSpec.Scale) {
    axis = plot.x
    self.scale = scale
    repeatsNames = place.repeatsNames(in: plot)
    switch place {
    case .none: slots = .none
    case .days: slots = .names([])
    case .names(.labels): slots = .names(plot.x.labels)
    case .names(.ownPositions(let series)):
      slots = .names(plot.series[series].positions?.entries.map(\.label) ?? [])
    case .names: slots = .names(plot.x.values.entries.map(\.label))
    case .positions(.ownPositions(let series)):
      slots = .numbers(SlotList.numbers(plot.series[series].positions, plot.x))
    case .positions: slots = .numbers(SlotList.numbers(plot.x.values, plot.x))
    }
  }

  /// - Complexity: O(1) unless there are texts among them.
  private static func numbers(_ column: ColumnSpec?, _ axis: PositionAxisSpec) -> GrowingArray<Double> {
    guard case .values(let entries)? = column else {
      if case .numbers(let numbers)? = column { return numbers }
      return []
    }
    return GrowingArray(entries.map { $0.number(on: axis) ?? .nan })
  }

  private var oldCount: Int {
    switch slots {
    case .names(let names): names.count
    case .numbers(let numbers): numbers.count
    case .none: 0
    }
  }

  var count: Int { oldCount + added.count }

  /// The slot at a position, which is added if there is none.
  /// - Parameter start: The first slot that has no value yet.
  /// - Throws: ``InvalidValue`` without a path for what is no position here, or one that has a value already.
  mutating func slot(at position: ColumnSpec.Entry, from start: Int) throws(InvalidValue) -> Int {
    switch slots {
    case .none: return start
    case .names(let names): return try slot(at: position, named: position.label, among: names, from: start)
    case .numbers(let numbers): return try slot(at: position, among: numbers, from: start)
    }
  }

  private mutating func slot(
    at position: ColumnSpec.Entry, named name: String, among names: [String], from start: Int
  ) throws(InvalidValue) -> Int {
    if repeatsNames {
      // A series' own positions are among the axis' names, or the numbers of these.
      if !axis.labels.isEmpty, case .text = position, !axis.labels.contains(name) {
        throw InvalidValue("'\(name.prefix(40))' is none of the names in `x.labels`; chart/update adds it there")
      }
      for slot in min(start, count)..<count
      where (slot < names.count ? names[slot] : added[slot - names.count].label) == name { return slot }
      added.append(position)
      return count - 1
    }
    if let slot = addedNames[name] ?? place(of: name, in: names) {
      guard slot >= start else {
        throw InvalidValue("'\(name.prefix(40))' has a value already; points are added behind the last one")
      }
      return slot
    }
    guard count < PositionAxisSpec.maximumCount else {
      throw InvalidValue("expected at most \(PositionAxisSpec.maximumCount) names")
    }
    addedNames[name] = count
    added.append(.text(name))
    return count - 1
  }

  private mutating func place(of name: String, in names: [String]) -> Int? {
    lookups += 1
    guard lookups > 8 else { return names.lastIndex(of: name) }
    let places = self.places ?? Dictionary(zip(names, names.indices), uniquingKeysWith: { $1 })
    self.places = places
    return places[name]
  }

  private mutating func slot(
    at position: ColumnSpec.Entry, among numbers: GrowingArray<Double>, from start: Int
  ) throws(InvalidValue) -> Int {
    let number = try number(position)
    // Mostly there is none from the start on; else the next one is it.
    for slot in min(start, count)..<count {
      if (slot < numbers.count ? numbers[slot] : addedNumbers[slot - numbers.count]) == number { return slot }
    }
    added.append(position)
    addedNumbers.append(number)
    return count - 1
  }

  private func number(_ position: ColumnSpec.Entry) throws(InvalidValue) -> Double {
    switch (scale, position) {
    case (.time, .text(let text)):
      guard let number = axis.milliseconds(of: text) else {
        throw InvalidValue("expected a moment such as 2026-08-21, got '\(text.prefix(40))'", kind: .mismatch)
      }
      return number
    case (_, .text(let text)): throw InvalidValue("expected a number, got '\(text.prefix(40))'", kind: .mismatch)
    case (.log, .number(let number)) where number <= 0:
      throw InvalidValue("expected a number above 0, got \(JSON(number).text)")
    case (_, .number(let number)): return number
    case (_, .missing): throw InvalidValue("is required")
    }
  }
}
