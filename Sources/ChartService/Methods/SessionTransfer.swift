import JSONModel
import JSONRPC

struct ImportParams: Sendable {
  var document = SessionDocument()
  var session: String?
  var keepsOthers = false

  static let schema = Schema.object("ImportParams", "A session to open.", initial: ImportParams()) {
    Property("document", \.document, SessionDocument.schema, "What session/export gave.", required: true)
    Property("session", \.session, .optional(.string(minLength: 1)), "The session's name; the document's if not given.")
    Property(
      "keep", \.keepsOthers, .bool(),
      "Whether the session keeps what it holds; charts of the same id are replaced.")
  }
}

struct ImportResult: Sendable {
  var session = ""
  var charts: [String] = []

  static let schema = Schema.object("ImportResult", "A session that was opened.", initial: ImportResult()) {
    Property("session", \.session, .string(), "Its name.", required: true)
    Property("charts", \.charts, .array(of: .string()), "The ids of its charts.", required: true)
  }
}

extension ChartService {
  static let importSession = Method<ServiceContext>(
    "session/import", summary: "Opens a session from a document of session/export.",
    documentation: """
      The session gets the name in the document, unless another is given; what it held before is forgotten. The pictures \
      are the same byte for byte, and everything can still be undone. With `keep` the session keeps what it holds besides. \
      A faulty document changes nothing.
      """, weight: .heavy, memory: .more,
    params: ImportParams.schema, result: ImportResult.schema, errors: [.limitExceeded, .notKept],
    examples: [
      MethodExample(
        "a document",
        params: [
          "document": [
            "format": "chartkernel-session", "version": 1, "session": "budget",
            "specs": [["spec": ["kind": "pie", "slices": [["label": "Rent", "value": 25]]]]],
            "charts": [
              [
                "chart": "rent", "spec": 0, "revision": 3,
                "state": ["startAngle": 90, "selection": [0], "hidden": [], "progress": 1],
              ]
            ],
          ]
        ], result: ["session": "budget", "charts": ["rent"]])
    ]
  ) { params, context throws(RPCError) in
    let (session, charts) = try context.service.import(
      params.document, named: params.session, keepingOthers: params.keepsOthers,
      unless: context.call.cancellation)
    return ImportResult(session: session, charts: charts)
  }
}

struct ExportParams: Sendable {
  var session = ChartService.defaultSession
  var charts: [String]?

  static let schema = Schema.object("ExportParams", "A session to write.", initial: ExportParams()) {
    Property.session(\.session)
    Property(
      "charts", \.charts, .optional(.array(of: .string(minLength: 1))),
      "The ids of the charts to write; all if not given.")
  }
}

struct ExportResult: Sendable {
  var document = SessionDocument()

  static let schema = Schema.object("ExportResult", "A session.", initial: ExportResult()) {
    Property("document", \.document, SessionDocument.schema, "The whole session.", required: true)
  }
}

extension ChartService {
  static let exportSession = Method<ServiceContext>(
    "session/export", summary: "Writes a session as one JSON document.",
    documentation: """
      It holds specs, data, states, histories and the log, and needs no other file. A session that is too large for one \
      answer can be written in parts, by `charts`, and put together again by session/import with `keep`. The log has the \
      newest entries, no more of them than `log` and no more bytes than `logBytes` of the limits in initialize.
      """, weight: .heavy,
    params: ExportParams.schema, result: ExportResult.schema, errors: [.noSuchSession, .noSuchChart],
    examples: [
      MethodExample(
        "the default session", params: [:],
        result: ["document": ["format": "chartkernel-session", "version": 1, "session": "default"]],
        compares: .members(["document.format", "document.version", "document.session"]))
    ]
  ) { params, context throws(RPCError) in
    ExportResult(
      document: try context.service.export(
        params.session, charts: params.charts, unless: context.call.cancellation))
  }
}
