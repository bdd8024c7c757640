import ChartModel
import ChartWidget
import JSONModel
import JSONRPC
import OrderedCollections

struct ViewParams: Sendable {
  var target = ChartTarget()
  var theme: Theme?

  static let schema = Schema.object("ViewParams", "A chart that is shown.", initial: ViewParams()) {
    Property.chart(\.target.chart)
    Property(
      "theme", \.theme, .optional(.word()),
      "Of the page around it, where the chart's author chose none; the one before if not given.")
    Property.session(\.target.session)
  }
}

struct ViewResult: Sendable {
  var members: OrderedDictionary<String, JSON> = [:]

  static let schema = Schema.object("ViewResult", "What a view is to show.", initial: ViewResult()) {
    Property(
      "members", \.members, .dictionary(of: .json("What it is now.")),
      "The members of the view's model that have changed; all at first. `svg` is the picture whole, with `patch: null`; "
        + "or `patch` makes it out of the one before, whose number in `picture` was `from`.",
      required: true)
  }
}

struct ViewModule: Sendable {
  var identifier = ChartWidget.identifier
  var module = ChartWidget.module
  var styles = ChartWidget.styles

  static let schema = Schema.object("ViewModule", "What shows a chart in a page.", initial: ViewModule()) {
    Property("identifier", \.identifier, .string(), "Names it among others.", required: true)
    Property("module", \.module, .string(), "The JavaScript module, as anywidget loads it.", required: true)
    Property("styles", \.styles, .string(), "Its style sheet.", required: true)
  }
}

extension ChartService {
  static let openView = Method<ServiceContext>(
    "view/open", summary: "Begins to show a chart live: tells all that a view needs to know of it.",
    documentation: """
      For those who show charts in pages, as the program itself does in notebooks: the members are those of the model that \
      the module of `view/module` shows. A client has one view of a chart, whatever number of places it is shown in. Later \
      changes are told by `view/update`; that there are any, by the notifications of session/subscribe. Opening it again \
      tells everything anew.
      """,
    params: ViewParams.schema, result: ViewResult.schema, errors: [.noSuchSession, .noSuchChart, .invalidRequest],
    examples: [
      MethodExample(
        "a pie", params: ["chart": "spending", "theme": "dark"],
        result: ["members": ["chart": "spending", "kind": "pie", "revision": 1, "theme": "dark", "svg": "<svg …"]],
        compares: .members(["members.chart", "members.kind", "members.revision", "members.theme"]))
    ]
  ) { params, context throws(RPCError) in
    let picture = try context.picture(of: params.target)
    return ViewResult(
      members: try context.requireSubscriber().views.open(params.target.key, picture, theme: params.theme))
  }

  static let updateView = Method<ServiceContext>(
    "view/update", summary: "Tells what has changed in a view since it was told last.",
    documentation: """
      Of the picture a patch where that is shorter: edits in their order, `[element, {attribute: value or null}]` or \
      `[element, place, how many children go, markup of those that come]`; elements are numbered as they stand in the old \
      picture, its root being 0. Nothing is told twice, and where nothing has changed `members` is empty. In a batch behind \
      an interaction it tells what that led to.
      """,
    params: ViewParams.schema, result: ViewResult.schema, errors: [.noSuchSession, .noSuchChart, .invalidRequest],
    examples: [
      MethodExample(
        "a view that was not opened is opened", params: ["chart": "spending"],
        result: ["members": ["chart": "spending", "revision": 1, "svg": "<svg …"]],
        compares: .members(["members.chart", "members.revision"]))
    ]
  ) { params, context throws(RPCError) in
    let picture = try context.picture(of: params.target)
    let views = try context.requireSubscriber().views
    let news = views.news(params.target.key, picture, theme: params.theme)
    return ViewResult(members: news ?? views.open(params.target.key, picture, theme: params.theme))
  }

  static let closeView = Method<ServiceContext>(
    "view/close", summary: "Ends what view/open began.",
    documentation: "A view that is not open is no fault. One of a chart that has gone ends by itself.",
    params: ChartParams.schema, result: .empty, errors: [.noSuchSession, .noSuchChart, .invalidRequest],
    examples: [MethodExample("a view", params: ["chart": "spending"], result: [:])]
  ) { params, context throws(RPCError) in
    _ = try context.picture(of: params.target)
    try context.requireSubscriber().views.close(params.target.key)
    return Empty()
  }

  static let viewModule = Method<ServiceContext>(
    "view/module", summary: "Gives the JavaScript module that shows a chart live in a page.",
    documentation: """
      A module of anywidget (https://anywidget.dev), with its style sheet: the same that the kernel gives to notebooks. It \
      sends JSON-RPC requests as custom messages, and with `widget/open` the page's theme, with `widget/settle` that \
      nothing moves any more.
      """,
    params: .empty, result: ViewModule.schema,
    examples: [
      MethodExample(
        "the module", params: [:],
        result: ["identifier": .string(ChartWidget.identifier), "module": "// …", "styles": "…"],
        compares: .members(["identifier"]))
    ]
  ) { _, _ throws(RPCError) in ViewModule() }
}

extension ServiceContext {
  /// The picture of a chart that is shown; where it has gone, it is shown no more.
  fileprivate func picture(of target: ChartTarget) throws(RPCError) -> ChartPicture {
    do throws(RPCError) {
      return try service.picture(of: target.chart, in: target.session)
    } catch {
      subscriber?.views.close(target.key)
      throw error
    }
  }
}
