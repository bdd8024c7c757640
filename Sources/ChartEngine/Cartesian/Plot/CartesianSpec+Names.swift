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
      if let lost = column.missing(besides: series[index].values) { notes.append("series[\(index)].x: \(lost)") }
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
  /// What is to be told of positions that are missing where there are values; `nil` where none are.
  /// - Complexity: O(*n*)
  func missing(besides values: ColumnSpec) -> String? {
    let count: Int
    switch self {
    case .numbers(let numbers):
      guard numbers.contains(where: \.isNaN) else { return nil }
      count = zip(numbers, values.entries).count { $0.isNaN && $1 != .missing }
    case .values(let entries):
      guard entries.contains(.missing) else { return nil }
      count = zip(entries, values.entries).count { $0 == .missing && $1 != .missing }
    case .buffer: return nil
    }
    return count == 0
      ? nil : count.counted("value has no position, and is", "values have no position, and are") + " left out"
  }

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
