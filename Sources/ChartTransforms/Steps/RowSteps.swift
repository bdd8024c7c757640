import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

// Steps that choose, order or add to rows.

extension FormulaSpec {
  /// The rows of which it is true.
  func filter(_ frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    try frame.check(expression)
    let compiler = FormulaCompiler(frame: frame, run: run)
    let value = try compiler.value(of: expression)
    let truths: Block<Truth>
    switch value {
    case .truth(let block): truths = block
    case .nothing: truths = FormulaValue.constant(.missing)
    default:
      throw InvalidValue(
        "expected a formula that is true or false, such as \(expression.words) > 0, got \(value.words)")
    }
    var rows: [Int32] = []
    try FormulaValue.forEachBlock(frame.rowCount, run) { block throws(InvalidValue) in
      for (index, truth) in try truths(block).enumerated() where truth == .yes {
        rows.append(Int32(truncatingIfNeeded: block.lowerBound + index))
      }
      guard rows.count <= TransformRun.rowLimit else {
        throw InvalidValue("takes more than \(TransformRun.rowLimit) rows; choose fewer, or group instead")
      }
    }
    // All rows are the same memory.
    guard rows.count < frame.rowCount else { return frame }
    try run.claim(rows: rows.count, columns: frame.columns.count)
    return frame.taking(rows)
  }
}

enum CalculateStep {
  /// - Throws: ``InvalidValue`` with the new column's name as its path.
  static func apply(
    _ formulas: OrderedDictionary<String, FormulaSpec>, to frame: Frame, _ run: TransformRun
  ) throws(InvalidValue) -> Frame {
    var frame = frame
    var faults = FormulaFaults()
    for (name, formula) in formulas {
      try faults.collect(name, formula) { () throws(InvalidValue) -> Void in
        try frame.check(formula.expression)
        let value = try FormulaCompiler(frame: frame, run: run).value(of: formula.expression)
        frame = frame.setting(name, try value.column(rowCount: frame.rowCount, run))
      }
    }
    try faults.check()
    return frame
  }
}

/// The faults of formulas that stand in one object: all are told at once, but for those that come of one before.
struct FormulaFaults {
  private var faults = FaultList()
  private var names: Set<String> = []

  /// - Parameter name: The column that the formula makes.
  mutating func collect(
    _ name: String, _ formula: FormulaSpec, _ body: () throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    guard names.isDisjoint(with: formula.expression.columns) else { return }
    do throws(InvalidValue) {
      try body()
    } catch {
      names.insert(name)
      try faults.add(error.prefixed(by: .key(name)))
    }
  }

  func check() throws(InvalidValue) { try faults.check() }
}

enum SortStep {
  /// Rows in the order of several columns; those that are alike stay in theirs. What is missing comes last.
  static func apply(_ keys: [String], to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    try run.claim(rows: frame.rowCount, columns: frame.columns.count + keys.count)
    var columns: [(ranks: [Double], falls: Bool)] = []
    for (index, key) in keys.enumerated() {
      let falls = key.hasPrefix("-") && frame.columns[key] == nil
      let name = falls ? String(key.dropFirst()) : key
      columns.append((ranks(try frame.column(name, at: JSONPath([.index(index)]))), falls))
    }
    return frame.taking(try order(columns, count: frame.rowCount, run))
  }

  /// The rows in rising order of several columns of numbers.
  static func order(
    _ columns: [(ranks: [Double], falls: Bool)], count: Int, _ run: TransformRun
  ) throws(InvalidValue) -> [Int32] {
    if columns.count == 1 { return try order(columns[0], run) }
    let rows = (0..<count).map { Int32(truncatingIfNeeded: $0) }
    return try sorted(rows, run) { left, right in
      for (ranks, falls) in columns {
        let (one, other) = (ranks[Int(left)], ranks[Int(right)])
        if one == other { continue }
        if one.isNaN || other.isNaN {
          if one.isNaN, other.isNaN { continue }
          return other.isNaN
        }
        return falls ? one > other : one < other
      }
      return left < right
    }
  }

