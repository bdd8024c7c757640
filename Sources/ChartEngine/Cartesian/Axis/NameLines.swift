import ChartModel

/// A name as it is written at an axis: in a line, or in two that are as equally wide as they can be, shortened where there
/// is no room for all of it.
struct NameLines: Hashable, Sendable {
  private(set) var first: String
  private(set) var second: String?
  let isShortened: Bool

  /// What is read of it.
  var text: String { second.map { first + " " + $0 } ?? first }

  init(_ name: String, _ writing: SlotWriting, font: Font) {
    var (name, line, isCut) = (name, name.oneLine, false)
    if case .after(let start) = writing.kept, !start.isEmpty, line.hasPrefix(start),
      name.utf8.count <= NameLines.longest
    {
      var whole = writing
      whole.kept = .start
      let usual = NameLines(name, whole, font: font)
      guard usual.isShortened else {
        self = usual
        return
      }
      // What is left may need no more to be cut.
      line = "…" + line.dropFirst(start.count)
      (name, isCut) = (line, true)
    }
    // Names with a start that is left out are cut at their end.
    let kept = isCut ? .start : writing.kept
    guard writing.isWrapped, name.utf8.count <= NameLines.longest else {
      first = font.truncated(line, to: writing.maximumWidth, keeping: kept)
      isShortened = isCut || first != line
      return
    }
    let parts = NameLines.parts(of: name, line: line, writing, font: font)
    first = font.truncated(parts.first, to: writing.maximumWidth, keeping: parts.second == nil ? kept : .start)
    // What is cut of two lines is where they meet, or at the end that is not kept.
    second = parts.second.map { font.truncated($0, to: writing.maximumWidth, keeping: kept == .start ? .start : .end) }
    isShortened = isCut || first != parts.first || second != parts.second
  }

  /// How wide it is, and how long it would be in one line, in px.
  func width(_ font: Font) -> Double { max(font.width(of: first), second.map(font.width) ?? 0) }
  func length(_ font: Font) -> Double { font.width(of: first) + (second.map(font.width) ?? 0) }

  /// Longer ones are never broken, in bytes.
  private static let longest = 1_000

  /// The lines before anything is cut: as the author broke them, or in halves, or the first one as full as it can be where halves
  /// are too wide.
  private static func parts(
    of name: String, line: String, _ writing: SlotWriting, font: Font
  ) -> (first: String, second: String?) {
    if let end = name.firstIndex(where: \.isNewline) {
      let (first, second) = (String(name[..<end]).oneLine, String(name[name.index(after: end)...]).oneLine)
      if !first.isEmpty, !second.isEmpty { return (first, second) }
    }
    let room = writing.maximumWidth
    guard font.width(of: line) > room else { return (line, nil) }
    var best: (first: String, second: String, width: Double)?
    var fullest: (first: String, second: String)?
    for index in line.indices {
      // After a space, which goes, or after a hyphen or slash, which stays.
      let mark = line[index]
      guard mark == " " || mark == "-" || mark == "/" || mark == "–" else { continue }
      let next = line.index(after: index)
      let (first, second) = (String(line[..<(mark == " " ? index : next)]), String(line[next...]))
      guard !first.isEmpty, !second.isEmpty else { continue }
      let widths = (font.width(of: first), font.width(of: second))
      if max(widths.0, widths.1) < best?.width ?? .infinity { best = (first, second, max(widths.0, widths.1)) }
      if widths.0 <= room { fullest = (first, second) }
    }
    guard let best else { return (line, nil) }
    if best.width <= room { return (best.first, best.second) }
    return fullest.map { ($0.first, $0.second) } ?? (line, nil)
  }
}
