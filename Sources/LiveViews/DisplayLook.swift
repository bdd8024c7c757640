public import JSONModel
public import OrderedCollections

/// How a subject of live views looks.
public struct DisplayLook: Sendable {
  /// What a view knows of it besides the picture.
  public var members: OrderedDictionary<String, JSON>
  public var picture: any DisplayPicture

  public init(members: OrderedDictionary<String, JSON>, picture: any DisplayPicture) {
    self.members = members
    self.picture = picture
  }
}

/// A picture that is sent whole, or as what makes it out of another one.
public protocol DisplayPicture: Sendable {
  /// The picture whole: the member `svg`.
  var svg: String { get }

  func isSame(as other: any DisplayPicture) -> Bool

  /// What makes it out of an older one, for a module that has that; `nil` if it must be sent whole, or that is shorter.
  func patch(from old: any DisplayPicture) -> JSON?
}
