import JSONModel
import JSONRPC
import Journal
import POSIX

/// Why something cannot be kept, or what is kept cannot be read.
package struct StoreFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, as a sentence without an end.
  package var description: String
  /// Whether the same may be done at once when it is tried again.
  private(set) var passes = false
  /// Whether a newer program wrote what is there, so that nothing must be changed about it.
  private(set) var isNewer = false
  /// Whether the system refused something that is there, so that it cannot be told what is in it.
  private(set) var isRefused = false
  /// Whether what was to be read is not there.
  private(set) var isMissing = false
  /// Whether a loss of power explains it: something is missing, or sectors of it are, that never came to the disk.
  private(set) var isLost = false
  /// Whether another process has the store.
  package private(set) var isTaken = false
  /// Whether the store would take more than it may.
  private(set) var isOverLimit = false

  init(
    _ description: String, passes: Bool = false, isNewer: Bool = false, isTaken: Bool = false, isLost: Bool = false
  ) {
    (self.description, self.passes, self.isNewer) = (description, passes, isNewer)
    (self.isTaken, self.isLost) = (isTaken, isLost)
  }

  /// - Parameter taken: How many bytes the sessions that are open take.
  static func overLimit(_ options: ServiceStore.Options, taken: Int) -> StoreFault {
    var fault = StoreFault(
      "the store may take \(options.byteLimit) bytes, and the sessions that are open take \(taken); delete charts, close "
        + "sessions, or give it more with --store-limit")
    fault.isOverLimit = true
    return fault
  }

  /// The same with the directory in front, where it does not begin with that or a file in it: what is wrong with a record does
  /// not say whose record it is.
  func placed(in directory: String) -> StoreFault {
    guard !description.hasPrefix(directory) else { return self }
    var fault = self
    fault.description = "\(directory): \(description)"
    return fault
  }

  /// That nobody wants any more what was to be read.
  static let unwanted: StoreFault = {
    var fault = StoreFault("it is no longer wanted")
    fault.isRefused = true
    return fault
  }()

  init(_ error: POSIXError, _ path: String) {
    let advice =
      switch error.number {
      case ENOSPC, EDQUOT: "make room, and do it again"
      case EROFS, EACCES, EPERM: "choose another directory with --store"
      default: "look what is wrong with it, or choose another one with --store"
      }
    self.init("\(path): \(error); \(advice)")
    isMissing = error.number == ENOENT
    (isRefused, isLost) = (!isMissing, isMissing)
  }

  /// Whether what could not be read must be left alone: it is no remains of what a process was writing when it ended.
  var forbidsGivingUp: Bool { isNewer || isRefused }

  init(_ error: JournalFault, _ path: String, isLost: Bool) {
    let isNewer = if case .newer = error { true } else { false }
    self.init("\(path) \(error)", isNewer: isNewer, isLost: isLost && !isNewer)
  }
}
