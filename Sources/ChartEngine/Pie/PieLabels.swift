import ChartModel

/// Finds a place for each slice's label.
struct PieLabels: Sendable {
  private(set) var leaders: [LeaderLabel] = []
  private(set) var inside: [InsideLabel] = []
  /// How many leader labels there was no room for.
  private(set) var dropped = 0

  init(spec: PieSpec, marks: [SliceMark], frame: PieFrame, canvas: Canvas) {
    guard spec.labels.position != .none else { return }
    let template = Template(spec.labels.text)
    let font = Font(size: spec.labels.fontSize)
    let leaves = marks.filter { $0.children.isEmpty }
    if spec.labels.position == .leader, !frame.hasLeaders { dropped = leaves.count }
    if frame.hasLeaders {
      let column = LeaderColumn(
        frame: frame, font: font, template: template, theme: canvas.theme, scale: spec.selection.scale)
      for side in [LeaderColumn.Side.right, .left] {
        let placed = column.place(leaves.filter { LeaderColumn.Side(of: $0) == side }, on: side)
        leaders += placed.labels
        dropped += placed.dropped
      }
    }
    if spec.labels.position == .inside {
      inside = marks.compactMap { mark in
        let full = template.text(limit: PieLabels.longestInside, mark.text(for:)).oneLine
        return PieLabels.insideLabel(of: mark, texts: [full, mark.label.oneLine, mark.percentText], font: font)
      }
    } else {
      // Of inner rings the names, so that all of a ring look alike.
      inside = marks.filter { !$0.children.isEmpty }.compactMap { mark in
        PieLabels.insideLabel(of: mark, texts: [mark.label.oneLine, mark.percentText], font: font)
      }
    }
  }

  /// No slice has room for so many bytes.
  private static let longestInside = 200

  /// The first of some texts that fits between the slice's edges, if one does.
  private static func insideLabel(of mark: SliceMark, texts: [String], font: Font) -> InsideLabel? {
    let sector = mark.sector
    let isWholeDisc = sector.isRing && sector.inner == 0
    let radius = isWholeDisc ? 0 : sector.inner > 0 ? (sector.inner + sector.outer) / 2 : sector.outer * 0.62
    let middle = sector.point(angle: sector.start + sector.sweep / 2, radius: radius)
    for text in texts where !text.isEmpty && text.utf8.count < longestInside {
      let width = font.width(of: text)
      let box = Rect(
        x: middle.x - width / 2, y: middle.y - font.lineHeight / 2, width: width, height: font.lineHeight)
      let corners = [
        Point(x: box.minX - 2, y: box.minY), Point(x: box.maxX + 2, y: box.minY), Point(x: box.minX - 2, y: box.maxY),
        Point(x: box.maxX + 2, y: box.maxY), Point(x: box.midX, y: box.minY), Point(x: box.midX, y: box.maxY),
      ]
      guard corners.allSatisfy(sector.contains) else { continue }
      let position = Point(x: middle.x, y: middle.y + font.capHeight / 2)
      return InsideLabel(
        path: mark.path,
        text: Text(
          runs: [Text.Run(text, color: mark.color.legibleText)], at: position, anchor: .middle, size: font.size),
        box: box)
    }
    return nil
  }
}
