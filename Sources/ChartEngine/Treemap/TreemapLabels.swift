import ChartModel
import JSONModel

/// What is written in the tiles.
struct TreemapLabels: Sendable {
  struct Label: Hashable, Sendable {
    let path: [Int]
    let texts: [Text]
    /// What they take up.
    let box: Rect
  }

  private(set) var labels: [Label] = []
  /// How many names there was no room for, and how many were shortened.
  private(set) var dropped = 0
  private(set) var shortened = 0

  private let spec: TreemapSpec
  private let template: Template
  /// Whether the first thing that labels say is the name.
  private let beginsWithName: Bool
  private let font: Font
  /// Between the edge of a tile and its text, in px.
  private static let margin = 5.0

  init(_ tiles: [TreemapTile], spec: TreemapSpec, format: NumberFormat, on canvas: Canvas) {
    let surface = canvas.surface
    self.spec = spec
    template = Template(spec.labels.text)
    beginsWithName = spec.labels.text.hasPrefix("{label}")
    font = canvas.typeface.font(spec.labels.fontSize)
    for tile in tiles {
      if let header = tile.header {
        addHeader(of: tile, in: header, format: format, on: surface)
      } else if spec.labels.isVisible {
        addLabel(of: tile, format: format, on: surface)
      }
    }
  }

  /// A parent's name, and its value where there is room for all of both.
  private mutating func addHeader(of tile: TreemapTile, in header: Rect, format: NumberFormat, on surface: Surface) {
    let color = tile.slice.backdrop(on: surface).legibleText
    let bold = font.bold
    let room = header.width - 2 * TreemapLabels.margin
    let baseline = header.midY + font.capHeight / 2
    let name = tile.slice.spec.label.oneLine
    let value = template.uses("percent") ? tile.slice.percentText(format) : format.value(tile.slice.weight)
    let written = bold.truncated(name, to: room)
    guard !name.isEmpty else { return }
    guard written.count > 1 || written == name else {
      dropped += 1
      return
    }
    if written != name { shortened += 1 }
    var texts = [
      Text(
        runs: [Text.Run(written, color: color, isBold: true)],
        at: Point(x: header.minX + TreemapLabels.margin, y: baseline), anchor: .start, size: font.size)
    ]
    if written == name, spec.labels.isVisible, bold.width(of: name) + 12 + font.width(of: value) <= room {
      texts.append(
        Text(
          runs: [Text.Run(value, color: color)], at: Point(x: header.maxX - TreemapLabels.margin, y: baseline),
          anchor: .end, size: font.size))
    }
    labels.append(Label(path: tile.path, texts: texts, box: header))
  }

  private mutating func addLabel(of tile: TreemapTile, format: NumberFormat, on surface: Surface) {
    let (x, y) = (min(TreemapLabels.margin, tile.rect.width / 14), min(TreemapLabels.margin, tile.rect.height / 8))
    let room = tile.rect.inset(left: x, top: y, right: x, bottom: y)
    let most = Int(saturating: ((room.height + font.lineHeight - font.size * 1.15) / font.lineHeight).rounded(.down))
    // Of a thousand tiles most have room for nothing, for which nothing has to be put together.
    if beginsWithName, isHopeless(tile.slice.spec.label, width: room.width, rows: most) {
      dropped += 1
      return
    }
    let lines = self.lines(of: tile, format: format)
    guard !lines.isEmpty else { return }
    guard let fitted = TreemapLabels.fitted(lines, width: room.width, rows: most, font: font) else {
      dropped += 1
      return
    }
    if fitted.isShortened { shortened += 1 }
    let color = spec.labels.color ?? tile.slice.fill(on: surface).legibleText
    let texts = fitted.lines.enumerated().map { row, line in
      Text(
        runs: [Text.Run(line.text, color: color, isBold: line.isName)],
        at: Point(x: room.minX, y: room.minY + font.size * 0.95 + Double(row) * font.lineHeight), anchor: .start,
        size: font.size)
    }
    labels.append(Label(path: tile.path, texts: texts, box: room))
  }

  /// Whether nothing of a label can be written that begins with a name: not even the first word of that, or four of its letters.
  private func isHopeless(_ name: String, width: Double, rows: Int) -> Bool {
    // White space is no name, and what is no ASCII may be broken anywhere, or end with an ellipsis of its own.
    guard let begin = name.utf8.first, begin > 0x20, name.utf8.count <= 256, name.utf8.allSatisfy({ $0 < 0x7F }) else {
      return false
    }
    guard rows > 0 else { return true }
    let bold = font.bold
    let word = name.prefix { $0 > " " }
    guard bold.width(of: String(word)) > width else { return false }
    return word.utf8.count <= 4 || bold.width(of: String(word.prefix(4)) + "…") > width
  }

