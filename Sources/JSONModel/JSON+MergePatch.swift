import OrderedCollections

extension JSON {
  /// This value with a JSON merge patch (RFC 7396) applied: members of the patch replace those of the same key,
  /// objects are merged, `null` removes.
  public func merging(patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var members = objectValue ?? [:]
    for (key, change) in changes {
      if change.isNull {
        members.removeValue(forKey: key)
      } else {
        members[key] = (members[key] ?? .null).merging(patch: change)
      }
    }
    return .object(members)
  }
}
