import JSONModel
import JSONRPC
import OrderedCollections

/// Charts that belong together, such as those of one notebook.
struct Session: Sendable {
  var charts: OrderedDictionary<String, ChartRecord> = [:]
  var log = InteractionLog()
  /// The last number given to a chart without a name, for each kind.
  private var numbers: [String: Int] = [:]

  init() {}

  /// A name that no chart has or had: `pie-1`, `pie-2`, …
  mutating func freshName(for kind: String) -> String {
    var number = numbers[kind, default: 0]
    repeat { number += 1 } while charts["\(kind)-\(number)"] != nil
    numbers[kind] = number
    return "\(kind)-\(number)"
  }

  /// - Throws: -32002 with the nearest name.
  func chart(_ name: String) throws(RPCError) -> ChartRecord {
    guard let record = charts[name] else { throw noSuchChart(name) }
    return record
  }

  func noSuchChart(_ name: String) -> RPCError {
    .noSuchChart(name, suggestion: nearestWord(to: name, among: charts.keys))
  }
}
