internal import POSIX

/// Tells when nobody owns the kernel any more, so that none outlives what it was started for.
///
/// Clients name themselves in `JPY_PARENT_PID` unless the kernel is to outlive them. Then whoever wrote the connection file
/// owns the kernel, and takes the file away when done.
package enum OwnerWatch: Hashable, Sendable {
  case process(ParentProcess)
  case file(String)

  /// - Parameters:
  ///   - parent: the value of `JPY_PARENT_PID`.
  ///   - connectionFile: its path.
  /// - Returns: `nil` if there is nobody to watch.
  package init?(parent: String?, connectionFile: String) {
    if let parent {
      guard let process = ParentProcess(environmentValue: parent) else { return nil }
      self = .process(process)
    } else {
      // A pipe or the like says nothing by its end.
      guard POSIXFile.isRegular(connectionFile) else { return nil }
      self = .file(connectionFile)
    }
  }

  package static func fromEnvironment(connectionFile: String) -> OwnerWatch? {
    OwnerWatch(parent: ProcessEnvironment.value("JPY_PARENT_PID"), connectionFile: connectionFile)
  }

  package var isOwnerGone: Bool {
    switch self {
    case .process(let parent): parent.isGone
    case .file(let path): !POSIXFile.exists(path)
    }
  }
}

/// The process that started this one, directly or through others.
package struct ParentProcess: Hashable, Sendable {
  private let parent: pid_t
  /// The parent as the system saw it at the start; another one means that ours died, even if its number is taken again.
  private let parentAtStart: pid_t

  /// - Returns: `nil` if the value is no process's number.
  package init?(environmentValue: String, parentAtStart: Int32 = getppid()) {
    guard let parent = pid_t(environmentValue), parent > 1 else { return nil }
    self.parent = parent
    self.parentAtStart = parentAtStart
  }

  package var isGone: Bool {
    if parentAtStart == parent { return getppid() != parent }
    // Started through something in between, such as a shell or `conda run`.
    return kill(parent, 0) != 0 && errno == ESRCH
  }
}
