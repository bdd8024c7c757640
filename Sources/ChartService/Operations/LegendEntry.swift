import ChartModel
import JSONModel

/// How a request names an entry of the legend: by its place or its text.
enum LegendEntry: Hashable, Sendable {
  case index(Int)
  case label(String)

  static let schema: Schema<LegendEntry> = .either(
    Schema<Int>.integer(min: 0).map(
      decode: { index throws(InvalidValue) in .index(index) },
      encode: { if case .index(let index) = $0 { index } else { 0 } }),
    or: Schema<String>.string().map(
      decode: { label throws(InvalidValue) in .label(label) },
      encode: { if case .label(let label) = $0 { label } else { "" } })
  ) { entry in
    switch entry {
    case .index(let index): .integer(index)
    case .label(let label): .string(label)
    }
  }

  /// The entry's index among those of a spec.
  /// - Throws: ``InvalidValue`` at `series` if there is no such entry.
  func index(in spec: ChartSpec) throws(InvalidValue) -> Int {
    let labels = spec.content.legendLabels
    switch self {
    case .index(let index):
      guard labels.indices.contains(index) else {
        let allowed = labels.isEmpty ? "there are no entries" : "expected an index from 0 to \(labels.count - 1)"
        throw InvalidValue("\(allowed), got \(index)", at: .key("series"))
      }
      return index
    case .label(let label):
      guard let index = labels.firstIndex(of: label) else {
        throw InvalidValue(
          "there is no entry '\(label.excerpt)'", at: .key("series"), suggestion: nearestWord(to: label, among: labels))
      }
      return index
    }
  }
}
