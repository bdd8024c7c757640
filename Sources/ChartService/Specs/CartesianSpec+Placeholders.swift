import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension CartesianSpec {
  /// Puts what steps found out into the texts that ask for it: `{trend.equation}`.
  /// - Parameter notes: Keys and texts in turn.
  mutating func fill(placeholders notes: HeldColumn?) {
    let notes = CartesianSpec.pairs(of: notes)
    guard !notes.isEmpty else { return }
    let format = common.format
    func filled(_ text: String) -> String {
      guard text.contains("{") else { return text }
      return notes.reduce(text) { $0.replacing("{\($1.key)}", with: format.formula($1.value)) }
    }
    func filled(_ runs: [MarkerRunSpec]) -> [MarkerRunSpec] {
      runs.map { run in
        var run = run
        run.text = filled(run.text)
        return run
      }
    }
    common.title = common.title.map(filled)
    common.subtitle = common.subtitle.map(filled)
    common.caption = common.caption.map(filled)
    marker.runs = filled(marker.runs)
    for index in series.indices {
      series[index].name = filled(series[index].name)
      series[index].marker = series[index].marker.map(filled)
    }
  }

  /// What is to be told of texts that ask for what no step has found out, where steps have found out something.
  func unknownPlaceholders(besides notes: HeldColumn?) -> [String] {
    let known = CartesianSpec.pairs(of: notes).keys.elements
    guard !known.isEmpty else { return [] }
    var texts: [(place: String, text: String?)] = [
      ("title", common.title), ("subtitle", common.subtitle), ("caption", common.caption),
    ]
    for (index, series) in series.enumerated() { texts.append(("series[\(index)].name", series.name)) }
    var warnings: [String] = []
    for (place, text) in texts {
      for match in (text ?? "").matches(of: /\{([^{}. ]+\.[^{}. ]+)\}/) {
        let name = String(match.1)
        guard !known.contains(name) else { continue }
        let near = nearestWord(to: name, among: known).map { "; did you mean '{\($0)}'?" }
        let all = ", only \(known.map { "{\($0)}" }.joined(separator: ", "))"
        warnings.append("\(place): no step finds out '{\(name.excerpt)}'\(near ?? all)")
      }
    }
    return warnings
  }

  private static func pairs(of notes: HeldColumn?) -> OrderedDictionary<String, String> {
    let texts = notes?.entries.entries.map(\.label) ?? []
    var pairs: OrderedDictionary<String, String> = [:]
    for index in stride(from: 0, to: texts.count - 1, by: 2) { pairs[texts[index]] = texts[index + 1] }
    return pairs
  }
}
