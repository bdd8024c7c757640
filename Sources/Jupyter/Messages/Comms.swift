internal import JSONModel

extension RequestHandler {
  /// `comm_info_request`: the comms that are open.
  static let commInfo = RequestHandler(on: [.shell]) { _ in Reply(["comms": [:]]) }

  /// `comm_open`: a frontend opens a comm. A kernel without such a target closes it at once.
  static let commOpen = RequestHandler(on: [.shell]) { context in
    context.closeComm()
    return nil
  }

  /// `comm_msg`: to a comm that isn't open here, such as one from before a restart; the frontend is told.
  static let commMessage = RequestHandler(on: [.shell]) { context in
    context.closeComm()
    return nil
  }

  /// `comm_close`: nothing to close.
  static let commClose = RequestHandler(on: [.shell]) { _ in nil }
}

extension RequestContext {
  fileprivate func closeComm() {
    guard let id = self["comm_id"]?.stringValue else { return }
    publish(OutgoingMessage("comm_close", ["comm_id": .string(id), "data": [:]]))
  }
}
