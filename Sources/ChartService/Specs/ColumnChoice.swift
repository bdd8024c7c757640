import ChartData
import ChartModel
import JSONModel
import OrderedCollections

/// Which columns of its table a plot shows whose spec names none, and which kind it is if the spec names none either: as
/// Observable Plot's `auto` mark chooses, by what the columns hold.
struct ColumnChoice {
  let kind: String
  /// Why it is of that kind; `nil` where its author says so.
  private let reason: String?
  private let x: String?
  private let values: [String]
  /// The columns of the first, the highest and the lowest prices of a candlestick chart, whose values are the last ones; by the keys
  /// that its series has for them.
  private var prices: OrderedDictionary<String, String> = [:]

  /// Kinds that show columns of a table without being told more.
  private static let kinds: Set = ["line", "bar", "scatter", "histogram", "heatmap", "box", "candlestick"]
  /// More series than that nobody means who names none.
  private static let mostSeries = 10

  /// Whether a spec is of a plot that reads a table, and names none of its columns.
  static func isWanted(by spec: OrderedDictionary<String, JSON>) -> Bool {
    func isGiven(_ json: JSON?) -> Bool { json.map { !$0.isNull } ?? false }
    guard isGiven(spec["data"]), !isGiven(spec["series"]) else { return false }
    if let kind = spec["kind"], !kinds.contains(kind.stringValue ?? "") { return false }
    let data = spec["data"].map(DataSpec.spelledOut)
    return !["x", "y", "label", "levels", "value", "color"].contains { isGiven(data?[$0]) }
      && !["labels", "values", "lastDays"].contains { isGiven(spec["x"]?[$0]) }
      && !["slices", "stages", "charts", "value"].contains { isGiven(spec[$0]) }
  }

  /// - Parameter kind: The spec's; `nil` if it names none.
  /// - Returns: `nil` if the columns don't tell.
  init?(_ columns: OrderedDictionary<String, TableContents.Content>, kind: String?) {
    func all(_ content: TableContents.Content) -> [String] { columns.filter { $0.value == content }.map(\.key) }
    let (names, numbers, moments) = (all(.names), all(.numbers), all(.moments))
    let prices = ColumnChoice.prices(among: numbers)
    let chosen: (kind: String, reason: String)
    if let kind {
      chosen = (kind, "")
    } else if let prices, columns.contains(where: { $0.value != .numbers }) {
      let named = prices.open.map { "'\($0.value.excerpt)'" } + ["'\(prices.close.excerpt)'"]
      chosen = ("candlestick", "\(named.joined(separator: ", ")) are prices")
    } else if !moments.isEmpty, !numbers.isEmpty {
      chosen = ("line", "'\(moments[0].excerpt)' holds moments")
    } else if !names.isEmpty, !numbers.isEmpty {
      chosen = ("bar", "'\(names[0].excerpt)' holds names")
    } else if numbers.count > 1 {
      chosen = ("scatter", "there are only numbers")
    } else if names.count > 1 {
      chosen = ("heatmap", "there are only names")
    } else {
      chosen = ("histogram", "there is one column")
    }
    self.kind = chosen.kind
    reason = kind == nil ? chosen.reason : nil
    let first = columns.keys.first
    switch chosen.kind {
    case "histogram": (x, values) = (numbers.first ?? first, [])
    case "heatmap": (x, values) = (first, Array(columns.keys.dropFirst().prefix(1)))
    case "box": (x, values) = (names.first, Array(numbers.prefix(1)))
    case "candlestick":
      guard let prices else { return nil }
      let others = columns.keys.filter { name in name != prices.close && !prices.open.values.contains(name) }
      (x, values) = (others.first { columns[$0] != .numbers } ?? others.first, [prices.close])
      self.prices = prices.open
    default:
      let place = columns.first { $0.value != .numbers }?.key ?? (columns.count > 1 ? first : nil)
      let others = numbers.filter { $0 != place }
      (x, values) = (place, Array(others.prefix(chosen.kind == "scatter" ? 1 : ColumnChoice.mostSeries)))
    }
    guard x != nil || !values.isEmpty, !values.isEmpty || chosen.kind == "histogram" else { return nil }
  }

