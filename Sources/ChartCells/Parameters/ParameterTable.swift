import JSONModel
import OrderedCollections
import Synchronization

/// All parameters at one moment, in the order of their first assignment.
struct ParameterTable: Sendable {
  /// The most parameters.
  static let countLimit = 10_000
  /// How large their values may be together, in bytes of JSON.
  static let byteLimit = 64 << 20

  private(set) var parameters: OrderedDictionary<String, Parameter> = [:]
  private var byteCount = 0

  var isEmpty: Bool { parameters.isEmpty }
  var names: [String] { parameters.keys.elements }

  subscript(name: String) -> Parameter? { parameters[name] }

  /// Sets a parameter. One that is there already gets the new value.
  /// - Throws: ``InvalidValue`` where there would be too many, or too large ones.
  mutating func set(_ name: String, _ parameter: Parameter) throws(InvalidValue) {
    let replaced = parameters[name]
    guard replaced != nil || parameters.count < ParameterTable.countLimit else {
      throw InvalidValue("there are \(ParameterTable.countLimit) parameters already; more are not kept")
    }
    let total = byteCount - (replaced?.byteCount ?? 0) + parameter.byteCount
    guard total <= ParameterTable.byteLimit else {
      throw InvalidValue("parameters take more than \(ParameterTable.byteLimit >> 20) MiB together")
    }
    byteCount = total
    parameters[name] = parameter
  }

  /// The parameter that was probably meant, as it is written: `$angle`.
  func nearest(to name: String) -> String? { nearestWord(to: name, among: names).map { "$\($0)" } }

  /// What to say of `$name` where there is no such parameter.
  func reason(forUnknown name: String) -> String {
    let hint = nearest(to: name) == nil ? "; set it before by a line such as \(name) = 30" : ""
    return "there is no parameter '\(name)'\(hint)"
  }
}

/// Keeps the parameters of an interpreter's cells, which may run at the same time.
final class ParameterStore: Sendable {
  private let table = Mutex(ParameterTable())

  /// The parameters as they are now.
  var current: ParameterTable { table.withLock { $0 } }

  func set(_ name: String, _ parameter: Parameter) throws(InvalidValue) {
    try table.withLock { table throws(InvalidValue) in try table.set(name, parameter) }
  }
}
