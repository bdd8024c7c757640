import ChartEngine
import ChartModel
import ChartTransforms
import Databases
import OrderedCollections

/// Writes steps as a query whose rows are those that the steps give, as many of the first steps as an engine can do.
///
/// Rows of a database have no order: what depends on one is done here, and groups come in the order of what they have in common.
struct StepPusher {
  private let planning: Databases.Planning
  private let zone: TimeZoneRules
  /// Whether all that is made is to be computed of the table's own columns, so that a condition on its rows can be said of it.
  private let isInline: Bool
  private var source: SQLSource
  /// The columns that there are by now, as expressions over the source's.
  private var columns: OrderedDictionary<String, PushedValue>
  /// What rows must be to be taken.
  private(set) var condition: SQLExpression?
  private var order: [SQLSelect.Order] = []
  private var limit: Int?
  /// Names that were given to columns on the way.
  private var count = 0

  /// - Parameters:
  ///   - zone: Where days begin, and where days and times are read that are of no zone.
  ///   - isInline: Whether columns are to be expressions over the table's own to the end.
  init(_ planning: Databases.Planning, zone: TimeZoneRules, isInline: Bool = false) {
    (self.planning, self.zone, self.isInline) = (planning, zone, isInline)
    (source, condition) = (planning.source, planning.condition)
    columns = [:]
    for column in planning.columns { columns[column.name] = value(of: column) }
  }

  /// As many steps as can be done there.
  /// - Parameter wanted: The columns that are used after all steps; `nil` for all.
  /// - Returns: `nil` if it is none.
  /// - Throws: ``DatabaseFault``
  mutating func plan(_ steps: [TransformStep], wanted: [String]?) throws(DatabaseFault) -> Databases.Plan? {
    var done = 0
    var last: (select: SQLSelect, names: [String])?
    while done < steps.count, try push(steps[done]) {
      done += 1
      let rest = Transformation(Array(steps[done...])).columns(wanted: wanted)
      last = select(rest) ?? last
    }
    guard done > 0, let last else { return nil }
    return Databases.Plan(select: last.select, names: last.names, stepCount: done)
  }

  // MARK: - Columns

  /// A column by now; `nil` if there is none, or the database cannot tell what it holds.
  func column(_ name: String) -> PushedValue? { columns[name] }

  /// Whether there is such a column by now.
  func hasColumn(_ name: String) -> Bool {
    columns[name] != nil || planning.columns.contains { $0.name == name }
  }

  /// A column of the table as steps see it.
  private func value(of column: ColumnDescription) -> PushedValue? {
    let pusher = FormulaPusher(columns: [:], dialect: planning.dialect, zone: zone)
    let raw = SQLExpression.column(column.name)
    let indexed = column.form == .itself ? raw : nil
    switch column.kind {
    case .numbers:
      guard let value = pusher.call(.presentNumber, .number, [.number(raw)]) else { return nil }
      return PushedValue(.number, value.sql, indexed: indexed)
    case .moments: return PushedValue(.moment, raw, indexed: indexed)
    case .clockTimes:
      return zone.hasName ? pusher.call(.momentOfClock, .moment, [raw, .value(.text(zone.name))]) : nil
    case .texts:
      guard let value = pusher.call(.presentText, .text, [column.form == .itself ? raw : .text(raw)]) else {
        return nil
      }
      return PushedValue(.text, value.sql, indexed: indexed)
    }
  }

