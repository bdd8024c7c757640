import ChartModel
import JSONModel
import OrderedCollections

/// Which kind of chart a spec is that names none: the likeliest that takes all its keys, as Observable Plot's `auto` mark
/// chooses by the columns.
///
/// `slices`, `stages` and `value` belong to one kind. A plot is made of bars where its positions are names, of a line where
/// they rise, of points where they do not, and counts what it is given where there is nothing beside the positions.
struct KindChoice {
  /// A kind, and why it is taken.
  struct Choice: Hashable {
    var kind: String
    var reason: String

    /// What the author is told.
    var remark: String { "no kind is given: drawn as a \(kind), since \(reason); `kind: \(kind)` says so" }
  }

  /// What may be meant, the likeliest first; empty where nothing tells.
  private let choices: [Choice]

  init(_ spec: OrderedDictionary<String, JSON>) {
    func has(_ key: String) -> Bool { spec[key].map { !$0.isNull } ?? false }
    let series: [JSON]
    switch spec["series"] {
    case .array(let items)?: series = items
    case .object?: series = [spec["series"] ?? .null]
    default: series = []
    }
    if has("slices") || spec["data"]?["label"] != nil {
      choices = [Choice(kind: "pie", reason: "it has slices"), Choice(kind: "treemap", reason: "it has slices")]
    } else if spec["data"]?["levels"] != nil {
      choices = [Choice(kind: "treemap", reason: "its rows have levels")]
    } else if has("stages") {
      choices = [Choice(kind: "funnel", reason: "it has stages")]
    } else if series.contains(where: { $0["type"] != nil }) {
      choices = [Choice(kind: "combined", reason: "its series have types")]
    } else if has("series") || has("x") || has("values") || has("data") {
      choices = KindChoice.plots(spec, series)
    } else if has("value") {
      choices = [Choice(kind: "gauge", reason: "it has one value")]
    } else {
      choices = []
    }
  }

  private static func plots(_ spec: OrderedDictionary<String, JSON>, _ series: [JSON]) -> [Choice] {
    let isGiven = !series.isEmpty || spec["values"] != nil || spec["series"] != nil
    let data = spec["data"]
    if !isGiven, data == nil || data?["x"] != nil, data?["y"] == nil {
      return [Choice(kind: "histogram", reason: "there are no values beside its positions")]
    }
    let keys = "its keys are those of this kind"
    return [line, points, bars].map { Choice(kind: $0.kind, reason: keys) }
      + ["heatmap", "candlestick", "histogram", "box"].map { Choice(kind: $0, reason: keys) }
  }

  private static let bars = Choice(kind: "bar", reason: "its positions are names")
  private static let cells = Choice(kind: "heatmap", reason: "both its positions and its values are names")
  private static let line = Choice(kind: "line", reason: "its positions rise")
  private static let following = Choice(kind: "line", reason: "its values follow one another")
  private static let empty = Choice(kind: "line", reason: "it has no data yet")
  private static let points = Choice(kind: "scatter", reason: "its positions do not rise")
  private static let moments = Choice(kind: "scatter", reason: "its values are moments")

  /// Of the choices the best one for a spec's data.
  /// - Parameters:
  ///   - candidates: Those that take all of the spec's keys; not empty.
  ///   - spec: With all its data, as one of these reads it.
  ///   - isOfTable: Whether its data are columns of a table.
  static func best(of candidates: [Choice], for spec: ChartSpec, ofTable isOfTable: Bool) -> Choice {
    // Of small multiples all are drawn alike.
    let drawn = (spec.content as? FacetedSpec)?.panels.first?.chart ?? spec
    guard let plot = drawn.content as? CartesianSpec, ["line", "scatter", "bar"].contains(plot.kind.rawValue) else {
      return candidates[0]
    }
    let best = best(for: plot, ofTable: isOfTable)
    if candidates.contains(where: { $0.kind == best.kind }) { return best }
    return plot.isEmpty ? Choice(kind: candidates[0].kind, reason: empty.reason) : candidates[0]
  }

  private static func best(for plot: CartesianSpec, ofTable isOfTable: Bool) -> Choice {
    switch (plot.hasNames, plot.isEmpty) {
    case (true, _) where plot.y.scale == .time: moments
    case (true, _): isOfTable && !plot.hasValues ? cells : bars
    case (false, true): empty
    case (false, false) where !plot.hasPositions: following
    case (false, false): plot.positionsRise ? line : points
    }
  }

  /// Those of the choices that take all keys of a spec, the likeliest first.
  /// - Throws: Why the likeliest doesn't, where none does, or the spec's own fault where there is no choice.
  func candidates(
    for spec: OrderedDictionary<String, JSON>, of kinds: ChartKinds
  ) throws(InvalidValue) -> [(choice: Choice, declared: ChartSpec, json: JSON)] {
    var found: [(choice: Choice, declared: ChartSpec, json: JSON)] = []
    var fault: InvalidValue?
    for choice in choices {
      let json = KindChoice.spec(spec, as: choice.kind)
      do throws(InvalidValue) {
        found.append((choice, try ChartSpec(json: json, kinds: kinds), json))
      } catch {
        fault = fault ?? error
      }
    }
    if let fault, found.isEmpty { throw fault }
    return found
  }

  /// The spec with its kind as its first key.
  static func spec(_ spec: OrderedDictionary<String, JSON>, as kind: String) -> JSON {
    var members: OrderedDictionary<String, JSON> = ["kind": .string(kind)]
    for (key, value) in spec where key != "kind" { members[key] = value }
    return .object(members)
  }
}

extension CartesianSpec {
  /// Whether its positions are names.
  fileprivate var hasNames: Bool {
    if x.scale == .category || !x.labels.isEmpty { return true }
    if x.scale != nil { return false }
    return ([x.values] + series.compactMap(\.positions)).contains { column in
      column.entries.contains { if case .text = $0 { true } else { false } }
    }
  }

  /// Whether any of its values is a number, or none is read that could be one.
  fileprivate var hasValues: Bool {
    series.allSatisfy(\.values.isEmpty)
      || series.contains { $0.values.entries.contains { if case .number = $0 { true } else { false } } }
  }

  /// Whether nothing is given that could be drawn.
  fileprivate var isEmpty: Bool { !hasPositions && series.allSatisfy(\.values.isEmpty) }

  /// Whether any positions are given.
  fileprivate var hasPositions: Bool { ([x.values] + series.compactMap(\.positions)).contains { !$0.isEmpty } }

  /// Whether the positions of each series rise, where they are given.
  /// - Complexity: O(*n*)
  fileprivate var positionsRise: Bool {
    ([x.values] + series.compactMap(\.positions)).allSatisfy { column in
      guard case .numbers(let numbers) = column else { return true }
      var last = -Double.infinity
      for number in numbers where !number.isNaN {
        guard number > last else { return false }
        last = number
      }
      return true
    }
  }
}
