/// Names as a legend has room for them: of those that would look alike the end is kept, too.
struct LegendNames: Sendable {
  let texts: [String]
  /// For each whether it is less than the name.
  let shortened: [Bool]

  /// - Parameter width: How wide each may be, in px.
  init(_ labels: [String], font: Font, width: Double) {
    let limit = font.longest(in: width)
    let lines = labels.map { $0.oneLine(limit: limit) }
    var texts = lines.map { font.truncated($0, to: width) }
    shortened = zip(lines, texts).map { $0 != $1 }
    var counts: [String: Int] = [:]
    for text in texts { counts[text, default: 0] += 1 }
    for index in texts.indices where shortened[index] && counts[texts[index], default: 0] > 1 {
      texts[index] = font.shortenedInside(labels[index], to: width)
    }
    self.texts = texts
  }
}

extension Font {
  /// The beginning and the end of a text that is too wide, with an ellipsis between them.
  fileprivate func shortenedInside(_ text: String, to width: Double) -> String {
    let room = (width - self.width(of: "…")) / 2
    var (count, used) = (0, 0.0)
    for character in text.suffix(200).reversed() {
      used += self.width(of: String(character))
      guard used <= room else { break }
      count += 1
    }
    let end = String(text.suffix(count).drop(while: \.isWhitespace)).oneLine
    let head = truncated(text.oneLine(limit: longest(in: width)), to: width - self.width(of: end))
    return head.isEmpty ? "" : head + end
  }
}
