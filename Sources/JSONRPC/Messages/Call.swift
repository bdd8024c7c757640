public import JSONModel
import Synchronization

/// One call as its context sees it: everything but the parameters.
public struct Call: Sendable {
  /// The name of the method, as the client wrote it.
  public let method: String
  /// The request's id as it was spelt; `nil` for a notification, which nobody waits for.
  public let id: JSON?
  /// The binary buffers that came with the message, the same for all calls of a batch.
  public let buffers: Buffers
  /// Whether the result is still wanted.
  public let cancellation: Cancellation

  public init(method: String, id: JSON? = nil, buffers: Buffers = [], cancellation: Cancellation = Cancellation()) {
    self.method = method
    self.id = id
    self.buffers = buffers
    self.cancellation = cancellation
  }
}

/// A request's wish to live: set once by whoever cancels it, looked at by the handler that works on it.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}

  /// Whether the result is still wanted.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Tells the handler that the result is no longer wanted. From any thread, any number of times.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Throws ``RPCError/cancelled`` if the result is no longer wanted. Cheap enough for every turn of a loop.
  public func check() throws(RPCError) {
    if isCancelled { throw .cancelled }
  }
}

/// The names of the methods that belong to the protocol rather than to a service.
enum BuiltInMethodName {
  static let discover = "rpc.discover"
  static let cancel = "$/cancelRequest"
  static let shutdown = "shutdown"
  static let exit = "exit"
}
