import ChartService
import Foundation
import JSONModel
import JSONRPC
import Testing

/// The spec of the pie that most tests are about: 640 × 360 px, radius 100, centre (320, 180).
let spending = Examples.spending

extension ChartService {
  /// A service with the chart `spending`, as every example expects it.
  static func prepared(
    data: DataSource = DataSource(), limits: ServiceLimits = ServiceLimits()
  ) throws -> ChartService {
    let service = ChartService(data: data, limits: limits)
    _ = try service.call("chart/create", params: Examples.preparation)
    return service
  }

  /// The picture as `chart/render` gives it.
  func svg(_ chart: String = "spending", session: String = "default") throws -> String {
    try #require(
      try call("chart/render", params: ["chart": .string(chart), "session": .string(session)])["svg"]?.stringValue)
  }

  /// The error of a call that must fail.
  func error(_ method: String, _ params: JSON, sourceLocation: SourceLocation = #_sourceLocation) throws -> RPCError {
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
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("chart-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }
}

/// Something faulty, and the error that it must get.
struct Fault: Sendable, CustomStringConvertible {
  /// A method, or the text of a file.
  var subject: String
  var params: JSON
  var path: String
  var reason: String

  init(_ subject: String, _ params: JSON, _ path: String = "", _ reason: String = "") {
    self.subject = subject
    self.params = params
    self.path = path
    self.reason = reason
  }

  var description: String { "\(subject) \(params.text) → \(path): \(reason)" }
}
