internal import CellModel
internal import JSONModel

// JEP 91. On control, so that a busy shell doesn't hold it up.

extension RequestHandler {
  /// `create_subshell_request`: one more shell, answered at the same time as the others.
  static let createSubshell = RequestHandler(on: [.control]) { context throws(CellError) in
    guard let id = context.kernel.shells.create() else {
      throw .invalidRequest("There are too many subshells. Delete some with delete_subshell_request.")
    }
    return Reply(["subshell_id": .string(id)])
  }

  /// `delete_subshell_request`: ends a subshell and what runs there.
  static let deleteSubshell = RequestHandler(on: [.control]) { context throws(CellError) in
    let id = try context.content(as: DeleteSubshellRequest.schema).subshell
    guard context.kernel.shells.delete(id) else { throw .unknownSubshell(id) }
    return Reply()
  }

  /// `list_subshell_request`: the subshells' ids, without the main shell, which has none.
  static let listSubshells = RequestHandler(on: [.control]) { context in
    Reply(["subshell_id": .array(context.kernel.shells.ids.map { .string($0) })])
  }
}

/// The content of a `delete_subshell_request`.
private struct DeleteSubshellRequest: Sendable {
  var subshell = ""

  static let schema = Schema.object("DeleteSubshellRequest", "A subshell to end.", initial: DeleteSubshellRequest()) {
    Property("subshell_id", \.subshell, .string(), "The subshell.", required: true)
  }
}

extension CellError {
  static func unknownSubshell(_ id: String) -> CellError {
    .invalidRequest("There is no subshell \(id.prefix(100)). list_subshell_request lists those there are.")
  }
}
