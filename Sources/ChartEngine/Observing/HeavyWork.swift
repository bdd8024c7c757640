/// Work whose time grows with a chart's data, announced as it begins: so tests count it instead of taking times, and a
/// debug build of a service sees to it that none is done while others wait for its lock.
package enum HeavyWork: Hashable, Sendable {
  /// A spec's data brought into order.
  case engine
  /// Everything given its place.
  case layout
  /// A picture written.
  case picture
  /// A spec read.
  case reading

  package typealias Observer = @Sendable (HeavyWork) -> Void

  private static let observers = ThreadObservers<HeavyWork>()

  /// Says that such work begins.
  /// - Complexity: O(1), and one load where nobody observes.
  package static func begin(_ work: HeavyWork) { observers.tell(work) }

  /// Tells an observer of the work that a body does on this thread, instead of whoever was told before.
  package static func observing<Result, Failure: Error>(
    _ observer: @escaping Observer, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try observers.observing(observer, body)
  }
}
