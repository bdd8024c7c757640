import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  static let sessionMethods: [Method<ServiceContext>] =
    [
      Method(
        "session/open", summary: "Opens a session, a set of charts with names of their own.",
        documentation: "A session that is open already stays as it is. The session `default` always is.",
        params: OpenParams.schema, result: OpenParams.result, errors: [.limitExceeded],
        examples: [
          MethodExample("by name", params: ["session": "budget"], result: ["session": "budget"]),
          MethodExample("a name made up", params: [:], result: ["session": "session-1"]),
        ]
      ) { params, context throws(RPCError) in
        OpenParams(session: try context.service.open(params.session))
      },
      Method(
        "session/list", summary: "Names the sessions and their charts.",
        params: .empty, result: SessionList.schema,
        examples: [
          MethodExample(
            "at the start", params: [:], result: ["sessions": [["session": "default", "charts": ["spending"]]]])
        ]
      ) { _, context throws(RPCError) in
        SessionList(
          sessions: context.service.withState { state in
            state.sessions.map { SessionList.Entry(session: $0.key, charts: Array($0.value.charts.keys)) }
          })
      },
      Method(
        "session/info", summary: "Tells a session's charts, and how to connect to it from elsewhere.",
        params: SessionParams.schema, result: SessionInfo.schema, errors: [.noSuchSession],
        examples: [
          MethodExample(
            "the default session", params: [:],
            result: [
              "session": "default",
              "charts": [["chart": "spending", "kind": "pie", "title": "Spending", "revision": 1]], "connections": [],
            ])
        ]
      ) { params, context throws(RPCError) in
        try context.service.withState { state throws(RPCError) in
          SessionInfo(
            session: params.session, charts: try state.session(params.session).summaries,
            connections: state.connections)
        }
      },
      Method(
        "session/close", summary: "Forgets a session with its charts.",
        documentation: "The session `default` is there again at once, empty.",
        params: SessionParams.schema, result: .empty, errors: [.noSuchSession],
        examples: [MethodExample("the default session", params: [:], result: [:])]
      ) { params, context throws(RPCError) in
        try context.service.close(params.session)
        return Empty()
      },
      Method(
        "session/subscribe", summary: "Asks to be told of every change of a session's charts.",
        documentation: """
          From then on `chart/didCreate`, `chart/didChange` and `chart/didDelete` come as notifications, also for changes \
          that the subscriber made itself. Subscribing again changes `render`.
          """,
        params: SubscribeParams.schema, result: .empty, errors: [.noSuchSession, .invalidRequest],
        examples: [MethodExample("without pictures", params: ["render": false], result: [:])]
      ) { params, context throws(RPCError) in
        try context.requireSubscriber().subscribe(to: params.session, render: params.render)
        return Empty()
      },
      Method(
        "session/unsubscribe", summary: "Ends what session/subscribe began.",
        params: SessionParams.schema, result: .empty, errors: [.noSuchSession, .invalidRequest],
        examples: [MethodExample("the default session", params: [:], result: [:])]
      ) { params, context throws(RPCError) in
        try context.requireSubscriber().unsubscribe(from: params.session)
        return Empty()
      },
    ] + transferMethods
}

extension ServiceContext {
  /// - Throws: -32600 where there is no way back to the caller.
  fileprivate func requireSubscriber() throws(RPCError) -> Subscriber {
    guard let subscriber else {
      throw .invalidRequest("notifications cannot be sent this way; connect over ZeroMQ or stdio")
    }
    return subscriber
  }
}

extension ChartSummary {
  static let schema = Schema.object(
    "ChartSummary", "A chart.", initial: ChartSummary(chart: "", kind: "", title: nil, revision: 0)
  ) {
    Property("chart", \.chart, .string(), "Its id.", required: true)
    Property("kind", \.kind, .string(), "What kind of chart it is.", required: true)
    Property("title", \.title, .optional(.string()), "Its title.")
    Property("revision", \.revision, .integer(min: 1), "Grows by one with every change.", required: true)
  }
}
