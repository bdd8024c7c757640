import ChartModel

/// A text that explains something in the plot.
struct PlacedText: Sendable {
  let font: Font
  let lines: [String]
  /// From the last baseline to the top of the first capitals, in the space of the axes.
  let box: Rect
  let color: Color
  /// Of the rim of its letters: what lies behind it.
  let ground: Color

  /// In the picture.
  func nodes(in space: AxesSpace) -> [Node] {
    let box = space.picture(box)
    return lines.enumerated().map { index, line in
      Node(
        .text(
          Text(
            runs: [Text.Run(line, color: color)],
            at: Point(x: box.minX, y: box.maxY - Double(lines.count - 1 - index) * font.lineHeight), anchor: .start,
            size: font.size, halo: ground)))
    }
  }
}
