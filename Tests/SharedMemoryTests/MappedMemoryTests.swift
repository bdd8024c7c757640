import POSIX
import ServiceTestSupport
import SharedMemory
import TestSupport
import Testing

@Suite("Memory that another process has handed over")
struct MappedMemoryTests {
  private func file(_ directory: TemporaryDirectory, _ bytes: [UInt8]) throws -> Int32 {
    let path = "\(directory.path)/memory"
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    try FileDescriptor(descriptor).writeAll(bytes)
    return descriptor
  }

  @Test("A file is mapped, and needs its descriptor no more")
  func mapped() throws {
    let directory = try TemporaryDirectory()
    let descriptor = try file(directory, Array(1...10))
    let memory = try MappedMemory(descriptor: descriptor)
    close(descriptor)
    #expect(memory.byteCount == 10 && Array(memory.bytes) == Array(1...10))
    #expect(!memory.isSealed && !memory.wasTorn)
  }

  @Test("A file that has become shorter is read as doubles that are no numbers, and others' memory as it is")
  func torn() throws {
    let directory = try TemporaryDirectory()
    let count = 16 << 10
    let descriptor = try file(directory, Array(repeating: 7, count: count))
    let memory = try MappedMemory(descriptor: descriptor)
    ftruncate(descriptor, 1)
    close(descriptor)
    let doubles = memory.bytes.bindMemory(to: Double.self)
    // The first page is there still; those behind it are not.
    #expect(memory.bytes[0] == 7 && doubles.last?.isNaN == true)
    #expect(memory.wasTorn)
    #expect(doubles[count / 8 - 10].isNaN)
  }

  @Test("A large file that is emptied takes no memory of its own: the same few bytes stand for all that is missing")
  func emptied() throws {
    let directory = try TemporaryDirectory()
    let count = 256 << 20
    let descriptor = try file(directory, [])
    ftruncate(descriptor, off_t(count))
    let memory = try MappedMemory(descriptor: descriptor)
    ftruncate(descriptor, 0)
    close(descriptor)
    let before = ProcessMemory.held
    let doubles = memory.bytes.bindMemory(to: Double.self)
    #expect(doubles.allSatisfy(\.isNaN) && memory.wasTorn)
    // Other tests take some meanwhile.
    #if os(Linux)
      #expect(ProcessMemory.held - before < count / 2)
    #endif
  }

