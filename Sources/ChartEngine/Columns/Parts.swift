internal import Dispatch

/// Work on many elements, which all processors share where that is worth it.
package enum Parts {
  /// Does the parts of `0..<count` side by side, and returns when all are done.
  /// - Parameters:
  ///   - length: How many elements take about a millisecond: to begin and to end a part takes a few microseconds.
  package static func divide(_ count: Int, length: Int, _ body: @Sendable (Range<Int>) -> Void) {
    guard count >= 2 * length else { return body(0..<count) }
    DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { index in
      body(index * length..<min((index + 1) * length, count))
    }
  }

  /// What comes out of each part, in their order.
  package static func map<Result: Sendable>(
    _ count: Int, length: Int, _ body: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    guard count >= 2 * length else { return [body(0..<count)] }
    let partCount = (count + length - 1) / length
    return [Result](unsafeUninitializedCapacity: partCount) { results, written in
      // `unsafe`: each place has one part that writes it, and all have ended when `divide` returns.
      nonisolated(unsafe) let places = results
      divide(count, length: length) { places.initializeElement(at: $0.lowerBound / length, to: body($0)) }
      written = partCount
    }
  }
}
