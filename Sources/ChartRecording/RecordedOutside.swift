import JSONModel
import Synchronization

/// What was read from outside while something was recorded, in order.
final class RecordedOutside: Sendable {
  private let entries = Mutex<[JSON]>([])

  /// What may be asked for until it is set anew.
  func set(_ entries: [JSON]) { self.entries.withLock { $0 = entries } }

  /// Takes the next entry of a kind; `nil` if there is none, since something else was asked for then.
  func next(_ kind: String) -> JSON? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0[kind] != nil }) else { return nil }
      return entries.remove(at: index)
    }
  }

  static func missing(_ name: String) -> InvalidValue { InvalidValue("the recording holds no '\(name)' here") }
}
