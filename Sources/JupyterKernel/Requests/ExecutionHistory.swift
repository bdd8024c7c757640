/// What was executed in this session, for the arrow keys and searches of consoles. The oldest is forgotten beyond a limit.
package struct ExecutionHistory: Sendable {
  package struct Entry: Hashable, Sendable {
    package let number: Int
    package let input: String
    package var output: String?
  }

  /// The number of this session in answers; there is no other one, since nothing outlives the kernel.
  package static let session = 1

  private var entries: [Entry] = []
  private var byteCount = 0
  private let limit: Int
  private let byteLimit: Int

  package init(limit: Int = 10_000, byteLimit: Int = 16 << 20) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  /// - Parameter number: the execution count; each is greater than the one before.
  package mutating func add(_ input: String, number: Int) {
    entries.append(Entry(number: number, input: input, output: nil))
    byteCount += input.utf8.count
    var forgotten = 0
    while entries.count - forgotten > limit || byteCount > byteLimit, forgotten < entries.count {
      byteCount -= entries[forgotten].input.utf8.count + (entries[forgotten].output?.utf8.count ?? 0)
      forgotten += 1
    }
    if forgotten > 0 { entries.removeFirst(forgotten) }
  }

  package mutating func setOutput(_ output: String, of number: Int) {
    guard let index = entries.lastIndex(where: { $0.number == number }), entries[index].output == nil else { return }
    entries[index].output = output
    byteCount += output.utf8.count
  }

  // MARK: Reading, oldest first

  /// The newest `count` entries.
  package func tail(_ count: Int) -> [Entry] {
    Array(entries.suffix(max(count, 0)))
  }

  /// The entries numbered from `start` to just before `stop`, or to the end.
  ///
  /// - Parameter session: 0 or this session's number; negative ones are sessions before this one, of which none is kept.
  package func range(session: Int, from start: Int, to stop: Int?) -> [Entry] {
    guard session == 0 || session == Self.session else { return [] }
    return entries.filter { entry in entry.number >= start && stop.map { entry.number < $0 } ?? true }
  }

  /// The newest entries whose whole input matches a glob pattern, each input once if `unique`.
  package func search(_ pattern: String, count: Int?, unique: Bool) -> [Entry] {
    let glob = GlobPattern(pattern)
    var seen: Set<String> = []
    var found: [Entry] = []
    for entry in entries.reversed() {
      if let count, found.count >= count { break }
      guard glob.matches(entry.input), !unique || seen.insert(entry.input).inserted else { continue }
      found.append(entry)
    }
    return found.reversed()
  }
}
