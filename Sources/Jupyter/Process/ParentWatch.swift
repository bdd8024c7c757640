#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Tells when the process that started the kernel is no more, so that no kernel outlives its server.
///
/// Clients name themselves in `JPY_PARENT_PID` unless the kernel is to outlive them.
package struct ParentWatch: Sendable {
  private let parent: pid_t
  /// The parent as the system saw it at the start; another one means that ours died, even if its number is taken again.
  private let parentAtStart: pid_t

  /// - Returns: `nil` if there is nobody to watch.
  package init?(environmentValue: String?, parentAtStart: Int32 = getppid()) {
    guard let environmentValue, let parent = pid_t(environmentValue), parent > 1 else { return nil }
    self.parent = parent
    self.parentAtStart = parentAtStart
  }

  static func fromEnvironment() -> ParentWatch? {
    ParentWatch(environmentValue: getenv("JPY_PARENT_PID").map { String(cString: $0) })
  }

  package var isParentGone: Bool {
    if parentAtStart == parent { return getppid() != parent }
    // Started through something in between, such as a shell or `conda run`.
    return kill(parent, 0) != 0 && errno == ESRCH
  }
}
