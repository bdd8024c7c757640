import Synchronization

/// A thread that may block, unlike those of Swift's concurrency, of which there may be only two.
///
/// One that nobody waits for gives back what it has of the system when it ends.
package final class BlockingThread: Sendable {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// `@unchecked Sendable`: a number, or on some systems a pointer behind which only the system looks, which lets any thread
  /// join and detach another one. That either is done once is the work of `taken()`, under the lock.
  private struct Handle: @unchecked Sendable {
    let id: pthread_t
  }

  private let handle: Mutex<Handle?>

  /// Starts a thread; `nil` if the system has none to give.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, nil,
      { context in
        #if canImport(Darwin)
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        #else
          if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        #endif
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      return nil
    }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    handle = Mutex(Handle(id: thread))
  }

  deinit { if let thread = taken() { pthread_detach(thread) } }

  /// Waits until the thread has ended; at once if that was waited for before.
  package func join() { if let thread = taken() { pthread_join(thread, nil) } }

  /// The system's, once: it must neither be waited for twice nor let go of after that.
  private func taken() -> pthread_t? {
    handle.withLock { handle in
      defer { handle = nil }
      return handle?.id
    }
  }
}
