public import JSONModel

/// A column of data: written out, or in a binary buffer of the request.
public enum ColumnSpec: Hashable, Sendable {
  /// One entry: a number, a text (a moment in ISO 8601), or nothing.
  public enum Entry: Hashable, Sendable {
    case number(Double)
    case text(String)
    case missing
  }

  /// Numbers alone, NaN where there is none: contiguous, since there may be millions.
  case numbers(GrowingArray<Double>)
  /// Texts among them.
  case values(GrowingArray<Entry>)
  /// The buffer's place among those of the request, from 0.
  case buffer(index: Int, type: NumberType)

  public static let maximumCount = 10_000_000
  /// The same of columns in memory that was handed over, which nobody has to copy.
  public static let maximumSharedCount = 1 << 31

  public static func numbers(_ numbers: [Double]) -> ColumnSpec { .numbers(GrowingArray(numbers)) }
  public static func values(_ entries: [Entry]) -> ColumnSpec { .values(GrowingArray(entries)) }

  /// How many entries are written out.
  public var count: Int {
    switch self {
    case .numbers(let numbers): numbers.count
    case .values(let entries): entries.count
    case .buffer: 0
    }
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool {
    if case .buffer = self { false } else { count == 0 }
  }

  /// The entries that are written out.
  public var entries: [Entry] {
    switch self {
    case .numbers(let numbers): numbers.map { $0.isNaN ? .missing : .number($0) }
    case .values(let entries): Array(entries)
    case .buffer: []
    }
  }

  /// The same where nobody else can change it.
  public var settled: ColumnSpec { if case .numbers(let numbers) = self { .numbers(numbers.settled) } else { self } }

  public static let schema: Schema<ColumnSpec> = .either(
    listSchema, or: bufferSchema,
    encode: { column in
      if case .buffer = column { bufferSchema.encode(column) } else { listSchema.encode(column) }
    })

  static let listSchema = Schema<[Entry]>.array(of: entrySchema, maxItems: maximumCount).map(
    decode: { entries throws(InvalidValue) in ColumnSpec(entries) }, encode: \.entries)

  /// Among numbers `NaN` is none, as pandas and Python's `json.dumps` write what is missing: a column of names it makes only
  /// where there is no number at all.
  private init(_ entries: [Entry]) {
    var numbers: [Double] = []
    numbers.reserveCapacity(entries.count)
    var (hasNumber, hasText) = (false, false)
    for entry in entries {
      switch entry {
      case .number(let number):
        numbers.append(number)
        hasNumber = true
      case .missing: numbers.append(.nan)
      case .text("NaN"), .text("nan"):
        numbers.append(.nan)
        hasText = true
      case .text:
        self = .values(entries)
        return
      }
    }
    self = hasText && !hasNumber ? .values(entries) : .numbers(numbers)
  }

  private static let entrySchema: Schema<Entry> = .either(
    .either(
      Schema<Double>.number().map(
        decode: { value throws(InvalidValue) in Entry.number(value) },
        encode: { if case .number(let value) = $0 { value } else { 0 } }),
      or: Schema<String>.string().map(
        decode: { text throws(InvalidValue) in Entry.text(text) },
        encode: { if case .text(let text) = $0 { text } else { "" } })),
    or: Schema<Double?>.optional(.number()).map(
      decode: { _ throws(InvalidValue) in Entry.missing }, encode: { _ in nil })
  ) { entry in
    switch entry {
    case .number(let value): JSON(value)
    case .text(let text): .string(text)
    case .missing: .null
    }
  }

  private struct Buffer: Sendable {
    var index: Int?
    var memory: String?
    var offset: Int?
    var count: Int?
    var type = NumberType.float64
    var names: [String] = []
  }

  private static let bufferSchema = Schema.object(
    "BufferColumn",
    "A column in one of the request's binary buffers, or in memory that was handed over. Charts keep it under a number of "
      + "their own, by which `chart/get` tells it.", initial: Buffer()
  ) {
    Property(
      "buffer", \.index, .optional(.integer(min: 0, max: maximumBuffer)),
      "The buffer's place among those of the request, from 0.")
    Property("type", \.type, .word(), "How the numbers lie there, little endian.")
    Property(
      "memory", \.memory, .optional(.string(minLength: 1)),
      "Instead of `buffer`: the name of memory that was handed over.")
    Property(
      "offset", \.offset, .optional(.integer(min: 0)),
      "Of memory: how many bytes lie before the numbers; 0 if not given.")
    Property("count", \.count, .optional(.integer(min: 0)), "Of memory: how many numbers there are; all if not given.")
    Property(
      "names", \.names, .array(of: .string(), maxItems: maximumNames),
      "What the numbers stand for, from 0: `[Bonn, Mainz]`, so that a name that comes again and again is sent once. A negative "
        + "number stands for none.")
  }.map(
    decode: { buffer throws(InvalidValue) in
      if buffer.memory != nil { throw InvalidValue("names memory where none is read", at: JSONPath([.key("memory")])) }
      if !buffer.names.isEmpty { throw InvalidValue("stand for numbers where none are read", at: .key("names")) }
      guard let index = buffer.index else { throw InvalidValue("is required", at: JSONPath([.key("buffer")])) }
      return ColumnSpec.buffer(index: index, type: buffer.type)
    },
    encode: { column in
      if case .buffer(let index, let type) = column { Buffer(index: index, type: type) } else { Buffer() }
    })

  /// The most names that the numbers of a buffer may stand for.
  package static let maximumNames = 1_000_000

  /// The largest number of a buffer.
  package static let maximumBuffer = 4_096
}

extension ColumnSpec {
  // By hand, since NaN, which stands for what is missing, is equal to nothing: a spec would not be equal to itself.

  public static func == (left: ColumnSpec, right: ColumnSpec) -> Bool {
    switch (left, right) {
    case (.numbers(let left), .numbers(let right)):
      left.isIdentical(to: right) || left.elementsEqual(right) { $0 == $1 || ($0.isNaN && $1.isNaN) }
    case (.values(let left), .values(let right)): left == right
    case (.buffer(let left, let leftType), .buffer(let right, let rightType)): left == right && leftType == rightType
    default: false
    }
  }

  /// - Complexity: O(1): of a million numbers the first few tell enough.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .numbers(let numbers):
      hasher.combine(numbers.count)
      for number in numbers.prefix(16) where !number.isNaN { hasher.combine(number) }
    case .values(let entries): hasher.combine(entries)
    case .buffer(let index, let type):
      hasher.combine(index)
      hasher.combine(type)
    }
  }
}

extension ColumnSpec {
  /// What is written out as numbers, NaN where there is none.
  package var plainNumbers: [Double] {
    switch self {
    case .numbers(let numbers): Array(numbers)
    case .values, .buffer:
      entries.map { if case .number(let value) = $0 { value } else { .nan } }
    }
  }
}
