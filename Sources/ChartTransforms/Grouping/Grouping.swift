import ChartModel
import JSONModel

/// Which rows are alike in some columns: each row's group, in the order in which groups first occur.
struct Grouping {
  /// The group of each row.
  let ids: [Int32]
  let count: Int
  /// The first row of each group; empty where all rows are one group because there are no columns.
  let firsts: [Int32]

  /// - Throws: ``InvalidValue`` at `path`, and the index of a column that there isn't.
  /// - Complexity: O(*n* · *k*) for *k* columns; names are not hashed, since their codes are indices.
  init(_ frame: Frame, by names: [String], at path: JSONPath, _ run: TransformRun) throws(InvalidValue) {
    var grouping: Grouping?
    for name in names {
      let column = try frame.column(name, at: path)
      let one = try Grouping(column, run)
      grouping = try grouping.map { both throws(InvalidValue) in try Grouping(both, one, run) } ?? one
    }
    self =
      grouping
      ?? Grouping(ids: [Int32](repeating: 0, count: frame.rowCount), count: 1, firsts: frame.rowCount > 0 ? [0] : [])
  }

  init(ids: [Int32], count: Int, firsts: [Int32] = []) {
    self.ids = ids
    self.count = count
    self.firsts = firsts
  }

  /// The groups of one column; missing values are a group, too.
  init(_ column: FrameColumn, _ run: TransformRun) throws(InvalidValue) {
    switch column {
    case .names(let names): try self.init(codes: names.codes, codeCount: names.names.count, run)
    case .truths(let truths):
      try self.init(codes: truths.map { $0 == .missing ? -1 : $0 == .yes ? 1 : 0 }, codeCount: 2, run)
    case .numbers(let numbers), .moments(let numbers): try self.init(numbers, run)
    }
  }

  /// - Parameter codes: From -1 on, below the count.
  private init(codes: [Int32], codeCount: Int, _ run: TransformRun) throws(InvalidValue) {
    var groups = [Int32](repeating: -1, count: codeCount + 1)
    var firsts: [Int32] = []
    var ids = [Int32](repeating: 0, count: codes.count)
    var start = 0
    while start < codes.count {
      try run.check()
      let end = min(start + TransformRun.stride, codes.count)
      codes.withUnsafeBufferPointer { codes in
        groups.withUnsafeMutableBufferPointer { groups in
          ids.withUnsafeMutableBufferPointer { ids in
            for row in start..<end {
              let place = Int(codes[row]) + 1
              var group = groups[place]
              if group < 0 {
                group = Int32(firsts.count)
                groups[place] = group
                firsts.append(Int32(row))
              }
              ids[row] = group
            }
          }
        }
      }
      start = end
    }
    self.init(ids: ids, count: firsts.count, firsts: firsts)
  }

  private init(_ numbers: GrowingArray<Double>, _ run: TransformRun) throws(InvalidValue) {
    var table = GroupTable()
    var ids = [Int32](repeating: 0, count: numbers.count)
    for row in 0..<numbers.count {
      try run.check(row)
      let number = numbers[row]
      // One NaN and one zero for all that there are.
      ids[row] = table.group(of: number.isNaN ? Double.nan.bitPattern : (number + 0).bitPattern, firstAt: row)
    }
    self.init(ids: ids, count: table.firsts.count, firsts: table.firsts)
  }

  /// The groups of rows that are alike in both.
  private init(_ one: Grouping, _ other: Grouping, _ run: TransformRun) throws(InvalidValue) {
    let (product, isTooMuch) = one.count.multipliedReportingOverflow(by: other.count)
    if !isTooMuch, product <= 1 << 22 {
      var codes = one.ids
      for row in codes.indices {
        try run.check(row)
        codes[row] = codes[row] * Int32(other.count) + other.ids[row]
      }
      try self.init(codes: codes, codeCount: product, run)
      return
    }
    var table = GroupTable()
    var ids = one.ids
    for row in ids.indices {
      try run.check(row)
      ids[row] = table.group(
        of: UInt64(UInt32(bitPattern: ids[row])) << 32 | UInt64(UInt32(bitPattern: other.ids[row])), firstAt: row)
    }
    self.init(ids: ids, count: table.firsts.count, firsts: table.firsts)
  }
}

/// Numbers for keys of 64 bits, in the order in which they come: a hash table with open addressing.
struct GroupTable {
  private var keys: [UInt64] = [UInt64](repeating: 0, count: 64)
  private var groups: [Int32] = [Int32](repeating: -1, count: 64)
  /// The first row of each group.
  private(set) var firsts: [Int32] = []
  /// Whoever writes a file does not know where its numbers will lie.
  private let seed = UInt64.random(in: .min ... .max)

  mutating func group(of key: UInt64, firstAt row: Int) -> Int32 {
    if firsts.count * 2 >= keys.count { grow() }
    var place = self.place(of: key)
    while groups[place] >= 0 {
      if keys[place] == key { return groups[place] }
      place = (place + 1) & (keys.count - 1)
    }
    let group = Int32(firsts.count)
    (keys[place], groups[place]) = (key, group)
    firsts.append(Int32(truncatingIfNeeded: row))
    return group
  }

  /// The finaliser of SplitMix64.
  private func place(of key: UInt64) -> Int {
    var hash = key ^ seed
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (hash ^ (hash >> 31)) & UInt64(keys.count - 1))
  }

  private mutating func grow() {
    let (oldKeys, oldGroups) = (keys, groups)
    keys = [UInt64](repeating: 0, count: oldKeys.count * 4)
    groups = [Int32](repeating: -1, count: keys.count)
    for (key, group) in zip(oldKeys, oldGroups) where group >= 0 {
      var place = self.place(of: key)
      while groups[place] >= 0 { place = (place + 1) & (keys.count - 1) }
      (keys[place], groups[place]) = (key, group)
    }
  }
}
