import ChartModel
import JSONModel

extension CompositeLayout {
  func words() -> String { words(separator: "\n") }

  /// The whole in words, and then each part.
  func words(separator: String) -> String {
    let title = chart.common.title.map { " “\($0.shortened)”" } ?? ""
    let name = chart.arrangement.partName
    let count = parts.count.counted(name, name + "s")
    var lines = ["\(chart.title)\(title): \(count)."]
    for part in parts.prefix(20) {
      lines.append(part.layout.words().split(separator: "\n").joined(separator: separator))
    }
    if parts.count > 20 { lines.append("And \(parts.count - 20) more.") }
    if let selection = view.selection, let words = words(for: selection) { lines.append("Selected: \(words).") }
    return lines.joined(separator: separator)
  }

  func words(for path: [Int]) -> String? {
    guard let index = path.first, parts.indices.contains(index), path.count > 1,
      let words = parts[index].layout.words(for: Array(path.dropFirst()))
    else { return nil }
    return name(of: index).map { "\($0): \(words)" } ?? words
  }

  /// What is brushed in all parts, or in some of them.
  var brushWords: String? {
    if chart.arrangement.isShared { return parts.first?.layout.brushWords }
    let brushed = parts.indices.compactMap { index in
      parts[index].layout.brushWords.map { words in name(of: index).map { "\($0): \(words)" } ?? words }
    }
    return brushed.isEmpty ? nil : brushed.joined(separator: "; ")
  }

  var warnings: [String] {
    let own = parts.map(\.layout.warnings)
    // Of pairs of values some have no rows: that is what is to be seen.
    let isEmpty = "there are no values: nothing to show"
    let tellsEmpty = !chart.arrangement.isShared || own.allSatisfy { $0.contains(isEmpty) }
    return arranged.warnings
      + own.enumerated().flatMap { index, warnings in
        warnings.filter { tellsEmpty || $0 != isEmpty }.map { "\(chart.parts[index].name): \($0)" }
      }
  }

  func report() -> JSON {
    let charts = parts.enumerated().map { index, part in
      let common: JSON = [
        "kind": .string(chart.parts[index].spec.kind), "name": name(of: index).map { .string($0) } ?? .null,
        "box": Rect.schema.encode(part.box),
      ]
      guard let members = part.layout.report().objectValue else { return common }
      return members.reduce(common) { $0.setting($1.key, $1.value) }
    }
    return [
      "size": Size.schema.encode(canvas.size), "title": arranged.title.map { Rect.schema.encode($0.box) } ?? .null,
      "charts": .array(charts), "legend": arranged.legend?.report() ?? [],
    ]
  }
}
