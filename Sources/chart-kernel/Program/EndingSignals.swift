import POSIX

/// The signals that end a program, held back from when this is made until somebody waits for them.
///
/// They are blocked, not ignored or handed to a dispatch source: a source begins to listen some time after it was
/// resumed, and a signal that came in between would be lost. Make this before any thread is started, since threads inherit
/// what is blocked.
struct EndingSignals {
  private let signals: sigset_t

  init(_ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
    // A reader of standard output that has gone must not end the program.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for one of them and returns its number.
  @discardableResult
  func wait() -> Int32 {
    var signals = signals
    var number: Int32 = 0
    // It can only fail for an invalid set.
    while sigwait(&signals, &number) != 0 {}
    return number
  }
}
