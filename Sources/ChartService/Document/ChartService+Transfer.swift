import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  static let transferMethods: [Method<ServiceContext>] = [
    Method(
      "session/export", summary: "Writes a session as one JSON document.",
      documentation: "It holds specs, data, states, histories and the log, and needs no other file.", weight: .heavy,
      params: SessionParams.schema, result: ExportResult.schema, errors: [.noSuchSession],
      examples: [
        MethodExample(
          "the default session", params: [:],
          result: ["document": ["format": "chartkernel-session", "version": 1, "session": "default"]],
          compares: .members(["document.format", "document.version", "document.session"]))
      ]
    ) { params, context throws(RPCError) in
      try context.service.export(params.session)
    },
    Method(
      "session/import", summary: "Opens a session from a document of session/export.",
      documentation: """
        The session gets the name in the document, unless another is given; what it held before is forgotten. The pictures \
        are the same byte for byte, and everything can still be undone. A faulty document changes nothing.
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
      try context.service.import(params)
    },
  ]

  private func export(_ session: String) throws(RPCError) -> ExportResult {
    let content = try withState { state throws(RPCError) in try state.session(session) }
    return ExportResult(document: SessionDocument(content, named: session))
  }

  private func `import`(_ params: ImportParams) throws(RPCError) -> ImportResult {
    let document = params.document
    let charts: OrderedDictionary<String, ImportedChart>
    do {
      charts = try document.read(limits: limits, kinds: kinds)
    } catch {
      throw RPCError(invalidParams: error.prefixed(by: .key("document")))
    }
    let session = params.session ?? document.session
    try check(name: session, at: params.session == nil ? [.key("document"), .key("session")] : [.key("session")])
    for (index, name) in charts.keys.enumerated() {
      try check(name: name, at: [.key("document"), .key("charts"), .index(index), .key("chart")])
    }
    guard charts.count <= limits.charts else {
      throw .limitExceeded("charts", allowed: limits.charts, got: charts.count)
    }
    try withState { state throws(RPCError) in
      try makeRoom(for: session, in: &state)
      replace(session, by: charts, document.log, in: &state)
    }
    return ImportResult(session: session, charts: Array(charts.keys))
  }

  private func replace(
    _ session: String, by charts: OrderedDictionary<String, ImportedChart>, _ log: [InteractionLog.Entry],
    in state: inout ServiceState
  ) {
    let old = state.sessions[session]?.charts ?? [:]
    if let session = state.sessions[session] { state.discard(session) }
    for record in old.values where charts[record.chart.id] == nil {
      state.notify(
        ChartKey(session: session, chart: record.chart.id),
        PendingChange(kind: .deleted, revision: record.revision, causes: ["session/import"], events: []))
    }
    var content = Session()
    content.log = InteractionLog(log.suffix(limits.log))
    for (name, imported) in charts {
      var record = ChartRecord(
        session: session, chart: imported.moment.chart, source: imported.moment.source,
        // The revisions of a chart that is replaced go on.
        revision: max(imported.revision, (old[name]?.revision ?? 0) + 1), version: state.freshNumber())
      record.history = imported.history
      content.charts[name] = record
      state.notify(
        ChartKey(session: session, chart: name),
        PendingChange(
          kind: .created, revision: record.revision, causes: ["session/import"], events: [],
          isFirstSight: old[name] == nil))
    }
    state.sessions[session] = content
  }
}
