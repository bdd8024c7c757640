import Synchronization

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
