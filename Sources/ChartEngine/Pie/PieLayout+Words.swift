import ChartModel

extension PieLayout {
  func words() -> String { words(separator: "\n") }

  /// The pie in words: kind, title, total, and each slice with value and share. Long lists are cut.
  func words(separator: String) -> String {
    let shown = roots.compactMap { $0 }.map { marks[$0] }
    let title = spec.common.title.map { " “\($0.shortened)”" } ?? ""
    let count = shown.count.counted("slice", "slices")
    let place = root.isEmpty ? "" : ", in \(spec.slices.slice(at: root)?.label.shortened ?? "")"
    var lines = ["Pie chart\(title)\(place): \(count), total \(format.value(total))."]
    if let notice = spec.common.notice { lines.append(notice + ".") }
    lines += shown.prefix(50).map { $0.words + ($0.isSelected ? ", selected." : ".") }
    if shown.count > 50 { lines.append("And \(shown.count - 50) more.") }
    if let selection = view.selection, selection.count > root.count + 1,
      let mark = marks.first(where: { $0.path == selection })
    {
      lines.append("Selected: \(mark.words).")
    }
    return lines.joined(separator: separator)
  }

  func words(for path: [Int]) -> String? { marks.first { $0.path == path }?.words }

  func marker(for path: [Int]) -> Marker? {
    guard let mark = marks.first(where: { $0.path == path }) else { return nil }
    // Beside the rim, on the side that the slice points to.
    let middle = mark.sector.middle
    return Marker(
      heading: mark.label, value: "\(mark.valueText) (\(mark.percentText))",
      at: mark.sector.point(angle: middle, radius: mark.sector.outer), toward: middle, on: canvas)
  }
}
