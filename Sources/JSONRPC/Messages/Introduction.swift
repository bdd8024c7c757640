package import JSONModel

/// A message as one looks at it who does not know yet whether its sender may ask anything: of its calls none is carried out,
/// and nothing is looked at but the token in the first `initialize`.
public struct Introduction {
  /// The method in which a client gives the token, and where it stands in the parameters.
  package static let method = "initialize"
  package static let member = "token"
  package static let position = 3

  /// Longer messages are not read: nobody needs so many bytes to say who he is.
  package static let sizeLimit = 64 << 10

  private let message: IncomingMessage

  /// - Complexity: O(*n*) in the message's size, up to 64 KiB.
  public init(parsing bytes: [UInt8]) {
    var limits = Limits()
    limits.size = Introduction.sizeLimit
    message = IncomingMessage(parsing: bytes, buffers: [], limits: limits)
  }

  /// The token in the first call of `initialize`, or what is given for one; `nil` if there is none.
  ///
  /// The others of a batch don't count, so that one message is one guess.
  public var token: String? {
    for case .call(let call, let params) in message.items where call.method == Introduction.method {
      return (params?[Introduction.member] ?? params?[Introduction.position])?.stringValue
    }
    return nil
  }

  /// How many calls it has, and faults.
  public var count: Int { message.items.count }

  /// The answer to the message where each of its requests is refused; `nil` if it has none. Notifications are passed over, and
  /// what is no request at all is told as ever.
  public func refusal(_ error: RPCError) -> [UInt8]? {
    Response.write(answersTo: message) { item, output in
      switch item {
      case .call(let call, _):
        guard let id = call.id else { return false }
        Response.write(error, id: id, to: &output)
      case .refused(let fault, let id):
        // How much one may send is told those who may send it.
        Response.write(fault.code == .limitExceeded ? error : fault, id: id, to: &output)
      }
      return true
    }
  }

  // MARK: - What is kept of it

  /// What stands in a recording in the token's place.
  package static let redaction: JSON = "(not recorded)"

  /// The message without its tokens, for those who keep messages. It is a call of the same kind.
  /// - Returns: The message as it is if it has no token.
  /// - Complexity: O(*n*) in its size, up to 64 KiB; O(1) beyond, where no token counts.
  package static func redacting(_ message: [UInt8]) -> [UInt8] {
    // An escaped letter might be one of the method's name.
    guard message.count <= sizeLimit, message.contains(Array(method.utf8)) || message.contains(Array(#"\u"#.utf8)),
      let json = try? JSON(parsing: message)
    else { return message }
    let redacted = redacting(json)
    return redacted == json ? message : redacted.bytes
  }

  private static func redacting(_ json: JSON) -> JSON {
    if case .array(let elements) = json { return .array(elements.map(redacting)) }
    guard json["method"] == .string(method), let params = json["params"] else { return json }
    switch params {
    case .array(var values):
      guard values.indices.contains(position), values[position].stringValue != nil else { return json }
      values[position] = redaction
      return json.setting("params", .array(values))
    case .object:
      guard params[member]?.stringValue != nil else { return json }
      return json.setting("params", params.setting(member, redaction))
    default: return json
    }
  }
}
