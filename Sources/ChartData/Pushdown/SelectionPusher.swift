import ChartEngine
import ChartModel
import ChartTransforms
import Databases
import JSONModel
import OrderedCollections

extension Databases.Planning {
  /// What rows must be so that some selections take them, besides what they must be anyway; `nil` if that is nothing.
  /// - Parameter zone: Where days and times are read that are of no zone.
  /// - Throws: ``DatabaseFault``, also where no database could tell.
  func condition(of selections: [RowSelection], zone: TimeZoneRules) throws(DatabaseFault) -> SQLExpression? {
    var conditions: [SQLExpression] = []
    for selection in selections {
      var pusher = SelectionPusher(self, selection, zone: zone)
      if let condition = try pusher.condition() { conditions.append(condition) }
    }
    return .all(conditions)
  }

  /// The same of rows that are something else besides.
  func taking(_ condition: SQLExpression?) -> Databases.Planning {
    var planning = self
    planning.condition = .all([self.condition, condition].compactMap(\.self))
    return planning
  }
}

/// Writes what is selected in a chart as a condition on rows of a database, which takes those that ``RowSelection/mask(of:_:)`` does.
private struct SelectionPusher {
  private let planning: Databases.Planning
  private let selection: RowSelection
  private let zone: TimeZoneRules
  private var steps: StepPusher
  /// Columns that steps made of more than a row.
  private var untold: Set<String> = []
  private var mayHaveMade = false

  init(_ planning: Databases.Planning, _ selection: RowSelection, zone: TimeZoneRules) {
    (self.planning, self.selection, self.zone) = (planning, selection, zone)
    steps = StepPusher(planning, zone: selection.zone, isInline: true)
  }

  /// More values of a column are not listed.
  private static let mostValues = 10_000

  /// - Returns: `nil` where the table has not all the columns that this is said of, and all of its rows are taken.
  /// - Throws: ``DatabaseFault``
  mutating func condition() throws(DatabaseFault) -> SQLExpression? {
    for step in selection.steps {
      guard try take(step) else { return nil }
    }
    var alternatives: [SQLExpression] = []
    for conditions in selection.alternatives {
      guard let all = try all(conditions) else { return nil }
      alternatives.append(all)
    }
    guard let always = try all(selection.always) else { return nil }
    return .all([steps.condition, .any(alternatives), always].compactMap(\.self))
  }

  /// - Returns: `nil` if one of them can hold of no row.
  private func all(_ conditions: [RowSelection.Condition]) throws(DatabaseFault) -> SQLExpression? {
    var all: [SQLExpression] = []
    for condition in conditions {
      guard let holds = try holds(condition) else { return nil }
      all.append(holds)
    }
    return .all(all) ?? .value(.truth(true))
  }

  // MARK: - Steps

  /// - Returns: Whether the table has what the step is of.
  private mutating func take(_ step: TransformStep) throws(DatabaseFault) -> Bool {
    switch step {
    case .sort: return true
    case .rolling(let spec): untold.insert(spec.name ?? spec.column)
    case .cumulative(let spec): untold.insert(spec.name ?? spec.column)
    case .difference(let spec), .percentChange(let spec): untold.insert(spec.name ?? spec.column)
    case .normalize(let spec): untold.insert(spec.name ?? spec.column)
    case .stack(let spec):
      untold.formUnion(spec.names ?? [])
      mayHaveMade = true
    case .filter, .calculate, .bin:
      let used = Transformation([step]).columns(wanted: []) ?? []
      guard used.isDisjoint(with: untold) else { throw untellable(step.name) }
      guard used.allSatisfy({ steps.hasColumn($0) }) else {
        if mayHaveMade { throw untellable(step.name) }
        return false
      }
      guard try steps.push(step) else { throw untellable(step.name) }
      if case .calculate(let formulas) = step { untold.subtract(formulas.keys) }
      if case .bin(let spec) = step { untold.remove(spec.name ?? spec.column) }
    case .top, .unpivot, .sample, .group, .fit, .pivot: throw untellable(step.name)
    }
    return true
  }

  private func untellable(_ name: String) -> DatabaseFault {
    DatabaseFault(
      .query, "cannot tell which rows are selected after the step `\(name)` of the chart in which they are")
  }

  // MARK: - Conditions

