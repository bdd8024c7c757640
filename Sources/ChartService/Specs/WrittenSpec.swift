import ChartModel
import JSONModel
import OrderedCollections

/// A spec's JSON as its author gave it, and what points have added to its lists since: put together when somebody asks, so
/// that a point more costs the same however many there are.
struct WrittenSpec: Sendable {
  /// JSON that many versions of a spec have in common.
  final class Given: Sendable {
    let json: JSON
    /// Roughly how many bytes it takes to keep.
    let byteCount: Int

    init(_ json: JSON, byteCount: Int) {
      self.json = json
      self.byteCount = byteCount
    }
  }

  /// A list that has grown.
  private struct List: Sendable {
    /// How many of the given elements are gone.
    var dropped = 0
    /// How many are given.
    let givenCount: Int
    var added = GrowingArray<ColumnSpec.Entry>()
    var kinds = EntryKinds()
  }

  /// How many of a list's entries are texts, and how many are numbers; those that are missing are neither.
  struct EntryKinds {
    var (texts, numbers) = (0, 0)

    fileprivate mutating func count(_ entries: some Sequence<JSON>, _ change: Int) {
      for entry in entries {
        switch entry {
        case .string: texts += change
        case .integer, .number, .literal: numbers += change
        default: break
        }
      }
    }
  }

  /// The JSON without what was added.
  private(set) var given: Given
  private var lists: OrderedDictionary<SpecColumn, List> = [:]

  init(_ json: JSON, byteCount: Int) { given = Given(json, byteCount: byteCount) }

  /// The JSON with what was added.
  /// - Complexity: O(*n*) where points were added, else O(1).
  var json: JSON {
    var json = given.json
    for (column, list) in lists {
      json.set(at: column.path(in: given.json)) { elements in
        elements = .array((elements.arrayValue ?? []).dropFirst(list.dropped) + list.added.map(\.json))
      }
    }
    return json
  }

  /// Adds entries to the end of a list, and takes away the first ones.
  /// - Complexity: O(*k*) in the number of new entries, amortised; O(*n*) the first time.
  mutating func grow(_ column: SpecColumn, by entries: [ColumnSpec.Entry], dropping first: Int) {
    var list = lists[column] ?? givenList(column)
    let fromGiven = min(first, list.givenCount - list.dropped)
    list.kinds.count(givenEntries(column).dropFirst(list.dropped).prefix(fromGiven), -1)
    list.kinds.count(list.added.prefix(first - fromGiven).lazy.map(\.json), -1)
    list.kinds.count(entries.lazy.map(\.json), 1)
    list.dropped += fromGiven
    list.added.drop(first: first - fromGiven)
    list.added.append(contentsOf: entries)
    if list.givenCount > 0, list.dropped == list.givenCount {
      // Nothing is left of it, and it need not be kept any longer.
      let added = list.added
      update(at: column.path(in: given.json)) { $0 = [] }
      list = List(givenCount: 0, added: added, kinds: list.kinds)
    }
    lists[column] = list
  }

  private func givenEntries(_ column: SpecColumn) -> [JSON] {
    given.json.value(at: JSONPath(column.path(in: given.json)))?.arrayValue ?? []
  }

  private func givenList(_ column: SpecColumn) -> List {
    let entries = givenEntries(column)
    var list = List(givenCount: entries.count)
    list.kinds.count(entries, 1)
    return list
  }

  /// Whether so many entries can be added to each list without copying many that were added before.
  func hasRoom(for count: Int) -> Bool {
    lists.values.allSatisfy { $0.added.count < WrittenSpec.fewCount || $0.added.hasRoom(for: count) }
  }

  /// So few entries are copied at once.
  private static let fewCount = 1_000

  /// Changes a part of the JSON that is no list that has grown.
  mutating func update(at path: [JSONPath.Component], _ change: (inout JSON) -> Void) {
    var json = given.json
    json.update(at: path, change)
    given = Given(json, byteCount: given.byteCount)
  }

  /// Writes a part of the JSON that is no list that has grown.
  mutating func set(_ value: JSON, at path: [JSONPath.Component]) {
    var json = given.json
    guard json.value(at: JSONPath(path)) != value else { return }
    json.set(at: path) { $0 = value }
    given = Given(json, byteCount: given.byteCount)
  }

  /// Of what kinds the entries of a list are.
  /// - Complexity: O(1) for one that has grown, else O(*n*).
  func kinds(of column: SpecColumn) -> EntryKinds { (lists[column] ?? givenList(column)).kinds }

  /// Roughly how many bytes are kept for it alone while another one is kept too.
  func byteCount(beside other: WrittenSpec) -> Int {
    lists.reduce(given === other.given ? 0 : given.byteCount) { bytes, list in
      let isShared = other.lists[list.key]?.added.sharesMemory(with: list.value.added) ?? false
      return isShared ? bytes : bytes + list.value.added.count * MemoryLayout<ColumnSpec.Entry>.stride
    }
  }
}

extension SpecColumn {
  /// Where its list is written: a channel may be a list itself, and so may what it is a part of.
  fileprivate func path(in json: JSON) -> [JSONPath.Component] {
    guard case .channel = self else { return path }
    let ends = (3..<path.count).map { Array(path.prefix($0)) }
    return ends.first { json.value(at: JSONPath($0))?.arrayValue != nil } ?? path
  }
}
