import ChartModel
import JSONModel

// Names along either axis, for series whose entries lie anywhere: they become the numbers of slots.

extension CartesianSpec {
  /// Puts numbers in the places of names, so that all behind it knows numbers only.
  /// - Complexity: O(*n*) in the number of entries where there are names, else O(1) but for a look at texts among values.
  mutating func numberNames() {
    numberPositions()
    numberValues(\.y, .left, "y")
    numberValues(\.right, .right, "right")
    for (axis, name) in [(y, "y"), (right, "right")] where axis.spacing != nil && axis.scale != .category {
      notes.append("\(name).spacing: there are no names along this axis, whose rows it could be for")
    }
  }

  // MARK: - Positions

  /// Series of entries that lie anywhere may have several at one name.
  private mutating func numberPositions() {
    guard series.contains(where: \.mayHaveNames), positionScale == .category else { return }
    let areAll = series.allSatisfy(\.mayHaveNames)
    let own = series.indices.filter {
      series[$0].mayHaveNames && series[$0].slots == nil && series[$0].positions != nil
    }
    let sharers = series.indices.filter {
      series[$0].mayHaveNames && series[$0].slots == nil && series[$0].positions == nil
    }
    let isGiven = !x.labels.isEmpty || x.lastDays != nil
    guard !own.isEmpty || (areAll && !isGiven && !x.values.isEmpty) else { return }
    var names = NameList()
    if isGiven || !areAll {
      for label in PlotDataReader.labels(of: self) { names.add(label) }
      guard !own.isEmpty else { return }
    } else {
      for entry in x.values.entries { names.add(entry) }
      for index in own { for entry in series[index].positions?.entries ?? [] { names.add(entry) } }
      // Each in a slot of its own is how they stand anyway.
      if own.isEmpty, names.names.count == x.values.count { return }
    }
    let shared = isGiven || !areAll ? nil : x.values
    for index in own { number(positionsOf: [index], series[index].positions, names, isGiven: isGiven) }
    number(positionsOf: sharers, shared, names, isGiven: false)
    if areAll, !isGiven {
      if names.leftOut > 0 {
        notes.append("x: \(names.leftOut.counted("name is", "names are")) too many, and left out")
      }
      (x.labels, x.values, x.scale) = (names.names, .numbers([]), .category)
    }
  }

  private mutating func number(positionsOf all: [Int], _ column: ColumnSpec?, _ names: NameList, isGiven: Bool) {
    guard let column, !all.isEmpty else { return }
    // Those of many series are one list.
    let (numbers, lost) = names.numbers(of: column, orTheirOwn: isGiven)
    for index in all {
      if let lost { notes.append("series[\(index)].x: \(lost)") }
      series[index].slots = numbers
    }
  }

  // MARK: - Values

  private mutating func numberValues(
    _ axis: WritableKeyPath<CartesianSpec, ValueAxisSpec>, _ side: SeriesSpec.AxisSide, _ name: String
  ) {
    let measured = series.indices.filter { series[$0].axis == side }
    let areAble = measured.allSatisfy { series[$0].mayHaveNames }
    var isOfNames = self[keyPath: axis].scale == .category || !self[keyPath: axis].labels.isEmpty
    if !isOfNames, areAble, self[keyPath: axis].scale == .linear {
      isOfNames = measured.contains { series[$0].values.tellsNames }
    }
    guard isOfNames, areAble, !measured.isEmpty, ![.log, .time].contains(self[keyPath: axis].scale) else {
      if self[keyPath: axis].scale == .category { self[keyPath: axis].scale = .linear }
      return
    }
    let isGiven = !self[keyPath: axis].labels.isEmpty
    var names = NameList()
    for label in self[keyPath: axis].labels { names.add(label, again: true) }
    if !isGiven {
      for index in measured { for entry in series[index].values.entries { names.add(entry) } }
      if names.leftOut > 0 {
        notes.append("\(name): \(names.leftOut.counted("name is", "names are")) too many, and left out")
      }
    }
    for index in measured where series[index].kind.markStyle.cellWidth == nil {
      let (numbers, lost) = names.numbers(of: series[index].values, orTheirOwn: isGiven)
      if let lost { notes.append("series[\(index)].values: \(lost)") }
      series[index].values = .numbers(numbers)
    }
    self[keyPath: axis].scale = .category
    self[keyPath: axis].labels = names.names
    // Lines of one's own only: those that all axes of numbers have would cross what stands on the rows.
    if self[keyPath: axis].style.grid == RuleSpec() { self[keyPath: axis].style.grid = nil }
  }
}

extension SeriesSpec {
  /// Whether its entries may stand at names along either axis.
  fileprivate var mayHaveNames: Bool { type(of: kind.style).valuesMayBeNames }
}

extension ColumnSpec {
  /// Whether most of what there is are texts: one that is miswritten doesn't make names of all numbers.
  package var tellsNames: Bool {
    guard case .values(let entries) = self else { return false }
    var (texts, numbers) = (0, 0)
    for entry in entries {
      switch entry {
      case .text: texts += 1
      case .number: numbers += 1
      case .missing: break
      }
    }
    return texts > numbers
  }
}

/// Names in the order in which they occur first, with their numbers.
struct NameList {
  private(set) var names: [String] = []
  /// How many more there are than an axis can have.
  private(set) var leftOut = 0
  private var places: [String: Int] = [:]

  /// - Parameter again: Whether one that is there already has a place of its own, which nothing stands at.
  mutating func add(_ name: String, again: Bool = false) {
    guard again || places[name] == nil else { return }
    guard names.count < PositionAxisSpec.maximumCount else {
      leftOut += 1
      return
    }
    if places[name] == nil { places[name] = names.count }
    names.append(name)
  }

  mutating func add(_ entry: ColumnSpec.Entry) { if let name = NameList.name(of: entry) { add(name) } }

  /// The name that an entry is; `nil` for what is missing.
  static func name(of entry: ColumnSpec.Entry) -> String? {
    switch entry {
    case .text(let text): text
    case .number(let number): number.isFinite ? JSON(number).text : nil
    case .missing: nil
    }
  }

  /// The numbers of entries; NaN for what is missing, and for what is none of the names.
  /// - Parameter orTheirOwn: Whether a number that is no name is that of a slot.
  /// - Returns: With what those are that are none of the names, in words.
  func numbers(
    of column: ColumnSpec, orTheirOwn: Bool
  ) -> (numbers: GrowingArray<Double>, lost: String?) {
    var (lost, first): (Int, String) = (0, "")
    let numbers = column.entries.map { entry -> Double in
      guard let name = NameList.name(of: entry) else { return .nan }
      if let place = places[name] { return Double(place) }
      if orTheirOwn, case .number(let number) = entry, let place = Int(exactly: number), names.indices.contains(place) {
        return number
      }
      if lost == 0 { first = name }
      lost += 1
      return .nan
    }
    let words =
      lost == 1
      ? "1 entry is none of the names, and is left out: '\(first.excerpt)'"
      : "\(lost) entries are none of the names, and are left out: '\(first.excerpt)', …"
    return (GrowingArray(numbers), lost > 0 ? words : nil)
  }
}
