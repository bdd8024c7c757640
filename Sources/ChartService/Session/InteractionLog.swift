import DequeModule
import JSONModel

/// What was done to the charts of a session, oldest first; bounded in number and bytes.
struct InteractionLog: Sendable {
  struct Entry: Hashable, Sendable {
    var chart = ""
    var method = ""
    /// As given, without what says where (`session`, `chart`) and whether to draw (`render`).
    var params: JSON = [:]
    /// The chart's revision afterwards.
    var revision = 0
  }

  /// An entry that has been weighed.
  struct Record: Sendable {
    var entry: Entry
    /// Roughly how many bytes it takes to keep.
    let byteCount: Int

    /// - Complexity: O(*n*) in the number of values in the parameters: to be made outside of the service's lock.
    init(_ entry: Entry) { self.init(entry, paramsByteCount: entry.params.keptByteCount) }

    init(_ request: Request, chart: String) {
      self.init(
        Entry(chart: chart, method: request.method, params: request.params), paramsByteCount: request.byteCount)
    }

    /// Of what has no parameters but its chart.
    init(_ method: String, chart: String) { self.init(Entry(chart: chart, method: method)) }

    private init(_ entry: Entry, paramsByteCount: Int) {
      self.entry = entry
      byteCount = MemoryLayout<Record>.stride + entry.chart.utf8.count + paramsByteCount
    }
  }

  private(set) var records: Deque<Record> = []
  private(set) var byteCount = 0

  var entries: [Entry] { records.map(\.entry) }

  /// Adds what was done, and forgets the oldest while there are too many, or they take too much.
  /// - Returns: What it has forgotten that takes a while to free.
  /// - Complexity: O(1), amortised.
  mutating func append(_ record: Record, limits: ServiceLimits) -> [Record] {
    records.append(record)
    byteCount += record.byteCount
    var large: [Record] = []
    while records.count > limits.log || byteCount > limits.logBytes, let oldest = records.popFirst() {
      byteCount -= oldest.byteCount
      if oldest.byteCount > InteractionLog.smallByteCount { large.append(oldest) }
    }
    return large
  }

  /// Leaves nothing but what was done to some charts.
  mutating func keep(of charts: Set<String>) {
    records.removeAll { !charts.contains($0.entry.chart) }
    byteCount = records.reduce(0) { $0 + $1.byteCount }
  }

  /// What takes no more than this is freed at once.
  private static let smallByteCount = 4_096
}