  /// - Returns: `nil` if no row can be so, since the table is another one.
  private func holds(_ condition: RowSelection.Condition) throws(DatabaseFault) -> SQLExpression? {
    guard !untold.contains(condition.column) else { throw untellable(selection.steps.last?.name ?? "") }
    guard let value = steps.column(condition.column) else {
      if mayHaveMade || steps.hasColumn(condition.column) { throw untellable(selection.steps.last?.name ?? "") }
      return nil
    }
    if planning.columns.contains(where: { $0.name == condition.column && $0.kind == .clockTimes }),
      zone != selection.zone
    {
      throw DatabaseFault(
        .query, "cannot tell when rows are whose times are read in another zone than the selected ones")
    }
    switch condition.test {
    case .names(let names): return try isNamed(names, value)
    case .otherNames(let names):
      let isNamed = try isNamed(names, value)
      // Nothing that is compared with NULL is so, or otherwise.
      let isMissing = SQLExpression.isMissing(value.settled)
      let isOther = SQLExpression.both(.not(isMissing), .not(isNamed))
      return names.contains("") ? isOther : .either(isMissing, isOther)
    case .numbers, .within, .below, .ranges: break
    }
    guard value.kind == .number || value.kind == .moment else { return nil }
    if condition.isTime, value.kind == .number {
      throw DatabaseFault(
        .query,
        "cannot tell which years or days the numbers in column '\(condition.column.excerpt)' are; select by a column of dates"
      )
    }
    switch condition.test {
    case .numbers(let numbers): return isOne(numbers, value)
    case .within(let range): return isIn(range.lowerBound, range.upperBound.nextUp, value)
    case .below(let range): return isIn(range.lowerBound, range.upperBound, value)
    case .ranges(let ranges):
      return .any(ranges.map { isIn($0.lowerBound, $0.upperBound.nextUp, value) }) ?? .value(.truth(false))
    case .names, .otherNames: return nil
    }
  }

  /// That a value is at least one number, and less than another one.
  private func isIn(_ low: Double, _ high: Double, _ value: PushedValue) -> SQLExpression {
    guard low < high else { return .value(.truth(false)) }
    var conditions: [SQLExpression] = []
    for (bound, comparison) in [(low, SQLExpression.Comparison.atLeast), (high, .less)] where bound.isFinite {
      let compared: SQLValue
      if value.kind == .moment {
        // The next moment that there is stands for one between two.
        let moment = planning.dialect.moment(from: bound)
        guard isInRange(moment) else {
          if (bound > 0) == (comparison == .atLeast) { return .value(.truth(false)) }
          continue
        }
        compared = .moment(moment)
      } else {
        compared = .number(bound)
      }
      if let indexed = value.indexed {
        let whole =
          value.kind == .moment ? compared : FormulaPusher.written(.number(bound.rounded(.up)), beside: indexed)
        if value.kind == .moment || bound.rounded(.up) == bound {
          conditions.append(.compared(indexed, comparison, .value(whole)))
        }
      }
      conditions.append(.compared(value.settled, comparison, .value(compared)))
    }
    return .all(conditions) ?? .not(.isMissing(value.settled))
  }

  /// Whether the engine has such moments.
  private func isInRange(_ moment: Double) -> Bool {
    // Of those that are told by more than seconds some are not the same double again once they are written, and are compared all the same.
    guard planning.dialect.canWrite(moment: 0) else { return abs(moment) < 6e13 }
    return planning.dialect.canWrite(moment: (moment / 1_000).rounded(.down) * 1_000)
  }

  private func isOne(_ numbers: Set<Double>, _ value: PushedValue) -> SQLExpression {
    let values = numbers.sorted().compactMap { number -> SQLValue? in
      guard value.kind == .moment else { return number.isFinite ? .number(number) : nil }
      let moment = planning.dialect.moment(from: number)
      return moment == number && isInRange(moment) ? .moment(moment) : nil
    }
    return values.isEmpty ? .value(.truth(false)) : .isOne(value.settled, of: values)
  }

  /// That a value is called so, or is none and nothing is among the names.
  private func isNamed(_ names: Set<String>, _ value: PushedValue) throws(DatabaseFault) -> SQLExpression {
    var alternatives = names.contains("") ? [SQLExpression.isMissing(value.settled)] : []
    switch value.kind {
    case .text:
      let texts = names.filter { !$0.isEmpty && !$0.utf8.contains(0) }.sorted()
      if !texts.isEmpty { alternatives.append(.isOne(value.sql, of: texts.map { .text($0) })) }
    case .truth:
      if names.contains("true") { alternatives.append(value.sql) }
      if names.contains("false") { alternatives.append(.not(value.sql)) }
    case .number:
      // A number is called what it is written as.
      let numbers = names.compactMap { name in Double(name).flatMap { JSON($0).wholeText == name ? $0 : nil } }
      if !numbers.isEmpty { alternatives.append(isOne(Set(numbers), value)) }
    case .moment:
      let moments = try moments(of: value, called: names)
      if !moments.isEmpty { alternatives.append(isOne(moments, value)) }
    case .nothing: break
    }
    return .any(alternatives) ?? .value(.truth(false))
  }

  /// The moments in a column that are called so, which depends on how exactly they are written.
  private func moments(of value: PushedValue, called names: Set<String>) throws(DatabaseFault) -> Set<Double> {
    guard names.contains(where: { !$0.isEmpty }) else { return [] }
    var select = SQLSelect(
      [SQLSelect.Item(value.sql, as: "ck_v")], from: planning.source, where: planning.condition,
      limit: SelectionPusher.mostValues + 1)
    select.groups = [value.sql]
    let answer = try planning.ask(select)
    guard answer.rowCount <= SelectionPusher.mostValues else {
      throw DatabaseFault(
        .query,
        "cannot tell which of more than \(SelectionPusher.mostValues) moments are selected; group them with `bin`")
    }
    guard case .moments(let moments)? = answer.columns.values.first else { return [] }
    return Set(moments.filter { !$0.isNaN && names.contains(MomentText.text(of: $0, in: selection.zone)) })
  }
}
