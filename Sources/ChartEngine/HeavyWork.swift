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

  /// Told of all such work of the task, or of the thread outside of tasks.
  @TaskLocal package static var observer: (@Sendable (HeavyWork) -> Void)?

  package static func begin(_ work: HeavyWork) { observer?(work) }
}
