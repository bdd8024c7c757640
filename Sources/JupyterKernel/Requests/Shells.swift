internal import Dispatch
internal import OrderedCollections
internal import Synchronization

/// The main shell and its subshells (JEP 91): requests to different ones are answered at the same time.
final class Shells: Sendable {
  let main = Shell(name: "shell")
  private let subshells = Mutex<OrderedDictionary<String, Shell>>([:])
  private let limit: Int

  /// - Parameter limit: how many subshells there may be; each is a thread while it is busy.
  init(limit: Int = 256) {
    self.limit = limit
  }

  /// The shell a request names in its header: the main one for `nil`.
  subscript(id: String?) -> Shell? {
    guard let id else { return main }
    return subshells.withLock { $0[id] }
  }

  /// The subshells, oldest first.
  var ids: [String] { subshells.withLock { Array($0.keys) } }

  private var all: [Shell] { subshells.withLock { [main] + $0.values } }

  /// - Returns: The id of a new subshell, or `nil` if there are as many as there may be.
  func create() -> String? {
    let id = RandomID.make()
    return subshells.withLock { subshells in
      guard subshells.count < limit else { return nil }
      subshells[id] = Shell(name: "subshell")
      return id
    }
  }

  /// Ends what runs in a subshell, and answers what waits there with an error.
  /// - Returns: `false` if there is none of this id.
  func delete(_ id: String) -> Bool {
    guard let shell = subshells.withLock({ $0.removeValue(forKey: id) }) else { return false }
    shell.abortQueued()
    shell.interrupt()
    return true
  }

  /// Ends what runs, in all shells: interrupts are about the kernel, not about one of its shells (JEP 91).
  func interrupt() {
    for shell in all { shell.interrupt() }
  }

  /// Cancels everything, and waits a moment until nothing runs.
  /// - Returns: `false` if something still runs.
  func end() -> Bool {
    let shells = all
    for shell in shells { shell.cancelAll() }
    return shells.allSatisfy { $0.awaitEnd(within: .milliseconds(50)) }
  }
}
