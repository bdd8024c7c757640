import ChartData
import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections
import SharedMemory

/// The binary columns that a spec names: in buffers of a request, in memory that was handed over, and those that a chart has
/// already.
///
/// A chart keeps its columns under numbers of its own, so that its spec goes on naming them when another request has
/// others. A request without buffers can only mean those of the chart.
struct RequestBuffers: Sendable {
  /// Where a column lies.
  private enum Place: Hashable, Sendable {
    case frame(Int)
    case memory(String, offset: Int, count: Int?)
  }

  private let buffers: Buffers
  private let memories: SharedMemories?
  private let kept: [ColumnPlace: HeldColumn]
  /// The table that comes with the spec, where it was made already.
  private var made: SpecTable?
  /// What the chart's numbers stand for, where that is not the request's buffer of the same number.
  private var places: [Int: Place] = [:]
  /// What the numbers stand for that lie there, where they are those of names.
  private var names: [Int: [String]] = [:]

  /// - Parameters:
  ///   - memories: What was handed over; `nil` where none is read.
  ///   - held: The data of the chart that is changed.
  init(_ buffers: Buffers = [], _ memories: SharedMemories? = nil, besides held: HeldData = HeldData()) {
    self.buffers = buffers
    self.memories = memories
    kept = held.buffers
  }

  /// No buffers, and a table in the place of what a spec's `data` gives.
  init(_ table: SpecTable) {
    self.init()
    made = table
  }

  /// Whether a table is there already in place of the one that a spec names.
  var hasTable: Bool { made != nil }

  // MARK: - Numbers

  /// A spec, or a patch of one, in which columns have numbers that the chart has not given yet.
  mutating func numbered(_ spec: JSON) throws(InvalidValue) -> JSON {
    var spec = spec
    for path in RequestBuffers.columnPaths(in: spec) {
      guard case .object(let members)? = spec.value(at: JSONPath(path)),
        members["buffer"] != nil || members["memory"] != nil
      else { continue }
      var column = members
      do throws(InvalidValue) {
        try number(&column)
      } catch {
        throw InvalidValue(error.reason, at: JSONPath(path + error.path.components))
      }
      spec.update(at: path) { $0 = .object(column) }
    }
    return spec
  }

  /// Where a spec can have columns.
  private static func columnPaths(in spec: JSON) -> [[JSONPath.Component]] {
    var paths: [[JSONPath.Component]] = [[.key("x"), .key("values")]]
    // Of a layout each chart has columns; none of these is a layout.
    for (index, chart) in (spec["charts"]?.arrayValue ?? []).enumerated() where chart["charts"] == nil {
      paths += columnPaths(in: chart).map { [.key("charts"), .index(index)] + $0 }
    }
    for (index, series) in (spec["series"]?.arrayValue ?? []).enumerated() {
      paths += ["values", "x"].map { [.key("series"), .index(index), .key($0)] }
      for (key, channel) in series.objectValue ?? [:] where channel["values"] != nil {
        paths.append([.key("series"), .index(index), .key(key), .key("values")])
      }
      for (key, parts) in series.objectValue ?? [:] {
        for (name, channel) in parts.objectValue ?? [:] where channel["values"] != nil {
          paths.append([.key("series"), .index(index), .key(key), .key(name), .key("values")])
        }
      }
    }
    for name in spec["data"]?["columns"]?.objectValue?.keys ?? [] {
      paths.append([.key("data"), .key("columns"), .key(name)])
    }
    return paths
  }

  private mutating func number(_ column: inout OrderedDictionary<String, JSON>) throws(InvalidValue) {
    let number: Int
    if column["memory"] != nil {
      number = try self.number(of: memoryPlace(column))
      for key in ["memory", "offset", "count"] { column[key] = nil }
    } else {
      guard let index = column["buffer"]?.integerValue, buffers.indices.contains(index) else { return }
      number = try self.number(of: .frame(index))
    }
    column["buffer"] = .integer(number)
    if let listed = column.removeValue(forKey: "names"), listed != .null, listed != [] {
      let words: [String]
      do throws(InvalidValue) {
        words = try RequestBuffers.namesSchema.decode(listed)
      } catch {
        throw error.prefixed(by: .key("names"))
      }
      guard names.updateValue(words, forKey: number) ?? words == words else {
        throw InvalidValue("the same numbers stand for others elsewhere", at: .key("names"))
      }
    }
    // Merged into one that the chart has it would get that one's type.
    if column["type"] == nil { column["type"] = .string(ColumnSpec.NumberType.float64.rawValue) }
  }

  private static let namesSchema = Schema<[String]>.array(of: .string(), maxItems: ColumnSpec.maximumNames)

