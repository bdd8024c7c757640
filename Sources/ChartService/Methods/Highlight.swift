import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct HighlightParams: InteractionParams {
  var target = ChartTarget()
  var mark = MarkAddress()
  var x: PositionSpec?
  var y: Double?
  var notify = true
  var render = true

  static let schema = Schema.object("HighlightParams", "A mark to select, or none.", initial: HighlightParams()) {
    Property.chart(\.target.chart)
    Property("index", \.mark.index, MarkAddress.Index.schema, "The mark's index in its series; null for none.")
    Property("series", \.mark.series, .optional(.integer(min: 0)), "The series or ring; the first if not given.")
    Property("path", \.mark.path, .optional(.path), "The indices that lead to a slice, instead of index and series.")
    Property(
      "x", \.x, .optional(PositionSpec.schema),
      "The place on the x axis: a number, a name, or a moment in ISO 8601; of a pie the index of a slice.")
    Property(
      "y", \.y, .optional(.number()),
      "The place on the value axis, to choose among entries with the same x; a pie has none.")
    Property("notify", \.notify, .bool(), "Whether there are events.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let highlight = Method<ServiceContext>.interaction(
    "chart/highlight", HighlightParams.self,
    summary: "Selects a mark by its index or by its place on the axes, or clears the selection.",
    documentation: """
      `index: null` clears the selection. In a chart with axes `x` selects the nearest entry, with `y` the one whose \
      value is nearest to that, of all series or of `series` alone. In an outer ring of a pie several slices can have \
      the same index, each among its own siblings; `path` names any slice, such as `[1, 0]` for the first child of the \
      second slice. What the legend has hidden cannot be selected: nothing changes. Without `notify` there are no events.
      """,
    examples: [
      MethodExample(
        "a slice", params: ["chart": "spending", "index": 0, "render": false],
        result: .answer(selection: .rent, events: [.rentSelected]), compares: .outcome),
      MethodExample(
        "silently", params: ["chart": "spending", "index": 0, "notify": false, "render": false],
        result: .answer(selection: .rent), compares: .outcome),
      MethodExample(
        "none", params: ["chart": "spending", "index": nil, "render": false],
        result: .answer(revision: 1, changed: false), compares: .outcome),
    ]
  ) { params, chart, _ throws(RPCError) in
    do throws(InvalidValue) {
      // Where nothing that can be seen has such a place, nothing changes.
      guard let path = try chart.mark(of: params) else { return Performed() }
      return chart.perform(.highlight(path: path.indices, notify: params.notify))
    } catch {
      throw RPCError(invalidParams: error)
    }
  }
}

extension Chart {
  /// What a request for a highlight means.
  struct HighlightTarget: Hashable, Sendable {
    /// The path of indices to a mark; `nil` for none.
    var indices: [Int]?
  }

  /// The mark that a request names by its index, its path or its place.
  /// - Returns: `nil` if there is nothing to be seen at such a place.
  /// - Throws: ``InvalidValue`` with the parameter that is wrong.
  func mark(of params: HighlightParams) throws(InvalidValue) -> HighlightTarget? {
    switch spec {
    case .pie: try slice(of: params)
    case .cartesian(let plot): try entry(of: params, in: plot)
    }
  }

  private func slice(of params: HighlightParams) throws(InvalidValue) -> HighlightTarget {
    var mark = params.mark
    if params.y != nil {
      throw InvalidValue("a pie has no y axis; name the slice with `index` or `path`", at: .key("y"))
    }
    if let x = params.x {
      guard mark == MarkAddress() else {
        throw InvalidValue("give either `x` or `index`, `series` and `path`", at: .key("x"))
      }
      // Of a pie, x counts the slices.
      let json = PositionSpec.schema.encode(x)
      guard let index = json.integerValue, index >= 0 else {
        throw InvalidValue("expected a whole number of at least 0, got \(json.text.excerpt)", at: .key("x"))
      }
      mark.index = .at(index)
    }
    return HighlightTarget(indices: try spec.path(of: mark))
  }

  private func entry(of params: HighlightParams, in plot: CartesianSpec) throws(InvalidValue) -> HighlightTarget? {
    guard let x = params.x else {
      if params.y != nil { throw InvalidValue("is required where `y` is given", at: .key("x")) }
      return HighlightTarget(indices: try plot.path(of: params.mark))
    }
    guard params.mark.index == .missing, params.mark.path == nil else {
      throw InvalidValue("give either `x` or `index`", at: .key("x"))
    }
    if let series = params.mark.series { try plot.check(series: series) }
    try positions?.check(x, at: .key("x"))
    return path(near: PlotPlace(x: x, y: params.y, series: params.mark.series)).map { HighlightTarget(indices: $0) }
  }
}
