import JSONModel
import JSONRPC

struct RestoreParams: Sendable {
  var stored: String?
  var session = ChartService.defaultSession

  static let schema = Schema.object("RestoreParams", "A stored session.", initial: RestoreParams()) {
    Property(
      "stored", \.stored, .optional(.string(minLength: 1)),
      "Its id, as session/list tells it; the newest of the session's name if not given.")
    Property.session(\.session)
  }
}

extension ChartService {
  static let restoreSession = Method<ServiceContext>(
    "session/restore", summary: "Brings the charts of a stored session back.",
    documentation: """
      A store keeps what was done in a session, also after its end: charts, what interactions made of them, and all that \
      can be undone. The session keeps what it holds besides; charts of the same id are replaced. A kernel that was \
      restarted begins afresh, and this gives back what there was before. Where nothing is stored there is nothing to bring \
      back, and `charts` is empty.
      """, weight: .heavy, memory: .more,
    params: RestoreParams.schema, result: ImportResult.schema,
    errors: [.noSuchSession, .limitExceeded, .notKept],
    examples: [
      MethodExample("where nothing is stored", params: [:], result: ["session": "default", "charts": []])
    ]
  ) { params, context throws(RPCError) in
    let (session, charts) = try context.service.restore(
      params.stored, into: params.session, unless: context.call.cancellation)
    return ImportResult(session: session, charts: charts)
  }

  /// Opens what a store has kept.
  /// - Parameter id: Of the stored session; the newest of the session's name if not given.
  /// - Returns: The session and the ids of the charts that came back.
  /// - Throws: -32001, -32004, -32005, -32602, -32800.
  func restore(
    _ id: String?, into session: String, unless cancellation: Cancellation
  ) throws(RPCError) -> (session: String, charts: [String]) {
    _ = try withState { state throws(RPCError) in try state.session(session) }
    var id = id
    if id == nil { id = try keeper?.newestStored(of: session, unless: cancellation) }
    guard let id else { return (session, []) }
    guard let json = try keeper?.document(of: id, unless: cancellation) else {
      throw .invalidParams(
        path: .key("stored"), "there is no stored session '\(id.excerpt)'; session/list tells which there are")
    }
    try cancellation.check()
    let document: SessionDocument
    do {
      document = try SessionDocument.schema.decode(json)
    } catch {
      throw .internalError("The stored session cannot be read: \(error)")
    }
    return try self.import(document, named: session, keepingOthers: true, unless: cancellation)
  }
}
