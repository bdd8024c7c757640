import ChartModel
import JSONModel

/// The value of an entry as it is written at it.
struct MarkLabel: Hashable, Sendable {
  let text: String
  /// Where its middle lies on the baseline.
  let position: Point
  let font: Font
  let color: Color

  /// The room that it takes up, in px.
  let box: Rect

  init(text: String, position: Point, font: Font, color: Color) {
    (self.text, self.position, self.font, self.color) = (text, position, font, color)
    let width = font.width(of: text)
    box = Rect(x: position.x - width / 2, y: position.y - font.capHeight, width: width, height: font.capHeight)
  }

  var node: Node {
    Node(.text(Text(runs: [Text.Run(text, color: color)], at: position, anchor: .middle, size: font.size)))
  }
}

extension [MarkLabel] {
  /// Those that overlap none before them.
  var withoutOverlaps: [MarkLabel] {
    var kept: [MarkLabel] = []
    // By columns of px, so that each is compared with its neighbours alone.
    var columns: [Int: [Int]] = [:]
    for label in self {
      let box = label.box
      let first = Int(saturating: (box.minX - 2) / 32)
      let range = first...Swift.max(first, Int(saturating: (box.maxX + 2) / 32))
      let room = Rect(x: box.x - 2, y: box.y - 1, width: box.width + 4, height: box.height + 2)
      guard !range.contains(where: { columns[$0]?.contains { kept[$0].box.intersects(room) } ?? false }) else {
        continue
      }
      for column in range { columns[column, default: []].append(kept.count) }
      kept.append(label)
    }
    return kept
  }
}
