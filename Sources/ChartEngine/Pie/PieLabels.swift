import ChartModel

/// Finds a place for each slice's label.
struct PieLabels: Sendable {
  private(set) var leaders: [LeaderLabel] = []
  private(set) var inside: [InsideLabel] = []
  /// How many labels there was no room for.
  private(set) var dropped = 0

  init(spec: PieSpec, marks: [SliceMark], frame: PieFrame, canvas: Canvas) {
    guard spec.labels.position != .none else { return }
    let template = Template(spec.labels.text)
    let font = Font(size: spec.labels.fontSize)
    let leaves = marks.filter { $0.children.isEmpty }
    if spec.labels.position == .leader, !frame.hasLeaders { dropped = leaves.count }
    if frame.hasLeaders {
      let column = LeaderColumn(
        frame: frame, font: font, template: template, color: spec.labels.color, surface: canvas.surface)
      for side in [LeaderColumn.Side.right, .left] {
        let placed = column.place(leaves.filter { LeaderColumn.Side(of: $0) == side }, on: side)
        leaders += placed.labels
        dropped += placed.dropped
      }
    }
    // Shares alone say something only where the legend tells the names.
    let isNamed = spec.common.legend.isDemanded
    if spec.labels.position == .inside {
      inside = PieLabels.inside(
        marks, color: spec.labels.color, font: font,
        texts: [
          { template.text(limit: PieLabels.longestInside, $0.text(for:)).oneLine }, { $0.label.oneLine },
        ] + (isNamed ? [{ $0.percentText }] : []))
      dropped += marks.count - inside.count
    } else {
      let parents = marks.filter { !$0.children.isEmpty }
      inside = PieLabels.inside(
        parents, color: spec.labels.color, font: font,
        texts: [{ $0.label.oneLine }] + (isNamed ? [{ $0.percentText }] : []))
      dropped += parents.count { !$0.label.isEmpty } - inside.count
    }
  }

  /// The labels in slices: in all of them the same, that for which most have room. The richest one of those that as many
  /// have room for.
  private static func inside(
    _ marks: [SliceMark], color: Color?, font: Font, texts: [(SliceMark) -> String]
  ) -> [InsideLabel] {
    texts.map { text in marks.compactMap { insideLabel(of: $0, text: text($0), color: color, font: font) } }
      .reduce([]) { $1.count > $0.count ? $1 : $0 }
  }

  /// No slice has room for so many bytes.
  private static let longestInside = 200

  /// A text between the slice's edges, if it fits there.
  private static func insideLabel(of mark: SliceMark, text: String, color: Color?, font: Font) -> InsideLabel? {
    guard !text.isEmpty, text.utf8.count < longestInside else { return nil }
    let sector = mark.sector
    let isWholeDisc = sector.isRing && sector.inner == 0
    let radius = isWholeDisc ? 0 : sector.inner > 0 ? (sector.inner + sector.outer) / 2 : sector.outer * 0.62
    let middle = sector.point(angle: sector.start + sector.sweep / 2, radius: radius)
    let width = font.width(of: text)
    let box = Rect(
      x: middle.x - width / 2, y: middle.y - font.lineHeight / 2, width: width, height: font.lineHeight)
    let corners = [
      Point(x: box.minX - 2, y: box.minY), Point(x: box.maxX + 2, y: box.minY), Point(x: box.minX - 2, y: box.maxY),
      Point(x: box.maxX + 2, y: box.maxY), Point(x: box.midX, y: box.minY), Point(x: box.midX, y: box.maxY),
    ]
    guard corners.allSatisfy(sector.contains) else { return nil }
    return InsideLabel(
      path: mark.path,
      text: Text(
        runs: [Text.Run(text, color: color ?? mark.color.legibleText)],
        at: Point(x: middle.x, y: middle.y + font.capHeight / 2), anchor: .middle, size: font.size), box: box)
  }
}
