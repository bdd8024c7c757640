internal import JSONModel

/// The header of a message as it came.
package struct MessageHeader: Hashable, Sendable {
  /// Identifies the message; `msg_id`.
  package let id: String
  /// Such as `execute_request`; `msg_type`.
  package let type: String
  /// The client's session.
  package let session: String
  package let username: String
  /// Whom the request is for, where a client uses kernel subshells (JEP 91); `nil` for the main shell.
  package let subshell: String?
  /// The header's bytes: answers carry them unchanged as their parent header.
  package let bytes: [UInt8]

  /// - Returns: `nil` if the bytes are no header: no JSON object, or one without `msg_id` or `msg_type`.
  package init?(parsing bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let id = json["msg_id"]?.stringValue,
      let type = json["msg_type"]?.stringValue
    else { return nil }
    self.id = id
    self.type = type
    self.session = json["session"]?.stringValue ?? ""
    self.username = json["username"]?.stringValue ?? ""
    self.subshell = json["subshell_id"]?.stringValue
    self.bytes = bytes
  }

  /// The type of the reply to a request: `execute_reply` for `execute_request`; `nil` for what is no request.
  package var replyType: String? {
    type.hasSuffix("_request") ? type.dropLast("request".count) + "reply" : nil
  }
}
