package import POSIX

/// What a journal needs of the disk. The system's is ``SystemFiles``; simulations have one that loses, tears and refuses.
package protocol FileSystem: Sendable {
  /// Makes a directory for its owner alone; one that is there stays as it is.
  func makeDirectory(_ path: String) throws(POSIXError)

  /// The names of what lies in a directory, in order.
  func names(in directory: String) throws(POSIXError) -> [String]

  /// The bytes of a file.
  /// - Parameter isSettled: Whether they are to be what the disk has. A process that died may have left them in the system's
  ///   memory alone; and if the disk failed then, the system takes them for written all the same, so that to wait for the disk
  ///   once more would prove nothing.
  func read(_ path: String, settled isSettled: Bool) throws(POSIXError) -> [UInt8]

  /// How many bytes a file has.
  func byteCount(of path: String) throws(POSIXError) -> Int

  /// Makes a new, empty file for its owner alone.
  /// - Throws: `EEXIST` if there is one.
  func create(_ path: String) throws(POSIXError) -> any WritableFile

  /// Opens a file that is there.
  func open(_ path: String) throws(POSIXError) -> any WritableFile

  /// Whether there is something of this name.
  func isThere(_ path: String) -> Bool

  /// Gives a file or directory another name, in one step; what has that name is replaced.
  func rename(_ path: String, to target: String) throws(POSIXError)

  /// Removes a file, or a directory with all that is in it.
  func remove(_ path: String) throws(POSIXError)

  /// Waits until the names in a directory are on the disk.
  func sync(directory: String) throws(POSIXError)

  /// Takes the lock of a directory, which is held for as long as what is returned lives.
  /// - Parameter path: The file that is locked; it is made if it is not there.
  /// - Returns: `nil` if somebody else holds it.
  func lock(_ path: String) throws(POSIXError) -> (any FileLock)?
}

/// A file that is written to. It is closed when nobody refers to it any more.
package protocol WritableFile: AnyObject, Sendable {
  /// Writes all of the bytes, or throws; then some of them may have been written.
  func write(_ bytes: [UInt8], at offset: Int) throws(POSIXError)

  func truncate(to byteCount: Int) throws(POSIXError)

  /// Waits until all that was written is on the disk.
  func sync() throws(POSIXError)
}

/// A lock that is let go with its last reference.
package protocol FileLock: AnyObject, Sendable {}

extension FileSystem {
  /// The bytes of a file.
  package func read(_ path: String) throws(POSIXError) -> [UInt8] { try read(path, settled: false) }

  /// Puts a new file in the place of the one at a path, in one step, so that no reader sees half of one, not even after the
  /// machine has lost its power.
  package func replace(_ path: String, with bytes: [UInt8]) throws(POSIXError) {
    let temporary = path + ".new"
    try? remove(temporary)
    do throws(POSIXError) {
      let file = try create(temporary)
      try file.write(bytes, at: 0)
      try file.sync()
      try rename(temporary, to: path)
    } catch {
      try? remove(temporary)
      throw error
    }
  }
}
