import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX
import Synchronization

/// Waits for the disk, once for all who wait at a time.
final class SyncLine: Sendable {
  private struct Waiting: Sendable {
    let position: UInt64
    let body: @Sendable (RPCError?) -> Void
  }

  private struct State: Sendable {
    /// How much has been written, as a count.
    var written: UInt64 = 0
    var synced: UInt64 = 0
    /// In the order in which they were written to.
    var files: OrderedDictionary<ObjectIdentifier, any WritableFile> = [:]
    var directories: Set<String> = []
    var waiting: [Waiting] = []
    var isAtWork = false
    /// What the disk has said last when it failed: until all is written anew nobody can tell what it has.
    var fault: RPCError?
    var failures = 0
  }

  private let disk: any FileSystem
  private let scheduling: any StoreScheduling
  private let state = Mutex(State())
  private let troubled = Mutex<(@Sendable (_ isAnew: Bool) -> Void)?>(nil)

  init(disk: any FileSystem, scheduling: any StoreScheduling) {
    (self.disk, self.scheduling) = (disk, scheduling)
  }

  /// Notes that something was written which is not on the disk yet.
  /// - Parameters:
  ///   - file: What was written to.
  ///   - directories: Those in which names have changed.
  func note(_ file: (any WritableFile)? = nil, names directories: [String] = []) {
    state.withLock { state in
      state.written += 1
      if let file { state.files[ObjectIdentifier(file)] = file }
      state.directories.formUnion(directories)
    }
  }

  /// Sets what is called when the disk has failed, since all has to be written anew then, and each time that it has worked
  /// after that, until the fault is forgotten.
  func onTrouble(_ body: @escaping @Sendable (_ isAnew: Bool) -> Void) { troubled.withLock { $0 = body } }

  /// How often the disk has failed.
  var failures: Int { state.withLock { $0.failures } }

  /// Takes note that all has been written anew after so many failures.
  func forgetFault(after failures: Int) {
    state.withLock { state in
      if state.failures == failures { state.fault = nil }
    }
  }

  /// Calls back when all that has been written until now is on the disk, or can't be brought there.
  func whenSynced(_ body: @escaping @Sendable (RPCError?) -> Void) {
    let (isDone, starts) = state.withLock { state in
      // As long as there is a fault, each answer has the disk tried again.
      let isSettled = state.synced >= state.written && state.directories.isEmpty
      if isSettled, state.fault == nil { return (true, false) }
      state.waiting.append(Waiting(position: state.written, body: body))
      defer { state.isAtWork = true }
      return (false, !state.isAtWork)
    }
    if isDone { body(nil) }
    if starts { scheduling.inBackground { [self] in work() } }
  }

  private func work() {
    while true {
      let (position, files, directories) = state.withLock { state in
        defer { (state.files, state.directories) = ([:], []) }
        return (state.written, Array(state.files.values), state.directories.sorted())
      }
      let failure = sync(files, directories)
      let isTroubled = state.withLock { state in
        state.fault = failure ?? state.fault
        // Names are still to be brought to the disk; what was in files is written anew.
        if failure != nil { state.failures += 1 }
        if failure != nil { state.directories.formUnion(directories) }
        state.synced = max(state.synced, position)
        return state.fault != nil
      }
      if isTroubled { troubled.withLock { $0 }?(failure != nil) }
      let (done, isAtEnd, fault) = state.withLock { state in
        let done = state.waiting.filter { $0.position <= position }
        state.waiting.removeAll { $0.position <= position }
        if state.waiting.isEmpty { state.isAtWork = false }
        return (done, state.waiting.isEmpty, failure ?? state.fault)
      }
      for waiting in done { waiting.body(fault) }
      if isAtEnd { return }
    }
  }

  private func sync(_ files: [any WritableFile], _ directories: [String]) -> RPCError? {
    do throws(POSIXError) {
      for file in files { try file.sync() }
      for directory in directories { try sync(directory: directory) }
      return nil
    } catch {
      // The disk may have it or not: after a failure nobody can tell.
      return RPCError(
        code: .notKept,
        message: "The change was made, but may be lost with the machine's power: the disk did not take it (\(error))",
        data: ["reason": .string("\(error)")])
    }
  }
}

extension SyncLine {
  /// One that is gone, since its session was closed, has no names that could be lost; but before the disk knows that it is gone
  /// it may come back without them.
  private func sync(directory: String) throws(POSIXError) {
    do throws(POSIXError) {
      try disk.sync(directory: directory)
    } catch {
      let parent = FilePath.parent(of: directory)
      guard error.number == ENOENT, parent != directory else { throw error }
      try sync(directory: parent)
    }
  }
}

extension SyncLine: Settlement {
  func whenSettled(_ body: @escaping @Sendable (RPCError?) -> Void) { whenSynced(body) }
}
