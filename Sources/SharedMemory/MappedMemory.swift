internal import CSharedMemory
internal import Dispatch
internal import POSIX
internal import Synchronization

/// Memory that another process has handed over, or a file, mapped for reading; or a copy of what another process has.
///
/// A copy, and what is sealed (memfd_create(2)), never change. Other files may: then what is read changes too, and where one
/// has become shorter, doubles that are no numbers are read instead (``wasTorn``).
public final class MappedMemory: Sendable {
  /// Bytes.
  public let byteCount: Int
  /// Whether nobody can change it any more.
  public let isSealed: Bool
  nonisolated(unsafe) private let start: UnsafeRawPointer?
  private let length: Int
  private let guardNumber: Int32

  /// Maps what a descriptor stands for; the descriptor itself is not needed any more then.
  /// - Throws: ``MemoryFault`` if it is no file.
  public init(descriptor: Int32) throws(MemoryFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw MemoryFault("is no open file: \(POSIXError.last)") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw MemoryFault("is neither memory nor a regular file") }
    guard let byteCount = Int(exactly: status.st_size), byteCount >= 0 else {
      throw MemoryFault("has a size of \(status.st_size) bytes")
    }
    self.byteCount = byteCount
    isSealed = MappedMemory.isSealed(descriptor)
    let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
    length = (byteCount + page - 1) / page * page
    guard byteCount > 0 else {
      (start, guardNumber) = (nil, -1)
      return
    }
    #if os(Linux)
      // Sealed memory is all there already: to map each page when it is first read would take three times as long.
      let flags = MAP_SHARED | (isSealed ? MAP_POPULATE : 0)
    #else
      let flags = MAP_SHARED
    #endif
    guard let mapped = mmap(nil, length, PROT_READ, flags, descriptor, 0), mapped != MAP_FAILED else {
      throw MemoryFault("cannot be mapped: \(POSIXError.last)")
    }
    start = UnsafeRawPointer(mapped)
    guard !isSealed else {
      guardNumber = -1
      return
    }
    guardNumber = memory_guard_add(mapped, length)
    guard guardNumber >= 0 else {
      munmap(mapped, length)
      throw MemoryFault("is one of more than \(MEMORY_GUARD_LIMIT) files that are mapped")
    }
  }

  /// Whether this system can copy out of other processes.
  public static var canCopy: Bool { process_memory_can_be_copied() }

  /// Copies bytes out of a process that is there and whose memory the system lets this one read: one's own user's, where nothing
  /// forbids it.
  ///
  /// That takes a third of the time in which the other one could copy them into memory to hand over: here the system can make
  /// large pages.
  /// - Parameters:
  ///   - byteCount: At least 0.
  ///   - address: In the other process.
  /// - Throws: ``MemoryFault`` if it is not let, or the other one has no such memory.
  public init(copying byteCount: Int, at address: UInt64, of process: Int32) throws(MemoryFault) {
    self.byteCount = byteCount
    isSealed = true
    guardNumber = -1
    length = byteCount
    guard byteCount > 0 else {
      start = nil
      return
    }
    guard let room = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), room != MAP_FAILED else {
      throw MemoryFault("cannot be copied: \(POSIXError.last)")
    }
    #if os(Linux)
      madvise(room, length, Int32(MADV_HUGEPAGE))
    #endif
    start = UnsafeRawPointer(room)
    // Parts by several threads, each of pages of its own.
    let part = max((length / 4 + 4_095) / 4_096 * 4_096, 1 << 20)
    let fault = Atomic<Int32>(0)
    nonisolated(unsafe) let target = room
    DispatchQueue.concurrentPerform(iterations: (byteCount + part - 1) / part) { index in
      let offset = index * part
      let failure = copy_process_memory(
        process, address &+ UInt64(offset), target + offset, min(part, byteCount - offset))
      if failure != 0 { fault.store(failure, ordering: .relaxed) }
    }
    let failure = fault.load(ordering: .relaxed)
    // What was mapped is given back by the end of this object.
    if failure != 0 { throw MemoryFault("cannot be copied: \(POSIXError(number: failure))") }
  }

  deinit {
    guard let start else { return }
    memory_guard_remove(guardNumber)
    munmap(UnsafeMutableRawPointer(mutating: start), length)
  }

  /// Whether it has become shorter since.
  public var wasTorn: Bool { memory_guard_was_torn(guardNumber) }

  /// The bytes, which are there for as long as this object is.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: byteCount) }

  /// Whether its size and what is in it are sealed: whoever made it has said so to the system, for ever.
  private static func isSealed(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      // F_GET_SEALS, F_SEAL_SHRINK, F_SEAL_WRITE (fcntl(2)), which the C library names only for programs that ask for it.
      let (getSeals, shrink, write): (Int32, Int32, Int32) = (1_034, 2, 8)
      let seals = fcntl(descriptor, getSeals)
      return seals >= 0 && seals & (shrink | write) == shrink | write
    #else
      return false
    #endif
  }
}

/// Why memory cannot be had, as the end of a sentence that begins with its name.
public struct MemoryFault: Error, Hashable, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
