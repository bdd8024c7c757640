struct ChannelHandlers {
  let message: @Sendable (Message, Channel) -> Void
  let batchEnd: (@Sendable (Channel) -> Void)?
  let event: (@Sendable (Channel.Event, Channel) -> Void)?
}

/// A socket in a loop, with what only the loop's thread touches.
final class OpenSocket {
  let socket: Socket
  let handlers: ChannelHandlers
  var backlog = Backlog()
  var isPaused = false

  init(socket: consuming Socket, handlers: ChannelHandlers) {
    self.socket = socket
    self.handlers = handlers
  }

  /// Whether it can be received from at all. A PUB cannot.
  var isReceiving: Bool { !isPaused && socket.type != .pub }

  /// Whom a message is for: the identity in its first frame for a ROUTER, one and the same for all other types.
  func peer(of message: Message) -> [UInt8] {
    socket.type == .router ? message.frames.first ?? [] : []
  }
}
