import ChartService
import Foundation
import POSIX
import Synchronization
import TestSupport

/// Threads of which one at a time goes on, and which that is is decided by chance: the same for the same seed.
package final class SimulatedScheduling: StoreScheduling {
  private final class Thread: Sendable {
    let number: Int
    let turn = DispatchSemaphore(value: 0)
    init(_ number: Int) { self.number = number }
  }

  private struct State {
    var generator: SplitMix64
    var threads: [UInt: Thread] = [:]
    /// Those that could go on.
    var ready: [Thread] = []
    /// Those that wait for the store's turn.
    var waiting: [Thread] = []
    var isTurnTaken = false
    var count = 0
    var living = 0
    /// Those that have not been started yet, in turn.
    var joins: [BlockingThread] = []
  }

  private let state: Mutex<State>
  private let end = DispatchSemaphore(value: 0)
  private let turnEnd = Mutex<(@Sendable () -> Void)?>(nil)

  package init(seed: UInt64) { state = Mutex(State(generator: SplitMix64(seed: seed))) }

  /// Sets what is called at the end of each turn, before another thread goes on.
  package func onTurnEnd(_ body: (@Sendable () -> Void)?) { turnEnd.withLock { $0 = body } }

  private static var own: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }

  /// Does something on a thread of its own.
  package func inBackground(_ body: @escaping @Sendable () -> Void) {
    let thread = state.withLock { state in
      state.count += 1
      state.living += 1
      let thread = Thread(state.count)
      state.ready.append(thread)
      return thread
    }
    let system = BlockingThread { [self] in
      thread.turn.wait()
      state.withLock { $0.threads[SimulatedScheduling.own] = thread }
      body()
      finish()
    }
    guard let system else { preconditionFailure("the system has no thread left") }
    state.withLock { $0.joins.append(system) }
  }

  /// Lets all threads run to their ends.
  package func run() {
    let isIdle = state.withLock { $0.ready.isEmpty }
    if isIdle { return }
    passOn()
    end.wait()
    for thread in state.withLock({ state in
      defer { state.joins = [] }
      return state.joins
    }) {
      thread.join()
    }
  }

  private func finish() {
    let isLast = state.withLock { state in
      state.threads[SimulatedScheduling.own] = nil
      state.living -= 1
      return state.living == 0
    }
    if isLast { end.signal() } else { passOn() }
  }

  /// Has another thread go on.
  private func passOn() {
    let next: Thread = state.withLock { state in
      precondition(!state.ready.isEmpty, "all threads wait for each other")
      return state.ready.remove(at: Int.random(in: 0..<state.ready.count, using: &state.generator))
    }
    next.turn.signal()
  }

  /// Has any thread go on, this one or another.
  package func yield() {
    let own = state.withLock { state in
      let own = state.threads[SimulatedScheduling.own]
      if let own { state.ready.append(own) }
      return own
    }
    guard let own else { return }
    passOn()
    own.turn.wait()
  }

  package func willTakeTurn() {
    guard let own = state.withLock({ $0.threads[SimulatedScheduling.own] }) else { return }
    yield()
    while true {
      let isMine = state.withLock { state in
        guard !state.isTurnTaken else {
          state.waiting.append(own)
          return false
        }
        state.isTurnTaken = true
        return true
      }
      if isMine { return }
      passOn()
      own.turn.wait()
    }
  }

  package func didTakeTurn() {
    guard state.withLock({ $0.threads[SimulatedScheduling.own] }) != nil else { return }
    turnEnd.withLock { $0 }?()
    state.withLock { state in
      state.isTurnTaken = false
      state.ready += state.waiting
      state.waiting = []
    }
  }
}
