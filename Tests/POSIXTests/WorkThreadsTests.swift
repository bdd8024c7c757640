import Dispatch
import POSIX
import Synchronization
import Testing

@Suite("Threads for work that takes long") struct WorkThreadsTests {
  @Test("All that is given is done, and no more of it at once than is said", arguments: [1, 2, 3])
  func width(_ width: Int) {
    let threads = WorkThreads(width: width)
    let counts = Mutex((now: 0, most: 0, all: 0))
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<200 {
      threads.run {
        counts.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        sched_yield()
        counts.withLock {
          $0.now -= 1
          $0.all += 1
        }
        done.signal()
      }
    }
    for _ in 0..<200 { done.wait() }
    #expect(counts.withLock { $0.all } == 200 && counts.withLock { $0.most } <= width)
  }

  @Test("Those that wait for somebody outside hold up nobody")
  func waiting() {
    let threads = WorkThreads(width: 2)
    let (answer, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<20 {
      threads.run {
        WorkThreads.waiting { answer.wait() }
        done.signal()
      }
    }
    // Were two of those all that is done, this would never come.
    let work = DispatchSemaphore(value: 0)
    threads.run { work.signal() }
    work.wait()
    for _ in 0..<20 { answer.signal() }
    for _ in 0..<20 { done.wait() }
  }

  @Test("Once they have come back, no more work at once than before")
  func widthAfterWaiting() {
    let threads = WorkThreads(width: 2)
    let (answer, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<10 {
      threads.run {
        WorkThreads.waiting { answer.wait() }
        done.signal()
      }
    }
    for _ in 0..<10 { answer.signal() }
    for _ in 0..<10 { done.wait() }
    let counts = Mutex((now: 0, most: 0))
    // Those that came back last may still be at their ends.
    let settled = DispatchSemaphore(value: 0)
    for _ in 0..<20 { threads.run { settled.signal() } }
    for _ in 0..<20 { settled.wait() }
    for _ in 0..<100 {
      threads.run {
        counts.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        sched_yield()
        counts.withLock { $0.now -= 1 }
        done.signal()
      }
    }
    for _ in 0..<100 { done.wait() }
    #expect(counts.withLock { $0.most } <= 2)
  }

  @Test("Jobs begin in the order in which they were given")
  func order() {
    let threads = WorkThreads(width: 1)
    let begun = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    for index in 0..<5_000 {
      threads.run {
        begun.withLock { $0.append(index) }
        if index == 4_999 { done.signal() }
      }
    }
    done.wait()
    #expect(begun.withLock { $0 } == Array(0..<5_000))
  }

  @Test("A thread that has nothing to do ends")
  func patience() async throws {
    let threads = WorkThreads(width: 3, patience: .milliseconds(1))
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<10 { threads.run { done.signal() } }
    await withCheckedContinuation { continuation in
      threads.run { continuation.resume() }
    }
    while threads.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
    await withCheckedContinuation { continuation in threads.run { continuation.resume() } }
  }

  @Test("What is done with items that wait for one another is done at once, and what it gives comes in their order")
  func together() {
    let threads = WorkThreads(width: 1)
    let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let results = threads.together([(1, left, right), (2, right, left)]) { number, own, other in
      other.signal()
      WorkThreads.waiting { own.wait() }
      return number
    }
    #expect(results == [1, 2])
    #expect(threads.together([Int]()) { $0 }.isEmpty)
  }

  private struct Fault: Error, Equatable { var number: Int }

  @Test("All is done where something fails, and the first fault is thrown")
  func faultsOfSeveral() {
    let count = Mutex(0)
    #expect(throws: Fault(number: 1)) {
      try WorkThreads(width: 2).together([0, 1, 2, 3, 4]) { number throws(Fault) in
        count.withLock { $0 += 1 }
        if number == 1 || number == 3 { throw Fault(number: number) }
        return number
      }
    }
    #expect(count.withLock { $0 } == 5)
  }

  @Test("Where no thread is free all is done by who wants it", arguments: [1, 2, 5])
  func togetherAlone(_ count: Int) {
    let threads = WorkThreads(width: 1, limit: 1)
    let (begun, end, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    threads.run {
      begun.signal()
      end.wait()
      done.signal()
    }
    begun.wait()
    let results = threads.together(Array(0..<count)) { $0 }
    #expect(results == Array(0..<count))
    end.signal()
    done.wait()
  }

  @Test("What waits on another thread waits like anything else")
  func elsewhere() { #expect(WorkThreads.waiting { 5 } == 5) }
}
