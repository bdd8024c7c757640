package import Journal
package import POSIX
import Synchronization
import TestSupport

/// A disk that does what real ones do at their worst: it tears what is written while a process dies, loses what was not
/// synced when the power goes, in any order, and refuses.
///
/// Directories and files are held twice: as a process sees them, and as they are on the disk for certain.
package final class SimulatedDisk: FileSystem {
  /// What happens to an operation.
  package enum Fate: Sendable {
    case works
    /// It fails, and has done a part of what it was to do.
    case fails(Int32)
    /// The process dies while it is done: all of it is done, or a part.
    case dies(isDone: Bool)
  }

  fileprivate final class Node {
    var entries: [String: Node]?
    var bytes: [UInt8] = []
    /// What is on the disk for certain.
    var durableBytes: [UInt8] = []
    var durableEntries: [String: Node] = [:]
    /// What was written since, in turn: where, and what; `nil` for a truncation there.
    var pending: [(offset: Int, bytes: [UInt8]?)] = []
    /// The names as they were after each operation since the directory was synced.
    var past: [[String: Node]] = []

    init(isDirectory: Bool) { entries = isDirectory ? [:] : nil }

    /// Brings to the disk what is taken to be missing there.
    func settle() {
      for write in pending {
        if let bytes = write.bytes {
          SimulatedDisk.put(bytes[...], at: write.offset, in: &durableBytes)
        } else if durableBytes.count > write.offset {
          durableBytes.removeLast(durableBytes.count - write.offset)
        }
      }
      pending = []
    }
  }

  private struct State: ~Copyable {
    var root = Node(isDirectory: true)
    var generator: SplitMix64
    var locks: Set<String> = []
    /// The life of the process that uses it; operations of earlier ones fail.
    var life = 0
    var isDead = false
    var capacity = Int.max
  }

  /// Whether what is done is printed: for one who looks for a fault.
  static let traces = ProcessEnvironment.value("SIMULATION_TRACE") != nil

  private let state: Mutex<State>
  private let fate: @Sendable (String) -> Fate

  /// - Parameter fate: Says what happens to an operation; called on the thread that does it.
  package init(seed: UInt64, fate: @escaping @Sendable (String) -> Fate) {
    state = Mutex(State(generator: SplitMix64(seed: seed)))
    self.fate = fate
  }

  /// Whether the process has died.
  package var isDead: Bool { state.withLock { $0.isDead } }

  /// How many bytes it may hold.
  package func setCapacity(_ capacity: Int) { state.withLock { $0.capacity = capacity } }

  package var byteCount: Int { state.withLock { SimulatedDisk.byteCount($0.root) } }

  private static func byteCount(_ node: Node) -> Int {
    node.entries?.values.reduce(0) { $0 + byteCount($1) } ?? node.bytes.count
  }

  /// Ends the process, if it hasn't died by itself.
  package func kill() { state.withLock { $0.isDead = true } }

  /// Begins another process.
  /// - Parameter losesPower: Whether the machine was without power meanwhile, so that only what was synced is certain.
  package func restart(losesPower: Bool) {
    state.withLock { state in
      state.locks = []
      state.isDead = false
      state.life += 1
      if losesPower { SimulatedDisk.lose(state.root, &state.generator) }
    }
  }

  private static func lose(_ node: Node, _ generator: inout SplitMix64) {
    if node.entries != nil {
      let states = [node.durableEntries] + node.past
      let chosen = states[Int.random(in: 0..<states.count, using: &generator)]
      node.entries = chosen
      (node.durableEntries, node.past) = (chosen, [])
      for name in chosen.keys.sorted() { if let child = chosen[name] { lose(child, &generator) } }
      return
    }
    var bytes = node.durableBytes
    for write in node.pending {
      guard let written = write.bytes else {
        if Bool.random(using: &generator), bytes.count > write.offset { bytes.removeLast(bytes.count - write.offset) }
        continue
      }
      // Sectors of 512 bytes get there or not, each for itself.
      var start = 0
      while start < written.count {
        let end = min(written.count, start + 512 - (write.offset + start) % 512)
        if Bool.random(using: &generator) { put(written[start..<end], at: write.offset + start, in: &bytes) }
        start = end
      }
    }
    (node.bytes, node.durableBytes, node.pending) = (bytes, bytes, [])
  }

  fileprivate static func put(_ new: ArraySlice<UInt8>, at offset: Int, in bytes: inout [UInt8]) {
    if bytes.count < offset + new.count {
      bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
    }
    bytes.replaceSubrange(offset..<offset + new.count, with: new)
  }

  // MARK: - Operations

  /// Does an operation as fate has it.
  /// - Parameters:
  ///   - part: Does a part of it, if that is possible.
  ///   - body: Does all of it.
  private func perform<Result: Sendable>(
    _ name: String, part: (inout State) -> Void = { _ in },
    _ body: (inout State) throws(POSIXError) -> Result
  ) throws(POSIXError) -> Result {
    let life = state.withLock { $0.life }
    let fate = fate(name)
    if SimulatedDisk.traces { print("  disk: \(name) \(fate)") }
    return try state.withLock { state throws(POSIXError) in
      guard !state.isDead, state.life == life else { throw POSIXError(number: EIO) }
      switch fate {
      case .works: return try body(&state)
      case .fails(let number):
        part(&state)
        throw POSIXError(number: number)
      case .dies(true):
        defer { state.isDead = true }
        return try body(&state)
      case .dies(false):
        part(&state)
        state.isDead = true
        throw POSIXError(number: EIO)
      }
    }
  }

  private static func node(_ path: String, _ state: borrowing State) throws(POSIXError) -> Node {
    var node = state.root
    for component in path.split(separator: "/") where component != "." {
      guard let entries = node.entries else { throw POSIXError(number: ENOTDIR) }
      guard let next = entries[String(component)] else { throw POSIXError(number: ENOENT) }
      node = next
    }
    return node
  }

  private static func parent(_ path: String, _ state: borrowing State) throws(POSIXError) -> (Node, String) {
    let components = path.split(separator: "/")
    let directory = try node(components.dropLast().joined(separator: "/"), state)
    guard directory.entries != nil, let name = components.last else { throw POSIXError(number: ENOTDIR) }
    return (directory, String(name))
  }

  private static func change(_ directory: Node, _ body: (inout [String: Node]) -> Void) {
    guard var entries = directory.entries else { return }
    body(&entries)
    directory.entries = entries
    directory.past.append(entries)
  }

  package func makeDirectory(_ path: String) throws(POSIXError) {
    try perform("mkdir \(path)") { state throws(POSIXError) in
      var node = state.root
      for component in path.split(separator: "/") {
        guard node.entries != nil else { throw POSIXError(number: ENOTDIR) }
        if let next = node.entries?[String(component)] {
          node = next
        } else {
          let new = Node(isDirectory: true)
          SimulatedDisk.change(node) { $0[String(component)] = new }
          node = new
        }
      }
    }
  }

  package func names(in directory: String) throws(POSIXError) -> [String] {
    try perform("list \(directory)") { state throws(POSIXError) in
      guard let entries = try SimulatedDisk.node(directory, state).entries else { throw POSIXError(number: ENOTDIR) }
      return entries.keys.sorted()
    }
  }

  package func read(_ path: String, settled isSettled: Bool) throws(POSIXError) -> [UInt8] {
    try perform("read \(path)") { state throws(POSIXError) in
      let node = try SimulatedDisk.node(path, state)
      if isSettled {
        node.settle()
        node.bytes = node.durableBytes
      }
      return node.bytes
    }
  }

  package func byteCount(of path: String) throws(POSIXError) -> Int {
    try perform("stat") { state throws(POSIXError) in try SimulatedDisk.node(path, state).bytes.count }
  }

  package func isThere(_ path: String) -> Bool { state.withLock { (try? SimulatedDisk.node(path, $0)) != nil } }

  package func create(_ path: String) throws(POSIXError) -> any WritableFile {
    try perform("create \(path)") { state throws(POSIXError) in
      let (directory, name) = try SimulatedDisk.parent(path, state)
      guard directory.entries?[name] == nil else { throw POSIXError(number: EEXIST) }
      let node = Node(isDirectory: false)
      SimulatedDisk.change(directory) { $0[name] = node }
      return File(node, self, path)
    }
  }

  package func open(_ path: String) throws(POSIXError) -> any WritableFile {
    try perform("open \(path)") { state throws(POSIXError) in File(try SimulatedDisk.node(path, state), self, path) }
  }

  package func rename(_ path: String, to target: String) throws(POSIXError) {
    try perform("rename \(path) \(target)") { state throws(POSIXError) in
      let (directory, name) = try SimulatedDisk.parent(path, state)
      let (other, newName) = try SimulatedDisk.parent(target, state)
      guard let node = directory.entries?[name] else { throw POSIXError(number: ENOENT) }
      if let replaced = directory.entries?[newName] {
        guard replaced.entries?.isEmpty ?? true else { throw POSIXError(number: ENOTEMPTY) }
      }
      if directory === other {
        SimulatedDisk.change(directory) { entries in
          entries[name] = nil
          entries[newName] = node
        }
      } else {
        SimulatedDisk.change(directory) { $0[name] = nil }
        SimulatedDisk.change(other) { $0[newName] = node }
      }
    }
  }

  package func remove(_ path: String) throws(POSIXError) {
    try perform("remove \(path)") { state throws(POSIXError) in
      let (directory, name) = try SimulatedDisk.parent(path, state)
      guard directory.entries?[name] != nil else { throw POSIXError(number: ENOENT) }
      SimulatedDisk.change(directory) { $0[name] = nil }
    }
  }

  package func sync(directory: String) throws(POSIXError) {
    try perform("sync \(directory)") { state throws(POSIXError) in
      let node = try SimulatedDisk.node(directory, state)
      guard let entries = node.entries else { throw POSIXError(number: ENOTDIR) }
      (node.durableEntries, node.past) = (entries, [])
    }
  }

  package func lock(_ path: String) throws(POSIXError) -> (any FileLock)? {
    try perform("lock") { state throws(POSIXError) in
      guard state.locks.insert(path).inserted else { return nil }
      return Lock(path, self, life: state.life)
    }
  }

  private final class Lock: FileLock {
    private let (path, disk, life): (String, SimulatedDisk, Int)

    init(_ path: String, _ disk: SimulatedDisk, life: Int) { (self.path, self.disk, self.life) = (path, disk, life) }

    deinit {
      disk.state.withLock { state in
        if state.life == life { state.locks.remove(path) }
      }
    }
  }

  // `@unchecked Sendable`: none of the three ever becomes another, and the node, which is no `Sendable`, is only looked at
  // and changed in `perform`, which holds the disk's lock.
  private final class File: WritableFile, @unchecked Sendable {
    private let (node, disk, path): (Node, SimulatedDisk, String)

    init(_ node: Node, _ disk: SimulatedDisk, _ path: String) { (self.node, self.disk, self.path) = (node, disk, path) }

    func write(_ bytes: [UInt8], at offset: Int) throws(POSIXError) {
      let node = node
      func put(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        SimulatedDisk.put(bytes, at: offset, in: &node.bytes)
        node.pending.append((offset, Array(bytes)))
      }
      try disk.perform(
        "write \(path)",
        // Never all of it: who is told that it failed may take it that it was not done.
        part: { state in put(bytes.prefix(Int.random(in: 0..<max(1, bytes.count), using: &state.generator))) }
      ) { state throws(POSIXError) in
        let growth = max(0, offset + bytes.count - node.bytes.count)
        let room = state.capacity == .max ? .max : state.capacity - SimulatedDisk.byteCount(state.root)
        guard growth <= room else {
          put(bytes.prefix(max(0, bytes.count - growth + room)))
          throw POSIXError(number: ENOSPC)
        }
        put(bytes[...])
      }
    }

    func truncate(to byteCount: Int) throws(POSIXError) {
      let node = node
      try disk.perform("truncate \(path)") { _ throws(POSIXError) in
        if node.bytes.count > byteCount { node.bytes.removeLast(node.bytes.count - byteCount) }
        node.pending.append((byteCount, nil))
      }
    }

    func sync() throws(POSIXError) {
      let node = node
      try disk.perform(
        "sync \(path)",
        part: { state in
          // What could not be written is taken to be clean from then on: it is lost with the power, unless it is written again.
          node.pending.removeAll { _ in Bool.random(using: &state.generator) }
        }
      ) { _ throws(POSIXError) in
        node.settle()
      }
    }
  }
}
