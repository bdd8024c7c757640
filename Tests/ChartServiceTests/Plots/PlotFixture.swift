import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

extension ChartService {
  /// A service with a chart.
  static func with(
    _ spec: JSON, named chart: String = "plot", data: DataSource = DataSource(), buffers: [[UInt8]] = []
  ) throws -> ChartService {
    let service = ChartService(data: data)
    _ = try service.make(spec, named: chart, buffers: buffers)
    return service
  }

  @discardableResult
  func make(_ spec: JSON, named chart: String = "plot", buffers: [[UInt8]] = []) throws -> JSON {
    try call("chart/create", params: ["spec": spec, "chart": .string(chart), "render": false], buffers: buffers)
  }

  @discardableResult
  func update(_ patch: JSON, of chart: String = "plot", buffers: [[UInt8]] = []) throws -> JSON {
    try call("chart/update", params: ["chart": .string(chart), "patch": patch, "render": false], buffers: buffers)
  }

  @discardableResult
  func append(
    _ points: JSON, to chart: String = "plot", _ more: JSON = [:], buffers: [[UInt8]] = []
  ) throws -> JSON {
    let params = (["chart": .string(chart), "points": points, "render": false] as JSON).merging(fully: more)
    return try call("chart/append", params: params, buffers: buffers)
  }

  /// The picture that the chart would have were it made of what `chart/get` tells.
  func svgMadeAnew(_ chart: String = "plot") throws -> String {
    let spec = try #require(try describe(chart)["spec"])
    let other = ChartService(data: dataSource)
    try other.make(spec, named: chart)
    return try other.svg(chart)
  }

  /// A service that knows nothing but what this one exports, through text.
  func exported() throws -> ChartService {
    let document = try #require(try call("session/export")["document"])
    let fresh = ChartService(
      data: DataSource(allowedDirectories: []), timeZones: TimeZoneFiles(directory: "/nowhere"), now: { 0 })
    _ = try fresh.call("session/import", params: ["document": JSON(parsing: document.text)])
    #expect(try fresh.call("session/export")["document"]?.text == document.text)
    return fresh
  }

  /// Whether a picture is the same after undo and redo, and whether undo brings back another one.
  func expectUndo(
    of chart: String = "plot", to before: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let after = try svg(chart)
    #expect(
      try call("chart/undo", params: ["chart": .string(chart)])["changed"] == true, sourceLocation: sourceLocation)
    #expect(try svg(chart) == before, sourceLocation: sourceLocation)
    _ = try call("chart/redo", params: ["chart": .string(chart)])
    #expect(try svg(chart) == after, sourceLocation: sourceLocation)
  }

  /// The error of a call that must fail and change nothing about a chart.
  func fault(
    _ method: String, _ params: JSON, of chart: String = "plot", buffers: [[UInt8]] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (path: String, reason: String, suggestion: String?) {
    let before = try? describe(chart)
    do {
      let result = try call(method, params: params, buffers: buffers)
      Issue.record("expected an error, got \(result.text.prefix(200))", sourceLocation: sourceLocation)
      return ("", "", nil)
    } catch {
      #expect(error.code == .invalidParams, sourceLocation: sourceLocation)
      let after = try? describe(chart)
      #expect(before == after, sourceLocation: sourceLocation)
      return (
        error.data?["path"]?.stringValue ?? "", error.data?["reason"]?.stringValue ?? "",
        error.data?["suggestion"]?.stringValue
      )
    }
  }
}

/// Numbers as a buffer has them.
enum Bytes {
  static func float64(_ numbers: [Double]) -> [UInt8] { numbers.flatMap { bytes($0.bitPattern) } }
  static func float32(_ numbers: [Float]) -> [UInt8] { numbers.flatMap { bytes($0.bitPattern) } }
  static func int32(_ numbers: [Int32]) -> [UInt8] { numbers.flatMap { bytes($0) } }
  static func int64(_ numbers: [Int64]) -> [UInt8] { numbers.flatMap { bytes($0) } }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
