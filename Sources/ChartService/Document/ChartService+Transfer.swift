import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

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
      try context.service.export(params)
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
      try context.service.import(params)
    },
  ]

  private func export(_ params: ExportParams) throws(RPCError) -> ExportResult {
    var content = try withState { state throws(RPCError) in try state.session(params.session) }
    if let charts = params.charts { try content.reduce(to: charts) }
    return ExportResult(document: SessionDocument(content, named: params.session))
  }

  private func `import`(_ params: ImportParams) throws(RPCError) -> ImportResult {
    let document = params.document
    let charts: OrderedDictionary<String, ImportedChart>
    do {
      charts = try document.read(limits: limits)
    } catch {
      throw RPCError(invalidParams: error.prefixed(by: .key("document")))
    }
    let session = params.session ?? document.session
    try check(name: session, at: params.session == nil ? [.key("document"), .key("session")] : [.key("session")])
    for (index, name) in charts.keys.enumerated() {
      try check(name: name, at: [.key("document"), .key("charts"), .index(index), .key("chart")])
    }
    try withState { state throws(RPCError) in
      let kept = params.keepsOthers ? state.sessions[session]?.charts.keys.count { charts[$0] == nil } ?? 0 : 0
      guard kept + charts.count <= limits.charts else {
        throw .limitExceeded("charts", allowed: limits.charts, got: kept + charts.count)
      }
      try makeRoom(for: session, in: &state)
      replace(session, by: charts, document.log, keepingOthers: params.keepsOthers, in: &state)
    }
    return ImportResult(session: session, charts: Array(charts.keys))
  }

  private func replace(
    _ session: String, by charts: OrderedDictionary<String, ImportedChart>, _ log: [InteractionLog.Entry],
    keepingOthers: Bool, in state: inout ServiceState
  ) {
    let old = state.sessions[session]?.charts ?? [:]
    for record in old.values where !keepingOthers && charts[record.chart.id] == nil {
      state.notify(
        ChartKey(session: session, chart: record.chart.id),
        PendingChange(kind: .deleted, revision: record.revision, causes: ["session/import"], events: []))
    }
    var content = keepingOthers ? state.sessions[session] ?? Session() : Session()
    content.log = InteractionLog((content.log.entries + log).suffix(limits.log))
    for (name, imported) in charts {
      var record = ChartRecord(
        session: session, chart: imported.chart, source: imported.source,
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

extension Session {
  /// Leaves nothing but some charts, in their order, and what was done to them.
  /// - Throws: -32002.
  fileprivate mutating func reduce(to names: [String]) throws(RPCError) {
    for name in names { _ = try chart(name) }
    let names = Set(names)
    charts = charts.filter { names.contains($0.key) }
    log = InteractionLog(log.entries.filter { names.contains($0.chart) })
  }
}
