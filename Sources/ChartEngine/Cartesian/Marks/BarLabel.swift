import ChartModel
import JSONModel

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
      guard let bars = BarSeries(series, self) else { continue }
      for point in points(inView: series) {
        guard let bar = bars.bar(at: point), let label = label(of: bar, bars) else { continue }
        let box = label.box
        let first = Int(saturating: (box.minX - 2) / 32)
        let range = first...max(first, Int(saturating: (box.maxX + 2) / 32))
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

  private func label(of bar: BarMark, _ bars: BarSeries) -> BarLabel? {
    guard plot.minX <= bar.rect.midX, bar.rect.midX <= plot.maxX else { return nil }
    let spec = bars.style.labels
    let font = Font(size: spec.fontSize)
    let text = font.truncated(text(spec.text, of: bar.point, bars.series), to: canvas.size.width)
    guard !text.isEmpty else { return nil }
    func label(isInside: Bool) -> BarLabel {
      let inside = bar.isNegative ? bar.rect.maxY - 4 : bar.rect.minY + 4 + font.capHeight
      let outside = bar.isNegative ? bar.rect.maxY + 4 + font.capHeight : bar.rect.minY - 4
      return BarLabel(
        text: text, position: Point(x: bar.rect.midX, y: isInside ? inside : outside), font: font,
        color: spec.color ?? (isInside ? fillColor(of: bar, bars).legibleText : canvas.theme.secondaryText))
    }
    // Beyond a bar that another one stands on, there is that one; beyond one that ends with the axis there may be no room.
    if spec.position == .above, !bars.isCovered(bar) {
      let label = label(isInside: false)
      if hasRoom(beyondPlot: label) { return label }
    }
    guard bar.rect.height >= font.capHeight + 6, bar.rect.width >= font.width(of: text) else { return nil }
    let label = label(isInside: true)
    let box = label.box
    // Where an axis ends before a bar does, so do the values.
    return box.minY >= plot.minY - 0.01 && box.maxY <= plot.maxY + 0.01 && box.minX >= 0
      && box.maxX <= canvas.size.width ? label : nil
  }

  /// Whether a label beyond its bar is in the chart, and clear of the labels of the x axis.
  private func hasRoom(beyondPlot label: BarLabel) -> Bool {
    let box = label.box
    var (top, bottom) = (
      max(plot.minY - label.font.size * 1.5, 0), min(plot.maxY + label.font.size * 1.5, canvas.size.height)
    )
    if frame.x.spec.style.isVisible, frame.x.spec.style.labels.isVisible {
      if frame.x.spec.position == .top { top = plot.minY - 4 } else { bottom = plot.maxY + 4 }
    }
    return box.minY >= top && box.maxY <= bottom && box.minX >= 0 && box.maxX <= canvas.size.width
  }

  /// The colour behind what is written in a bar.
  private func fillColor(of bar: BarMark, _ bars: BarSeries) -> Color {
    switch bars.fill(of: bar).fill {
    case .color(let color): color
    case .gradient(let gradient): gradient.stops.first?.color ?? bars.series.color
    case nil: backgroundColor
    }
  }
}
