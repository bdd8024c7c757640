import JSONModel
import Synchronization

/// Keeps the parameters of an interpreter's cells, which may run at the same time.
final class ParameterStore: Sendable {
  private let table = Mutex(ParameterTable())

  /// The parameters as they are now.
  var current: ParameterTable { table.withLock { $0 } }

  func set(_ name: String, _ parameter: Parameter) throws(InvalidValue) {
    try table.withLock { table throws(InvalidValue) in try table.set(name, parameter) }
  }
}