  // MARK: Lines

  /// A line of a label: a name can be wrapped and shortened, a number can't, since half of one is another.
  struct Line: Hashable, Sendable {
    var text: String
    var isName: Bool
    /// The name alone, of a line that says a number, too.
    var name = ""
  }

  private func lines(of tile: TreemapTile, format: NumberFormat) -> [Line] {
    var lines = [Line(text: "", isName: false)]
    for piece in template.filled(limit: 400, { tile.slice.text(for: $0, format) }) {
      let isName = piece.placeholder == "label"
      // Names have no line breaks of their own.
      let parts =
        isName
        ? [piece.text.oneLine] : piece.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append(Line(text: "", isName: false)) }
        lines[lines.count - 1].text += part
        lines[lines.count - 1].isName = lines[lines.count - 1].isName || isName
        if isName { lines[lines.count - 1].name = part }
      }
    }
    var written = lines.map { Line(text: $0.text.oneLine, isName: $0.isName, name: $0.name) }
    written.removeAll { $0.text.allSatisfy(\.isWhitespace) }
    // What can be gone into says so.
    if tile.hasParts, spec.isDrillable, let first = written.first, first.isName { written[0].text = first.text + " ›" }
    return written
  }

  /// As much of the lines as there is room for; `nil` if nothing is left that says anything.
  static func fitted(_ lines: [Line], width: Double, rows: Int, font: Font) -> (lines: [Line], isShortened: Bool)? {
    guard rows > 0, width > 0, let first = lines.first else { return nil }
    let bold = font.bold
    func isWhole(_ line: Line) -> Bool { (line.isName ? bold : font).width(of: line.text) <= width }
    guard first.isName else {
      let whole = lines.prefix { isWhole($0) }.prefix(rows)
      return whole.isEmpty ? nil : (Array(whole), false)
    }
    // The name goes before numbers.
    let whole = wrapped(first.text, width: width, rows: rows, font: bold)
    // Half a number is another one: where not all is written, it is the name alone.
    let isMixed = !first.text.hasPrefix(first.name) || first.text.contains { $0.isNumber } && first.text != first.name
    let isCut = isMixed && whole?.isShortened != false
    guard let wrapped = isCut ? wrapped(first.name, width: width, rows: rows, font: bold) : whole else { return nil }
    let others = lines.dropFirst().prefix(max(0, rows - wrapped.lines.count)).filter(isWhole)
    return (wrapped.lines.map { Line(text: $0, isName: true) } + others, wrapped.isShortened)
  }

  /// A name in at most so many lines, broken between words; `nil` if not even four letters of it fit.
  private static func wrapped(
    _ name: String, width: Double, rows: Int, font: Font
  ) -> (lines: [String], isShortened: Bool)? {
    if font.width(of: name) <= width { return ([name], false) }
    var lines: [String] = []
    var rest = name.split(separator: " " as Character).map { String($0) }[...]
    while let word = rest.first, lines.count < min(rows, 4) {
      if lines.count == min(rows, 4) - 1 {
        // The last line takes what is left.
        lines.append(font.truncated(rest.joined(separator: " "), to: width))
        rest = []
        break
      }
      var line = word
      rest = rest.dropFirst()
      guard font.width(of: line) <= width else {
        // Ideographs are words of their own.
        let head = line.unicodeScalars.allSatisfy { $0.value >= 0x2E80 } ? font.beginning(of: line, in: width) : ""
        if !head.isEmpty {
          lines.append(head)
          rest = [String(line.dropFirst(head.count))] + rest
          continue
        }
        lines.append(font.truncated(line, to: width))
        rest = []
        break
      }
      while let next = rest.first, font.width(of: line + " " + next) <= width {
        line += " " + next
        rest = rest.dropFirst()
      }
      lines.append(line)
    }
    let isShortened = lines.contains { $0.hasSuffix("…") } && !name.hasSuffix("…")
    // Three letters and an ellipsis say nothing.
    guard let last = lines.last, !last.isEmpty, !isShortened || lines.count > 1 || last.count > 4 else { return nil }
    return (lines, isShortened)
  }
}

extension Font {
  /// As many characters of a text as fit into a width.
  fileprivate func beginning(of text: String, in width: Double) -> String {
    var (head, used) = ("", 0.0)
    for character in text {
      used += self.width(of: String(character))
      guard used <= width else { break }
      head.append(character)
    }
    return head
  }
}
