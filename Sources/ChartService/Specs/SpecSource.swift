import ChartEngine
import ChartModel
package import JSONModel
import Synchronization

/// A spec as its author gave it, and what was made of it: a value that steps of the history share.
package final class SpecSource: Sendable {
  /// As it was given, with patches merged and points added.
  let written: WrittenSpec
  /// The data that are not in the JSON.
  let held: HeldData
  /// Both together.
  let spec: ChartSpec
  /// A number that no other has in this process: by it a store knows what it has written.
  let number: UInt64
  /// What draws it: its charts share it.
  let engine: Lazy<any ChartKind>
  /// Where the other rows are, if only some of its lines are held.
  let lines: LineSupply?
  /// What is made of some of its rows, where it is linked with other charts; of a layout for each of its charts that is.
  let linked: [LinkedSource]

  /// - Parameter declared: What the JSON alone says.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  convenience init(json: JSON, declared: ChartSpec, held: HeldData) throws(InvalidValue) {
    HeavyWork.begin(.reading)
    let spec = try declared.filled(with: held).numberingLines()
    let byteCount = json.bytes.count + held.sliceByteCount + spec.inlineByteCount(held)
    self.init(
      written: WrittenSpec(json, byteCount: byteCount), held: held, spec: spec,
      linked: LinkedSource.all(of: declared, held, filled: spec), lines: LineSupply(declared, held))
  }

  /// - Parameter spec: What the JSON and the held data say together.
  init(written: WrittenSpec, held: HeldData, spec: ChartSpec, linked: [LinkedSource], lines: LineSupply? = nil) {
    self.written = written
    self.held = held
    self.spec = spec
    self.linked = linked
    self.lines = lines
    number = SpecSource.count.add(1, ordering: .relaxed).newValue
    engine = Chart.engine(of: spec)
  }

  /// The same with something more to tell the author.
  func remarking(_ remarks: [String]) -> SpecSource {
    guard !remarks.isEmpty else { return self }
    var held = held
    held.warnings = remarks + held.warnings
    return SpecSource(written: written, held: held, spec: spec, linked: linked, lines: lines)
  }

  /// Whether it says anything else than another one, to the author or in a picture.
  /// - Complexity: O(*n*) in the specs' values.
  func saysMore(than other: SpecSource) -> Bool {
    json != other.json || spec != other.spec || warnings != other.warnings || !held.hasSameRows(as: other.held)
  }

  private static let count = Atomic<UInt64>(0)

  /// What `chart/get` returns, and the next patch is merged into.
  /// - Complexity: O(*n*) where points were added, else O(1).
  package var json: JSON { written.json }

  /// What was left out while the data were read.
  var warnings: [String] { held.warnings }

  /// Whether its engine is made in some ten microseconds, so that whoever needs it first may make it.
  var isSmall: Bool { spec.columns.reduce(written.given.byteCount) { $0 + $1.byteCount } <= 4_096 }

  /// Roughly how many bytes are kept for it alone while another one is kept too.
  /// - Complexity: O(*n*) in the number of columns.
  func byteCount(beside other: SpecSource) -> Int {
    guard self !== other else { return 0 }
    let others = Set((other.spec.columns + other.held.rowColumns).compactMap(\.memory))
    let own = (spec.columns + held.rowColumns).filter { column in column.memory.map { !others.contains($0) } ?? true }
    return own.reduce(written.byteCount(beside: other.written)) { $0 + $1.byteCount }
  }
}

extension SpecSource {
  /// What a spec takes with its engine, besides columns: measured with pies of 10 and 1,000 slices, bars and lines of 1,000
  /// values. A slice is an object of its own, of which most is not text.
  private static let (fixedByteCount, sliceFactor, columnFactor) = (8 << 10, 18, 2)

  /// Roughly how many bytes the spec takes with its engine, without columns.
  var specByteCount: Int {
    let factor = spec.columns.isEmpty ? SpecSource.sliceFactor : SpecSource.columnFactor
    return SpecSource.fixedByteCount + written.given.byteCount * factor
  }

  /// Its columns of data, and what is made of them to count rows: what they share with others, and their bytes.
  var columnMemory: [(memory: ObjectIdentifier, byteCount: Int)] {
    (spec.columns + held.rowColumns).memory + linked.flatMap(\.countsMemory)
  }
}

extension Chart {
  /// The columns of the rows that are selected elsewhere, likewise.
  var partMemory: [(memory: ObjectIdentifier, byteCount: Int)] {
    part?.columnMemory ?? []
  }
}

extension ChartPart {
  fileprivate var columnMemory: [(memory: ObjectIdentifier, byteCount: Int)] {
    let own = [filtered, highlighted].flatMap { rows -> [(memory: ObjectIdentifier, byteCount: Int)] in
      if case .chart(let chart)? = rows { chart.columns.memory } else { [] }
    }
    return own + charts.flatMap { $0?.columnMemory ?? [] }
  }
}

extension [ColumnSpec] {
  fileprivate var memory: [(memory: ObjectIdentifier, byteCount: Int)] {
    compactMap { column in column.memory.map { ($0, column.byteCount) } }
  }
}

extension ChartSpec {
  /// The spec as one whose data may lie elsewhere.
  var sourced: (any SourcedSpec)? { content as? any SourcedSpec }

  /// The spec with the data that are not in its JSON.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func filled(with held: HeldData) throws(InvalidValue) -> ChartSpec {
    guard let sourced else { return self }
    if let facet = common.facet { return ChartSpec(try faceted(sourced, by: facet, with: held)) }
    return ChartSpec(try sourced.filled(with: held))
  }

  /// All columns of data.
  var columns: [ColumnSpec] {
    sourced?.columns ?? (content as? any CompositeSpec)?.parts.flatMap(\.columns) ?? []
  }

  /// How many bytes numbers take that are written out: as JSON values they take more than their text.
  fileprivate func inlineByteCount(_ held: HeldData) -> Int {
    guard held.isEmpty else { return 0 }
    return columns.reduce(0) { $0 + $1.count } * SpecSource.entryByteCount
  }
}

extension SpecSource {
  /// What a number that is written out takes besides its text.
  static let entryByteCount = 40
}

extension ColumnSpec {
  /// Roughly how many bytes it takes to keep.
  var byteCount: Int {
    switch self {
    case .numbers(let numbers): numbers.count * MemoryLayout<Double>.stride
    case .values(let entries): entries.count * MemoryLayout<Entry>.stride
    case .buffer: 0
    }
  }

  /// The memory that it is a part of: what shares it is kept once.
  fileprivate var memory: ObjectIdentifier? {
    switch self {
    case .numbers(let numbers): numbers.memory
    case .values(let entries): entries.memory
    case .buffer: nil
    }
  }
}