  @Test("A size that nothing can have is refused", arguments: [Int.max, Int.max - 4_094, Int.max - 4_095, 1 << 50])
  func sizes(size: Int) throws {
    guard let descriptor = unnamedMemory() else { return }
    defer { close(descriptor) }
    try #require(ftruncate(descriptor, off_t(size)) == 0)
    #expect { try MappedMemory(descriptor: descriptor) } throws: { error in
      let reason = (error as? MemoryFault)?.reason ?? ""
      return reason.hasPrefix("has a size of") || reason.hasPrefix("cannot be mapped")
    }
  }

  @Test("What lies in memory counts for as long as it is held, what lies on a disk does not")
  func held() throws {
    let directory = try TemporaryDirectory()
    let descriptor = try file(directory, [1])
    defer { close(descriptor) }
    try MappedMemory(descriptor: descriptor) { (byteCount) throws(MemoryFault) in #expect(byteCount == 0) }.use()
    guard let unnamed = unnamedMemory() else { return }
    defer { close(unnamed) }
    let size = 1 << 40
    try #require(ftruncate(unnamed, off_t(size)) == 0)
    // Others hold less meanwhile.
    let before = MappedMemory.heldByteCount
    try MappedMemory(descriptor: unnamed) { (byteCount) throws(MemoryFault) in #expect(byteCount == size) }.use {
      #expect(MappedMemory.heldByteCount >= before + size / 2)
    }
    #expect(MappedMemory.heldByteCount < before + size / 2)
  }

  @Test("What finds no room is not even mapped, and has no name")
  func room() throws {
    let directory = try TemporaryDirectory()
    let descriptor = try file(directory, [1, 2, 3])
    defer { close(descriptor) }
    let memories = SharedMemories { $0 > 100 ? "\($0) are too many" : nil }
    try memories.checkRoom(for: 100)
    #expect(throws: MemoryFault("finds no room: 101 are too many")) { try memories.checkRoom(for: 101) }
    let full = SharedMemories { _ in "all is full" }
    #expect(throws: MemoryFault("finds no room: all is full")) {
      try MappedMemory(descriptor: descriptor, checkingRoom: full.checkRoom)
    }
  }

  @Test("Whether somebody listens is known at once, also where nobody more can be let wait")
  func listening() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/s"
    #expect(!UnixSocket.isListening(at: path))
    let listener = try #require(UnixSocket.listening(at: path))
    defer { listener.close() }
    // Each stays in line, since nobody lets it in.
    for _ in 0..<300 { #expect(UnixSocket.isListening(at: path)) }
  }

  @Test("An empty file is no bytes")
  func empty() throws {
    let directory = try TemporaryDirectory()
    let descriptor = try file(directory, [])
    defer { close(descriptor) }
    #expect(try MappedMemory(descriptor: descriptor).bytes.isEmpty)
  }

  @Test(
    "What lies in a process is copied, and stays as it was then",
    .enabled(if: MappedMemory.canCopy, "machine: takes a system that copies out of other processes"))
  func copied() throws {
    // More than the part of one thread, and no whole number of pages.
    let count = (9 << 20) + 13
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 >> 4 ^ $0) }
    let memory = try bytes.withUnsafeBytes { bytes in
      try MappedMemory(copying: count, at: UInt64(UInt(bitPattern: bytes.baseAddress)), of: getpid())
    }
    #expect(memory.byteCount == count && memory.isSealed && !memory.wasTorn)
    #expect(memory.bytes.elementsEqual(bytes))
    let before = bytes[5]
    bytes[5] &+= 1
    #expect(memory.bytes[5] == before)
    #expect(try MappedMemory(copying: 0, at: 0, of: getpid()).bytes.isEmpty)
  }

  @Test(
    "What is not there, or is too much, is refused with a reason",
    .enabled(if: MappedMemory.canCopy, "machine: takes a system that copies out of other processes"),
    arguments: [(16, 0), (1 << 20, 0), (1 << 62, 0), (.max, .max), (16, .max - 8)] as [(Int, UInt64)])
  func notThere(byteCount: Int, address: UInt64) {
    #expect { try MappedMemory(copying: byteCount, at: address, of: getpid()) } throws: { error in
      (error as? MemoryFault)?.reason.hasPrefix("cannot be copied: ") == true
    }
  }

  @Test("What is no file is refused with a reason")
  func refused() throws {
    let pipe = try #require(FileDescriptor.pipe())
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    #expect(throws: MemoryFault("is neither memory nor a regular file")) {
      try MappedMemory(descriptor: pipe.reading.number)
    }
    #expect { try MappedMemory(descriptor: -1) } throws: { error in
      (error as? MemoryFault)?.reason.hasPrefix("is no open file") == true
    }
  }

  @Test("A name is taken once, until it is taken back; what is shown by it stays")
  func names() throws {
    let directory = try TemporaryDirectory()
    let descriptor = try file(directory, [1, 2, 3])
    defer { close(descriptor) }
    let memories = SharedMemories()
    let memory = try MappedMemory(descriptor: descriptor)
    try memories.add(memory, named: "a")
    #expect(throws: MemoryFault("has a name that is taken")) { try memories.add(memory, named: "a") }
    for name in ["", String(repeating: "x", count: 201)] {
      #expect(throws: MemoryFault("needs a name of 1 to 200 bytes")) { try memories.add(memory, named: name) }
    }
    #expect(memories["a"] === memory && memories["b"] == nil)
    memories.remove(named: "a")
    #expect(memories["a"] == nil && Array(memory.bytes) == [1, 2, 3])
    try memories.add(memory, named: "a")
  }
}

extension MappedMemory {
  /// Lives at least until something is done.
  fileprivate func use(_ body: () -> Void = {}) { withExtendedLifetime(self) { body() } }
}
