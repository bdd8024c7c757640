internal import ArgumentParser
internal import JSONRPC
internal import Logging
internal import POSIX
internal import SharedMemory
internal import ZeroMQ

/// How much memory the program may have, for the commands that answer somebody.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How much memory the program may have: 500M, 2G. What would keep more is refused. A quarter of what the machine or its "
        + "control group has, if not given.",
      valueName: "size"))
  var memoryLimit: ByteCount?

  /// The ceiling for all that the program keeps: one for a process, since each counts by itself.
  func makeCeiling() -> MemoryCeiling {
    let limit = memoryLimit?.number ?? ProcessMemory.available.map { $0 / 4 } ?? .max
    return MemoryCeiling(limit: limit) { ProcessMemory.held + MappedMemory.heldByteCount }
  }
}

extension MemoryCeiling {
  /// What ends connections whose messages fill the memory and do not end.
  func guardian(log: Logger) -> ConnectionGuard {
    let guardian = ConnectionGuard {
      _ = self.isReached()
      return ConnectionGuard.Memory(held: self.held, limit: self.limit)
    } onEnd: { byteCount in
      let size = byteCount > 0 ? " of \(ByteCount(number: byteCount).words)" : ""
      log.warning("A connection was ended: the memory is full, and it had begun a message\(size) that did not end")
    }
    onReport { [weak guardian] in [.unfinishedMessages: guardian?.unfinishedByteCount ?? 0] }
    return guardian
  }
}
