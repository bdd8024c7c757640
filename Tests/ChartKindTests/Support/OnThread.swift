import POSIX

/// Runs what waits for others on a thread of its own: there may be only two threads for all tasks, and where both wait
/// nobody goes on.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  var thread: BlockingThread?
  let result = await withCheckedContinuation { continuation in
    thread = BlockingThread { continuation.resume(returning: Swift.Result(catching: body)) }
    if thread == nil { continuation.resume(returning: Swift.Result(catching: body)) }
  }
  thread?.join()
  return try result.get()
}
