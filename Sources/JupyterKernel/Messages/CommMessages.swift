internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `comm_info_request`: the comms that are open, or those of one target.
  static let commInfo = RequestHandler(on: [.shell]) { context throws(CellError) in
    let content = try context.content(as: CommContent.schema)
    return Reply(["comms": context.kernel.comms.list(target: content.target)])
  }

  /// `comm_open`: a frontend opens a comm. A kernel without such a target closes it at once.
  static let commOpen = RequestHandler(on: [.shell]) { context throws(CellError) in
    let content = try context.content(as: CommContent.schema)
    guard let id = content.id else { return nil }
    context.kernel.comms.open(id, to: content.target ?? "", with: CommMessage(context, content))
    return nil
  }

  /// `comm_msg`: something for a comm.
  static let commMessage = RequestHandler(on: [.shell]) { context throws(CellError) in
    let content = try context.content(as: CommContent.schema)
    guard let id = content.id else { return nil }
    context.kernel.comms.receive(CommMessage(context, content), for: id)
    return nil
  }

  /// `comm_close`: a frontend is done with a comm.
  static let commClose = RequestHandler(on: [.shell]) { context throws(CellError) in
    guard let id = try context.content(as: CommContent.schema).id else { return nil }
    context.kernel.comms.closedByFrontend(id)
    return nil
  }
}

extension CommMessage {
  fileprivate init(_ context: RequestContext, _ content: CommContent) {
    self.init(
      data: content.data, metadata: context.request.metadata, buffers: context.request.buffers,
      cancellation: context.cancellation, header: context.request.header.bytes)
  }
}

/// The content of messages about comms.
private struct CommContent: Sendable {
  var id: String?
  var target: String?
  var data: JSON = [:]

  static let schema = Schema.object("CommContent", "A comm, and something for it.", initial: CommContent()) {
    Property("comm_id", \.id, .optional(.string()), "The comm.")
    Property("target_name", \.target, .optional(.string()), "What it is for.")
    Property("data", \.data, .json(), "Something for it.")
  }
}
