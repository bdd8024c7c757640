import ChartData
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

/// The binary buffers that a spec's columns name: those of a request, and those that a chart has already.
///
/// A chart keeps its buffers under numbers of its own, so that its spec goes on naming them when another request has
/// others. A request without buffers can only mean those of the chart.
struct RequestBuffers: Sendable {
  private let buffers: Buffers
  private let kept: [ColumnPlace: HeldColumn]
  /// The request's buffers by the chart's numbers, where they differ.
  private var numbers: [Int: Int] = [:]

  /// - Parameter held: The data of the chart that is changed.
  init(_ buffers: Buffers = [], besides held: HeldData = HeldData()) {
    self.buffers = buffers
    kept = held.columns
  }

  // MARK: - Numbers

  /// A patch of a spec in which the request's buffers have numbers that the chart has not given yet.
  mutating func numbered(_ patch: JSON) -> JSON {
    guard !buffers.isEmpty else { return patch }
    var patch = patch
    patch.update(at: [.key("x"), .key("values")]) { number(&$0) }
    for index in 0..<(patch["series"]?.arrayValue?.count ?? 0) {
      let series: [JSONPath.Component] = [.key("series"), .index(index)]
      for key in ["values", "x"] { patch.update(at: series + [.key(key)]) { number(&$0) } }
      for (key, channel) in patch["series"]?[index]?.objectValue ?? [:] where channel["values"] != nil {
        patch.update(at: series + [.key(key), .key("values")]) { number(&$0) }
      }
    }
    return patch
  }

  private mutating func number(_ column: inout JSON) {
    guard case .object(var members) = column, let index = members["buffer"]?.integerValue,
      buffers.indices.contains(index)
    else { return }
    members["buffer"] = .integer(number(of: index))
    // Merged into one that the chart has it would get that one's type.
    if members["type"] == nil { members["type"] = .string(ColumnSpec.NumberType.float64.rawValue) }
    column = .object(members)
  }

  private mutating func number(of index: Int) -> Int {
    if let number = numbers.first(where: { $0.value == index })?.key { return number }
    func isFree(_ number: Int) -> Bool { kept[.buffer(number)] == nil && numbers[number] == nil }
    // The smallest that is free, so that they don't grow with each update.
    var number = isFree(index) ? index : 0
    while !isFree(number) { number += 1 }
    numbers[number] = index
    return number
  }

  // MARK: - Columns

  /// What a buffer holds.
  /// - Parameter number: As the chart's spec names it.
  /// - Throws: ``InvalidValue`` with the path inside the object that names it.
  func column(_ number: Int, _ type: ColumnSpec.NumberType) throws(InvalidValue) -> HeldColumn {
    if numbers[number] == nil, let kept = kept[.buffer(number)] { return kept }
    return HeldColumn(.numbers(try self.numbers(in: numbers[number] ?? number, type)))
  }

  /// The numbers in a buffer of the request.
  /// - Throws: ``InvalidValue`` with the path inside the object that names it.
  func numbers(in index: Int, _ type: ColumnSpec.NumberType) throws(InvalidValue) -> [Double] {
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
    return numbers
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
}
