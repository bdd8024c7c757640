import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension PivotSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let names = try frame.column(name, at: .key("name"))
    let others = by ?? frame.columns.keys.filter { $0 != name && $0 != value }
    let rows = try Grouping(frame, by: others, at: .key("by"), run)
    let wide = try Grouping(names, run)
    guard wide.count <= PivotSpec.maximumCount else {
      throw InvalidValue(
        "'\(name.excerpt)' holds \(wide.count) names, and at most \(PivotSpec.maximumCount) become columns; take `top` first",
        at: .key("name"))
    }
    try run.claim(rows: rows.count, columns: wide.count + others.count)
    var columns: OrderedDictionary<String, FrameColumn> = [:]
    for other in others { columns[other] = try frame.column(other, at: .key("by")).taking(rows.firsts) }
    var result = Frame(columns, rowCount: rows.count)
    let cells = try cells(frame, rows, wide, run)
    for (index, first) in wide.firsts.enumerated() {
      guard let label = names.label(at: Int(first), run) else { continue }
      let places = (0..<rows.count).map { Int32(truncatingIfNeeded: $0 * wide.count + index) }
      guard result.columns[label] == nil else {
        let isComposed = result.columns.keys.contains { $0 == label && ByteText($0) != ByteText(label) }
        throw InvalidValue(
          "gives two columns '\(label.excerpt)'"
            + (isComposed
              ? ", whose names differ only in how their letters are composed; write them alike"
              : "; leave one out by `by`"),
          at: .key("name"))
      }
      result = result.setting(label, cells.taking(places))
    }
    return result
  }

  /// What is in each place, row by row.
  private func cells(_ frame: Frame, _ rows: Grouping, _ wide: Grouping, _ run: TransformRun) throws(InvalidValue)
    -> FrameColumn
  {
    let column = try frame.column(value, at: .key("value"))
    let count = rows.count * wide.count
    guard count <= TransformRun.cellLimit / 4, count <= Int(Int32.max) else {
      throw InvalidValue("would make \(count) values; group first")
    }
    let ids = (0..<frame.rowCount).map { Int32(truncatingIfNeeded: Int(rows.ids[$0]) * wide.count + Int(wide.ids[$0])) }
    let aggregation = Aggregation(Grouping(ids: ids, count: count), run)
    let aggregate = Aggregate(rawValue: function.rawValue) ?? .sum
    if column.isNothing, function != .count { return .nothing(count: count) }
    if case .names(let names) = column {
      guard function == .first || function == .last || function == .count else {
        throw InvalidValue("'\(value.excerpt)' holds texts: say `of: first`, or sum up numbers", at: .key("value"))
      }
      let codes = GrowingArray(names.codes.map { $0 < 0 ? Double.nan : Double($0) })
      let results = try aggregation.column(aggregate, of: codes, share: 0)
      if function == .count { return .numbers(results) }
      return .names(NameColumn(codes: results.map { $0.isNaN ? -1 : Int32(saturatingly: $0) }, names: names.names))
    }
    let (values, areMoments) = try frame.numbers(value, orMoments: function != .sum, at: .key("value"))
    let results = try aggregation.column(aggregate, of: values, share: 0)
    return areMoments && function != .count ? .moments(results) : .numbers(results)
  }
}

extension Int32 {
  fileprivate init(saturatingly number: Double) { self = Int32(truncatingIfNeeded: Int(saturating: number)) }
}

extension FrameColumn {
  /// What a row has, as the name of a column or series; `nil` if it is missing.
  package func label(at row: Int, _ run: TransformRun) -> String? {
    switch self {
    case .numbers(let numbers): return numbers[row].isNaN ? nil : JSON(numbers[row]).wholeText
    case .moments(let moments): return moments[row].isNaN ? nil : MomentText.text(of: moments[row], in: run.zone)
    case .names(let names): return names[row]
    case .truths(let truths): return truths[row] == .missing ? nil : truths[row] == .yes ? "true" : "false"
    }
  }
}

extension UnpivotSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let molten = try molten(frame)
    let width = columns.count
    let (count, isTooMuch) = frame.rowCount.multipliedReportingOverflow(by: width)
    guard !isTooMuch else { throw InvalidValue("would make too many rows; filter or group first") }
    let kept = frame.columns.filter { !columns.contains($0.key) }
    var faults = FaultList()
    for (key, new) in [("name", name), ("value", value)] where kept[new] != nil {
      try faults.add(
        InvalidValue("there is a column '\(new.excerpt)' already, which is kept; give another name", at: .key(key)))
    }
    try faults.check()
    try run.claim(rows: count, columns: kept.count + 2)
    let rows = (0..<count).map { Int32(truncatingIfNeeded: $0 / width) }
    var result = Frame(kept, rowCount: frame.rowCount).taking(rows)
    let names = NameColumn(codes: (0..<count).map { Int32(truncatingIfNeeded: $0 % width) }, names: columns)
    result = result.setting(name, .names(names))
    return result.setting(value, woven(molten, count))
  }

  /// The columns that become rows, of one type.
  private func molten(_ frame: Frame) throws(InvalidValue) -> [FrameColumn] {
    var molten: [FrameColumn] = []
    var first: (name: String, column: FrameColumn)?
    for (index, name) in columns.enumerated() {
      let path = JSONPath([.key("columns"), .index(index)])
      let column = try frame.column(name, at: path)
      molten.append(column)
      guard !column.isNothing else { continue }
      if let first, first.column.words != column.words {
        throw InvalidValue(
          "'\(name.excerpt)' holds \(column.words), and '\(first.name.excerpt)' \(first.column.words)", at: path)
      }
      first = first ?? (name, column)
    }
    let nothing = [Int32](repeating: -1, count: frame.rowCount)
    return molten.map { column in column.isNothing ? first?.column.taking(nothing) ?? column : column }
  }

  /// The values of several columns of one type, row by row.
  private func woven(_ columns: [FrameColumn], _ count: Int) -> FrameColumn {
    let width = columns.count
    if case .names = columns[0] {
      var coder = NameCoder()
      let parts: [NameColumn] = columns.compactMap { if case .names(let names) = $0 { names } else { nil } }
      let codes = parts.map { part in part.names.map { coder.code(of: $0) } }
      let woven = (0..<count).map { place in
        let code = parts[place % width].codes[place / width]
        return code < 0 ? -1 : codes[place % width][Int(code)]
      }
      return .names(NameColumn(codes: woven, names: coder.names))
    }
    if case .truths = columns[0] {
      let parts: [[Truth]] = columns.compactMap { if case .truths(let truths) = $0 { truths } else { nil } }
      return .truths((0..<count).map { parts[$0 % width][$0 / width] })
    }
    let parts: [GrowingArray<Double>] = columns.compactMap { column in
      switch column {
      case .numbers(let numbers), .moments(let numbers): numbers
      case .names, .truths: nil
      }
    }
    let woven = GrowingArray((0..<count).map { parts[$0 % width][$0 / width] })
    if case .moments = columns[0] { return .moments(woven) }
    return .numbers(woven)
  }
}
