internal import JSONModel
internal import OrderedCollections

extension JSON {
  /// This object with the members of another, which win.
  func merging(members other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let others) = other else { return self }
    return .object(members.merging(others) { $1 })
  }
}
