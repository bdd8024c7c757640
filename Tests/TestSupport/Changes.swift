/// What a test waits for without a clock: whoever changes something notes it, and the test looks again.
package struct Changes: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Says that something has changed. From any thread.
  package func note() { continuation.yield() }

  /// Waits until a condition holds, which is looked at now and after each change. Only one task at a time may wait.
  /// - Throws: What the condition throws, and `CancellationError` when the test's time is up.
  package func wait(until condition: () throws -> Bool) async throws {
    if try condition() { return }
    for await _ in stream where try condition() { return }
    throw CancellationError()
  }
}
