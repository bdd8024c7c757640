import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

struct AppendParams: Sendable {
  var target = ChartTarget()
  /// Read when it is known what chart they are for.
  var points: JSON = []
  var series: LegendEntry?
  var window: Int?
  var render = true

  static let schema = Schema.object("AppendParams", "Points to add.", initial: AppendParams()) {
    Property.chart(\.target.chart)
    Property(
      "points", \.points, .json("A list of points, or columns of them: `[1, null, [3, 4], {x: 5, y: 6}]`."),
      "What to add.", required: true)
    Property(
      "series", \.series, .optional(LegendEntry.schema),
      "To which series, by its index or name; the first if not given.")
    Property("window", \.window, .optional(.integer(min: 1)), "How many points to keep at most in a series.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let append = Method<ServiceContext>(
    "chart/append", summary: "Adds points to a series of a chart with axes, as they come in.",
    documentation: """
      A point is a number, `null` for a gap, `[x, y]` or `{x, y}`; x is a number, a moment in ISO 8601 or a name, of which \
      a new one becomes a new slot. Points that just follow one another have none. Without `series` a list of values as \
      y adds one to each series. Many points at once are columns: `{x: [1, 2], y: [3, 4]}`, or binary buffers of the \
      request: `{buffer: 0, type: float64}`. With `window` the oldest are dropped. What would not fit is refused as a \
      whole. All of it is one step to undo. A pie has no points: change its slices with chart/update.
      """, weight: .varying,
    params: AppendParams.schema, result: ChartResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "a day more, of the last 30",
        params: ["chart": "steps", "points": [["x": "31", "y": 1200]], "window": 30, "render": false],
        result: ["session": "default", "chart": "steps", "revision": 2, "warnings": []])
    ]
  ) { params, context throws(RPCError) in try context.service.append(params, context.call) }

  private func append(_ params: AppendParams, _ call: Call) throws(RPCError) -> ChartResult {
    while true {
      try call.cancellation.check()
      let before = try snapshot(params.target.key)
      guard let plot = before.source.spec.content as? CartesianSpec else {
        throw .invalidParams(
          path: .key("chart"),
          "a \(before.source.spec.kind) has no points to append to: change its data with chart/update")
      }
      var chart = before.chart
      let source: SpecSource
      do throws(InvalidValue) {
        source = try params.append(to: &chart, before.source, plot, RequestBuffers(call.buffers))
      } catch {
        throw RPCError(invalidParams: error)
      }
      guard source !== before.source else { return ChartResult(before.picture, render: params.render) }
      let request = Request("chart/append", params.logged, AppendParams.schema)
      if let picture = commit(chart, source, request, to: params.target.key, from: before) {
        return ChartResult(picture, render: params.render)
      }
    }
  }
}

extension AppendParams {
  /// - Returns: What the chart is made of then; `source` itself if nothing changed.
  fileprivate func append(
    to chart: inout Chart, _ source: SpecSource, _ plot: CartesianSpec, _ buffers: RequestBuffers
  ) throws(InvalidValue) -> SpecSource {
    guard !plot.series.isEmpty else { throw InvalidValue("the chart has no series yet", at: .key("chart")) }
    let given = try series.map { entry throws(InvalidValue) in try entry.index(in: chart.spec) }
    let isForAll = given == nil && AppendedPoints.areForAllSeries(points)
    let points = try AppendedPoints(points, seriesCount: isForAll ? plot.series.count : nil, buffers: buffers)
    var appending = Appending(points, to: isForAll ? nil : given ?? 0, of: source, plot, window: window)
    let grown = try appending.perform()
    guard points.count > 0 || appending.dropped.contains(where: { $0 > 0 }) else { return source }
    let selection = chart.selection(movedBy: appending.dropped)
    chart.grow(to: grown.spec, dropping: appending.dropped)
    // The engine can only guess what an update did to an entry; here it is known.
    chart.state.view.selection = selection
    return grown
  }

  /// As the history and the log keep it: the points are in the chart.
  fileprivate var logged: AppendParams {
    var params = self
    let count = points.arrayValue?.count ?? points["y"]?.arrayValue?.count ?? 0
    if count > 100 { params.points = ["count": .integer(count)] }
    return params
  }
}

extension Chart {
  /// The selection on its entry when the first ones of the series are gone; none if that is among them.
  fileprivate func selection(movedBy dropped: [Int]) -> [Int]? {
    guard let selection = state.view.selection, selection.count == 2, dropped.indices.contains(selection[0]) else {
      return state.view.selection
    }
    let index = selection[1] - dropped[selection[0]]
    return index < 0 ? nil : [selection[0], index]
  }
}
