import ChartModel
import JSONModel
import JSONRPC

struct SubscribeParams: Sendable {
  var session = ChartService.defaultSession
  var render = true
  var state = false
  var theme: Theme?

  static let schema = Schema.object("SubscribeParams", "What to be told of.", initial: SubscribeParams()) {
    Property.session(\.session)
    Property("render", \.render, .bool(), "Whether the notifications bring the pictures along.")
    Property(
      "state", \.state, .bool(),
      "Whether they bring along what interactions made of the charts, which chart/create takes as `state`.")
    Property(
      "theme", \.theme, .optional(.word()),
      "Of what is around pictures where the caller shows them: those of charts whose authors chose none go with it, in "
        + "answers to the caller, too.")
  }
}

extension ChartService {
  static let subscribe = Method<ServiceContext>(
    "session/subscribe", summary: "Asks to be told of every change of a session's charts.",
    documentation: """
      From then on `chart/didCreate`, `chart/didChange` and `chart/didDelete` come as notifications, also for changes \
      that the subscriber made itself. Subscribing again changes `render`, `state` and `theme`.
      """,
    params: SubscribeParams.schema, result: .empty, errors: [.noSuchSession, .invalidRequest],
    examples: [MethodExample("without pictures", params: ["render": false], result: [:])]
  ) { params, context throws(RPCError) in
    try context.requireSubscriber().subscribe(
      to: params.session, render: params.render, state: params.state, theme: params.theme)
    return Empty()
  }

  static let unsubscribe = Method<ServiceContext>(
    "session/unsubscribe", summary: "Ends what session/subscribe began.",
    params: SessionParams.schema, result: .empty, errors: [.noSuchSession, .invalidRequest],
    examples: [MethodExample("the default session", params: [:], result: [:])]
  ) { params, context throws(RPCError) in
    try context.requireSubscriber().unsubscribe(from: params.session)
    return Empty()
  }
}

extension ServiceContext {
  /// - Throws: -32600 where there is no way back to the caller.
  func requireSubscriber() throws(RPCError) -> Subscriber {
    guard let subscriber else {
      throw .invalidRequest("notifications cannot be sent this way; connect over ZeroMQ or stdio")
    }
    return subscriber
  }
}
