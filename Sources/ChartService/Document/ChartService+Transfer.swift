package import JSONModel
package import JSONRPC
import OrderedCollections

extension ChartService {
  /// Writes a session as the document that `session/export` gives.
  /// - Throws: -32001.
  package func exportedDocument(of session: String) throws(RPCError) -> JSON {
    SessionDocument.schema.encode(try export(session))
  }

  /// - Parameter charts: Those that are to be in it; all if not given.
  /// - Throws: -32001, -32002, -32800.
  func export(
    _ session: String, charts: [String]? = nil, unless cancellation: Cancellation = Cancellation()
  ) throws(RPCError) -> SessionDocument {
    var content = try withState { state throws(RPCError) in try state.session(session) }
    do throws(MissingChart) {
      if let charts { try content.reduce(to: charts) }
    } catch {
      throw error.error
    }
    return try SessionDocument(content, named: session) { () throws(RPCError) in try cancellation.check() }
  }

  /// Opens a session as a document has it.
  /// - Parameters:
  ///   - name: Its name; the document's if not given.
  ///   - keepsOthers: Whether the session keeps the charts that the document has not.
  /// - Returns: Its name and the ids of its charts.
  /// - Throws: -32602, -32004, -32005, -32800.
  func `import`(
    _ document: SessionDocument, named name: String?, keepingOthers: Bool = false, unless cancellation: Cancellation
  ) throws(RPCError) -> (session: String, charts: [String]) {
    let imported: ImportedSession
    do {
      imported = try document.read(limits: limits, kinds: kinds) { cancellation.isCancelled }
    } catch {
      try cancellation.check()
      throw RPCError(invalidParams: error.prefixed(by: .key("document")))
    }
    let charts = imported.charts
    let session = name ?? document.session
    try check(name: session, at: name == nil ? [.key("document"), .key("session")] : [.key("session")])
    for (index, name) in charts.keys.enumerated() {
      try check(name: name, at: [.key("document"), .key("charts"), .index(index), .key("chart")])
    }
    let log = document.log.suffix(limits.log).map { InteractionLog.Record($0) }
    for chart in charts.values {
      try cancellation.check()
      chart.moment.prepare()
      for step in chart.history.undoable + chart.history.redoable { step.moment.prepare() }
    }
    var material = ChangeMaterial()
    if keeper != nil {
      (material.document, material.documentSources) = (SessionDocument.schema.encode(document), imported.sources)
    }
    let _: Void? = try change(session, material) { state throws(RPCError) in
      let kept = keepingOthers ? state.sessions[session]?.charts.keys.count { charts[$0] == nil } ?? 0 : 0
      guard kept + charts.count <= limits.charts else {
        throw .limitExceeded("charts", allowed: limits.charts, got: kept + charts.count)
      }
      try checkRoom(for: session, in: state)
      return Decision(.document(keepsOthers: keepingOthers)) { [self] state in
        replace(session, by: charts, log, keepingOthers: keepingOthers, in: &state)
      }
    }
    refitAll(of: session)
    return (session, Array(charts.keys))
  }

  private func replace(
    _ session: String, by charts: OrderedDictionary<String, ImportedChart>, _ log: [InteractionLog.Record],
    keepingOthers: Bool, in state: inout ServiceState
  ) {
    let old = state.sessions[session]?.charts ?? [:]
    state.discard(old)
    let deletion = PendingChange(kind: .deleted, causes: ["session/import"])
    for (index, name) in old.keys.enumerated() where !keepingOthers && charts[name] == nil {
      state.notify(ChartKey(session: session, chart: name), deletion.at(old.values[index].revision))
    }
    var content = keepingOthers ? state.sessions[session] ?? Session() : Session()
    for record in log {
      let forgotten = content.log.append(record, limits: limits)
      if !forgotten.isEmpty { state.discard(forgotten) }
    }
    var creation = PendingChange(kind: .created, causes: ["session/import"])
    content.notes = state.sessions[session]?.notes ?? [:]
    for (name, imported) in charts {
      let revision = old.index(forKey: name).map { old.values[$0].revision }
      var record = ChartRecord(
        session: session, chart: imported.moment.chart, source: imported.moment.source,
        // The revisions of a chart that is replaced go on.
        revision: max(imported.revision, ChartRecord.revision(after: revision ?? 0)),
        version: state.freshNumber())
      record.history = imported.history
      if !record.source.linked.isEmpty { record.conditions = .unknown }
      content.charts[name] = record
      creation.isFirstSight = revision == nil
      state.notify(ChartKey(session: session, chart: name), creation.at(record.revision))
    }
    state.sessions[session] = content
  }
}

extension Session {
  /// Leaves nothing but some charts, in their order, and what was done to them.
  fileprivate mutating func reduce(to names: [String]) throws(MissingChart) {
    for name in names { _ = try chart(name) }
    let names = Set(names)
    charts = charts.filter { names.contains($0.key) }
    log.keep(of: names)
  }
}
