import ChartService
import JSONModel
import ServiceTestSupport
import TestSupport

/// Sales of a few shops: a table of which every test knows each row, and counts for itself.
struct Sales: Sendable {
  struct Row: Sendable {
    var month: String
    var region: String
    var amount: Double
    var cost: Double
    /// Milliseconds since 1970.
    var day: Double
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
  static let regions = ["North", "South", "West"]
  let rows: [Row]

  init(seed: UInt64 = 1, count: Int = 240) {
    var generator = SplitMix64(seed: seed)
    rows = (0..<count).map { index in
      Row(
        month: Sales.months[index * Sales.months.count / count],
        region: Sales.regions[Int.random(in: 0..<3, using: &generator)],
        amount: Double(Int.random(in: 0..<1000, using: &generator)) / 4,
        cost: Double(Int.random(in: 0..<400, using: &generator)) / 4,
        day: 1_767_225_600_000 + Double(index) * 86_400_000)
    }
  }

  private var columns: JSON {
    [
      "month": .array(rows.map { .string($0.month) }), "region": .array(rows.map { .string($0.region) }),
      "amount": .array(rows.map { JSON($0.amount) }), "cost": .array(rows.map { JSON($0.cost) }),
    ]
  }

  /// The spec of a linked chart of the table.
  /// - Parameter data: What else its `data` says.
  func spec(_ kind: String, _ data: JSON, _ more: JSON = [:]) -> JSON {
    let base: JSON = ["kind": .string(kind), "link": "sales", "data": data.setting("columns", columns)]
    return base.merging(fully: more)
  }

  /// Bars of the sum of amounts of each month.
  var byMonth: JSON {
    spec("bar", ["x": "month", "y": "total", "transform": [["group": ["by": "month", "total": "sum(amount)"]]]])
  }

  /// The same sums of some rows; `nil` for a month without any.
  func totals(_ isTaken: (Row) -> Bool) -> [Double?] {
    Sales.months.map { month in
      let own = rows.filter { $0.month == month && isTaken($0) }
      return own.isEmpty ? nil : own.reduce(0) { $0 + $1.amount }
    }
  }
}

extension ChartService {
  func make(_ name: String, _ spec: JSON) throws {
    _ = try call("chart/create", params: ["chart": .string(name), "spec": spec, "render": false])
  }

  func act(_ method: String, _ chart: String, _ params: JSON = [:]) throws {
    let params = params.merging(fully: ["chart": .string(chart), "render": false])
    _ = try call("chart/\(method)", params: params)
  }

  /// The values by month that stand out, and `nil` where nothing does.
  func standingOut(_ chart: String = "months", series: Int = 0) throws -> [Double?]? {
    guard let part = try describe(chart)["layout"]?["part"] else { return nil }
    return Sales.values(part[series])
  }

  /// The values by month that are drawn.
  func drawn(_ chart: String = "months", series: Int = 0) throws -> [Double?] {
    Sales.values(try describe(chart)["layout"]?["series"]?[series])
  }
}

extension Sales {
  static func values(_ series: JSON?) -> [Double?] {
    var values = [Double?](repeating: nil, count: months.count)
    for mark in series?["marks"]?.arrayValue ?? [] {
      if let index = mark["index"]?.integerValue { values[index] = mark["value"]?.doubleValue }
    }
    return values
  }
}
