public import ChartData
public import ChartService
import Foundation
public import JSONModel
public import JSONRPC
import OrderedCollections
public import Testing

/// The spec of the pie that most tests are about: 640 × 360 px, radius 100, centre (320, 180).
public let spending: JSON = [
  "kind": "pie", "id": "spending", "title": "Spending", "radius": 100, "labels": "none",
  "center": "{title}", "hole": 0.4, "animation": ["kind": "sweep"],
  "slices": [
    ["label": "Rent", "value": 25], ["label": "Food", "value": 30], ["label": "Fun", "value": 15],
    ["label": "Transport", "value": 10], ["label": "Savings", "value": 20],
  ],
]

/// Thirty days of steps, of which nine are seen: 100, 200, … 3000.
public let steps: JSON = [
  "kind": "bar", "id": "steps", "viewport": ["visibleCount": 9],
  "x": ["labels": .array((1...30).map { .string("\($0)") })],
  "series": [["name": "Steps", "values": .array((1...30).map { .integer($0 * 100) })]],
]

/// The parameters of the call that makes the chart `spending`, on which the examples of methods are run.
public let preparation: JSON = ["spec": spending, "render": false]
/// The parameters of the call that makes the chart `steps`, of the examples of what only plots can do.
public let plotPreparation: JSON = ["spec": steps, "render": false]

extension ChartService {
  /// A service with the chart `spending`, as every example expects it.
  public static func prepared(
    data: DataSource = DataSource(), limits: ServiceLimits = ServiceLimits()
  ) throws -> ChartService {
    let service = ChartService(data: data, limits: limits)
    _ = try service.call("chart/create", params: preparation)
    return service
  }

  /// Makes the chart `spending` with something to undo and something to do again, by calls as a client's.
  public func makeHistory() throws {
    _ = try call("chart/create", params: preparation)
    for by in [10, 20, 30] {
      _ = try call("chart/rotate", params: ["chart": "spending", "by": .integer(by), "render": false])
    }
    _ = try call("chart/undo", params: ["chart": "spending", "render": false])
  }

  /// The picture as `chart/render` gives it.
  public func svg(_ chart: String = "spending", session: String = "default") throws -> String {
    try #require(
      try call("chart/render", params: ["chart": .string(chart), "session": .string(session)])["svg"]?.stringValue)
  }

  public func describe(_ chart: String = "plot") throws -> JSON {
    try call("chart/get", params: ["chart": .string(chart)])
  }

  /// The marks of a series as pairs of label and value.
  public func marks(_ chart: String = "plot", series: Int = 0) throws -> [[JSON]] {
    let marks = try describe(chart)["layout"]?["series"]?[series]?["marks"]?.arrayValue ?? []
    return marks.map { [$0["label"] ?? .null, $0["value"] ?? .null] }
  }

  /// The values of a series that are drawn.
  public func values(_ chart: String = "plot", series: Int = 0) throws -> [Double] {
    try marks(chart, series: series).compactMap { $0[1].doubleValue }
  }

  /// The error of a call that must fail.
  public func error(_ method: String, _ params: JSON, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> RPCError
  {
    do {
      let result = try call(method, params: params)
      Issue.record("expected an error, got \(result.text.prefix(200))", sourceLocation: sourceLocation)
      throw RPCError(code: .internalError, message: "no error")
    } catch let error as RPCError {
      return error
    }
  }
}

/// A directory for one test, which goes with it.
public final class TemporaryDirectory {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("chart-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func write(_ text: String, to name: String) throws {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }
}

/// Something faulty, and the error that it must get.
public struct Fault: Sendable, CustomStringConvertible {
  /// A method, or the text of a file.
  public var subject: String
  public var params: JSON
  public var path: String
  public var reason: String

  public init(_ subject: String, _ params: JSON, _ path: String = "", _ reason: String = "") {
    self.subject = subject
    self.params = params
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(subject) \(params.text) → \(path): \(reason)" }
}

extension JSON {
  /// This object with the members of another, also those that are `null`.
  public func merging(fully other: JSON) -> JSON {
    var members = objectValue ?? [:]
    for (key, value) in other.objectValue ?? [:] { members[key] = value }
    return .object(members)
  }
}
