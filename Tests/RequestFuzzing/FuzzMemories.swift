import POSIX
import SharedMemory
import TestSupport

/// Memory that seems to have been handed over, for columns to lie in. It doesn't change during a round, since pictures are
/// compared that are drawn at different times.
enum FuzzMemories {
  /// Doubles, in memory that nobody can change or in a file; a file that has become shorter; bytes that are no doubles, or none.
  static let names = ["sealed", "file", "torn", "odd", "empty"]
  /// Hands all of them over.
  /// - Parameter directory: Where files can be, for a moment.
  static func give(to memories: SharedMemories, directory: String, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let doubles = (0..<1_600).flatMap { index in
      let value = random.chance(0.9) ? Double(index % 97) : Double(bitPattern: random.next())
      return withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
    }
    for name in names {
      let bytes = name == "empty" ? [] : name == "odd" ? Array(doubles.prefix(37)) : doubles
      guard let file = name == "sealed" ? sealed(bytes) : file(bytes, in: directory) else { continue }
      defer { file.close() }
      // There is room, and the names are free.
      guard let memory = try? MappedMemory(descriptor: file.number) else { continue }
      try? memories.add(memory, named: name)
      if name == "torn" { ftruncate(file.number, 100) }
    }
  }

  private static func file(_ bytes: [UInt8], in directory: String) -> FileDescriptor? {
    let path = directory + "/memory"
    let number = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard number >= 0 else { return nil }
    unlink(path)
    try? FileDescriptor(number).writeAll(bytes)
    return FileDescriptor(number)
  }

  private static func sealed(_ bytes: [UInt8]) -> FileDescriptor? {
    guard let memory = unnamedMemory().map({ FileDescriptor($0) }) else { return nil }
    try? memory.writeAll(bytes)
    // F_ADD_SEALS with F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE.
    _ = fcntl(memory.number, 1_033, 2 | 4 | 8)
    return memory
  }
}
