package import ChartEngine
package import ChartModel
package import JSONModel
import OrderedCollections

/// Which rows of a table are selected by what is selected in a chart of such a table.
package struct RowSelection: Hashable, Sendable {
  /// What a row must hold in a column.
  package struct Condition: Hashable, Sendable {
    package enum Test: Hashable, Sendable {
      /// One of some names, as charts write what they are.
      case names(Set<String>)
      case otherNames(Set<String>)
      /// One of some numbers, or of moments in milliseconds since 1970.
      case numbers(Set<Double>)
      case within(ClosedRange<Double>)
      /// The same without the upper end.
      case below(ClosedRange<Double>)
      /// In one of some intervals, which rise and have nothing in common.
      case ranges([ClosedRange<Double>])
    }

    package var column: String
    package var test: Test
    /// Whether numbers are years or days as people write them, where they are none of milliseconds.
    package var isTime: Bool

    package init(_ column: String, _ test: Test, isTime: Bool = false) {
      (self.column, self.test, self.isTime) = (column, test, isTime)
    }
  }

  /// What the chart does to its rows before, without dropping what they were made of.
  package let steps: [TransformStep]
  /// Of one of these all must hold; any row will do where there are none at all.
  package let alternatives: [[Condition]]
  /// All of these must hold, too.
  package let always: [Condition]
  /// Where days begin in the chart, whose years and days are meant in any table.
  package let zone: TimeZoneRules

  /// - Parameters:
  ///   - transform: The chart's steps, of which those are done that keep rows.
  ///   - zone: The chart's.
  /// - Returns: `nil` if nothing is asked of rows.
  package init?(
    _ alternatives: [[Condition]]?, always: [Condition], after transform: [TransformStep], in zone: TimeZoneRules
  ) {
    self.zone = zone
    let alternatives = alternatives?.merged ?? []
    guard !always.isEmpty || alternatives.contains(where: { !$0.isEmpty }) else { return nil }
    // A mark that asks for nothing is all of them.
    self.alternatives = alternatives.contains { $0.isEmpty } ? [] : alternatives
    self.always = always
    steps = Array(transform.prefix { $0.keepsRows })
    guard !self.alternatives.isEmpty || !always.isEmpty else { return nil }
  }
}

extension TransformStep {
  /// Whether each row that comes out of it was made of one that went in.
  package var keepsRows: Bool {
    switch self {
    case .filter, .calculate, .bin, .sort, .top, .stack, .normalize, .rolling, .cumulative, .difference, .percentChange,
      .unpivot, .sample:
      true
    case .group, .fit, .pivot: false
    }
  }
}

extension RowSelection.Condition.Test {
  /// Whether what it asks for can be in a column.
  fileprivate func canHold(of column: FrameColumn) -> Bool {
    switch self {
    case .names, .otherNames: true
    case .numbers, .within, .below, .ranges:
      switch column {
      case .numbers, .moments: true
      case .names: column.isNothing
      case .truths: false
      }
    }
  }
}

// MARK: - Rows

extension RowSelection {
  /// No column of an author's is called so.
  private static let number = "\u{0}row"

  /// For each row whether it is selected; `nil` where the table has not all the columns that this is said of.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  /// - Complexity: O(*n*) in the rows for each condition, besides the steps.
  package func mask(of frame: Frame, _ run: TransformRun) throws(InvalidValue) -> [Bool]? {
    let run = run.anew(in: zone)
    var rows = frame
    if !steps.isEmpty {
      let numbers = GrowingArray((0..<frame.rowCount).map(Double.init))
      do throws(InvalidValue) {
        rows = try Transformation(steps).apply(to: frame.setting(RowSelection.number, .numbers(numbers)), run)
      } catch {
        // Another table need not have the columns of the steps.
        try run.check()
        return nil
      }
    }
    var taken = [Bool](repeating: alternatives.isEmpty, count: rows.rowCount)
    for alternative in alternatives {
      // What one of them has taken need not be asked again.
      var own = taken.map { !$0 }
      guard try narrow(&own, alternative, rows, run) else { return nil }
      for row in own.indices where own[row] { taken[row] = true }
    }
    guard try narrow(&taken, always, rows, run) else { return nil }
    guard !steps.isEmpty else { return taken }
    guard case .numbers(let numbers)? = rows.columns[RowSelection.number] else { return nil }
    var mask = [Bool](repeating: false, count: frame.rowCount)
    for (row, number) in numbers.enumerated() where taken[row] {
      if let place = Int(exactly: number), mask.indices.contains(place) { mask[place] = true }
    }
    return mask
  }

  /// Leaves the rows of which conditions hold.
  /// - Returns: Whether they can hold of any.
  private func narrow(
    _ mask: inout [Bool], _ conditions: [Condition], _ frame: Frame, _ run: TransformRun
  ) throws(InvalidValue) -> Bool {
    for condition in conditions {
      try run.check()
      guard let column = frame.columns[condition.column], condition.narrow(&mask, column, run) else { return false }
    }
    return true
  }
}

