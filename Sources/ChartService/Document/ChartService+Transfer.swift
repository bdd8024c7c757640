import ChartEngine
import JSONModel
package import JSONRPC
import OrderedCollections

extension ChartService {
  /// Writes a session as the document that `session/export` gives.
  /// - Throws: -32001.
  package func document(of session: String) throws(RPCError) -> JSON {
    SessionDocument.schema.encode(try export(session))
  }

  /// - Throws: -32001.
  func export(_ session: String) throws(RPCError) -> SessionDocument {
    let content = try withState { state throws(RPCError) in try state.session(session) }
    return SessionDocument(content, named: session)
  }

  /// Opens a session as a document has it.
  /// - Parameter name: Its name; the document's if not given.
  /// - Returns: Its name and the ids of its charts.
  func `import`(
    _ document: SessionDocument, named name: String?
  ) throws(RPCError) -> (session: String, charts: [String]) {
    let charts: OrderedDictionary<String, ImportedChart>
    do {
      charts = try document.read(limits: limits)
    } catch {
      throw RPCError(invalidParams: error.prefixed(by: .key("document")))
    }
    let session = name ?? document.session
    try check(name: session, at: name == nil ? [.key("document"), .key("session")] : [.key("session")])
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
    return (session, Array(charts.keys))
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
