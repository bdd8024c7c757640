import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

/// Runs what waits on sockets on a thread of its own: there may be only two threads for all tasks.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
    thread.start()
  }
}

/// Something shared with handlers, which a test can wait for.
final class Box<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>
  private let changes = Changes()

  init(_ value: Value) { storage = Mutex(value) }

  var value: Value { storage.withLock { $0 } }

  func update(_ change: @Sendable (inout Value) -> Void) {
    storage.withLock { value in change(&value) }
    changes.note()
  }

  /// Waits until something holds of the value. Only one task at a time may wait.
  func until(_ condition: (Value) -> Bool) async throws { try await changes.wait { condition(value) } }
}

/// Waits until a condition holds of which nobody tells, such as that an endpoint is free; the caller's time limit ends it
/// otherwise.
func eventually(_ condition: @Sendable () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(1)) }
}

enum Transport: String, CaseIterable {
  case tcp, ipc, inproc

  func newEndpoint() -> String {
    switch self {
    case .tcp: "tcp://127.0.0.1:*"
    case .ipc: ipcEndpoint()
    case .inproc: inprocEndpoint()
    }
  }
}

/// A new ipc endpoint. Two sockets bound to one path take it from each other without an error.
func ipcEndpoint() -> String { "ipc://\(socketFolder)/\(UUID().uuidString.prefix(13))" }

/// Removed when the tests end: libzmq leaves the files of ipc sockets where they are. Short, as paths of sockets must be.
private let socketFolder: String = {
  let path = "/tmp/zeromq-\(UUID().uuidString.prefix(8))"
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  atexit { try? FileManager.default.removeItem(atPath: socketFolder) }
  return path
}()

func inprocEndpoint() -> String { "inproc://\(UUID().uuidString)" }

/// Long enough for any answer that will come; a test that waits so long has failed.
let patience = Duration.seconds(20)

extension Message {
  var texts: [String] { frames.map { String(decoding: $0, as: UTF8.self) } }
}
