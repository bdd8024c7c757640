public import JSONModel
public import OrderedCollections

/// What views of a subject have been told. From it and the next look comes what they are told next: the members that have
/// changed, and of the picture a patch where they have the one before.
///
/// A value: whoever keeps it guards it. ``news(to:mayPatch:)`` takes time where the picture is large, and is meant to be
/// called outside of locks; only one caller at a time may do so and ``take(_:)`` what it got.
public struct ViewState: Sendable {
  public private(set) var look: DisplayLook
  /// Whether there is nothing to show any more; the views keep the last picture.
  public private(set) var isGone = false
  /// The number of the picture: whoever has the one before can make it by a patch.
  public private(set) var number: Int
  /// Whether the picture was told of by a patch alone, so that whoever keeps the members has an older one.
  public private(set) var isPatched = false

  /// - Parameter number: That of the first picture; another one than any that views may have from before.
  public init(_ look: DisplayLook, number: Int = 1) {
    self.look = look
    self.number = number
  }

  /// All members, with the picture whole.
  public var members: OrderedDictionary<String, JSON> {
    look.members.merging(isGone ? ["isGone": true] : [:]) { $1 }.merging(picture) { $1 }
  }

  /// The members that hold the picture whole.
  public var picture: OrderedDictionary<String, JSON> { ViewState.whole(look.picture, number) }

  private static func whole(_ picture: any DisplayPicture, _ number: Int) -> OrderedDictionary<String, JSON> {
    ["svg": .string(picture.svg), "patch": .null, "picture": .integer(number)]
  }

  /// What views are to be told.
  public struct News: Sendable {
    /// The members that have changed.
    public let members: OrderedDictionary<String, JSON>
    fileprivate let look: DisplayLook
    fileprivate let number: Int
    fileprivate let isPatched: Bool
  }

  /// What is new about a look.
  /// - Parameter mayPatch: Whether whoever is told has the picture before.
  /// - Returns: `nil` if views know it.
  public func news(to look: DisplayLook, mayPatch: Bool) -> News? {
    var news = look.members.filter { self.look.members[$0.key] != $0.value }
    if isGone { news["isGone"] = false }
    guard !look.picture.isSame(as: self.look.picture) else {
      return news.isEmpty ? nil : News(members: news, look: look, number: number, isPatched: isPatched)
    }
    let patch = mayPatch ? look.picture.patch(from: self.look.picture) : nil
    if let patch {
      news["patch"] = ["from": .integer(number), "edits": patch]
      news["picture"] = .integer(number + 1)
    } else {
      news.merge(ViewState.whole(look.picture, number + 1)) { $1 }
    }
    return News(members: news, look: look, number: number + 1, isPatched: patch != nil)
  }

  /// Notes that views were told.
  public mutating func take(_ news: News) {
    (look, number, isPatched, isGone) = (news.look, news.number, news.isPatched, false)
  }

  /// Notes that views are told all of a look anew, whatever they have.
  public mutating func replace(by look: DisplayLook) {
    (self.look, number, isPatched, isGone) = (look, number + 1, false, false)
  }

  /// Notes that there is nothing to show any more.
  /// - Returns: Whether that is new.
  public mutating func end() -> Bool {
    defer { isGone = true }
    return !isGone
  }

  /// Notes that the picture was told of as a whole.
  public mutating func settle() { isPatched = false }
}
