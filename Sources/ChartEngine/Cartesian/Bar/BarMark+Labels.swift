import ChartModel

extension BarMark {
  /// The values of the bars in view, above them or inside (B6).
  var labels: [MarkLabel] {
    guard !stage.isDrawingIn, style.labels.position != .none else { return [] }
    let template = Template(style.labels.text)
    return inView.compactMap { point in bar(at: point).flatMap { label(of: $0, template) } }
  }

  private func label(of bar: PlacedBar, _ template: Template) -> MarkLabel? {
    let (spec, plot, canvas) = (style.labels, stage.plot, stage.canvas)
    guard plot.minX <= bar.rect.midX, bar.rect.midX <= plot.maxX else { return nil }
    let font = Font(size: spec.fontSize)
    // There may be very many bars.
    let limit = font.longest(in: canvas.size.width)
    let text = font.truncated(self.text(template, limit: limit, of: bar.point), to: canvas.size.width)
    guard !text.isEmpty else { return nil }
    func label(isInside: Bool) -> MarkLabel {
      let inside = bar.isNegative ? bar.rect.maxY - 4 : bar.rect.minY + 4 + font.capHeight
      let outside = bar.isNegative ? bar.rect.maxY + 4 + font.capHeight : bar.rect.minY - 4
      return MarkLabel(
        text: text, position: Point(x: bar.rect.midX, y: isInside ? inside : outside), font: font,
        color: spec.color ?? (isInside ? fillColor(of: bar).legibleText : canvas.theme.secondaryText))
    }
    // Beyond a bar that another one stands on, there is that one; beyond one that ends with the axis there may be no room.
    if spec.position == .above, !isCovered(bar) {
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
  private func hasRoom(beyondPlot label: MarkLabel) -> Bool {
    let (box, plot, canvas) = (label.box, stage.plot, stage.canvas)
    var (top, bottom) = (
      max(plot.minY - label.font.size * 1.5, 0), min(plot.maxY + label.font.size * 1.5, canvas.size.height)
    )
    switch stage.labelledSide {
    case .top: top = plot.minY - 4
    case .bottom: bottom = plot.maxY + 4
    case nil: break
    }
    return box.minY >= top && box.maxY <= bottom && box.minX >= 0 && box.maxX <= canvas.size.width
  }

  /// The colour behind what is written in a bar.
  private func fillColor(of bar: PlacedBar) -> Color {
    switch fill(of: bar).fill {
    case .color(let color): color
    case .gradient(let gradient): gradient.stops.first?.color ?? series.color
    case nil: stage.background
    }
  }
}
