import Foundation
import POSIX
import Synchronization
import Testing

@Suite("Threads that may block") struct BlockingThreadTests {
  @Test("One that is waited for has done all that it was to do, and is not waited for twice")
  func joined() throws {
    let isDone = Mutex(false)
    let thread = try #require(
      BlockingThread {
        // So that who waits for it is there first, in most runs. Without a wait for it the test fails either way.
        usleep(10_000)
        isDone.withLock { $0 = true }
      })
    thread.join()
    #expect(isDone.withLock { $0 })
    thread.join()
  }

  #if os(Linux)
    @Test("One that nobody waits for leaves nothing when it ends: neither a stack nor its guard stays mapped")
    func detached() async throws {
      let count = 1000
      let before = try mappingCount()
      for _ in 0..<count {
        await withCheckedContinuation { continuation in
          // In one process with others that may have taken all threads that there are.
          if BlockingThread({ continuation.resume() }) == nil { continuation.resume() }
        }
      }
      #expect(try mappingCount() - before < count / 2)
    }

    private func mappingCount() throws -> Int {
      try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").count
    }
  #endif
}
