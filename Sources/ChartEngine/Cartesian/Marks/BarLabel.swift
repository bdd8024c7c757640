import ChartModel

/// The value of a bar as it is written.
struct BarLabel: Hashable, Sendable {
  let text: String
  /// Where its middle lies on the baseline.
  let position: Point
  let font: Font
  let color: Color

  /// The room that it takes up, in px.
  var box: Rect {
    let width = font.width(of: text)
    return Rect(
      x: position.x - width / 2, y: position.y - font.capHeight, width: width, height: font.capHeight)
  }

  var node: Node {
    Node(.text(Text(runs: [Text.Run(text, color: color)], at: position, anchor: .middle, size: font.size)))
  }
}

extension CartesianLayout {
  /// The values of the bars in view, above them or inside (B6). None overlap: the first ones stay.
  var barLabels: [BarLabel] {
    guard !isDrawingIn else { return [] }
    var kept: [BarLabel] = []
    // By columns of px, so that each is compared with its neighbours alone.
    var columns: [Int: [Int]] = [:]
    for series in visibleSeries where series.isBar && series.spec.bar.labels.position != .none {
      for point in points(inView: series) {
        guard let label = barLabel(of: point, series) else { continue }
        let box = label.box
        let range = Int((box.minX - 2) / 32)...max(Int((box.minX - 2) / 32), Int((box.maxX + 2) / 32))
        let room = Rect(x: box.x - 2, y: box.y - 1, width: box.width + 4, height: box.height + 2)
        guard !range.contains(where: { columns[$0]?.contains { kept[$0].box.intersects(room) } ?? false }) else {
          continue
        }
        for column in range { columns[column, default: []].append(kept.count) }
        kept.append(label)
      }
    }
    return kept
  }

  private func barLabel(of point: Int, _ series: PlotSeries) -> BarLabel? {
    guard let bar = bar(point, of: series), plot.minX <= bar.rect.midX, bar.rect.midX <= plot.maxX else { return nil }
    let spec = series.spec.bar.labels
    let font = Font(size: spec.fontSize)
    let text = font.truncated(self.text(spec.text, of: point, series), to: canvas.size.width)
    guard !text.isEmpty else { return nil }
    // Beyond a bar that another one stands on, there is that one.
    let isInside = spec.position == .inside || isCovered(bar)
    if isInside {
      guard bar.rect.height >= font.capHeight + 6, bar.rect.width >= font.width(of: text) else { return nil }
    }
    let inside = bar.isNegative ? bar.rect.maxY - 4 : bar.rect.minY + 4 + font.capHeight
    let outside = bar.isNegative ? bar.rect.maxY + 4 + font.capHeight : bar.rect.minY - 4
    let label = BarLabel(
      text: text, position: Point(x: bar.rect.midX, y: isInside ? inside : outside), font: font,
      color: spec.color ?? (isInside ? fillColor(of: bar, series).legibleText : canvas.theme.secondaryText))
    // Where an axis ends before a bar does, so do the values.
    let box = label.box
    return box.minY >= plot.minY - font.size * 1.5 && box.maxY <= plot.maxY + font.size * 1.5
      && box.minX >= 0 && box.maxX <= canvas.size.width ? label : nil
  }

  /// Whether another bar of its stack stands on a bar.
  private func isCovered(_ bar: BarMark) -> Bool {
    guard let column = groups.columns.first(where: { $0.contains(bar.series) }),
      let place = column.firstIndex(of: bar.series)
    else { return false }
    return column[(place + 1)...].contains { series in
      guard let span = stacks.span(series: series, at: bar.point), span.end != span.base else { return false }
      return (span.end < span.base) == bar.isNegative
    }
  }

  /// The colour behind what is written in a bar.
  private func fillColor(of bar: BarMark, _ series: PlotSeries) -> Color {
    switch fill(of: bar, series).fill {
    case .color(let color): color
    case .gradient(let gradient): gradient.stops.first?.color ?? series.color
    case nil: backgroundColor
    }
  }
}
