import JSONModel
import OrderedCollections

/// What was done to the charts of a session, oldest first; bounded.
struct InteractionLog: Sendable {
  struct Entry: Hashable, Sendable {
    var chart = ""
    var method = ""
    /// As given, without what says where (`session`, `chart`) and whether to draw (`render`).
    var params: JSON = [:]
    /// The chart's revision afterwards.
    var revision = 0
  }

  private(set) var entries: [Entry] = []

  init(_ entries: [Entry] = []) { self.entries = entries }

  mutating func append(_ entry: Entry, limit: Int) {
    entries.append(entry)
    // A quarter at a time: taking away the first of an array one by one would cost its length each time.
    if entries.count > limit { entries.removeFirst(entries.count - limit + limit / 4) }
  }
}
