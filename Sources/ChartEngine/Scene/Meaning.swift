/// What a node means: roles and labels of WAI-ARIA's graphics module.
public struct Meaning: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable {
    /// Something with parts, such as all slices, a series, an axis or a legend.
    case object = "graphics-object"
    /// One mark.
    case symbol = "graphics-symbol"
  }

  public var role: Role
  /// What sort of thing it is, in a word: `slice`, `series`, `x axis`.
  public var kind: String
  /// What it says: `Rent: 25 (25%)`.
  public var label: String
  /// The indices that lead to the mark, joined by dots, so that a client can tell which element is which mark.
  public var path: [Int]?
  public var isSelected = false

  public init(role: Role, kind: String, label: String, path: [Int]? = nil, isSelected: Bool = false) {
    self.role = role
    self.kind = kind
    self.label = label
    self.path = path
    self.isSelected = isSelected
  }
}