  private func memoryPlace(_ column: OrderedDictionary<String, JSON>) throws(InvalidValue) -> Place {
    func whole(_ key: String) throws(InvalidValue) -> Int? {
      guard let value = column[key], value != .null else { return nil }
      guard let number = value.integerValue, number >= 0 else {
        throw InvalidValue(expected: "a whole number of at least 0", got: value).prefixed(by: .key(key))
      }
      return number
    }
    guard column["buffer"] == nil else {
      throw InvalidValue("give either `buffer` or `memory`", at: JSONPath([.key("memory")]))
    }
    guard let name = column["memory"]?.stringValue else {
      throw InvalidValue(expected: "a text", got: column["memory"] ?? .null).prefixed(by: .key("memory"))
    }
    return .memory(name, offset: try whole("offset") ?? 0, count: try whole("count"))
  }

  private mutating func number(of place: Place) throws(InvalidValue) -> Int {
    if let number = places.first(where: { $0.value == place })?.key { return number }
    func isFree(_ number: Int) -> Bool { kept[.buffer(number)] == nil && places[number] == nil }
    // The smallest that is free, so that they don't grow with each update.
    var number = 0
    if case .frame(let index) = place, isFree(index) { number = index }
    while !isFree(number) { number += 1 }
    guard number <= ColumnSpec.maximumBuffer else {
      throw InvalidValue("is one of more than \(ColumnSpec.maximumBuffer) columns", at: JSONPath([.key("buffer")]))
    }
    places[number] = place
    return number
  }

  // MARK: - Columns

  /// What a column holds.
  /// - Parameter number: As the chart's spec names it.
  /// - Throws: ``InvalidValue`` with the path inside the object that names it.
  func column(_ number: Int, _ type: ColumnSpec.NumberType) throws(InvalidValue) -> HeldColumn {
    if places[number] == nil, let kept = kept[.buffer(number)] { return kept }
    let numbers = try numbers(in: places[number] ?? .frame(number), type)
    guard let names = names[number] else { return HeldColumn(.numbers(numbers.pooled)) }
    return HeldColumn(.values(GrowingArray(try RequestBuffers.named(numbers, names))))
  }

  /// The names that numbers stand for.
  /// - Complexity: O(*n*)
  private static func named(
    _ codes: GrowingArray<Double>, _ names: [String]
  ) throws(InvalidValue) -> [ColumnSpec.Entry] {
    let texts = names.map { ColumnSpec.Entry.text($0) }
    var entries: [ColumnSpec.Entry] = []
    entries.reserveCapacity(codes.count)
    for code in codes {
      guard code >= 0 else {
        entries.append(.missing)
        continue
      }
      guard let index = Int(exactly: code), texts.indices.contains(index) else {
        throw InvalidValue(
          "the numbers stand for \(names.count.counted("name", "names")), and there is one that is \(JSON(code).text)",
          at: .key("names"))
      }
      entries.append(texts[index])
    }
    return entries
  }

  /// The numbers that a part of a request names, as specs name columns.
  /// - Throws: ``InvalidValue`` with the path inside that part.
  func numbers(named column: JSON) throws(InvalidValue) -> GrowingArray<Double> {
    var copy = self
    guard case .object(var members) = column, members["buffer"] != nil || members["memory"] != nil else {
      throw InvalidValue(expected: "a list or {buffer, type}", got: column)
    }
    if members["names"] != nil {
      throw InvalidValue("are for columns of a spec: give a list of them here", at: .key("names"))
    }
    try copy.number(&members)
    guard case .buffer(let number, let type) = try ColumnSpec.schema.decode(.object(members)) else {
      throw InvalidValue(expected: "a list or {buffer, type}", got: column)
    }
    return try copy.numbers(in: copy.places[number] ?? .frame(number), type)
  }

  private func numbers(in place: Place, _ type: ColumnSpec.NumberType) throws(InvalidValue) -> GrowingArray<Double> {
    switch place {
    case .frame(let index): try numbers(inFrame: index, type)
    case .memory(let name, let offset, let count): try numbers(in: name, offset, count, type)
    }
  }

  private func numbers(inFrame index: Int, _ type: ColumnSpec.NumberType) throws(InvalidValue) -> GrowingArray<Double> {
    guard buffers.indices.contains(index) else {
      throw InvalidValue("the request has \(buffers.count) buffers, got \(index)", at: .key("buffer"))
    }
    let numbers: [Double]
    do {
      numbers = try type.numbers(in: buffers[index])
    } catch {
      throw InvalidValue(error.reason, at: .key("buffer"))
    }
    guard numbers.count <= ColumnSpec.maximumCount else {
      throw InvalidValue(
        "expected at most \(ColumnSpec.maximumCount) numbers, got \(numbers.count)", at: .key("buffer"))
    }
    return GrowingArray(numbers)
  }

