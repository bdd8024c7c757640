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
  // `unsafe`: the pointer never changes, nothing is written through it once `init` has returned, and what it points to
  // stays mapped until `deinit`. That another process may change the bytes of what is not sealed, only those who read them
  // can bear with.
  nonisolated(unsafe) private let start: UnsafeRawPointer?
  private let length: Int
  private let guardNumber: Int32
  /// How much of the machine's memory it may take: what lies on a disk takes none that the system can't have back.
  private let heldByteCount: Int

  /// The most at once. The system gives a process 65,530 maps, without which it gets no memory any more either.
  public static let limit = 16_384

  private static let count = Atomic<Int>(0)
  private static let held = Atomic<Int>(0)

  /// How many bytes of the machine's memory, and of no disk, this process keeps of others in all. Of its own memory the system
  /// counts them as shared, also when nobody else has them any more.
  public static var heldByteCount: Int { held.load(ordering: .relaxed) }

  /// Maps what a descriptor stands for; the descriptor itself is not needed any more then.
  /// - Parameter checkRoom: Throws if there is no room for so many bytes more.
  /// - Throws: ``MemoryFault`` if it is no file.
  public init(
    descriptor: Int32, checkingRoom checkRoom: (Int) throws(MemoryFault) -> Void = { (_) throws(MemoryFault) in }
  ) throws(MemoryFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw MemoryFault("is no open file: \(POSIXError.last)") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw MemoryFault("is neither memory nor a regular file") }
    let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
    guard let byteCount = Int(exactly: status.st_size), 0...Int.max - page ~= byteCount else {
      throw MemoryFault("has a size of \(status.st_size) bytes")
    }
    let seals = MappedMemory.seals(of: descriptor)
    self.byteCount = byteCount
    isSealed = seals.map(MappedMemory.areEnough) ?? false
    length = (byteCount + page - 1) / page * page
    heldByteCount = seals == nil ? 0 : length
    guard byteCount > 0 else {
      (start, guardNumber) = (nil, -1)
      return
    }
    try checkRoom(heldByteCount)
    (start, guardNumber) = try MappedMemory.mapped(descriptor, length, isGuarded: !isSealed)
    MappedMemory.count.add(1, ordering: .relaxed)
    MappedMemory.held.add(heldByteCount, ordering: .relaxed)
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
    // The system counts it.
    heldByteCount = 0
    guard byteCount > 0 else {
      start = nil
      return
    }
    try MappedMemory.checkCount()
    guard let room = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), room != MAP_FAILED else {
      throw MemoryFault("cannot be copied: \(POSIXError.last)")
    }
    #if os(Linux)
      madvise(room, length, Int32(MADV_HUGEPAGE))
    #endif
    start = UnsafeRawPointer(room)
    MappedMemory.count.add(1, ordering: .relaxed)
    // Parts of whole pages, each by one thread.
    let part = max((length / 4 + 4_095) / 4_096 * 4_096, 1 << 20)
    let fault = Atomic<Int32>(0)
    // `unsafe`: no two parts overlap, nobody else knows of the memory yet, and all threads have ended when this returns.
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
    MappedMemory.count.subtract(1, ordering: .relaxed)
    MappedMemory.held.subtract(heldByteCount, ordering: .relaxed)
  }

  private static func checkCount() throws(MemoryFault) {
    guard count.load(ordering: .relaxed) < limit else { throw MemoryFault("is one of more than \(limit)") }
  }

  private static func mapped(
    _ descriptor: Int32, _ length: Int, isGuarded: Bool
  ) throws(MemoryFault) -> (UnsafeRawPointer, Int32) {
    try checkCount()
    #if os(Linux)
      // Sealed memory is all there already: to map each page when it is first read would take three times as long.
      let flags = MAP_SHARED | (isGuarded ? 0 : MAP_POPULATE)
    #else
      let flags = MAP_SHARED
    #endif
    guard let mapped = mmap(nil, length, PROT_READ, flags, descriptor, 0), mapped != MAP_FAILED else {
      throw MemoryFault("cannot be mapped: \(POSIXError.last)")
    }
    guard isGuarded else { return (UnsafeRawPointer(mapped), -1) }
    let number = memory_guard_add(mapped, length)
    guard number >= 0 else {
      munmap(mapped, length)
      throw MemoryFault("is one of more than \(MEMORY_GUARD_LIMIT) files that are mapped")
    }
    return (UnsafeRawPointer(mapped), number)
  }

  /// Whether it has become shorter since.
  public var wasTorn: Bool { memory_guard_was_torn(guardNumber) }

  /// The bytes, which are there for as long as this object is.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: byteCount) }

  // MARK: - Seals

  /// What whoever made it has told the system that nobody will do to it; `nil` for what lies on a disk, which has no seals.
  private static func seals(of descriptor: Int32) -> Int32? {
    #if os(Linux)
      // F_GET_SEALS (fcntl(2)), which the C library names only for programs that ask for it.
      let seals = fcntl(descriptor, 1_034)
      return seals >= 0 ? seals : nil
    #else
      return nil
    #endif
  }

  /// Whether its size and what is in it are sealed, for ever: F_SEAL_SHRINK, F_SEAL_WRITE.
  private static func areEnough(_ seals: Int32) -> Bool { seals & (2 | 8) == 2 | 8 }
}

/// Why memory cannot be had, as the end of a sentence that begins with its name.
public struct MemoryFault: Error, Hashable, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