  /// The columns of prices, by what they are called, in whatever case; `nil` if one of the four is missing.
  private static func prices(
    among numbers: [String]
  ) -> (open: OrderedDictionary<String, String>, close: String)? {
    func column(_ name: String) -> String? { numbers.first { $0.lowercased() == name } }
    guard let open = column("open"), let high = column("high"), let low = column("low"), let close = column("close")
    else { return nil }
    return (["open": open, "high": high, "low": low], close)
  }

  /// A spec with these columns.
  /// - Parameter data: What its `data` says.
  func spec(_ spec: OrderedDictionary<String, JSON>, _ data: DataSpec) -> JSON {
    var own = DataSpec.spelledOut(spec["data"] ?? [:])
    if case .string = own { own = data.csv.map { ["csv": .string($0)] } ?? ["json": .string(data.json ?? "")] }
    if let x { own = own.setting("x", .string(x)) }
    if values.count == 1 { own = own.setting("y", .string(values[0])) }
    var members: OrderedDictionary<String, JSON> = ["kind": .string(kind)]
    for (key, value) in spec where key != "kind" { members[key] = key == "data" ? own : value }
    if !prices.isEmpty { members["series"] = .object(prices.mapValues { .string($0) }) }
    if values.count > 1 { members["series"] = .array(values.map { ["name": .string($0)] }) }
    return .object(members)
  }

  /// What the author is told.
  var remarks: [String] {
    func list(_ names: [String]) -> String { names.map { "'\($0.excerpt)'" }.joined(separator: ", ") }
    let parts = [x.map { "x is '\($0.excerpt)'" }, values.isEmpty ? nil : "y is \(list(values))"].compactMap(\.self)
    let told = prices.map { "\($0.key) is '\($0.value.excerpt)'" }
    let keys =
      values.count > 1 || !prices.isEmpty
      ? (prices.isEmpty ? ["data.x"] : ["data.x", "data.y"]) + ["series"]
      : [x.map { _ in "data.x" }, values.first.map { _ in "data.y" }].compactMap(\.self)
    let quoted = keys.map { "`\($0)`" }
    let says =
      quoted.count == 1
      ? "\(quoted[0]) says so" : "\(quoted.dropLast().joined(separator: ", ")) and \(quoted.last ?? "") say so"
    let columns = "no columns are named: \((parts + told).joined(separator: ", ")); \(says)"
    return (reason.map { [KindChoice.Choice(kind: kind, reason: $0).remark] } ?? []) + [columns]
  }
}

extension SpecReader {
  /// A spec that names no columns of its table, with those that it means.
  /// - Returns: The spec, and what its author is told; `nil` if it names some, or nothing tells which are meant.
  func choosingColumns(_ json: JSON, _ buffers: RequestBuffers) -> (json: JSON, remarks: [String])? {
    guard case .object(let members) = json, ColumnChoice.isWanted(by: members) else { return nil }
    var held = HeldData()
    let (data, contents): (DataSpec, TableContents)
    do throws(InvalidValue) {
      let plot = try ChartSpec(json: ["kind": "line", "data": members["data"] ?? .null], kinds: kinds)
      guard let own = plot.data else { return nil }
      let table = try buffers.table(of: own, from: self, into: &held)
      (data, contents) = (own, try TableContents(own, from: self.data, or: table))
    } catch {
      // Told by whoever reads it all.
      return nil
    }
    let facets = ["by", "row", "column"].compactMap { members["facet"]?[$0]?.stringValue }
    let columns = contents.columns.filter { !facets.contains($0.key) }
    guard let choice = ColumnChoice(columns, kind: members["kind"]?.stringValue) else { return nil }
    return (choice.spec(members, data), choice.remarks)
  }
}
