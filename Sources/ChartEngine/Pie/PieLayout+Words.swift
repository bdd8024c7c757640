import ChartModel

extension PieLayout {
  func words() -> String { words(separator: "\n") }

  /// The pie in words: kind, title, total, and each slice with value and share. Long lists are cut.
  func words(separator: String) -> String {
    let shown = roots.compactMap { $0 }.map { marks[$0] }
    let title = spec.common.title.map { " “\($0.shortened)”" } ?? ""
    let count = shown.count == 1 ? "1 slice" : "\(shown.count) slices"
    var lines = ["Pie chart\(title): \(count), total \(format.value(total))."]
    lines += shown.prefix(50).map { $0.words + ($0.isSelected ? ", selected." : ".") }
    if shown.count > 50 { lines.append("And \(shown.count - 50) more.") }
    if let selection = view.selection, selection.count > 1, let mark = marks.first(where: { $0.path == selection }) {
      lines.append("Selected: \(mark.words).")
    }
    return lines.joined(separator: separator)
  }

  func words(for path: [Int]) -> String? { marks.first { $0.path == path }?.words }

  func marker(for path: [Int]) -> Marker? {
    guard let mark = marks.first(where: { $0.path == path }) else { return nil }
    let name = Font(size: 12)
    let number = Font(size: 12, isBold: true)
    let label = name.truncated(mark.label.oneLine, to: 200)
    let value = "\(mark.valueText) (\(mark.percentText))"
    let width = max(name.width(of: label), number.width(of: value)) + 16
    let height = (label.isEmpty ? 1 : 2) * name.lineHeight + 10
    let (sine, cosine) = sineAndCosine(degrees: mark.sector.middle)
    let anchor = mark.sector.point(angle: mark.sector.middle, radius: mark.sector.outer)
    // Beside the rim, on the side that the slice points to.
    let frame = Rect(
      x: anchor.x + 8 * cosine - width * (1 - cosine) / 2, y: anchor.y + 8 * sine - height * (1 - sine) / 2,
      width: width, height: height)
    let background = canvas.surface.markerBackground
    let color = background.legibleText
    var runs = [Marker.Run(text: value, weight: 700, color: color, size: number.size)]
    if !label.isEmpty { runs.insert(Marker.Run(text: label + "\n", weight: 400, color: color, size: name.size), at: 0) }
    return Marker(
      text: runs.map(\.text).joined(), runs: runs, background: background, anchor: anchor,
      frame: frame.moved(inside: canvas.bounds))
  }
}
