import ChartEngine
import ChartModel
import JSONModel

/// What a part of a formula gives for some rows: at most a block of them at a time, so that what lies between fits into the
/// processor's cache.
typealias Block<Element> = (Range<Int>) throws(InvalidValue) -> [Element]

/// A part of a formula whose type is known.
enum FormulaValue {
  case number(Block<Double>)
  /// Milliseconds since 1970.
  case moment(Block<Double>)
  case text(TextValue)
  case truth(Block<Truth>)
  /// `null`, which is of any type.
  case nothing

  /// How many rows are computed at a time.
  static let blockSize = 4_096

  /// What it is, for messages.
  var words: String {
    switch self {
    case .number: "a number"
    case .moment: "a moment"
    case .text: "a text"
    case .truth: "true or false"
    case .nothing: "null"
    }
  }
}

/// Texts as codes of a table, so that what is asked of a text is asked once for each that there is.
struct TextValue {
  /// The texts that codes stand for; it may grow while blocks are computed.
  let table: TextTable
  /// -1 for what is missing.
  let codes: Block<Int32>
  /// The text, if it is written out in the formula.
  var constant: String?

  /// A text for each row that depends on another text.
  func mapped(_ body: @escaping (String) throws(InvalidValue) -> String?) -> TextValue {
    let (source, target) = (self, TextTable(table.run))
    let each = each(Int32(-1)) { text throws(InvalidValue) in
      guard let text = try body(text) else { return -1 }
      return try target.code(of: text)
    }
    return TextValue(table: target, codes: each, constant: source.constant.flatMap { try? body($0) })
  }

  /// Something for each row that depends on its text.
  func each<Result>(
    _ missing: Result, _ body: @escaping (String) throws(InvalidValue) -> Result
  ) -> Block<Result> {
    let source = self
    var known: [Result] = []
    return { rows throws(InvalidValue) in
      let codes = try source.codes(rows)
      while known.count < source.table.texts.count {
        if known.count.isMultiple(of: 1_024) { try source.table.run.check() }
        known.append(try body(source.table.texts[known.count]))
      }
      var results: [Result] = []
      results.reserveCapacity(codes.count)
      for code in codes { results.append(code < 0 ? missing : known[Int(code)]) }
      return results
    }
  }

  static func constant(_ text: String, _ run: TransformRun) -> TextValue {
    let table = TextTable(run, [text])
    return TextValue(
      table: table, codes: { rows throws(InvalidValue) in [Int32](repeating: 0, count: rows.count) }, constant: text)
  }
}

/// Texts by their codes, none twice.
final class TextTable {
  private(set) var texts: [String]
  private var codes: [ByteText: Int32]?
  let run: TransformRun

  init(_ run: TransformRun, _ texts: [String] = []) { (self.run, self.texts) = (run, texts) }

  /// - Throws: ``InvalidValue`` without a path if the formula makes more text than can be kept.
  func code(of text: String) throws(InvalidValue) -> Int32 {
    if codes == nil { codes = Dictionary(zip(texts.map(ByteText.init), 0...), uniquingKeysWith: { first, _ in first }) }
    let key = ByteText(text)
    if let code = codes?[key] { return code }
    try run.claim(textOf: text.utf8.count)
    let code = Int32(texts.count)
    texts.append(text)
    codes?[key] = code
    return code
  }
}

extension FormulaValue {
  /// A column's values.
  init(_ column: FrameColumn, _ run: TransformRun) {
    switch column {
    case .numbers(let numbers): self = .number(FormulaValue.block(numbers))
    case .moments(let moments): self = .moment(FormulaValue.block(moments))
    case .truths(let truths): self = .truth { rows throws(InvalidValue) in Array(truths[rows]) }
    case .names where column.isNothing: self = .nothing
    case .names(let names):
      self = .text(
        TextValue(table: TextTable(run, names.names), codes: { rows throws(InvalidValue) in Array(names.codes[rows]) }))
    }
  }

  private static func block(_ numbers: GrowingArray<Double>) -> Block<Double> {
    { rows throws(InvalidValue) in numbers.withUnsafeBufferPointer { Array($0[rows]) } }
  }

  /// A number that is the same in all rows.
  static func constant(_ number: Double) -> Block<Double> {
    let whole = [Double](repeating: number, count: blockSize)
    return { rows throws(InvalidValue) in
      rows.count == whole.count ? whole : [Double](repeating: number, count: rows.count)
    }
  }

  static func constant(_ truth: Truth) -> Block<Truth> {
    { rows throws(InvalidValue) in [Truth](repeating: truth, count: rows.count) }
  }

  /// All its values.
  /// - Throws: ``InvalidValue`` without a path if there are too many, or nobody waits any more.
  func column(rowCount: Int, _ run: TransformRun) throws(InvalidValue) -> FrameColumn {
    try run.claim(rows: rowCount)
    switch self {
    case .number(let block): return .numbers(try FormulaValue.gather(block, rowCount, run))
    case .moment(let block): return .moments(try FormulaValue.gather(block, rowCount, run))
    case .nothing: return .nothing(count: rowCount)
    case .truth(let block):
      var truths: [Truth] = []
      truths.reserveCapacity(rowCount)
      try FormulaValue.forEachBlock(rowCount, run) { rows throws(InvalidValue) in truths += try block(rows) }
      return .truths(truths)
    case .text(let text):
      var codes: [Int32] = []
      codes.reserveCapacity(rowCount)
      try FormulaValue.forEachBlock(rowCount, run) { rows throws(InvalidValue) in codes += try text.codes(rows) }
      return .names(NameColumn(codes: codes, names: text.table.texts))
    }
  }

  private static func gather(
    _ block: Block<Double>, _ rowCount: Int, _ run: TransformRun
  ) throws(InvalidValue) -> GrowingArray<Double> {
    var (numbers, fault): (GrowingArray<Double>, InvalidValue?) = ([], nil)
    numbers.append(count: rowCount) { room in
      do throws(InvalidValue) {
        try forEachBlock(rowCount, run) { rows throws(InvalidValue) in
          _ = room[rows].initialize(fromContentsOf: try block(rows))
        }
      } catch {
        // What is thrown away must have been something.
        room.initialize(repeating: .nan)
        fault = error
      }
    }
    if let fault { throw fault }
    return numbers
  }

  static func forEachBlock(
    _ rowCount: Int, _ run: TransformRun, _ body: (Range<Int>) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    var start = 0
    while start < rowCount {
      // A block of texts may take long.
      try run.check()
      let end = Swift.min(start + blockSize, rowCount)
      try body(start..<end)
      start = end
    }
  }
}
