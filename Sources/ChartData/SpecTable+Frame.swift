import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections

extension SpecTable {
  /// Some of its columns for steps to work on: those that are numbers in the memory in which they are.
  /// - Parameters:
  ///   - names: Those that are wanted, as far as there are such; `nil` for all.
  ///   - rows: Those that are taken; all if not given.
  func frame(of names: Set<String>?, rows: [Int]?, zone: TimeZoneRules) -> Frame {
    var taken: OrderedDictionary<String, FrameColumn> = [:]
    for (index, name) in columns.enumerated() where names?.contains(name) ?? true {
      taken[name] = column(part(index, of: rows).entries, isTime: isTime(index), zone)
    }
    let own = rows.map { origin.taking($0.map { Int32(clamping: $0) }) } ?? origin
    return Frame(taken, rowCount: rows?.count ?? count, listed: listed, origin: own)
  }

  private func column(_ entries: ColumnSpec, isTime: Bool, _ zone: TimeZoneRules) -> FrameColumn {
    switch entries {
    // What another process may change meanwhile would be one thing in a step and another in the next.
    case .numbers(let numbers):
      let numbers = numbers.settled
      if isTime { return .moments(numbers) }
      // A list without any value came as numbers, and may as well be of texts.
      return numbers.contains { !$0.isNaN } ? .numbers(numbers) : .nothing(count: numbers.count)
    case .values(let entries):
      var coder = NameCoder()
      var hasNumber = false
      let codes = entries.map { entry in
        switch entry {
        case .missing: return Int32(-1)
        case .text(let text): return text.isEmpty ? -1 : coder.code(of: text)
        case .number(let number):
          hasNumber = true
          return coder.code(of: JSON(number).wholeText)
        }
      }
      return FrameColumn(codes, coder.names, style, hasNumber ? nil : self.zone(ofTexts: zone))
    case .buffer: return .numbers([])
    }
  }

  /// What came of steps.
  init(_ frame: Frame, in source: DataSource) {
    let columns = frame.columns
    self.init(
      columns: Array(columns.keys), held: columns.values.map { HeldColumn(ColumnSpec($0)) },
      areTimes: columns.values.map { if case .moments = $0 { true } else { false } }, count: frame.rowCount,
      origin: frame.origin, watch: source.watch)
  }
}

extension ColumnSpec {
  /// A column as charts have it: moments as milliseconds since 1970, truths as texts.
  init(_ column: FrameColumn) {
    switch column {
    case .numbers(let numbers), .moments(let numbers): self = .numbers(numbers)
    case .names(let names):
      let texts = names.names.map { Entry.text($0) }
      self = .values(names.codes.map { $0 < 0 ? .missing : texts[Int($0)] })
    case .truths(let truths):
      self = .values(truths.map { $0 == .missing ? .missing : .text($0 == .yes ? "true" : "false") })
    }
  }
}