extension RowSelection.Condition {
  /// Leaves the rows that it holds of.
  /// - Returns: Whether a column can hold such a thing.
  fileprivate func narrow(_ mask: inout [Bool], _ column: FrameColumn, _ run: TransformRun) -> Bool {
    guard test.canHold(of: column) else { return false }
    switch test {
    case .names(let names): narrow(&mask, column, run) { names.contains($0) }
    case .otherNames(let names): narrow(&mask, column, run) { !names.contains($0) }
    case .numbers(let numbers): narrow(&mask, column, run) { numbers.contains($0) }
    case .within(let range): narrow(&mask, column, run) { $0 >= range.lowerBound && $0 <= range.upperBound }
    case .below(let range): narrow(&mask, column, run) { $0 >= range.lowerBound && $0 < range.upperBound }
    case .ranges(let ranges): narrow(&mask, column, run) { ranges.hold($0) }
    }
    return true
  }

  private func narrow(
    _ mask: inout [Bool], _ column: FrameColumn, _ run: TransformRun, names isTaken: (String) -> Bool
  ) {
    // Marks of rows that say nothing are called nothing.
    if case .names(let names) = column {
      // Each name is looked at once.
      let (taken, takesNone) = (names.names.map(isTaken), isTaken(""))
      for (row, code) in names.codes.enumerated() where !(code < 0 ? takesNone : taken[Int(code)]) { mask[row] = false }
      return
    }
    for row in mask.indices where mask[row] { mask[row] = isTaken(column.label(at: row, run) ?? "") }
  }

  @inline(__always)
  private func narrow(
    _ mask: inout [Bool], _ column: FrameColumn, _ run: TransformRun, numbers isTaken: (Double) -> Bool
  ) {
    var numbers: GrowingArray<Double>
    switch column {
    case .numbers(let values): numbers = values
    case .moments(let values): numbers = values
    case .names, .truths: numbers = []
    }
    if isTime, case .numbers = column, let notation = CalendarNumbers.notation(of: numbers) {
      numbers = CalendarNumbers.moments(numbers, as: notation, in: run.zone)
    }
    guard numbers.count == mask.count else {
      for row in mask.indices { mask[row] = false }
      return
    }
    numbers.withUnsafeBufferPointer { numbers in
      for row in mask.indices where mask[row] && !isTaken(numbers[row]) { mask[row] = false }
    }
  }
}

extension [ClosedRange<Double>] {
  /// Whether one of intervals that rise contains a number.
  /// - Complexity: O(log *n*)
  fileprivate func hold(_ number: Double) -> Bool {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first + end) / 2
      if self[middle].upperBound < number { first = middle + 1 } else { end = middle }
    }
    return first < count && self[first].contains(number)
  }
}

// MARK: - Intervals

extension RowSelection {
  /// The column of numbers or moments and the interval of them, or two such columns and intervals, that are all that the rows of a
  /// table are asked for; `nil` if they are asked for anything else.
  package func intervals(in frame: Frame) -> (columns: [String], ranges: [ClosedRange<Double>])? {
    guard steps.isEmpty, always.isEmpty, alternatives.count == 1, (1...2).contains(alternatives[0].count) else {
      return nil
    }
    let conditions = alternatives[0]
    guard Set(conditions.map(\.column)).count == conditions.count else { return nil }
    var ranges: [ClosedRange<Double>] = []
    for condition in conditions {
      guard let range = condition.interval(in: frame) else { return nil }
      ranges.append(range)
    }
    return (conditions.map(\.column), ranges)
  }

  /// Whether a table has all the columns that it is said of, or may have them after its steps; one that is without one of them is
  /// left as it is.
  package func saysAnything(of frame: Frame) -> Bool {
    !steps.isEmpty
      || (alternatives.joined() + always).allSatisfy { condition in
        frame.columns[condition.column].map { condition.test.canHold(of: $0) } ?? false
      }
  }
}

extension RowSelection {
  /// The columns that it is said of and a table lacks, which is left as it is therefore; none where its steps may make them.
  package func columnsMissing(in frame: Frame) -> [String] {
    guard steps.isEmpty else { return [] }
    return OrderedSet((alternatives.joined() + always).map(\.column)).filter { frame.columns[$0] == nil }
  }
}

extension RowSelection.Condition {
  /// The interval of numbers or moments that it asks for; `nil` if it asks for anything else.
  fileprivate func interval(in frame: Frame) -> ClosedRange<Double>? {
    switch frame.columns[column] {
    case .moments?: break
    // Years are no milliseconds.
    case .numbers? where !isTime: break
    default: return nil
    }
    switch test {
    case .within(let range): return range
    case .below(let range) where range.lowerBound < range.upperBound:
      return range.lowerBound...range.upperBound.nextDown
    case .below, .ranges, .names, .otherNames, .numbers: return nil
    }
  }
}
