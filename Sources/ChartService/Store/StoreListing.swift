package import ChartModel
package import JSONModel
package import Journal
import OrderedCollections
import POSIX

/// Stores as they are looked at from outside, also while a process has them open.
package enum StoreListing {
  package struct Session: Hashable, Sendable {
    /// Names it in its store.
    package var id: String
    package var directory: String
    /// Its name; `nil` if it was not read, or can't be.
    package var session: String?
    package var charts: [String] = []
    /// Whether it goes on by itself: it is open, or was when its process died.
    package var isOpen: Bool
    package var byteCount = 0
    /// When its newest file was written last, in seconds since 1970.
    package var changed = 0.0
    /// The bytes that are left out of it, behind the last record that counts.
    package var tornByteCount = 0
    /// Why it cannot be read.
    package var fault: String?
  }

  /// What a store is of, such as a notebook; `nil` if it does not say.
  package static func place(of store: String) -> String? {
    guard let bytes = try? description(of: store) else { return nil }
    return (try? JSON(parsing: bytes))?["place"]?.stringValue
  }

  /// Whether this program may change a store: a newer one says itself what may go.
  package static func isReadable(_ store: String) -> Bool {
    (try? StoreLayout.check(description(of: store), of: store)) != nil
  }

  private static func description(of store: String) throws(StoreFault) -> [UInt8] {
    let path = store + "/store.json"
    do throws(POSIXError) {
      // Whoever opens a pipe waits for somebody who writes.
      guard POSIXFile.isRegular(path) else { throw POSIXError(number: POSIXFile.exists(path) ? EINVAL : ENOENT) }
      return try POSIXFile.read(path, limit: 1 << 16)
    } catch {
      throw StoreFault(error, path)
    }
  }

  /// Whether a process has the store open.
  package static func isTaken(_ store: String) -> Bool { SystemFiles.isLocked(store + "/lock") }

  /// The sessions in a store, oldest first.
  /// - Parameter reads: Whether they are read, too, for their names and charts.
  package static func sessions(in store: String, reads: Bool = true) -> [Session] {
    let disk = SystemFiles()
    let directory = store + "/sessions"
    return POSIXFile.names(in: directory).compactMap { name in
      guard let (number, isEnded) = StoreLayout.session(name) else { return nil }
      let path = "\(directory)/\(name)"
      var session = Session(id: "\(number)", directory: path, isOpen: !isEnded)
      session.byteCount = ServiceStore.byteCount(of: path, disk)
      session.changed = POSIXFile.names(in: path).reduce(0) { max($0, POSIXFile.changeTime(of: "\(path)/\($1)") ?? 0) }
      guard reads else { return session }
      do throws(StoreFault) {
        let reading = try settled(path, disk) { () throws(StoreFault) in try SessionReading(begun: path, in: disk) }
        session.session = reading.replay.head.session
        session.charts = Array(reading.replay.charts.keys)
        session.tornByteCount = reading.tornByteCount
      } catch {
        session.fault = error.description
      }
      return session
    }
  }

  /// Reads all of a session, contents included.
  /// - Returns: What is wrong; empty if nothing is, and nothing is left out but what a death or a loss of power has kept from
  ///   being whole.
  package static func check(
    _ session: Session, kinds: ChartKinds = .standard, on disk: any FileSystem = SystemFiles()
  ) -> [String] {
    do throws(StoreFault) {
      return try settled(session.directory, disk) { () throws(StoreFault) in
        let reading = try SessionReading(begun: session.directory, in: disk, verifying: true)
        _ = try reading.session(session.directory, disk, kinds)
        guard let stop = reading.stop else { return [] }
        return ["\(stop); \(reading.tornByteCount) bytes from there on are left out"]
      }
    } catch {
      return [error.description]
    }
  }

  /// A session as `session/export` writes it.
  /// - Throws: ``StoreFault``.
  package static func document(
    of session: Session, kinds: ChartKinds = .standard, on disk: any FileSystem = SystemFiles()
  ) throws(StoreFault) -> JSON {
    let document = try settled(session.directory, disk) { () throws(StoreFault) in
      try ServiceStore.readDocument(in: session.directory, disk, kinds: kinds, limits: ServiceLimits())
    }
    return SessionDocument.schema.encode(document)
  }

  /// Reads a session, and once more where a process that has it open took away meanwhile what a new snapshot stands for.
  private static func settled<Value>(
    _ directory: String, _ disk: any FileSystem, _ read: () throws(StoreFault) -> Value
  ) throws(StoreFault) -> Value {
    for _ in 0..<3 {
      let names = try? disk.names(in: directory)
      let result = Result(catching: read)
      if (try? disk.names(in: directory)) == names { return try result.get() }
    }
    return try read()
  }

  /// Removes a session. One that has gone meanwhile is gone.
  /// - Throws: ``StoreFault``: a process has the store open, a newer program wrote it, or the system refuses it.
  package static func remove(_ session: Session, from store: String) throws(StoreFault) {
    let disk = SystemFiles()
    let lock: (any FileLock)?
    do throws(POSIXError) { lock = try disk.lock(store + "/lock") } catch { throw StoreFault(error, store) }
    guard let lock else { throw StoreFault("a process has the store open", isTaken: true) }
    defer { withExtendedLifetime(lock) {} }
    try StoreLayout.check(description(of: store), of: store)
    do throws(POSIXError) {
      if disk.isThere(session.directory) { try ServiceStore.remove(session: session.directory, disk) }
      // A store with nothing in it is not worth a directory.
      if try disk.names(in: store + "/sessions").isEmpty { removeStore(store, disk) }
    } catch {
      throw StoreFault(error, session.directory)
    }
  }

  /// Removes what a store has in its directory, and that, if nothing else lies in it.
  private static func removeStore(_ store: String, _ disk: SystemFiles) {
    for name in StoreLayout.names { try? disk.remove("\(store)/\(name)") }
    try? POSIXFile.removeDirectory(store)
  }
}

extension SessionReading {
  /// Reads a session for somebody who wants to know what is in it.
  /// - Throws: ``StoreFault`` also if nothing is.
  fileprivate init(
    begun directory: String, in disk: any FileSystem, verifying verifies: Bool = false
  ) throws(StoreFault) {
    self = try SessionReading(directory, in: disk, limits: ServiceLimits(), verifying: verifies)
    guard isThere else { throw stop ?? StoreFault("\(directory): nothing of it has come to the disk") }
  }
}
