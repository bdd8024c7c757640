import OrderedCollections

extension [[RowSelection.Condition]] {
  /// Fewer alternatives that take the same rows: of a thousand marks there are a thousand.
  ///
  /// Those that differ in the first column alone are one with several names or numbers in it, and those that differ in the last
  /// one alone are one with several intervals.
  var merged: Self { mergingValues.mergingRanges }

  private var mergingValues: Self {
    var merged: OrderedDictionary<Element, RowSelection.Condition.Test?> = [:]
    for alternative in self {
      guard let values = alternative.first?.test.values else {
        merged[alternative] = .some(nil)
        continue
      }
      var key = alternative
      key[0].test = values.isNames ? .names([]) : .numbers([])
      merged[key] = (merged[key] ?? nil)?.union(values) ?? values
    }
    return merged.map { key, values in
      guard let values else { return key }
      var alternative = key
      alternative[0].test = values
      return alternative
    }
  }

  private var mergingRanges: Self {
    var merged: OrderedDictionary<Element, [RowSelection.Condition.Test]> = [:]
    for alternative in self {
      guard let test = alternative.last?.test, test.range != nil else {
        merged[alternative] = []
        continue
      }
      var key = alternative
      key[key.count - 1].test = .ranges([])
      merged[key, default: []].append(test)
    }
    return merged.map { key, tests in
      guard let first = tests.first else { return key }
      var alternative = key
      // One interval alone stays what it is, of which rows are counted the fastest.
      alternative[key.count - 1].test = tests.count == 1 ? first : .ranges(tests.compactMap(\.range).joined)
      return alternative
    }
  }
}

extension RowSelection.Condition.Test {
  /// The same as a set of what is asked for; `nil` where that is an interval.
  fileprivate var values: Self? {
    switch self {
    case .names, .numbers: self
    case .within(let range) where range.lowerBound == range.upperBound: .numbers([range.lowerBound])
    case .otherNames, .within, .below, .ranges: nil
    }
  }

  /// What it asks for if that is one interval.
  fileprivate var range: ClosedRange<Double>? {
    switch self {
    case .within(let range): range
    case .below(let range) where range.lowerBound < range.upperBound: range.lowerBound...range.upperBound.nextDown
    case .names, .otherNames, .numbers, .below, .ranges: nil
    }
  }

  fileprivate var isNames: Bool { if case .names = self { true } else { false } }

  fileprivate func union(_ other: Self) -> Self {
    switch (self, other) {
    case (.names(let own), .names(let more)): .names(own.union(more))
    case (.numbers(let own), .numbers(let more)): .numbers(own.union(more))
    default: self
    }
  }
}

extension [ClosedRange<Double>] {
  /// The same numbers in intervals that rise and have nothing in common.
  fileprivate var joined: Self {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      guard let last = joined.last, range.lowerBound <= last.upperBound.nextUp else { return joined.append(range) }
      joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
    }
  }
}
