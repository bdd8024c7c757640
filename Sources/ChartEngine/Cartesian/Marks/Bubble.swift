import ChartModel

/// A box with rich text: a marker beside an entry, a pop-up, the bubble at a line's end.
struct Bubble: Sendable {
  /// A line of runs, with its height and width in px.
  private struct Line: Sendable {
    var runs: [Text.Run] = []
    var width = 0.0
    var size = 0.0
  }

  private let lines: [Line]
  private let font: Font
  private let padding: Double
  /// Whether its lines are a list, which begin at the left, rather than in the middle.
  private let isList: Bool
  /// How large the box is.
  let size: Size
  let background: Color

  /// - Parameters:
  ///   - runs: Line breaks in them begin a new line.
  ///   - isList: Whether the lines begin at the left, rather than be centred.
  ///   - minimum: The least width and height in px.
  ///   - maximum: Lines are cut where they would be wider, and left out where the box would be higher, in px; one is kept.
  init(
    _ runs: [MarkerRunSpec], font usual: Font, color: Color, background: Color, padding: Double = 8,
    isList: Bool = false, minimum: Size = Size(width: 0, height: 0), maximum: Size
  ) {
    self.font = usual
    self.padding = padding
    self.background = background
    self.isList = isList
    var lines = [Line()]
    let room = max(maximum.width - 2 * padding, 0)
    for run in runs {
      var font = usual.sized(run.size ?? usual.size)
      if run.weight == .bold { font = font.bold }
      for (place, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20).enumerated() {
        if place > 0 { lines.append(Line()) }
        let last = lines.count - 1
        lines[last].size = max(lines[last].size, font.size)
        let text = font.truncated(String(part).oneLine, to: room - lines[last].width)
        guard !text.isEmpty else { continue }
        lines[last].runs.append(
          Text.Run(text, color: run.color ?? color, isBold: font.isBold, size: font.size))
        lines[last].width += font.width(of: text)
      }
    }
    var height = 2 * padding - 4
    let fitting = lines.prefix { line in
      height += line.size * Bubble.lineSpacing
      return height <= maximum.height
    }
    lines = Array(lines.prefix(max(fitting.count, 1)))
    self.lines = lines
    height = lines.reduce(0) { $0 + $1.size * Bubble.lineSpacing } + 2 * padding - 4
    let width = (lines.map(\.width).max() ?? 0) + 2 * padding
    size = Size(width: max(width, minimum.width), height: max(height, minimum.height))
  }

  /// From one baseline to the next, in font sizes.
  static let lineSpacing = 1.35

  /// The texts, centred in a box of the bubble's size.
  func texts(in frame: Rect) -> [Node] {
    let height = lines.reduce(0) { $0 + $1.size * Bubble.lineSpacing }
    var top = frame.midY - height / 2
    return lines.compactMap { line in
      defer { top += line.size * Bubble.lineSpacing }
      guard !line.runs.isEmpty else { return nil }
      let cap = font.sized(line.size).capHeight
      return Node(
        .text(
          Text(
            runs: line.runs,
            at: Point(
              x: isList ? frame.minX + padding : frame.midX, y: top + (line.size * Bubble.lineSpacing + cap) / 2),
            anchor: isList ? .start : .middle, size: line.size)))
    }
  }

  /// Whether there is nothing to read in it.
  var isEmpty: Bool { lines.allSatisfy(\.runs.isEmpty) }

  /// What it says, in runs as clients get them.
  var runs: [Marker.Run] {
    lines.enumerated().flatMap { place, line in
      line.runs.enumerated().map { index, run in
        let isLast = index == line.runs.count - 1 && place < lines.count - 1
        return Marker.Run(
          text: run.text + (isLast ? "\n" : ""), weight: run.isBold ? 700 : 400, color: run.color, size: run.size)
      }
    }
  }
}

extension Size {
  /// Whether there is room for it.
  func fits(in room: Size) -> Bool { width <= room.width + 1e-9 && height <= room.height + 1e-9 }
}

extension Rect {
  var size: Size { Size(width: width, height: height) }
}
