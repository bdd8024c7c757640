@testable import JSONRPC
import JSONModel
import Synchronization
import TestSupport
import Testing

@Suite("Cancelling what waits in line")
struct WaitingLineTests {
  @Test("A message that is not read yet counts with its buffers")
  func unreadSize() {
    #expect(UnreadMessage([1, 2, 3], buffers: [[4], [], [5, 6]]).size == 6)
  }

  /// A message that counts how often it, and each of its calls, is looked at.
  private struct Counted: Waiting, Sendable {
    let calls: [(id: JSON, cancellation: Cancellation)]
    let isBatch: Bool
    let visits: Counter
    let size = 1

    init(_ ids: [JSON], isBatch: Bool = true, visits: Counter) {
      calls = ids.map { ($0, Cancellation()) }
      self.isBatch = isBatch
      self.visits = visits
    }

    var isCancelled: Bool {
      visits.add(1)
      return !isBatch && calls[0].cancellation.isCancelled
    }

    func forEachCall(_ body: (JSON, Cancellation) -> Void) {
      visits.add(calls.count)
      for call in calls { body(call.id, call.cancellation) }
    }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func add(_ number: Int) { count.withLock { $0 += number } }
    /// The count since it was last taken.
    func take() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  /// So many messages of a thousand calls each, with the ids 0, 1, ….
  private func line(of count: Int, visits: Counter) -> WaitingLine<Counted> {
    var line = WaitingLine<Counted>()
    for message in 0..<count {
      line.append(Counted((0..<1_000).map { .integer(message * 1_000 + $0) }, visits: visits))
    }
    _ = visits.take()
    return line
  }

  @Test("To cancel a thousand unknown ids, none of a million waiting calls is looked at")
  func unknown() {
    let visits = Counter()
    var line = line(of: 1_000, visits: visits)
    #expect(line.cancel((0..<1_000).map { .string("no\($0)") }).isEmpty)
    #expect(visits.take() == 0)
  }

  @Test("To cancel elements of batches one after the other, none looks at their calls")
  func known() {
    let visits = Counter()
    var line = line(of: 100, visits: visits)
    for id in 0..<1_000 { #expect(line.cancel([.integer(id * 100)]).isEmpty) }
    #expect(visits.take() <= 1_000 * 100)
    // All at once cost no more than one.
    #expect(line.cancel((0..<1_000).map { .integer($0 * 100 + 1) }).isEmpty)
    #expect(visits.take() <= 100)
    // What is cancelled already costs nothing.
    for id in 0..<1_000 { #expect(line.cancel([.integer(id * 100)]).isEmpty) }
    #expect(visits.take() == 0)
  }

  @Test("An id that many calls bear is cancelled in all of them, once; a later call with it is another")
  func duplicates() {
    let visits = Counter()
    var line = WaitingLine<Counted>()
    let old = Counted(Array(repeating: 1, count: 500), visits: visits)
    line.append(old)
    line.append(old)
    #expect(line.cancel([1, 1]).isEmpty)
    #expect(old.calls.allSatisfy { $0.cancellation.isCancelled })
    let new = Counted([1, 2], visits: visits)
    line.append(new)
    // Those that leave take nothing of the later one along.
    _ = line.popFirst()
    _ = line.popFirst()
    #expect(line.cancel([1]).isEmpty)
    #expect(new.calls.map(\.cancellation.isCancelled) == [true, false])
  }

  @Test("Whatever is appended, taken and cancelled, the same is cancelled and taken out as by going through all")
  func model() throws {
    var random = SplitMix64(seed: 11)
    let visits = Counter()
    for _ in 0..<300 {
      var line = WaitingLine<Counted>()
      var model: [(serial: Int, ids: [JSON], isBatch: Bool, cancelled: [Bool])] = []
      var messages: [Int: Counted] = [:]
      for serial in 0..<60 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let isBatch = Bool.random(using: &random)
          let count = isBatch ? Int.random(in: 0...4, using: &random) : 1
          let ids = (0..<count).map { _ in JSON.integer(.random(in: 0..<8, using: &random)) }
          let message = Counted(ids, isBatch: isBatch, visits: visits)
          messages[serial] = message
          line.append(message)
          model.append((serial, ids, isBatch, ids.map { _ in false }))
        case 2:
          let expected = model.isEmpty ? nil : model.removeFirst()
          let message = line.popFirst()
          #expect(message?.calls.map(\.id) == expected?.ids)
          #expect(message?.calls.map(\.cancellation.isCancelled) == expected?.cancelled)
        default:
          let ids = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            JSON.integer(.random(in: 0..<8, using: &random))
          }
          for index in model.indices {
            for (place, id) in model[index].ids.enumerated() where ids.contains(id) {
              model[index].cancelled[place] = true
            }
          }
          let removed = model.filter { !$0.isBatch && $0.cancelled[0] }
          model.removeAll { !$0.isBatch && $0.cancelled[0] }
          #expect(line.cancel(ids).map { $0.calls[0].id } == removed.map { $0.ids[0] })
        }
        #expect(line.count == model.count && line.size == model.count && line.isEmpty == model.isEmpty)
        for entry in model {
          #expect(messages[entry.serial]?.calls.map(\.cancellation.isCancelled) == entry.cancelled)
        }
      }
    }
  }
}
