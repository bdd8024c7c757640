import JSONModel
import JSONRPC
import OrderedCollections

struct OpenParams: Sendable {
  var session: String?

  static let schema = Schema.object("OpenParams", "A session to open.", initial: OpenParams()) {
    Property("session", \.session, .optional(.string(minLength: 1)), "Its name; made up if not given.")
  }

  static let result = Schema.object("SessionName", "A session.", initial: OpenParams()) {
    Property("session", \.session, .optional(.string(minLength: 1)), "Its name.", required: true)
  }
}

extension ChartService {
  static let openSession = Method<ServiceContext>(
    "session/open", summary: "Opens a session, a set of charts with names of their own.",
    documentation: "A session that is open already stays as it is. The session `default` always is.",
    memory: .more, params: OpenParams.schema, result: OpenParams.result, errors: [.limitExceeded, .notKept],
    examples: [
      MethodExample("by name", params: ["session": "budget"], result: ["session": "budget"]),
      MethodExample("a name made up", params: [:], result: ["session": "session-1"]),
    ]
  ) { params, context throws(RPCError) in
    OpenParams(session: try context.service.open(params.session))
  }
}

struct SessionList: Sendable {
  struct Entry: Sendable {
    var session = ""
    var charts: [String] = []

    static let schema = Schema.object("SessionEntry", "A session.", initial: Entry()) {
      Property("session", \.session, .string(), "Its name.", required: true)
      Property("charts", \.charts, .array(of: .string()), "The ids of its charts.", required: true)
    }
  }

  var sessions: [Entry] = []
  /// `nil` where there is none, so that the list is as short as without a store.
  var stored: [StoredSession]?

  static let schema = Schema.object("SessionList", "The sessions.", initial: SessionList()) {
    Property(
      "sessions", \.sessions, .array(of: Entry.schema), "In the order in which they were opened.", required: true)
    Property(
      "stored", \.stored, .optional(.array(of: StoredSession.schema)),
      "What a store keeps of sessions that are not open, newest first: session/restore brings it back.")
  }
}

extension StoredSession {
  static let schema = Schema.object("StoredSession", "A session that is kept and not open.", initial: StoredSession()) {
    Property("stored", \.id, .string(), "Its id in the store.", required: true)
    Property("session", \.session, .string(), "The session's name.", required: true)
    Property("charts", \.charts, .array(of: .string()), "The ids of its charts.", required: true)
    Property("began", \.began, .number(), "When it was begun, in seconds since 1970.", required: true)
    Property("size", \.byteCount, .integer(min: 0), "How many bytes it takes on the disk.", required: true)
  }
}

extension ChartService {
  static let listSessions = Method<ServiceContext>(
    "session/list", summary: "Names the sessions and their charts, and what is stored of others.",
    // Stored ones are read when they are asked for first.
    weight: .heavy, params: .empty, result: SessionList.schema,
    examples: [
      MethodExample(
        "at the start", params: [:], result: ["sessions": [["session": "default", "charts": ["spending"]]]])
    ]
  ) { _, context throws(RPCError) in
    let sessions = context.service.withState { $0.sessions.map { ($0.key, $0.value.charts.keys.elements) } }
    let stored = context.service.keeper?.stored ?? []
    return SessionList(
      sessions: sessions.map { SessionList.Entry(session: $0, charts: $1) }, stored: stored.isEmpty ? nil : stored)
  }
}

struct SessionInfo: Sendable {
  var session = ""
  var charts: [ChartSummary] = []
  var connections: [Connection] = []

  static let schema = Schema.object("SessionInfo", "A session.", initial: SessionInfo()) {
    Property("session", \.session, .string(), "Its name.", required: true)
    Property("charts", \.charts, .array(of: ChartSummary.schema), "Its charts.", required: true)
    Property(
      "connections", \.connections, .array(of: Connection.schema), "How to connect from elsewhere.", required: true)
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

extension ChartService {
  static let sessionInfo = Method<ServiceContext>(
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
    let (pictures, connections) = try context.service.withState { state throws(RPCError) in
      (try state.session(params.session).pictures, state.connections)
    }
    return SessionInfo(session: params.session, charts: pictures.map(ChartSummary.init), connections: connections)
  }
}

extension ChartService {
  static let closeSession = Method<ServiceContext>(
    "session/close", summary: "Forgets a session with its charts.",
    documentation: "The session `default` is there again at once, empty.",
    // Thousands of charts may have to be told of.
    weight: .heavy, params: SessionParams.schema, result: .empty, errors: [.noSuchSession, .notKept],
    examples: [MethodExample("the default session", params: [:], result: [:])]
  ) { params, context throws(RPCError) in
    try context.service.close(params.session)
    return Empty()
  }
}
