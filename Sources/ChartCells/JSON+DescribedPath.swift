import JSONModel
import OrderedCollections

extension JSON {
  /// The path that a description such as `.slices[2].value` stands for in this value. Keys may contain dots and
  /// brackets, so of the keys that are there the longest that fits is taken.
  /// - Returns: The path as far as there is something, and whether that is all of it.
  func path(described text: Substring) -> (JSONPath, isThere: Bool) {
    var components: [JSONPath.Component] = []
    var rest = text
    var value = self
    while !rest.isEmpty {
      switch value {
      case .array(let items):
        let digits = rest.dropFirst().prefix { $0 != "]" }
        guard rest.first == "[", let index = Int(digits), items.indices.contains(index) else {
          return (JSONPath(components), false)
        }
        components.append(.index(index))
        value = items[index]
        rest = rest.dropFirst(digits.count + 2)
      case .object(let members):
        let name = rest.first == "." ? rest.dropFirst() : rest
        let keys = members.keys.filter { key in
          guard name.hasPrefix(key) else { return false }
          let next = name.dropFirst(key.count).first
          return next == nil || next == "." || next == "["
        }
        guard let key = keys.max(by: { $0.count < $1.count }), let member = members[key] else {
          return (JSONPath(components), false)
        }
        components.append(.key(key))
        value = member
        rest = name.dropFirst(key.count)
      default:
        return (JSONPath(components), false)
      }
    }
    return (JSONPath(components), true)
  }
}
