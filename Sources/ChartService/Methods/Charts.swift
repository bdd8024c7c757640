import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

/// All that can be known about a chart.
struct ChartDescription: Sendable {
  var session = ""
  var chart = ""
  var revision = 0
  var kind = ""
  var spec: JSON = [:]
  var state = ChartState()
  var layout: JSON = [:]
  var size = Size.standard
  var theme = Theme.light
  var warnings: [String] = []

  init() {}

  init(_ snapshot: ChartService.Snapshot) {
    let picture = snapshot.picture
    session = picture.session
    chart = picture.chart
    revision = picture.revision
    kind = picture.kind
    spec = snapshot.source.json
    state = snapshot.chart.state
    layout = picture.layout.report()
    size = snapshot.chart.canvas().size
    theme = snapshot.chart.canvas().theme
    warnings = picture.warnings
  }

  static let schema = Schema.object("ChartDescription", "A chart.", initial: ChartDescription()) {
    Property("session", \.session, .string(), "The session's name.", required: true)
    Property("chart", \.chart, .string(), "The chart's id.", required: true)
    Property("revision", \.revision, .integer(min: 1), "Grows by one with every change.", required: true)
    Property("kind", \.kind, .string(), "What kind of chart it is.", required: true)
    Property(
      "spec", \.spec, .object(describedAs: ChartSpec.self), "As it was given, with patches merged.", required: true)
    Property("state", \.state, ChartState.schema, "What interactions made of it.", required: true)
    Property(
      "layout", \.layout, .json("The boxes and marks, in px; depends on the kind."), "Where everything is.",
      required: true)
    Property("size", \.size, Size.schema, "The size of its picture.", required: true)
    Property("theme", \.theme, .word(), "For which surroundings it is drawn.", required: true)
    Property("warnings", \.warnings, .array(of: .string()), "What the author should know.", required: true)
  }
}

extension ChartService {
  static let get = Method<ServiceContext>(
    "chart/get", summary: "Tells a chart's spec, its state, and where everything in it is.",
    params: ChartParams.schema, result: ChartDescription.schema, errors: [.noSuchSession, .noSuchChart],
    examples: [
      MethodExample(
        "spec and state", params: ["chart": "spending"],
        result: [
          "session": "default", "chart": "spending", "revision": 1, "kind": "pie",
          "size": ["width": 640, "height": 360], "theme": "light",
          "state": ["startAngle": 270, "selection": nil, "hidden": [], "progress": 1],
        ], compares: .members(["session", "chart", "revision", "kind", "size", "theme", "state"]))
    ]
  ) { params, context throws(RPCError) in
    ChartDescription(try context.service.snapshot(params.target.key))
  }
}

struct ChartList: Sendable {
  var charts: [String] = []

  static let schema = Schema.object("ChartList", "The charts of a session.", initial: ChartList()) {
    Property(
      "charts", \.charts, .array(of: .string()), "Their ids, in the order in which they were made.", required: true)
  }
}

extension ChartService {
  static let list = Method<ServiceContext>(
    "chart/list", summary: "Names a session's charts.",
    params: SessionParams.schema, result: ChartList.schema, errors: [.noSuchSession],
    examples: [MethodExample("the default session's", params: [:], result: ["charts": ["spending"]])]
  ) { params, context throws(RPCError) in
    ChartList(
      charts: try context.service.withState { state throws(RPCError) in
        try state.session(params.session).charts.keys.elements
      })
  }
}

extension ChartService {
  static let delete = Method<ServiceContext>(
    "chart/delete", summary: "Forgets a chart.",
    params: ChartParams.schema, result: .empty, errors: [.noSuchSession, .noSuchChart, .notKept],
    examples: [MethodExample("a chart", params: ["chart": "spending"], result: [:])]
  ) { params, context throws(RPCError) in
    try context.service.delete(params.target.key)
    return Empty()
  }
}
