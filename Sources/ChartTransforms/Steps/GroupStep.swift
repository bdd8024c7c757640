import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension GroupSpec {
  /// - Throws: ``InvalidValue`` with the key of what is wrong as its path.
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let grouping = try Grouping(frame, by: by, at: .key("by"), run)
    try run.claim(rows: grouping.count, columns: by.count + columns.count)
    var keys: OrderedDictionary<String, FrameColumn> = [:]
    for name in by { keys[name] = try frame.column(name, at: .key("by")).taking(grouping.firsts) }
    var step = GroupStep(
      frame: frame, run: run, aggregation: Aggregation(grouping, run),
      groups: Frame(keys, rowCount: grouping.count))
    var result = step.groups
    var faults = FormulaFaults()
    for (name, formula) in columns {
      try faults.collect(name, formula) { () throws(InvalidValue) -> Void in
        try frame.check(formula.expression)
        result = result.setting(name, try step.column(formula.expression))
      }
    }
    try faults.check()
    return result
  }
}

/// Computes formulas in which functions sum up the rows of each group.
struct GroupStep {
  let frame: Frame
  let run: TransformRun
  let aggregation: Aggregation
  /// One row for each group: what rows have in common, and what was summed up under names that no column has.
  var groups: Frame
  private var count = 0

  init(frame: Frame, run: TransformRun, aggregation: Aggregation, groups: Frame) {
    (self.frame, self.run, self.aggregation, self.groups) = (frame, run, aggregation, groups)
  }

  /// What a formula gives for each group.
  mutating func column(_ expression: Expression) throws(InvalidValue) -> FrameColumn {
    let keys = Array(groups.columns.keys)
    let summed = try summed(expression, keys)
    if case .column(let name, _) = summed, let column = groups.columns[name] { return column }
    return try FormulaCompiler(frame: groups, run: run).value(of: summed).column(rowCount: groups.rowCount, run)
  }

  /// The formula with columns of the groups in the places of what sums up.
  private mutating func summed(_ expression: Expression, _ keys: [String]) throws(InvalidValue) -> Expression {
    switch expression {
    case .number, .text, .truth, .missing: return expression
    case .column(let name, let place):
      guard groups.columns[name] == nil else { return expression }
      _ = try frame.column(name)
      throw .formula(
        "'\(name.excerpt)' can differ within a group: sum it up, such as sum(\(name.excerpt)), or name it in `by`",
        at: place)
    case .negation(let operand, let place): return .negation(try summed(operand, keys), at: place)
    case .not(let operand, let place): return .not(try summed(operand, keys), at: place)
    case .binary(let operation, let left, let right, let place):
      return .binary(operation, try summed(left, keys), try summed(right, keys), at: place)
    case .member(let element, let list, let place):
      return .member(try summed(element, keys), of: try summed(list, keys), at: place)
    case .call(let name, let arguments, let place):
      guard let aggregate = Aggregate(rawValue: name) else {
        return .call(name, try summed(arguments, keys), at: place)
      }
      // A name that no column has: of those in files hardly any begins so.
      repeat { count += 1 } while groups.columns["\u{0}\(count)"] != nil
      let name = "\u{0}\(count)"
      groups = groups.setting(name, try column(aggregate, arguments, place))
      return .column(name, at: place)
    }
  }

  private mutating func summed(_ list: [Expression], _ keys: [String]) throws(InvalidValue) -> [Expression] {
    var summed: [Expression] = []
    for expression in list { summed.append(try self.summed(expression, keys)) }
    return summed
  }

  // MARK: - Summing up

  private mutating func column(
    _ aggregate: Aggregate, _ arguments: [Expression], _ place: Int
  ) throws(InvalidValue) -> FrameColumn {
    if aggregate == .count, arguments.isEmpty { return .numbers(try aggregation.rowCounts()) }
    let expected = aggregate == .quantile ? 2 : 1
    guard arguments.count == expected else {
      throw .formula(
        aggregate == .quantile
          ? "`quantile` takes a column and a share, such as quantile(gross, 0.9)"
          : "`\(aggregate.rawValue)` takes one column\(aggregate == .count ? ", or none for the number of rows" : ""), got \(arguments.count)",
        at: place)
    }
    var share = 0.0
    if aggregate == .quantile {
      guard case .number(let number) = arguments[1], (0...1).contains(number) else {
        throw .formula("`quantile` takes a share from 0 to 1, such as quantile(gross, 0.9)", at: place)
      }
      share = number
    }
    let values = try values(of: arguments[0])
    switch values {
    case .numbers(let numbers): return .numbers(try aggregation.column(aggregate, of: numbers, share: share))
    case .truths(let truths):
      let numbers = GrowingArray(truths.map { $0 == .missing ? Double.nan : $0 == .yes ? 1 : 0 })
      return .numbers(try aggregation.column(aggregate, of: numbers, share: share))
    case .moments(let moments):
      guard aggregate.counts || aggregate.keepsType else { throw mismatch(aggregate, arguments[0], values, place) }
      let results = try aggregation.column(aggregate, of: moments, share: share)
      return aggregate.counts ? .numbers(results) : .moments(results)
    case .names(let names):
      switch aggregate {
      case .count, .distinct:
        let codes = GrowingArray(names.codes.map { $0 < 0 ? Double.nan : Double($0) })
        return .numbers(try aggregation.column(aggregate, of: codes, share: share))
      case .min, .max, .first, .last: return .names(try extreme(aggregate, of: names))
      case _ where values.isNothing: return .nothing(count: aggregation.grouping.count)
      default: throw mismatch(aggregate, arguments[0], values, place)
      }
    }
  }

  /// What is summed up: a column as it is, or a formula's.
  private func values(of expression: Expression) throws(InvalidValue) -> FrameColumn {
    if case .column(let name, _) = expression { return try frame.column(name) }
    return try FormulaCompiler(frame: frame, run: run).value(of: expression).column(rowCount: frame.rowCount, run)
  }

  /// Names by their order, or by that of the rows.
  private mutating func extreme(_ aggregate: Aggregate, of names: NameColumn) throws(InvalidValue) -> NameColumn {
    let order = names.names.indices.sorted { ByteText(names.names[$0]) < ByteText(names.names[$1]) }
    var ranks = [Double](repeating: 0, count: order.count)
    for (rank, code) in order.enumerated() { ranks[code] = Double(rank) }
    let values = GrowingArray(names.codes.map { $0 < 0 ? Double.nan : ranks[Int($0)] })
    let results = try aggregation.column(aggregate, of: values, share: 0)
    return NameColumn(
      codes: results.map { $0.isNaN ? -1 : Int32(truncatingIfNeeded: order[Int(saturating: $0)]) }, names: names.names)
  }

  private func mismatch(
    _ aggregate: Aggregate, _ expression: Expression, _ column: FrameColumn, _ place: Int
  ) -> InvalidValue {
    var hint = ""
    if case .column(let name, _) = expression { hint = Frame.hint(column, name) }
    return .formula(
      "`\(aggregate.rawValue)` takes numbers, and \(expression.words) holds \(column.words)\(hint)", at: place)
  }
}
