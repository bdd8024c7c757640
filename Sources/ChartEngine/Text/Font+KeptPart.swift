import ChartModel

extension Font {
  /// Which part of a text stays where there is no room for all of it.
  enum KeptPart: Hashable, Sendable {
    case start, ends, end
    /// What follows what texts have in common, in those that begin with it.
    case after(String)
  }

  /// The text, or as much of it as fits beside an ellipsis in a width; empty where not even that does.
  func truncated(_ text: String, to width: Double, keeping part: KeptPart) -> String {
    guard part != .start, text.utf8.count <= 1_000, self.width(of: text) > width else {
      return truncated(text, to: width)
    }
    if case .after(let start) = part {
      return truncated(text.hasPrefix(start) ? "…" + text.dropFirst(start.count) : text, to: width)
    }
    let room = width - self.width(of: "…")
    guard room >= 0 else { return "" }
    var (head, tail) = (text[..<text.startIndex], text[text.endIndex...])
    var used = 0.0
    // From both ends in turn, or from the last character on.
    while head.endIndex < tail.startIndex {
      let isAhead = part == .ends && head.count <= tail.count
      let index = isAhead ? head.endIndex : text.index(before: tail.startIndex)
      used += self.width(of: String(text[index]))
      guard used <= room else { break }
      if isAhead { head = text[...index] } else { tail = text[index...] }
    }
    return head.trimmingSpaces + "…" + tail.trimmingSpaces
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return text
  }
}
