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
  /// - Complexity: O(*k*) in the number of new entries, amortised.
  mutating func grow(_ column: SpecColumn, by entries: [ColumnSpec.Entry], dropping first: Int) {
    var list =
      lists[column]
      ?? List(givenCount: given.json.value(at: JSONPath(column.path(in: given.json)))?.arrayValue?.count ?? 0)
    let fromGiven = min(first, list.givenCount - list.dropped)
    list.dropped += fromGiven
    list.added.drop(first: first - fromGiven)
    list.added.append(contentsOf: entries)
    if list.givenCount > 0, list.dropped == list.givenCount {
      // Nothing is left of it, and it need not be kept any longer.
      let added = list.added
      update(at: column.path(in: given.json)) { $0 = [] }
      list = List(givenCount: 0, added: added)
    }
    lists[column] = list
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
