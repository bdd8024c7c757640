internal import CSharedMemory
internal import POSIX

/// Memory that another process has handed over, or a file, mapped for reading.
///
/// What is sealed (memfd_create(2)) never changes. Other files may: then what is read changes too, and where one has become
/// shorter, doubles that are no numbers are read instead (``wasTorn``).
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
    guard let mapped = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED else {
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
