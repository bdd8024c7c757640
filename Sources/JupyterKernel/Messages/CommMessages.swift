internal import JSONModel

extension RequestHandler {
  /// `comm_info_request`: the comms that are open, or those of one target.
  static let commInfo = RequestHandler(on: [.shell]) { context in
    Reply(["comms": context.kernel.comms.list(target: context["target_name"]?.stringValue)])
  }

  /// `comm_open`: a frontend opens a comm. A kernel without such a target closes it at once.
  static let commOpen = RequestHandler(on: [.shell]) { context in
    guard let id = context["comm_id"]?.stringValue else { return nil }
    let target = context["target_name"]?.stringValue ?? ""
    context.kernel.comms.open(id, to: target, with: CommMessage(context))
    return nil
  }

  /// `comm_msg`: something for a comm.
  static let commMessage = RequestHandler(on: [.shell]) { context in
    guard let id = context["comm_id"]?.stringValue else { return nil }
    context.kernel.comms.receive(CommMessage(context), for: id)
    return nil
  }

  /// `comm_close`: a frontend is done with a comm.
  static let commClose = RequestHandler(on: [.shell]) { context in
    guard let id = context["comm_id"]?.stringValue else { return nil }
    context.kernel.comms.closedByFrontend(id)
    return nil
  }
}

extension CommMessage {
  fileprivate init(_ context: RequestContext) {
    self.init(
      data: context["data"] ?? [:], metadata: context.request.metadata, buffers: context.request.buffers,
      cancellation: context.cancellation, header: context.request.header.bytes)
  }
}
