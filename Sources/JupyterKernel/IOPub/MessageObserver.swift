/// Is told of a message: on which socket, whether it came in, and its frames.
public typealias MessageObserver = @Sendable (_ socket: String, _ isIncoming: Bool, _ frames: [[UInt8]]) -> Void
