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
      a new one becomes a new slot. y is a moment or a name where the values are such. Points that just follow one another have none. The days of a calendar need no y: `{x, colorBy}`. Of a series that has sizes, or colours by \
      value, a point may tell its own: `{x, y, size, colorBy}`; what tells none looks like all others. So it is with all that \
      its series has for each of its values: `base` of bars, `error.distance`, or `error.low` and `error.high`, of what is not sure, `open`, \
      `high` and `low` of candlesticks, `totals` of waterfalls, `target` of bullets, and `weights` of histograms. Without `series` a list of values as \
      y adds one to each series. Many points at once are columns: `{x: [1, 2], y: [3, 4], size: [5, 6]}`, or binary buffers of the \
      request: `{buffer: 0, type: float64}`. With `window` the oldest are dropped. What would not fit is refused as a \
      whole. All of it is one step to undo. What has no axes, such as a pie or a radar, has no points: change its slices or \
      series with chart/update, which keeps all that a patch doesn't name.
      """, weight: .varying, memory: .more,
    params: AppendParams.schema, result: ChartResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "a day more, of the last 30",
        params: ["chart": "steps", "points": [["x": "31", "y": 1200]], "window": 30, "render": false],
        result: ["session": "default", "chart": "steps", "revision": 2, "warnings": []])
    ]
  ) { params, context throws(RPCError) in
    try context.service.append(
      params, context.call, render: context.rendering(params.render, in: params.target.session))
  }

  private func append(
    _ params: AppendParams, _ call: Call, render: Rendering
  ) throws(RPCError) -> ChartResult {
    while true {
      try call.cancellation.check()
      let before = try snapshot(params.target.key)
      guard before.source.lines == nil else {
        throw .invalidParams(
          path: .key("chart"),
          "its rows are those of a table, of which it holds a part: add them there, and read it anew with chart/update")
      }
      guard let spec = before.source.spec.content as? any AppendableSpec else {
        let reason =
          before.source.spec.content is FacetedSpec
          ? "the rows of its data are split by `facet`, and points are in no row"
          : "a \(before.source.spec.kind) has no points to append to"
        throw .invalidParams(
          path: .key("chart"),
          "\(reason): change its \(before.source.spec.content is any SpokedSpec ? "`series`" : "data") with chart/update"
        )
      }
      let appended: AppendedSpec?
      do throws(InvalidValue) {
        appended = try spec.appending(params.request(RequestBuffers(call.buffers)), to: before.source)
      } catch {
        throw RPCError(invalidParams: error)
      }
      guard let appended else { return ChartResult(before.picture, render: render) }
      var chart = before.chart
      chart.grow(to: appended)
      let request = Request("chart/append", params.logged, AppendParams.schema)
      let growth = keeper.map { _ in
        ChangeMaterial.Growth(
          from: before.source, params: AppendParams.schema.encode(params), buffers: Array(call.buffers))
      }
      let picture = try commit(
        chart, appended.source, grownBy: growth, request, to: params.target.key, from: before)
      if let picture {
        return ChartResult(picture, render: render)
      }
    }
  }
}

extension AppendParams {
  func request(_ buffers: RequestBuffers) -> AppendRequest {
    AppendRequest(points: points, window: window, entry: series, buffers: buffers)
  }

  /// As the history and the log keep it: the points are in the chart.
  fileprivate var logged: AppendParams {
    var params = self
    let columns = points.objectValue.map { Array($0.values) } ?? [points]
    let count = columns.map { $0.arrayValue?.count ?? 0 }.max() ?? 0
    if count > 100 { params.points = ["count": .integer(count)] }
    return params
  }
}

extension Chart {
  fileprivate mutating func grow(to appended: AppendedSpec) {
    let selection = selection(movedBy: appended.dropped)
    let source = appended.source
    if appended.hasGrownOnly {
      grow(to: source.spec, dropping: appended.dropped)
    } else {
      update(spec: source.spec, engine: source.engine)
    }
    // The engine can only guess what an update did to an entry; here it is known.
    state.view.selection = selection
  }

  /// The selection on its entry when the first ones of the series are gone; none if that is among them.
  fileprivate func selection(movedBy dropped: [Int]) -> [Int]? {
    guard let selection = state.view.selection, selection.count == 2, dropped.indices.contains(selection[0]) else {
      return state.view.selection
    }
    let index = selection[1] - dropped[selection[0]]
    return index < 0 ? nil : [selection[0], index]
  }
}
