public import ChartModel
import JSONModel

/// The title above a chart with the line below it, and the caption at its lower edge (W3).
public struct TitleLayout: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    var text: String
    var position: Point
    var font: Font
    var isSecondary: Bool
  }

  private let lines: [Line]
  private let anchor: Text.Anchor
  /// Where the title and the subtitle are, and the caption; empty without.
  public let box: Rect
  public let captionBox: Rect
  /// What is shortened, or left out since nothing else would be left of the chart.
  let warnings: [String]

  /// The least height in px of a chart that has any, and of one that has room for more than one line.
  private static let (leastHeight, easyHeight) = (80.0, 160.0)
  /// The most of a chart's height that second lines may make of all of them.
  private static let mostShare = 0.45

  /// Takes the room of the title off the top of `area`, and that of the caption off its bottom; `nil` without anything to write.
  /// - Parameters:
  ///   - hidesTitle: Whether the title stands elsewhere.
  ///   - hasOneLine: Whether a title that is too long is shortened rather than broken.
  public init?(
    _ common: CommonSpec, hidesTitle: Bool = false, hasOneLine: Bool = false, on canvas: Canvas, in area: inout Rect
  ) {
    let typeface = canvas.typeface
    // The title of a part stands below that of the whole.
    let titleFont = typeface.font(usual: canvas.isPart ? 13 : 16, isBold: true)
    let subtitleFont = typeface.font(usual: canvas.isPart ? 12 : 13)
    let texts = [
      ("title", hidesTitle ? nil : common.title), ("subtitle", common.subtitle), ("caption", common.caption),
    ]
    .compactMap { name, text in text.flatMap { $0.oneLine.trimmed.isEmpty ? nil : (name: name, text: $0) } }
    guard !texts.isEmpty else { return nil }
    let (isRoomy, isTiny) = (area.height >= TitleLayout.easyHeight, area.height < TitleLayout.leastHeight)
    switch common.titleAlign {
    case .left: anchor = .start
    case .center: anchor = .middle
    case .right: anchor = .end
    }
    let x =
      switch common.titleAlign {
      case .left: area.minX
      case .center: area.midX
      case .right: area.maxX
      }
    var (lines, warnings): ([Line], [String]) = ([], [])
    var (top, bottom) = (area.minY, area.maxY)
    var (widths, captionWidth) = ([0.0], 0.0)
    func font(_ name: String) -> Font {
      switch name {
      case "title": titleFont
      case "subtitle": subtitleFont
      default: typeface.font(usual: 11)
      }
    }
    // Each has a line; what is left is for those that need more, in turn.
    var room = area.height * TitleLayout.mostShare - texts.reduce(0) { $0 + font($1.name).lineHeight }
    for (name, text) in texts {
      guard !isTiny, isRoomy || name == "title" else {
        // Of a chart so small what is missing is missing on purpose.
        if name != "title" { warnings.append("\(name): left out: there is no room for it") }
        continue
      }
      let font = font(name)
      let paragraphs = text.paragraphs
      let most = max(2, min(paragraphs.count, 4))
      let more = name == "title" && isRoomy ? most - 1 : Int(saturating: max(room, 0) / font.lineHeight)
      let count = name == "title" && hasOneLine ? 1 : 1 + min(more, most - 1)
      let (broken, isWhole) = font.lines(of: paragraphs, within: area.width, atMost: count)
      room -= Double(max(broken.count - 1, 0)) * font.lineHeight
      if !isWhole { warnings.append("\(name): shortened: there is no room for all of it") }
      let widest = broken.map(font.width).max() ?? 0
      var y = name == "caption" ? bottom - Double(broken.count) * font.lineHeight : top
      if name == "caption" { bottom = y - 6 } else { top += Double(broken.count) * font.lineHeight }
      if name == "caption" { captionWidth = widest } else { widths.append(widest) }
      for line in broken {
        lines.append(
          Line(
            text: line, position: Point(x: x, y: y + (font.lineHeight + font.capHeight) / 2), font: font,
            isSecondary: name != "title"))
        y += font.lineHeight
      }
    }
    guard !lines.isEmpty else { return nil }
    let share = common.titleAlign == .left ? 0 : common.titleAlign == .center ? 0.5 : 1.0
    let width = widths.max() ?? 0
    box = Rect(x: x - width * share, y: area.minY, width: width, height: top - area.minY)
    captionBox = Rect(
      x: x - captionWidth * share, y: min(bottom + 6, area.maxY), width: captionWidth,
      height: max(area.maxY - bottom - 6, 0))
    (self.lines, self.warnings) = (lines, warnings)
    // A subtitle is so much like the labels of axes that it would be taken for one of them.
    let gap = top == area.minY ? 0 : lines.contains { $0.font == subtitleFont } ? 12.0 : 6
    area = Rect(x: area.x, y: top + gap, width: area.width, height: max(bottom - top - gap, 0))
  }

  public func node(on surface: Surface) -> Node {
    let texts = lines.map { line in
      Node(
        .text(
          Text(
            runs: [
              Text.Run(
                line.text, color: line.isSecondary ? surface.secondaryText : surface.text, isBold: line.font.isBold)
            ],
            at: line.position, anchor: anchor, size: line.font.size)))
    }
    return texts.count == 1 ? texts[0] : Node(.group(texts))
  }
}

extension String {
  /// The lines that its author has made, each as it is shown; those with nothing in them aside.
  fileprivate var paragraphs: [String] {
    // Nobody reads so much of it.
    guard contains(where: \.isNewline) else { return [oneLine] }
    return cut(to: String.lineLimit).split(whereSeparator: \.isNewline).map { String($0).oneLine.trimmed }
      .filter { !$0.isEmpty }
  }

  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

extension Font {
  /// Lines that an author has made, each broken once more where it is too long and there is room for another one; those that there
  /// is no room for go into the last one.
  func lines(of paragraphs: [String], within width: Double, atMost count: Int) -> (lines: [String], isWhole: Bool) {
    var (lines, isWhole) = ([String](), true)
    let joined =
      paragraphs.prefix(count - 1) + [paragraphs.dropFirst(count - 1).joined(separator: " ")].filter { !$0.isEmpty }
    for (index, paragraph) in joined.enumerated() {
      let most = count - lines.count - (joined.count - 1 - index)
      let broken = self.lines(of: paragraph, within: width, atMost: max(most, 1))
      lines += broken.lines
      isWhole = isWhole && broken.isWhole
    }
    return (lines, isWhole)
  }

  /// A text in as few lines as it needs, broken after spaces; what has no room in so many lines is cut.
  /// - Complexity: O(*n*) in its characters.
  func lines(of text: String, within width: Double, atMost count: Int) -> (lines: [String], isWhole: Bool) {
    guard self.width(of: text) > width, count > 1 else {
      let line = truncated(text, to: width)
      return (line.isEmpty ? [] : [line], line == text)
    }
    let words = text.split(separator: " ")
    var (lines, rest) = ([String](), words[...])
    while lines.count < count - 1, let first = rest.first {
      var line = String(first)
      rest = rest.dropFirst()
      while let next = rest.first, self.width(of: "\(line) \(next)") <= width {
        line += " \(next)"
        rest = rest.dropFirst()
      }
      guard self.width(of: line) <= width else { return self.lines(of: text, within: width, atMost: 1) }
      lines.append(line)
    }
    let last = rest.joined(separator: " ")
    let cut = truncated(last, to: width)
    return (cut.isEmpty ? lines : lines + [cut], cut == last)
  }
}
