import ChartModel
import JSONModel
import OrderedCollections

/// What types series are of where that and the kind of their chart don't go together: a chart of bars with a line in it is one of
/// combined series, and of those one that names no type is a line.
struct TypeChoice {
  /// The spec in which all are named.
  let json: JSON
  /// What its author is told.
  let remarks: [String]

  /// - Returns: `nil` for a spec of which that needs not be said.
  init?(_ spec: JSON) {
    guard case .object(var members) = spec, let kind = members["kind"]?.stringValue, var series = spec.allSeries else {
      return nil
    }
    let types = Set(SeriesSpec.Kind.styles.map { $0.name })
    let isCombined = kind == CartesianSpec.Kind.combined.rawValue
    let others = series.compactMap { $0["type"]?.stringValue }.filter { $0 != kind && types.contains($0) }
    guard isCombined ? series.contains(where: \.lacksType) : types.contains(kind) && !others.isEmpty else { return nil }
    let standard = isCombined ? "line" : kind
    let untold = series.indices.filter { series[$0].lacksType }
    for index in untold { series[index] = series[index].setting("type", .string(standard)) }
    members["kind"] = .string(CartesianSpec.Kind.combined.rawValue)
    members["series"] = .array(series)
    json = .object(members)
    remarks =
      isCombined
      ? untold.map { "series[\($0)].type: is not given: drawn as a line; `type: line` says so" }
      : ["kind: drawn as combined, since there is a series of type '\(others[0])' beside those of a \(kind)"]
  }
}

extension JSON {
  /// The series of a spec that lists them, or the only one; `nil` for anything else.
  fileprivate var allSeries: [JSON]? {
    let all: [JSON]
    switch self["series"] {
    case .array(let series)?: all = series
    case .object(let members)? where members["by"] == nil: all = [.object(members)]
    default: return nil
    }
    return all.allSatisfy { if case .object = $0 { true } else { false } } ? all : nil
  }

  fileprivate var lacksType: Bool { self["type"].map(\.isNull) ?? true }
}
