/// What was typed before, oldest first, and where one is while looking through it.
public struct InputHistory: Sendable {
  public private(set) var entries: [String]
  private let limit: Int
  /// Which entry is shown; behind the last one stands what is being typed.
  private var place: Int
  private var draft = ""

  public init(_ entries: [String] = [], limit: Int = 1_000) {
    self.entries = Array(entries.suffix(limit))
    self.limit = limit
    place = self.entries.count
  }

  /// Adds what was typed, unless it is blank or what was typed just before.
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func add(_ text: String) -> Bool {
    defer { place = entries.count }
    guard text.contains(where: { !$0.isWhitespace }), entries.last != text else { return false }
    entries.append(text)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    return true
  }

  /// The entry before; `nil` at the first one.
  public mutating func previous(from text: String) -> String? {
    guard place > 0 else { return nil }
    if place == entries.count { draft = text }
    place -= 1
    return entries[place]
  }

  /// The entry behind, or at last what was being typed; `nil` there.
  public mutating func next() -> String? {
    guard place < entries.count else { return nil }
    place += 1
    return place == entries.count ? draft : entries[place]
  }

  /// The newest entry before the one shown that holds a text.
  public mutating func search(_ part: String, again: Bool) -> String? {
    let end = again ? place : entries.count
    guard !part.isEmpty, let index = entries[..<end].lastIndex(where: { $0.contains(part) }) else { return nil }
    place = index
    return entries[index]
  }
}
