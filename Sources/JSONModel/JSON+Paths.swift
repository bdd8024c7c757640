import OrderedCollections

extension JSON {
  /// This object with a member more, or with another value for it; anything else as it is.
  package func setting(_ key: String, _ value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }

  /// The value at a path.
  package func value(at path: JSONPath) -> JSON? {
    let (value, isThere) = last(onTheWayTo: path)
    return isThere ? value : nil
  }

  /// The value at a path, or the last one on the way to it.
  package func last(onTheWayTo path: JSONPath) -> (value: JSON, isThere: Bool) {
    var value = self
    for component in path.components {
      let next =
        switch component {
        case .key(let key): value[key]
        case .index(let index): value[index]
        }
      guard let next else { return (value, false) }
      value = next
    }
    return (value, true)
  }
}
