import Foundation
import Synchronization
import Testing
import ZeroMQ

#if canImport(Glibc)
  import Glibc
#endif

/// In a process of their own: signal handlers are everybody's.
@Suite(.timeLimit(.minutes(5))) struct SignalTests {
  @Test func signalsInterruptNothing() async {
    await #expect(processExitsWith: .success) {
      catchUserSignal()
      let context = try Context()
      let server = try Socket(.pair, in: context)
      try server.bind("inproc://signals")
      let receiver = Box<PosixThread?>(nil)
      let received = Box<Message?>(nil)
      let isPolled = Box(false)
      Thread {
        unblockUserSignal()
        receiver.update { $0 = PosixThread(id: pthread_self()) }
        do {
          let client = try Socket(.pair, in: context)
          try client.connect("inproc://signals")
          let events = try client.poll(for: .input, timeout: .milliseconds(50))
          isPolled.update { $0 = events.isEmpty }
          let message = try client.receive(timeout: nil)
          received.update { $0 = message }
          try client.send(Message("whole", "answer"))
        } catch {
          print(error)
          exit(2)
        }
      }.start()
      try await receiver.until { $0 != nil }
      for _ in 0..<500 {
        if let thread = receiver.value { pthread_kill(thread.id, SIGUSR2) }
        // Apart, since signals that wait together count as one.
        usleep(200)
      }
      guard isPolled.value else { exit(3) }
      try server.send(Message("end"))
      guard try server.receive(timeout: patience) == Message("whole", "answer") else { exit(4) }
      guard received.value == Message("end"), signalCount.load(ordering: .relaxed) > 100 else {
        exit(5)
      }
      exit(0)
    }
  }

  @Test func loopOnWhichSignalsAreUnblockedGoesOn() async {
    await #expect(processExitsWith: .success) {
      catchUserSignal()
      let context = try Context()
      let loop = try SocketLoop(context: context, name: "signals")
      let router = try loop.bind(.router, to: "tcp://127.0.0.1:*") { message, router in router.send(message) }
      try loop.start()
      let thread = Box<PosixThread?>(nil)
      loop.perform {
        var signals = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &signals)
        // Blocked, as the loop promises.
        guard sigismember(&signals, SIGUSR2) == 1, sigismember(&signals, SIGINT) == 1 else { exit(2) }
        unblockUserSignal()
        thread.update { $0 = PosixThread(id: pthread_self()) }
      }
      try await thread.until { $0 != nil }
      let client = try Socket(.dealer, in: context)
      try client.connect(router.endpoint)
      for number in 0..<300 {
        if let thread = thread.value { pthread_kill(thread.id, SIGUSR2) }
        if number % 3 == 0 {
          try client.send(Message("\(number)"))
          guard try client.receive(timeout: patience) == Message("\(number)") else { exit(3) }
        }
        // Apart, as above.
        usleep(200)
      }
      guard signalCount.load(ordering: .relaxed) > 100 else { exit(4) }
      await loop.stop()
      exit(0)
    }
  }
}

/// A thread's id is a pointer on some systems, which no closure may hand to another thread as it is.
///
/// `@unchecked Sendable`: nobody but the system looks behind it, whose pthread_kill takes it from any thread, and the
/// thread lives longer than those who send to it.
private struct PosixThread: @unchecked Sendable {
  let id: pthread_t
}

/// Counted by the handler, which a closure cannot be told about otherwise.
private let signalCount = Atomic<Int>(0)

/// On the calling thread, which may have been started with the signal blocked.
private func unblockUserSignal() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGUSR2)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

private func catchUserSignal() {
  // Made here, since nothing may be made in a handler.
  signalCount.store(0, ordering: .relaxed)
  // sigaction without SA_RESTART, so that calls are cut short.
  var action = sigaction()
  #if os(Linux)
    action.__sigaction_handler.sa_handler = { _ in signalCount.add(1, ordering: .relaxed) }
  #else
    action.__sigaction_u.__sa_handler = { _ in signalCount.add(1, ordering: .relaxed) }
  #endif
  sigaction(SIGUSR2, &action, nil)
}
