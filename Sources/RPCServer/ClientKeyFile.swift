import POSIX
import Synchronization
import ZeroMQ

/// The public CURVE keys of the clients that may connect, as a file lists them.
///
///     # those who work on the sales charts
///     rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7 alice
///     Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID
///
/// A line has a key and, if wanted, a name up to its end; a comment begins with `#`, with which no key can. The file is looked
/// at whenever somebody connects, and read again when it has changed. While it cannot be read, or a line is none of these,
/// nobody new is let in.
public final class ClientKeyFile: Sendable {
  /// Larger files are no lists of keys.
  private static let sizeLimit = 1 << 20
  /// A file that changed so many seconds before it was read may have changed again since without a later time: it is read
  /// once more. File systems count in steps of up to two seconds.
  private static let coarseness = 2.0

  /// What tells one version of the file from the next.
  private struct Stamp: Hashable {
    var device, inode, size: Int64
    var changes: [Int]

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino))
      size = Int64(status.st_size)
      #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
      #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
      #endif
      // Who sets the former back, as `cp -p` does, changes the latter.
      changes = [modified.tv_sec, modified.tv_nsec, changed.tv_sec, changed.tv_nsec]
    }

    /// Whether the next change is sure to be seen.
    var isOld: Bool { [changes[0], changes[2]].allSatisfy { Double($0) < WallClock.now - coarseness } }
  }

  private struct State {
    /// Of the version that was read; `nil` if it is to be read again in any case.
    var stamp: Stamp?
    /// Who may connect; none while something is wrong with the file.
    var listed: Set<CurveKey> = []
    /// Who may stay: those that were listed when the file was last in order.
    var staying: Set<CurveKey> = []
    /// How often somebody was taken off.
    var revocations = 0
    /// What is wrong with the file, if that was told.
    var fault: String?
    /// Whom the numbers stand for that ``user(_:)`` gives.
    var users: [CurveKey] = []
  }

  private let path: String
  private let tell: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: The file. It must not be writable by everybody.
  ///   - tell: Is told, once, when something is wrong with it later, and when that is over; on any thread.
  /// - Throws: ``ClientKeyFault``.
  public init(path: String, tell: @escaping @Sendable (String) -> Void) throws(ClientKeyFault) {
    self.path = path
    self.tell = tell
    let stamp = Stamp(path)
    let keys = try Self.read(path)
    state.withLock { state in
      state.stamp = stamp.flatMap { $0.isOld ? $0 : nil }
      state.listed = keys
      state.staying = keys
    }
  }

  // MARK: - Asking

  /// A client that connects: what it is to be called from now on, as ``lists(user:)`` takes it; `nil` if it may not.
  func user(_ key: CurveKey) -> String? {
    refresh()
    return state.withLock { state in
      guard state.listed.contains(key) else { return nil }
      if let known = state.users.firstIndex(of: key) { return "\(known)" }
      state.users.append(key)
      return "\(state.users.count - 1)"
    }
  }

  /// Whether a client that has connected may stay. Only a file in order takes that away.
  func lists(user: String?) -> Bool {
    guard let number = user.flatMap({ Int($0) }) else { return false }
    return state.withLock { $0.users.indices.contains(number) && $0.staying.contains($0.users[number]) }
  }

  /// How often somebody was taken off: whoever has seen another number looks again who may stay. It is the file's own, since it
  /// is read for whoever asks first.
  var revocations: Int { state.withLock { $0.revocations } }

  /// Reads the file if it has changed.
  func refresh() {
    let stamp = Stamp(path)
    guard stamp == nil || state.withLock({ $0.stamp != stamp }) else { return }
    let settled = stamp.flatMap { $0.isOld ? $0 : nil }
    let keys: Set<CurveKey>
    do throws(ClientKeyFault) {
      keys = try Self.read(path)
    } catch {
      // What is wrong with the content is so until that changes; nobody has it read meanwhile by connecting.
      return note(error, at: error.isInContent ? settled : nil)
    }
    let wasFaulty = state.withLock { state in
      defer { state.fault = nil }
      if !state.staying.isSubset(of: keys) { state.revocations += 1 }
      state.stamp = settled
      state.listed = keys
      state.staying = keys
      return state.fault != nil
    }
    if wasFaulty { tell("\(path) is in order again: clients with its keys may connect") }
  }

  private func note(_ fault: ClientKeyFault, at stamp: Stamp?) {
    let isNew = state.withLock { state in
      defer { state.fault = fault.message }
      state.stamp = stamp
      state.listed = []
      return state.fault != fault.message
    }
    if isNew { tell("\(fault.message); until that is mended nobody new may connect") }
  }

  // MARK: - Reading

  private static func read(_ path: String) throws(ClientKeyFault) -> Set<CurveKey> {
    if let permissions = POSIXFile.permissions(of: path), permissions & 0o002 != 0 {
      throw ClientKeyFault(message: "\(path) can be changed by everybody; run: chmod o-w \(path)")
    }
    let bytes: [UInt8]
    do throws(POSIXError) {
      // Anything else, such as a pipe, might keep us waiting.
      guard POSIXFile.isRegular(path) || !POSIXFile.exists(path) else { throw POSIXError(number: EINVAL) }
      bytes = try POSIXFile.read(path, limit: sizeLimit + 1)
    } catch {
      throw ClientKeyFault(message: "\(path) cannot be read: \(error)", isInContent: false)
    }
    guard bytes.count <= sizeLimit else {
      throw ClientKeyFault(message: "\(path) has more than \(sizeLimit) bytes; it is to hold one key a line")
    }
    var keys: Set<CurveKey> = []
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      guard let word = line.split(whereSeparator: \.isWhitespace).first, !word.hasPrefix("#") else { continue }
      do throws(ZeroMQError) {
        keys.insert(try CurveKey(z85: String(word)))
      } catch {
        // The line is not quoted: it may be somebody's secret key.
        throw ClientKeyFault(message: "\(path):\(index + 1): this is no public key. \(error.message)")
      }
    }
    return keys
  }
}

/// What is wrong with a file of client keys, and what to do.
public struct ClientKeyFault: Error, Hashable, Sendable, CustomStringConvertible {
  public var message: String
  /// Whether reading the same file again would find the same.
  var isInContent = true

  public var description: String { message }
}
