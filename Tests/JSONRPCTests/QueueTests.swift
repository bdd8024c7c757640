import TestSupport
import Testing

@testable import JSONRPC

@Suite("A line of values: first in, first out, in no more memory than those that wait need")
struct QueueTests {
  @Test("Any mixture of appending, taking and removing is that of a list", arguments: [1, 2, 3] as [UInt64])
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (queue, list) = (Queue<Int>(), [Int]())
    // Grows, and then shrinks, so that it is empty now and then.
    for value in 0..<4_000 {
      if random.chance(value / 500 % 2 == 0 ? 0.7 : 0.3) {
        queue.append(value)
        list.append(value)
      } else if random.chance(0.02) {
        #expect(queue.removeAll { $0.isMultiple(of: 3) } == list.filter { $0.isMultiple(of: 3) })
        list.removeAll { $0.isMultiple(of: 3) }
      } else {
        #expect(queue.popFirst() == (list.isEmpty ? nil : list.removeFirst()))
      }
      #expect(queue.count == list.count && queue.isEmpty == list.isEmpty && queue.first == list.first)
    }
    #expect(Array(queue) == list)
  }

  /// Its places, those of what was taken included: the only array that it has.
  private func places(_ queue: Queue<Int>) throws -> [Int?] {
    try #require(Mirror(reflecting: queue).descendant("elements") as? [Int?])
  }

  @Test("However many go through while some wait, there are few places")
  func goingThrough() throws {
    var queue = Queue<Int>()
    for value in 0..<10 { queue.append(value) }
    for value in 10..<10_000 {
      queue.append(value)
      #expect(queue.popFirst() == value - 10)
    }
    #expect(try places(queue).count <= 64 + 10 + 1)
  }

  @Test("An empty one keeps the room of a few, and gives back that of a flood", arguments: [1, 60, 200, 10_000])
  func empty(count: Int) throws {
    var queue = Queue<Int>()
    for value in 0..<count { queue.append(value) }
    while queue.popFirst() != nil {}
    #expect(try (places(queue).capacity > 0) == (count < 100))
  }
}
