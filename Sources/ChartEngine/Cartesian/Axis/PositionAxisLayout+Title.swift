import ChartModel

extension PositionAxisLayout {
  /// The lines of the title below the labels, or above them.
  func title(plot: Rect, on surface: Surface) -> [Text] {
    guard spec.style.isVisible, let title = spec.style.title else { return [] }
    let lines = AxisTitle.lines(title, font, within: plot.width)
    // In a horizontal chart it is read from below, as those of vertical axes are: here it is upside down.
    let (near, far) = isTurned ? (font.size * 0.25, font.capHeight + 1) : (font.capHeight + 1, font.size * 0.25)
    let isTop = spec.position == .top
    let written = lines.enumerated().map { index, line in
      // From the edge of the chart inwards.
      let steps = Double(isTurned == isTop ? lines.count - 1 - index : index) * font.lineHeight
      let y = isTop ? box.minY + near + steps : box.maxY - far - steps
      return Text(
        runs: [Text.Run(line, color: surface.secondaryText)], at: Point(x: plot.midX, y: y), anchor: .middle,
        size: font.size, rotation: isTurned ? 180 : 0)
    }
    // In a chart that is too low for both the labels stay.
    let rooms = written.map { $0.box(in: font).inset(by: 0.5) }
    return labels.contains { $0.boxes.contains { box in rooms.contains(where: box.intersects) } } ? [] : written
  }
}
