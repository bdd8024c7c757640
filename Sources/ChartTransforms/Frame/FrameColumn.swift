import ChartEngine
package import ChartModel

/// A column of a ``Frame``: typed, in the order of the rows, with missing values.
package enum FrameColumn: Sendable {
  /// NaN where there is none.
  case numbers(GrowingArray<Double>)
  /// Milliseconds since 1970, NaN where there is none.
  case moments(GrowingArray<Double>)
  case names(NameColumn)
  /// What a comparison gave.
  case truths([Truth])

  package var count: Int {
    switch self {
    case .numbers(let numbers), .moments(let numbers): numbers.count
    case .names(let names): names.codes.count
    case .truths(let truths): truths.count
    }
  }

  /// What it holds, for messages: `numbers`.
  package var words: String {
    switch self {
    case .numbers: "numbers"
    case .moments: "moments"
    case .names: "texts"
    case .truths: "truths"
    }
  }

  /// The values of some rows, in their order.
  /// - Parameter rows: Each is one of the column's; -1 for a missing value.
  /// - Complexity: O(*k*)
  package func taking(_ rows: [Int32]) -> FrameColumn {
    switch self {
    case .numbers(let numbers): .numbers(FrameColumn.taking(numbers, rows))
    case .moments(let moments): .moments(FrameColumn.taking(moments, rows))
    case .names(let names): .names(names.taking(rows))
    case .truths(let truths): .truths(rows.map { $0 < 0 ? .missing : truths[Int($0)] })
    }
  }

  private static func taking(_ numbers: GrowingArray<Double>, _ rows: [Int32]) -> GrowingArray<Double> {
    guard !rows.isEmpty else { return [] }
    return numbers.withUnsafeBufferPointer { numbers in
      var taken = GrowingArray<Double>()
      taken.append(count: rows.count) { room in
        for (index, row) in rows.enumerated() {
          room.initializeElement(at: index, to: row < 0 ? .nan : numbers[Int(row)])
        }
      }
      return taken
    }
  }
}

extension FrameColumn {
  /// A column without any value, which goes wherever numbers, moments or texts are expected: nobody can tell what it would hold.
  package static func nothing(count: Int) -> FrameColumn {
    .names(NameColumn(codes: [Int32](repeating: -1, count: count), names: []))
  }

  /// Whether it is one without any value.
  var isNothing: Bool { if case .names(let names) = self { names.names.isEmpty } else { false } }

  /// Its values as names, as charts write what they are.
  package func names(_ run: TransformRun) -> NameColumn {
    if case .names(let names) = self { return names }
    var coder = NameCoder()
    let codes = (0..<count).map { row in label(at: row, run).map { coder.code(of: $0) } ?? -1 }
    return NameColumn(codes: codes, names: coder.names)
  }
}

/// True, false, or neither where a value was missing: ordered so that `and` is the lesser of two, and `or` the greater.
package enum Truth: Int8, Comparable, Sendable {
  case no = 0
  case missing = 1
  case yes = 2

  init(_ value: Bool) { self = value ? .yes : .no }

  package static func < (left: Truth, right: Truth) -> Bool { left.rawValue < right.rawValue }
}

/// Names as numbers that stand for them: of ten million rows with a hundred names each name is kept once.
package struct NameColumn: Sendable {
  /// Indices of ``names``; -1 where there is none.
  package let codes: [Int32]
  /// Those that occur, and perhaps more; none twice.
  package let names: [String]

  /// - Parameter codes: Each -1 or an index of the names.
  package init(codes: [Int32], names: [String]) {
    self.codes = codes
    self.names = names
  }

  package subscript(row: Int) -> String? { codes[row] < 0 ? nil : names[Int(codes[row])] }

  func taking(_ rows: [Int32]) -> NameColumn {
    NameColumn(codes: rows.map { $0 < 0 ? -1 : codes[Int($0)] }, names: names)
  }
}

/// Gives names their codes as they come.
package struct NameCoder {
  package private(set) var names: [String] = []
  private var codes: [ByteText: Int32] = [:]

  package init() {}

  package mutating func code(of name: String) -> Int32 {
    let text = ByteText(name)
    if let code = codes[text] { return code }
    let code = Int32(names.count)
    codes[text] = code
    names.append(name)
    return code
  }
}