  private func pusher(keys: Set<String>? = nil) -> FormulaPusher {
    FormulaPusher(
      columns: Dictionary(columns.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }),
      dialect: planning.dialect, zone: zone, keys: keys)
  }

  /// A value as results have it: truths are texts.
  private func result(_ value: PushedValue) -> SQLExpression? {
    switch value.kind {
    case .number: .number(value.settled)
    case .moment, .text: value.sql
    case .truth:
      .choice(
        [
          SQLExpression.Choice(value.sql, .value(.text("true"))),
          SQLExpression.Choice(.not(value.sql), .value(.text("false"))),
        ], else: .nothing)
    case .nothing: nil
    }
  }

  /// The query by now, and its columns' names.
  private func select(_ wanted: Set<String>?) -> (select: SQLSelect, names: [String])? {
    var items: [SQLSelect.Item] = []
    var names: [String] = []
    for (name, value) in columns where wanted?.contains(name) ?? true {
      guard let result = result(value) else { continue }
      items.append(SQLSelect.Item(result, as: alias(items.count)))
      names.append(name)
    }
    if items.isEmpty {
      // Where rows are only counted, one column will do.
      guard let first = columns.elements.first, let result = result(first.value) else { return nil }
      items.append(SQLSelect.Item(result, as: alias(0)))
      names.append(first.key)
    }
    var select = SQLSelect(items, from: source, where: condition, limit: limit)
    select.order = order
    return (select, names)
  }

  /// A name that no column of the table has: some engines take a name for what it is made of wherever it stands.
  private func alias(_ index: Int) -> String { "ck\(count)_\(index)" }

  /// Makes a query of what there is by now, over which the next one is.
  private mutating func seal() {
    guard !isInline else { return }
    var items: [SQLSelect.Item] = []
    var sealed: OrderedDictionary<String, PushedValue> = [:]
    for (name, value) in columns {
      guard value.kind != .nothing, value.kind != .truth else {
        sealed[name] = value.kind == .truth ? nil : value
        continue
      }
      let alias = alias(items.count)
      items.append(SQLSelect.Item(value.settled, as: alias))
      sealed[name] = PushedValue(value.kind, .column(alias))
    }
    var select = SQLSelect(items, from: source, where: condition, limit: limit)
    if limit != nil { select.order = order }
    (source, columns, condition, limit, order) = (.query(select), sealed, nil, nil, [])
    count += 1
  }

  // MARK: - Steps

  /// - Returns: Whether it is done there.
  mutating func push(_ step: TransformStep) throws(DatabaseFault) -> Bool {
    switch step {
    case .filter(let formula): return filter(formula.expression)
    case .calculate(let formulas): return calculate(formulas)
    case .bin(let spec): return try bin(spec)
    case .group(let spec): return group(spec)
    case .sort(let keys): return sort(keys)
    case .top(let spec): return top(spec)
    case .stack, .normalize, .rolling, .cumulative, .difference, .percentChange, .fit, .pivot, .unpivot, .sample:
      return false
    }
  }

  private mutating func filter(_ formula: Expression) -> Bool {
    if limit != nil { seal() }
    let pusher = pusher()
    guard let taken = pusher.condition(formula) else { return false }
    condition = .all([condition].compactMap(\.self) + pusher.hints(formula) + [taken])
    return true
  }

  private mutating func calculate(_ formulas: OrderedDictionary<String, FormulaSpec>) -> Bool {
    if limit != nil { seal() }
    var changed = self
    for (name, formula) in formulas {
      guard let value = changed.pusher().value(formula.expression), value.kind != .nothing else { return false }
      changed.columns[name] = value
      // What is made of what is made would be written out again and again.
      if value.sql.size > StepPusher.sizeLimit { changed.seal() }
    }
    self = changed
    return true
  }

  private static let sizeLimit = 60

  private mutating func group(_ spec: GroupSpec) -> Bool {
    guard Set(spec.by).isSubset(of: columns.keys), Set(spec.by).count == spec.by.count else { return false }
    if limit != nil { seal() }
    let keys = spec.by.compactMap { columns[$0] }
    guard keys.allSatisfy({ $0.kind != .nothing && $0.kind != .truth }) else { return false }
    let pusher = pusher(keys: Set(spec.by))
    var made: OrderedDictionary<String, PushedValue> = [:]
    for (name, key) in zip(spec.by, keys) { made[name] = key }
    for (name, formula) in spec.columns {
      guard Set(formula.expression.columns).isDisjoint(with: Set(spec.columns.keys).subtracting(columns.keys)),
        let value = pusher.value(formula.expression), value.kind != .nothing, value.kind != .truth
      else { return false }
      made[name] = value
    }
    var items: [SQLSelect.Item] = []
    var sealed: OrderedDictionary<String, PushedValue> = [:]
    for (name, value) in made {
      let alias = alias(items.count)
      items.append(SQLSelect.Item(value.settled, as: alias))
      sealed[name] = PushedValue(value.kind, .column(alias))
    }
    var select = SQLSelect(items, from: source, where: condition)
    select.groups = keys.map(\.settled)
    (source, columns, condition, limit) = (.query(select), sealed, nil, nil)
    count += 1
    order = spec.by.compactMap { name in columns[name].flatMap { ordered($0, isDescending: false) } }
    return true
  }

  /// What is missing comes last.
  private func ordered(_ value: PushedValue, isDescending: Bool) -> SQLSelect.Order? {
    guard value.kind == .text else { return SQLSelect.Order(value.settled, isDescending: isDescending) }
    return pusher().call(.byteOrdered, .text, [value.sql]).map { SQLSelect.Order($0.sql, isDescending: isDescending) }
  }

  private mutating func sort(_ keys: [String]) -> Bool {
    if limit != nil { seal() }
    var orders: [SQLSelect.Order] = []
    for key in keys {
      let falls = key.hasPrefix("-") && columns[key] == nil
      guard let value = columns[falls ? String(key.dropFirst()) : key], value.kind != .nothing, value.kind != .truth,
        let order = ordered(value, isDescending: falls)
      else { return false }
      orders.append(order)
    }
    // Those that are alike stay in the order in which they were.
    order = orders + order.filter { !orders.contains($0) }
    return true
  }

  private mutating func top(_ spec: TopSpec) -> Bool {
    guard spec.name == nil, let value = columns[spec.by], value.kind == .number || value.kind == .moment else {
      return false
    }
    guard sort(["-" + spec.by]) else { return false }
    limit = spec.count
    return true
  }

  // MARK: - Bins

  private mutating func bin(_ spec: BinSpec) throws(DatabaseFault) -> Bool {
    guard let value = columns[spec.column] else { return false }
    if limit != nil { seal() }
    let binned: PushedValue?
    switch value.kind {
    case .moment:
      guard spec.place == .start else { return false }
      if let unit = spec.unit {
        binned = pusher().start(of: unit, step: spec.step ?? 1, value.sql)
      } else if spec.width == nil, let ends = try ends(of: value) {
        let bins = CalendarBins(covering: ends.least...ends.greatest, count: spec.count ?? 30, zone: zone)
        binned = pusher().start(of: bins.unit, step: bins.step, value.sql)
      } else {
        return false
      }
    case .number:
      if let width = spec.width {
        binned = bin(value, NumberBins(width: width), spec.place)
      } else if spec.unit == nil, let count = spec.count, let ends = try ends(of: value) {
        binned = bin(
          value, NumberBins(covering: ends.least...ends.greatest, count: count, areWhole: ends.areWhole), spec.place)
      } else {
        return false
      }
    case .text, .truth, .nothing: return false
    }
    guard let binned else { return false }
    columns[spec.name ?? spec.column] = binned
    return true
  }

  /// The least and the greatest value, and whether all are whole; `nil` if there are none, or that cannot be asked.
  private func ends(
    of value: PushedValue
  ) throws(DatabaseFault) -> (least: Double, greatest: Double, areWhole: Bool)? {
    let pusher = pusher()
    guard let least = pusher.call(.least, value.kind, [value.settled]),
      let greatest = pusher.call(.greatest, value.kind, [value.settled])
    else { return nil }
    var items = [SQLSelect.Item(least.sql, as: alias(0)), SQLSelect.Item(greatest.sql, as: alias(1))]
    if value.kind == .number {
      guard let floor = pusher.call(.floor, .number, [value.settled]),
        let count = pusher.call(
          .count, .number,
          [
            .choice(
              [SQLExpression.Choice(.compared(floor.sql, .unequal, value.settled), .value(.number(1)))], else: .nothing)
          ])
      else { return nil }
      items =
        items.map { SQLSelect.Item(.number($0.expression), as: $0.name) } + [
          SQLSelect.Item(.number(count.sql), as: alias(2))
        ]
    }
    let table = try planning.ask(SQLSelect(items, from: source, where: condition))
    let numbers = table.columns.values.map { column -> Double in
      switch column {
      case .numbers(let numbers), .moments(let numbers), .clockTimes(let numbers): numbers.first ?? .nan
      case .texts: .nan
      }
    }
    guard numbers.count == items.count, numbers[0].isFinite, numbers[1].isFinite, numbers[0] <= numbers[1] else {
      return nil
    }
    return (numbers[0], numbers[1], numbers.count > 2 && numbers[2] == 0)
  }

  /// A number's bin, its edges rounded as they are here: ``NumberBins``.
  private mutating func bin(_ value: PushedValue, _ bins: NumberBins, _ place: BinSpec.Place) -> PushedValue? {
    // The number, its share of the width and the index are written several times: each is a column for that.
    let names = (0..<2).map { "\u{0}\($0)" }
    columns[names[0]] = PushedValue(.number, value.settled)
    seal()
    defer { for name in names { columns[name] = nil } }
    guard let number = columns[names[0]]?.sql else { return nil }
    let share =
      bins.inverse.map { SQLExpression.calculated(number, .times, .value(.number($0))) }
      ?? .calculated(number, .over, .value(.number(bins.width)))
    guard let floor = pusher().call(.floor, .number, [share]) else { return nil }
    columns[names[1]] = floor
    seal()
    guard let number = columns[names[0]]?.sql, let index = columns[names[1]]?.sql else { return nil }
    func edge(_ offset: Double) -> SQLExpression {
      let index = offset == 0 ? index : SQLExpression.calculated(index, .plus, .value(.number(offset)))
      return bins.inverse.map { .calculated(index, .over, .value(.number($0))) }
        ?? .calculated(index, .times, .value(.number(bins.width)))
    }
    func stands(for offset: Double) -> SQLExpression {
      switch place {
      case .start: edge(offset)
      case .end: edge(offset + 1)
      case .middle:
        .calculated(
          .calculated(edge(offset), .over, .value(.number(2))), .plus,
          .calculated(edge(offset + 1), .over, .value(.number(2))))
      }
    }
    let isFar = SQLExpression.compared(.call(.absolute, [index]), .atLeast, .value(.number(0x1p52)))
    return PushedValue(
      .number,
      .choice(
        [
          SQLExpression.Choice(.isMissing(index), .nothing), SQLExpression.Choice(isFar, number),
          SQLExpression.Choice(.compared(edge(0), .greater, number), stands(for: -1)),
          SQLExpression.Choice(.compared(edge(1), .atMost, number), stands(for: 1)),
        ], else: stands(for: 0)))
  }
}

extension TimeZoneRules {
  /// Whether it is one of the zones that every engine knows by their names, and no offset of somebody's own.
  var hasName: Bool { name == "UTC" || name.contains("/") && name.first?.isLetter == true }
}
