import JSONModel
import OrderedCollections

extension JSON {
  /// Changes a part of this value where it is, if it is there.
  mutating func update(at path: [JSONPath.Component], _ change: (inout JSON) -> Void) {
    update(at: path[...], creates: false, change)
  }

  /// Changes a part of this value where it is. The members that lead there are made if they are missing, and what was not
  /// there is `null` at first.
  mutating func set(at path: [JSONPath.Component], _ change: (inout JSON) -> Void) {
    update(at: path[...], creates: true, change)
  }

  private mutating func update(
    at path: ArraySlice<JSONPath.Component>, creates: Bool, _ change: (inout JSON) -> Void
  ) {
    switch path.first {
    case nil: change(&self)
    case .key(let key):
      var members: OrderedDictionary<String, JSON>
      switch self {
      case .object(let own): members = own
      case .null where creates: members = [:]
      default: return
      }
      guard creates || members[key] != nil else { return }
      // Let go, so that what is changed has one owner.
      self = .null
      var member = members.updateValue(.null, forKey: key) ?? .null
      member.update(at: path.dropFirst(), creates: creates, change)
      members[key] = member
      self = .object(members)
    case .index(let index):
      guard case .array(var elements) = self, elements.indices.contains(index) else { return }
      self = .null
      var element = JSON.null
      swap(&element, &elements[index])
      element.update(at: path.dropFirst(), creates: creates, change)
      swap(&element, &elements[index])
      self = .array(elements)
    }
  }
}
