internal import CSharedMemory
package import POSIX

/// Stream sockets of this machine, whose names are files.
package enum UnixSocket {
  /// What came over a connection.
  package struct Received {
    package var bytes: [UInt8] = []
    package var descriptors: [FileDescriptor] = []
  }

  /// Listens at a path that is free; the file is its owner's alone from the first moment.
  /// - Returns: `nil` if the path is too long, or the system won't.
  package static func listening(at path: String) -> FileDescriptor? {
    guard let address = address(of: path), let number = new() else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let mask = umask(0o077)
    let bound = withAddress(address) { bind(number, $0, $1) }
    umask(mask)
    guard bound == 0, listen(number, 128) == 0 else {
      FileDescriptor(number).close()
      return nil
    }
    return FileDescriptor(number)
  }

  /// Whether somebody listens at a path; a file can be left over by a server that was killed.
  package static func isListening(at path: String) -> Bool {
    guard let address = address(of: path), let number = new() else { return false }
    defer { FileDescriptor(number).close() }
    // Without waiting for a place where too many wait already.
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    return withAddress(address) { connect(number, $0, $1) } == 0 || errno == EAGAIN || errno == EINPROGRESS
  }

  /// - Returns: `nil` if the system has none to give.
  private static func new() -> Int32? {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(AF_UNIX, kind, 0)
    return number >= 0 ? number : nil
  }

  /// - Returns: `nil` if the path is too long.
  private static func address(of path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }

  private static func withAddress(
    _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// - Returns: `nil` if whoever came has gone, or the system has no descriptor left.
  package static func accept(on listener: FileDescriptor) -> FileDescriptor? {
    #if canImport(Darwin)
      let number = Darwin.accept(listener.number, nil, nil)
    #else
      let number = POSIX.accept(listener.number, nil, nil)
    #endif
    guard number >= 0 else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(number)
  }

  /// Reads what is there, at most 4 KiB and one descriptor.
  /// - Returns: `nil` at the end, and for what nobody should send.
  package static func receive(from connection: FileDescriptor) -> Received? {
    var descriptors: [Int32] = [-1]
    var count: Int32 = 0
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { room, initialized in
      length = receive_with_descriptors(
        connection.number, room.baseAddress, room.count, &descriptors, Int32(descriptors.count), &count)
      initialized = max(length, 0)
    }
    guard length > 0 else { return nil }
    return Received(bytes: bytes, descriptors: descriptors.prefix(Int(count)).map { FileDescriptor($0) })
  }

  /// The process at the other end, if the system tells.
  package static func process(connectedTo connection: FileDescriptor) -> Int32? {
    let process = connected_process(connection.number)
    return process > 0 ? process : nil
  }

  /// Whether that process has ended, so that its number may be another's by now; `false` where the system does not tell.
  package static func hasEnded(theProcessConnectedTo connection: FileDescriptor) -> Bool {
    connected_process_has_ended(connection.number)
  }

  /// Writes without waiting.
  /// - Returns: Whether all of it was taken.
  package static func send(_ bytes: [UInt8], to connection: FileDescriptor) -> Bool {
    #if canImport(Darwin)
      let flags = Int32(MSG_DONTWAIT)
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { POSIX.send(connection.number, $0.baseAddress, $0.count, flags) } == bytes.count
  }
}