  /// Numbers where they lie, if they lie there as doubles.
  private func numbers(
    in name: String, _ offset: Int, _ count: Int?, _ type: ColumnSpec.NumberType
  ) throws(InvalidValue) -> GrowingArray<Double> {
    guard let memories else { throw InvalidValue("names memory where none is read", at: .key("memory")) }
    guard let memory = memories[name] else {
      throw InvalidValue(
        "there is no memory '\(name.prefix(40))': it was not handed over, or was taken back", at: .key("memory"))
    }
    guard offset <= memory.byteCount else {
      throw InvalidValue("lies behind the \(memory.byteCount) bytes that there are", at: .key("offset"))
    }
    let room = memory.byteCount - offset
    let size = type.byteCount
    guard count.map({ $0 <= room / size }) ?? room.isMultiple(of: size) else {
      let wanted = count.map { "\($0) numbers of \(size) bytes" } ?? "\(size) bytes for each \(type.rawValue)"
      throw InvalidValue("expected \(wanted), got \(room) bytes", at: .key(count == nil ? "memory" : "count"))
    }
    let length = count ?? room / size
    guard length <= ColumnSpec.maximumSharedCount else {
      throw InvalidValue("expected at most \(ColumnSpec.maximumSharedCount) numbers, got \(length)", at: .key("memory"))
    }
    let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[offset..<offset + length * size])
    defer { withExtendedLifetime(memory) {} }
    if type == .float64, length > 0, offset.isMultiple(of: MemoryLayout<Double>.alignment), 1.littleEndian == 1 {
      return GrowingArray(
        borrowing: bytes.assumingMemoryBound(to: Double.self), from: memory, mayChange: !memory.isSealed)
    }
    do throws(MemoryFault) {
      try memories.checkRoom(for: length * MemoryLayout<Double>.stride)
    } catch {
      throw InvalidValue(error.reason, at: .key("memory"))
    }
    let numbers = try type.numbers(in: bytes)
    // What stands for missing doubles is something else in all that is read otherwise.
    guard !memory.wasTorn else {
      throw InvalidValue("has become shorter than the \(memory.byteCount) bytes that it had", at: .key("memory"))
    }
    return GrowingArray(numbers)
  }

  /// The columns of all buffers that a spec names.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func columns(of spec: CartesianSpec) throws(InvalidValue) -> [ColumnPlace: HeldColumn] {
    var columns: [ColumnPlace: HeldColumn] = [:]
    var types: [Int: ColumnSpec.NumberType] = [:]
    var spec = spec
    try spec.replaceColumns { path, column throws(InvalidValue) in
      guard case .buffer(let number, let type) = column else { return column }
      if let other = types[number], other != type {
        throw InvalidValue("the same buffer is \(other) elsewhere", at: JSONPath(path.components + [.key("type")]))
      }
      guard types.updateValue(type, forKey: number) == nil else { return column }
      do throws(InvalidValue) {
        columns[.buffer(number)] = try self.column(number, type)
      } catch {
        throw InvalidValue(error.reason, at: JSONPath(path.components + error.path.components))
      }
      return column
    }
    return columns
  }

  /// The table that comes with a spec, or that a database gives.
  /// - Parameters:
  ///   - columns: Those of a database that are used; if not given all, as they are before any step.
  ///   - zone: Where a database's days and times are read that are of no zone.
  ///   - held: Gets what its columns hold that are not written out.
  /// - Returns: `nil` if the spec names a file.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func table(
    of data: DataSpec, from reader: SpecReader, columns used: UsedColumns? = nil, zone: TimeZoneRules = .utc,
    into held: inout HeldData
  ) throws(InvalidValue) -> SpecTable? {
    if let made { return made }
    do {
      if let rows = try reader.data.queried(data, used, zone: zone) { return rows }
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    guard let named = data.columns else { return nil }
    var columns: [HeldColumn] = []
    var types: [Int: ColumnSpec.NumberType] = [:]
    for (name, spec) in named {
      guard case .buffer(let number, let type) = spec else {
        columns.append(HeldColumn(spec))
        continue
      }
      do throws(InvalidValue) {
        let other = types.updateValue(type, forKey: number) ?? type
        guard other == type else {
          throw InvalidValue("the same buffer is \(other) elsewhere", at: .key("type"))
        }
        let known = held.columns[.buffer(number)]
        let column = if let known { known } else { try self.column(number, type) }
        held.columns[.buffer(number)] = column
        columns.append(column)
      } catch {
        throw error.prefixed(by: .key(name)).prefixed(by: .key("columns")).prefixed(by: .key("data"))
      }
    }
    do {
      return try SpecTable(named, columns, in: reader.data)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
  }
}
