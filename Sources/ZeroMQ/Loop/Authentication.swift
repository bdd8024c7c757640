/// What libzmq asks about a connection before it goes on with the handshake (ZAP, rfc.zeromq.org/spec/27).
public struct AuthenticationRequest: Sendable {
  /// `NULL`, `PLAIN` or `CURVE`.
  public let mechanism: String

  /// With `CURVE` the client's public key, of which libzmq has seen the client prove that it has the other half.
  public let credentials: [[UInt8]]

  /// Who asks, an empty frame, the version, and the request's number: an answer begins with them, too.
  private let head: [[UInt8]]
  private let channel: Channel

  /// - Returns: `nil` if the message is none.
  init?(_ message: Message, on channel: Channel) {
    let frames = message.frames
    // Behind the head: the socket's domain, the client's address, the socket's name, the mechanism, and the credentials.
    guard frames.count > 7 else { return nil }
    head = Array(frames[..<4])
    mechanism = String(decoding: frames[7], as: UTF8.self)
    credentials = Array(frames[8...])
    self.channel = channel
  }

  public enum Answer: Hashable, Sendable {
    /// The client may connect, and its messages have this ``Message/user``.
    case accepted(user: String)
    /// Not now. libzmq leaves the client without an answer until its handshake has timed out, after which clients of libzmq come
    /// again by themselves.
    case notNow(String)
    /// Not at all.
    case refused(String)
  }

  /// Answers, on the loop's thread: in a handler, a job or a timer. Until then, and at most for the handshake's time, the client
  /// waits.
  public func answer(_ answer: Answer) {
    let (status, reason, user) =
      switch answer {
      case .accepted(let user): ("200", "OK", user)
      case .notNow(let reason): ("300", reason, "")
      case .refused(let reason): ("400", reason, "")
      }
    channel.send(Message(head + [status, reason, user, ""].map { Array($0.utf8) }))
  }
}

extension SocketLoop {
  /// Has a closure asked about every connection of all sockets of the loop's context that come over TCP or `ipc` and have a
  /// ``SocketOptions/zapDomain`` or look at their peers' names. It is called on the loop's thread. Open it before them.
  ///
  /// - Throws: ``ZeroMQError``, with `.addressInUse` where the context has one already.
  public func authenticate(_ ask: @escaping @Sendable (AuthenticationRequest) -> Void) throws(ZeroMQError) {
    _ = try bind(
      .router, to: "inproc://zeromq.zap.01",
      onMessage: { message, channel in
        if let request = AuthenticationRequest(message, on: channel) { ask(request) }
      })
  }
}
