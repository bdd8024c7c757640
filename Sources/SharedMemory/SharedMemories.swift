internal import Synchronization

/// The memory that other processes have handed over, by the names that they gave it.
///
/// A name holds until whoever handed the memory over takes it back or has gone. Charts that show it keep it: what is taken
/// back is the name.
public final class SharedMemories: Sendable {
  private let memories = Mutex<[String: MappedMemory]>([:])
  private let refusal: @Sendable (Int) -> String?

  /// The most names.
  public static let limit = 4_096
  /// The longest name, in bytes.
  public static let nameLimit = 200

  /// - Parameter refusal: Says why the process cannot have so many bytes more, if it cannot.
  public init(refusal: @escaping @Sendable (Int) -> String? = { _ in nil }) { self.refusal = refusal }

  /// - Throws: ``MemoryFault`` if the process cannot have so many bytes more than it has.
  public func checkRoom(for byteCount: Int) throws(MemoryFault) {
    if let reason = refusal(byteCount) { throw MemoryFault("finds no room: \(reason)") }
  }

  public subscript(name: String) -> MappedMemory? { memories.withLock { $0[name] } }

  /// - Throws: ``MemoryFault`` if the name is taken, or none.
  public func add(_ memory: MappedMemory, named name: String) throws(MemoryFault) {
    guard !name.isEmpty, name.utf8.count <= SharedMemories.nameLimit else {
      throw MemoryFault("needs a name of 1 to \(SharedMemories.nameLimit) bytes")
    }
    try memories.withLock { memories throws(MemoryFault) in
      guard memories[name] == nil else { throw MemoryFault("has a name that is taken") }
      guard memories.count < SharedMemories.limit else {
        throw MemoryFault("is one of more than \(SharedMemories.limit)")
      }
      memories[name] = memory
    }
  }

  public func remove(named name: String) {
    // Unmapped outside the lock.
    let memory = memories.withLock { $0.removeValue(forKey: name) }
    _ = consume memory
  }
}
