internal import CZeroMQ

/// Something to poll together with sockets, which any thread can ring.
final class WakeSignal: Sendable {
  let reading: Int32
  private let writing: Int32

  init() throws(ZeroMQError) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard czeromq_wake_open(&reading, &writing) == 0 else { throw .last("open a wake-up descriptor") }
    self.reading = reading
    self.writing = writing
  }

  func ring() { czeromq_wake_ring(writing) }

  func clear() { czeromq_wake_clear(reading) }

  deinit {
    czeromq_wake_close(reading, writing)
  }
}
