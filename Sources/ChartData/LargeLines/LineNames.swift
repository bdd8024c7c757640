import ChartModel
import ChartTransforms
import Databases
import JSONModel

/// The names in a column that makes lines.
struct LineNames {
  private var all: [(name: String, key: SQLValue, first: Double)] = []
  /// Whether there are rows with none.
  var hasNameless = false

  /// Those that become lines.
  struct Split {
    var keys: [SQLValue] = []
    var names: [String] = []
    var warnings: [String] = []
  }

  /// - Parameters:
  ///   - key: A text or a number, each once.
  ///   - first: The position of its first row.
  mutating func append(_ key: SQLValue, first: Double) {
    switch key {
    case .text(let name): all.append((name, key, first))
    case .number(let number): all.append((JSON(number).wholeText, key, first))
    case .whole, .truth, .moment: break
    }
  }

  /// In the order of their first rows, or of their own.
  /// - Returns: `nil` if there is none.
  func split(_ by: SeriesBySpec) -> Split? {
    let sorted = all.sorted {
      by.isSorted ? LineNames.precedes($0.key, $1.key) : ($0.first, $0.name) < ($1.first, $1.name)
    }
    var split = Split()
    for line in sorted.prefix(by.most) {
      split.names.append(line.name)
      split.keys.append(line.key)
    }
    if hasNameless {
      split.warnings.append("there are rows with nothing in column '\(by.column.excerpt)', and no series")
    }
    let rest = sorted.count - split.names.count
    if rest > 0 {
      split.warnings.append(
        "\(rest) of \(sorted.count) names in column '\(by.column.excerpt)' \(rest == 1 ? "has" : "have") no series: "
          + "`most` is \(by.most)")
    }
    return split.keys.isEmpty ? nil : split
  }

  private static func precedes(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    default: false
    }
  }
}
