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
    let font = canvas.typeface.font(spec.labels.fontSize)
    let leaves = marks.filter { $0.children.isEmpty }
    if frame.hasLeaders {
      let column = LeaderColumn(
        frame: frame, font: font, template: template, color: spec.labels.color, surface: canvas.surface,
        isWhole: leaves.reduce(0) { $0 + $1.sector.sweep } >= spec.sweep - 1e-6)
      for side in [LeaderColumn.Side.right, .left] {
        let placed = column.place(leaves.filter { LeaderColumn.Side(of: $0) == side }, on: side)
        leaders += placed.labels
        dropped += placed.dropped
      }
    }
    let isNested = marks.contains { $0.ring != marks[0].ring }
    // Shares alone say something only where the legend tells the names: those of the whole's own parts.
    let names = InsideLabels(font: font, color: spec.labels.color, isNested: isNested, isNamed: frame.isNamed)
    if spec.labels.position == .inside || isNested && !frame.hasLeaders {
      inside = names.labels(of: marks, template: template)
      dropped += marks.count - inside.count
    } else {
      let parents = marks.filter { !$0.children.isEmpty }
      inside = names.labels(of: parents, template: Template("{label}"))
      dropped += parents.count { !$0.label.isEmpty } - inside.count
      if !frame.hasLeaders { dropped += leaves.count }
    }
  }
}
