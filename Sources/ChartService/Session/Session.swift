import JSONModel
import JSONRPC
import OrderedCollections

/// Charts that belong together, such as those of one notebook.
struct Session: Sendable {
  var charts: OrderedDictionary<String, ChartRecord> = [:]
  var log = InteractionLog()
  /// The last number given to a chart without a name, for each kind.
  private(set) var numbers: [String: Int] = [:]
  /// What others have noted to be kept with it, such as where its charts are shown.
  var notes: OrderedDictionary<String, JSON> = [:]

  init() {}

  /// The largest number in a name. Only a store that was made to say so gets there; then they begin anew.
  static let numberLimit = 1 << 53

  /// A name that no chart has or had, and its number: `pie-1`, `pie-2`, …
  func freshName(for kind: String) -> (name: String, number: Int) {
    var number = numbers[kind, default: 0]
    repeat { number = number < Session.numberLimit ? number + 1 : 1 } while charts["\(kind)-\(number)"] != nil
    return ("\(kind)-\(number)", number)
  }

  /// Notes that a chart has got a number.
  mutating func note(number: Int, for kind: String) { numbers[kind] = number }

  func chart(_ name: String) throws(MissingChart) -> ChartRecord {
    guard let record = charts[name] else {
      throw .chart(name, among: Array(charts.keys.elements.prefix(MissingChart.nameLimit)))
    }
    return record
  }
}

/// That a chart isn't there. It is put into words outside of the service's lock, since looking for the nearest name takes
/// a while.
enum MissingChart: Error, Hashable {
  case session(String)
  /// With the names among which the one that was meant may be.
  case chart(String, among: [String])

  /// The most names that are looked at.
  static let nameLimit = 1_000

  /// -32001, or -32002 with the nearest name.
  var error: RPCError {
    switch self {
    case .session(let name): .noSuchSession(name)
    case .chart(let name, let names): .noSuchChart(name, suggestion: nearestWord(to: name, among: names))
    }
  }
}
