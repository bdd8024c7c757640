import JSONModel
import OrderedCollections

/// How large a value is: for the limits of messages that were never text of their own.
extension JSON {
  /// How many bytes it has as text, if nothing in its strings must be escaped and each double has eight digits. O(values).
  var writtenSize: Int {
    switch self {
    case .null, .bool(true): 4
    case .bool(false): 5
    case .integer(let value): value.description.utf8.count
    case .number: 8
    case .literal(let text): text.utf8.count
    case .string(let text): text.utf8.count + 2
    case .array(let elements): elements.reduce(max(elements.count, 1) + 1) { $0 + $1.writtenSize }
    case .object(let members):
      // Quotes and a colon for each key, and what stands between the members and around them.
      members.reduce(max(members.count, 1) + 1) { $0 + $1.key.utf8.count + 3 + $1.value.writtenSize }
    }
  }

  /// How deep arrays and objects lie in it; 0 for anything else. O(values).
  var depth: Int {
    switch self {
    case .null, .bool, .integer, .number, .literal, .string: 0
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.lazy.map(\.depth).max() ?? 0)
    }
  }
}
