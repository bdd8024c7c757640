package import ChartModel
package import JSONModel
import OrderedCollections

/// Does to the rows of a frame what a list of steps says.
package struct Transformation {
  private let steps: [TransformStep]
  private let start: Int

  /// - Parameter start: How many of them have been done.
  package init(_ steps: [TransformStep], from start: Int = 0) {
    self.steps = Array(steps.dropFirst(start))
    self.start = start
  }

  /// - Throws: ``InvalidValue`` with the index and the key of the step at the beginning of its path.
  package func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    guard frame.rowCount <= TransformRun.inputLimit || steps.isEmpty else {
      throw InvalidValue("expected at most \(TransformRun.inputLimit) rows, got \(frame.rowCount)")
    }
    var frame = frame
    for (index, step) in steps.enumerated() {
      do throws(InvalidValue) {
        try run.check()
        frame = try step.apply(to: frame, run)
      } catch {
        throw error.prefixed(by: .key(step.name)).prefixed(by: .index(start + index))
      }
    }
    return frame
  }

  /// The columns that steps or what comes after them may use, besides those that steps make; `nil` for all.
  /// - Parameter wanted: Those that are used afterwards; `nil` for all.
  package func columns(wanted: [String]?) -> Set<String>? {
    var used = wanted.map { Set($0) }
    for step in steps.reversed() {
      switch step {
      case .group(let spec): used = Set(spec.by + spec.columns.values.flatMap(\.expression.columns))
      case .pivot(let spec):
        // Without a list of columns rows differ in all of them.
        used = spec.by.map { Set($0 + [spec.name, spec.value]) }
      default: used?.formUnion(step.columns)
      }
    }
    return used
  }
}

extension TransformStep {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    var faults = FaultList()
    for (key, path) in namedColumns {
      var name = key
      // From the greatest down, unless there is a column of that very name.
      if case .sort = self, key.hasPrefix("-"), frame.columns[key] == nil { name.removeFirst() }
      try faults.check { () throws(InvalidValue) in _ = try frame.column(name, at: path) }
    }
    try faults.check()
    return switch self {
    case .filter(let formula): try formula.filter(frame, run)
    case .calculate(let formulas): try CalculateStep.apply(formulas, to: frame, run)
    case .bin(let spec): try spec.apply(to: frame, run)
    case .group(let spec): try spec.apply(to: frame, run)
    case .sort(let keys): try SortStep.apply(keys, to: frame, run)
    case .top(let spec): try spec.apply(to: frame, run)
    case .stack(let spec): try spec.apply(to: frame, run)
    case .normalize(let spec): try spec.apply(to: frame, run)
    case .rolling(let spec): try spec.apply(to: frame, run)
    case .cumulative(let spec): try spec.apply(to: frame, run)
    case .difference(let spec): try spec.apply(to: frame, asShare: false, run)
    case .percentChange(let spec): try spec.apply(to: frame, asShare: true, run)
    case .fit(let spec): try spec.apply(to: frame, run)
    case .pivot(let spec): try spec.apply(to: frame, run)
    case .unpivot(let spec): try spec.apply(to: frame, run)
    case .sample(let spec): try spec.apply(to: frame, run)
    }
  }

  /// The columns that it names, those that it makes possibly among them.
  var columns: [String] {
    let named = namedColumns.map(\.name)
    return switch self {
    case .filter(let formula): formula.expression.columns
    case .calculate(let formulas): formulas.values.flatMap(\.expression.columns)
    case .group(let spec): named + spec.columns.values.flatMap(\.expression.columns)
    case .sort: named + named.map { String($0.dropFirst()) }
    default: named
    }
  }

  /// The columns that its keys name, all of which there must be, and where; those in formulas are looked for there.
  private var namedColumns: [(name: String, path: JSONPath)] {
    func listed(_ names: [String]) -> [(name: String, path: JSONPath)] { names.map { ($0, .key("by")) } }
    func each(_ names: [String], at path: JSONPath = JSONPath()) -> [(name: String, path: JSONPath)] {
      names.enumerated().map { ($1, JSONPath(path.components + [.index($0)])) }
    }
    return switch self {
    case .filter, .calculate, .sample: []
    case .bin(let spec): [(spec.column, .key("column"))]
    case .group(let spec): listed(spec.by)
    case .sort(let keys): each(keys)
    case .top(let spec): [(spec.by, .key("by"))] + (spec.name.map { [($0, .key("name"))] } ?? [])
    case .stack(let spec): [(spec.column, .key("column"))] + listed(spec.by)
    case .normalize(let spec): [(spec.column, .key("column"))] + listed(spec.by)
    case .rolling(let spec): [(spec.column, .key("column"))] + listed(spec.by)
    case .cumulative(let spec): [(spec.column, .key("column"))] + listed(spec.by)
    case .difference(let spec), .percentChange(let spec): [(spec.column, .key("column"))] + listed(spec.by)
    case .fit(let spec): [(spec.x, .key("x")), (spec.y, .key("y"))] + listed(spec.by)
    case .pivot(let spec): [(spec.name, .key("name")), (spec.value, .key("value"))] + listed(spec.by ?? [])
    case .unpivot(let spec): each(spec.columns, at: .key("columns"))
    }
  }
}
