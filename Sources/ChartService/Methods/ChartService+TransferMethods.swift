import JSONModel
import JSONRPC

extension ChartService {
  static let transferMethods: [Method<ServiceContext>] = [
    Method(
      "session/export", summary: "Writes a session as one JSON document.",
      documentation: """
        It holds specs, data, states, histories and the log, and needs no other file. A session that is too large for one \
        answer can be written in parts, by `charts`, and put together again by session/import with `keep`.
        """, weight: .heavy,
      params: ExportParams.schema, result: ExportResult.schema, errors: [.noSuchSession, .noSuchChart],
      examples: [
        MethodExample(
          "the default session", params: [:],
          result: ["document": ["format": "chartkernel-session", "version": 1, "session": "default"]],
          compares: .members(["document.format", "document.version", "document.session"]))
      ]
    ) { params, context throws(RPCError) in
      ExportResult(document: try context.service.export(params.session, charts: params.charts))
    },
    Method(
      "session/import", summary: "Opens a session from a document of session/export.",
      documentation: """
        The session gets the name in the document, unless another is given; what it held before is forgotten. The pictures \
        are the same byte for byte, and everything can still be undone. With `keep` the session keeps what it holds besides. \
        A faulty document changes nothing.
        """, weight: .heavy,
      params: ImportParams.schema, result: ImportResult.schema, errors: [.limitExceeded],
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
        params.document, named: params.session, keepingOthers: params.keepsOthers)
      return ImportResult(session: session, charts: charts)
    },
  ]
}