  /// The same for one column: its numbers beside their rows, so that no comparison has to look for them.
  private static func order(_ column: (ranks: [Double], falls: Bool), _ run: TransformRun) throws(InvalidValue)
    -> [Int32]
  {
    var pairs: [(key: UInt64, row: Int32)] = []
    pairs.reserveCapacity(column.ranks.count)
    for (row, number) in column.ranks.enumerated() {
      // Bits that are ordered as the numbers are; what is missing comes last either way.
      let bits = (number + 0).bitPattern
      let rising = bits >> 63 == 1 ? ~bits : bits | 1 << 63
      pairs.append((number.isNaN ? .max : column.falls ? ~rising : rising, Int32(truncatingIfNeeded: row)))
    }
    return try sorted(pairs, run) { $0.key == $1.key ? $0.row < $1.row : $0.key < $1.key }.map(\.row)
  }

  /// - Throws: ``InvalidValue`` without a path if nobody waits any more.
  @inline(__always)
  private static func sorted<Element>(
    _ elements: [Element], _ run: TransformRun, _ isBefore: (Element, Element) -> Bool
  ) throws(InvalidValue) -> [Element] {
    var (elements, comparisons) = (elements, 0)
    do {
      try elements.sort { left, right in
        comparisons += 1
        if comparisons & (TransformRun.stride - 1) == 0 { try run.check() }
        return isBefore(left, right)
      }
    } catch let fault as InvalidValue {
      throw fault
    } catch {
      throw InvalidValue("cannot be sorted: \(error)")
    }
    return elements
  }

  /// Numbers that are ordered as the column's values are.
  static func ranks(_ column: FrameColumn) -> [Double] {
    switch column {
    case .numbers(let numbers), .moments(let numbers): return Array(numbers)
    case .truths(let truths): return truths.map { $0 == .missing ? .nan : Double($0.rawValue) }
    case .names(let names):
      var ranks = [Double](repeating: 0, count: names.names.count)
      let order = names.names.indices.sorted { ByteText(names.names[$0]) < ByteText(names.names[$1]) }
      for (rank, code) in order.enumerated() { ranks[code] = Double(rank) }
      return names.codes.map { $0 < 0 ? .nan : ranks[Int($0)] }
    }
  }
}

extension TopSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (values, _) = try frame.numbers(by, orMoments: name == nil, at: .key("by"))
    if let name {
      let column = try frame.column(name, at: .key("name"))
      guard case .names = column else {
        throw InvalidValue("'\(name.excerpt)' holds \(column.words), and `other` is a text", at: .key("name"))
      }
    }
    let order = try SortStep.order([(Array(values), true)], count: frame.rowCount, run)
    let rest = order.dropFirst(count)
    guard let name, !rest.isEmpty else { return frame.taking(Array(order.prefix(count))) }
    var sum = WideSum()
    for row in rest where !values[Int(row)].isNaN { sum.add(values[Int(row)]) }
    let top = frame.taking(order.prefix(count) + [-1])
    guard case .names(let names)? = top.columns[name] else { return top }
    var coder = names.names
    let code = coder.firstIndex(of: other) ?? coder.count
    if code == coder.count { coder.append(other) }
    let named = NameColumn(codes: names.codes.dropLast() + [Int32(truncatingIfNeeded: code)], names: coder)
    let sums = GrowingArray(order.prefix(count).map { values[Int($0)] } + [sum.count > 0 ? sum.value : .nan])
    return top.setting(name, .names(named)).setting(by, .numbers(sums))
  }
}

extension SampleSpec {
  /// Each row with the same chance, in one pass (Knuth, *The Art of Computer Programming*, 3.4.2, algorithm S).
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    guard count < frame.rowCount else { return frame }
    try run.claim(rows: count, columns: frame.columns.count)
    var random = SplitMix(state: UInt64(truncatingIfNeeded: seed))
    var rows: [Int32] = []
    rows.reserveCapacity(count)
    for row in 0..<frame.rowCount where rows.count < count {
      try run.check(row)
      if random.unit() * Double(frame.rowCount - row) < Double(count - rows.count) {
        rows.append(Int32(truncatingIfNeeded: row))
      }
    }
    return frame.taking(rows)
  }
}

/// Numbers that look random and are the same for the same seed, everywhere.
private struct SplitMix {
  var state: UInt64

  /// From 0 on, below 1.
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var hash = state
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((hash ^ (hash >> 31)) >> 11) * 0x1p-53
  }
}
