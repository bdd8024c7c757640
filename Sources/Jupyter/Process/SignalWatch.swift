internal import Dispatch
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Turns signals to the process into calls, for as long as it lives.
final class SignalWatch {
  private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - interrupt: SIGINT, which clients send before a shutdown even where the kernelspec asks for messages.
  ///   - terminate: SIGTERM and SIGHUP.
  init(interrupt: @escaping @Sendable () -> Void, terminate: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "signals")
    // Ignored first: the sources only watch, they don't keep the default action from happening.
    sources = [(SIGINT, interrupt), (SIGTERM, terminate), (SIGHUP, terminate)].map { number, handler in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      source.resume()
      return source
    }
    // A frontend that closes its end of a pipe must not end the kernel.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
