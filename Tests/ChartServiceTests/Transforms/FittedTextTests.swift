import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import TestSupport
import Testing

@Suite("What a line through points says stands in the legend and in its marker")
struct FittedTextTests {
  private let service = ChartService()

  private func make(_ xs: [Int], _ ys: [Int]) throws {
    try service.make(
      "plot",
      [
        "kind": "combined", "legend": "bottom",
        "data": [
          "x": "x", "columns": ["x": .array(xs.map { .integer($0) }), "y": .array(ys.map { .integer($0) })],
          "transform": [["fit": ["x": "x", "y": "y", "as": "trend"]]],
        ],
        "series": [
          ["type": "scatter", "column": "y", "name": "Measured"],
          ["type": "line", "column": "trend", "name": "{trend.equation}", "marker": "R² = {trend.r2}"],
        ],
      ])
  }

  private func name() throws -> String {
    try #require(try service.describe()["layout"]?["series"]?[1]?["name"]?.stringValue)
  }

  private func marker(_ index: Int) throws -> String {
    let params: JSON = ["chart": "plot", "series": 1, "index": .integer(index)]
    return try #require(try service.call("chart/marker", params: params)["marker"]?["text"]?.stringValue)
  }

  private func number(_ sign: Substring, _ digits: Substring) throws -> Double {
    try #require(Double(digits)) * (sign == "−" ? -1 : 1)
  }

  @Test("Slope, intercept and R² are those of least squares, to four digits", arguments: 0..<8 as Range<UInt64>)
  func numbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = random.whole(3...40)
    let xs = (0..<count).map { $0 * 3 + random.whole(0...2) }
    let slope = random.whole(-9...9)
    let ys = xs.map { $0 * slope + random.whole(-40...40) + 100 }
    try make(xs, ys)

    // By the normal equations, in whole numbers as far as they go.
    let (sumX, sumY) = (xs.reduce(0, +), ys.reduce(0, +))
    let products = zip(xs, ys).reduce(0) { $0 + $1.0 * $1.1 }
    let (covariance, varianceX) = (
      count * products - sumX * sumY, count * xs.reduce(0) { $0 + $1 * $1 } - sumX * sumX
    )
    let varianceY = count * ys.reduce(0) { $0 + $1 * $1 } - sumY * sumY
    let expectedSlope = Double(covariance) / Double(varianceX)
    let expectedIntercept = (Double(sumY) - expectedSlope * Double(sumX)) / Double(count)
    let expectedShare = Double(covariance) * Double(covariance) / (Double(varianceX) * Double(varianceY))

    let name = try name()
    let parts = try #require(name.wholeMatch(of: /y = (−?)([0-9.]+)x ([+−]) ([0-9.]+)/), "\(name)").output
    let tolerance = 0.000_51
    #expect(abs(try number(parts.1, parts.2) - expectedSlope) <= tolerance * abs(expectedSlope), "\(name)")
    #expect(abs(try number(parts.3, parts.4) - expectedIntercept) <= tolerance * abs(expectedIntercept), "\(name)")
    for index in [0, count - 1] {
      let text = try marker(index)
      let share = try #require(text.wholeMatch(of: /R² = ([0-9.]+)/), "\(text)").output.1
      #expect(abs(try number("", share) - expectedShare) <= tolerance * expectedShare, "\(text)")
    }
    // The legend in the picture says so, too.
    #expect(try service.svg("plot").contains(">\(name)</"))
  }

  private func fitted(_ fit: JSON, _ more: JSON) throws -> JSON {
    let columns: JSON = ["x": [1, 2, 3, 4, 5], "y": [2, 4, 7, 7, 11]]
    let spec: JSON = [
      "kind": "line", "data": ["columns": columns, "x": "x", "y": "trend", "transform": [["fit": fit]]],
    ]
    return spec.merging(patch: more)
  }

  private static let line: JSON = ["x": "x", "y": "y", "as": "trend"]
  private static let loess: JSON = ["x": "x", "y": "y", "as": "trend", "method": "loess"]

  @Test("A marker that asks for what no step finds out is a fault, and all of them are told")
  func unknown() throws {
    let spec = try fitted(
      Self.line,
      [
        "marker": "{trnd.r2} {trend.equaton}",
        "series": [["column": "y", "marker": "{trend.r2:.99} {trend.equation:.2}"]],
      ])
    let error = try service.error("chart/create", ["spec": spec])
    #expect(error.data?["path"] == "spec.marker" && error.data?["suggestion"] == "{trend.r2}")
    let others = error.data?["others"]?.arrayValue ?? []
    #expect(
      others.map { $0["path"] } == ["spec.marker", "spec.series[0].marker", "spec.series[0].marker"], "\(others)")
  }

  @Test("A number of a fit has a format, in the language of the chart")
  func formats() throws {
    try service.make(
      "plot",
      try fitted(
        Self.line, ["title": "{trend.r2} {trend.r2:.2} {trend.r2:percent}", "format": ["locale": "de"]]))
    #expect(try service.svg("plot").contains(/0,9\d+ 0,9\d 9\d(,\d)?\u{A0}%/))
  }

  @Test("A LOESS curve has no equation, which is told where one is asked for")
  func loess() throws {
    try service.make("plot", try fitted(Self.loess, ["title": "{trend.equation} {trend.r2}"]))
    let warnings = (try service.describe()["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(warnings.contains { $0.hasPrefix("title: '{trend.equation}' is empty: a LOESS curve has no equation") })
    let error = try service.error("chart/create", ["spec": try fitted(Self.loess, ["marker": "{trend.equation}"])])
    #expect(error.message.contains("LOESS"))
  }

  @Test("Points on a line are explained wholly; those of one height leave nothing to explain")
  func exact() throws {
    try make([1, 2, 3, 4], [5, 7, 9, 11])
    #expect(try name() == "y = 2x + 3" && marker(0) == "R² = 1")
    try make([1, 2, 3, 4], [4, 3, 2, 1])
    #expect(try name() == "y = −x + 5" && marker(2) == "R² = 1")
    try make([1, 2, 3], [6, 6, 6])
    #expect(try name().hasPrefix("y = ") && !marker(0).contains("nan"))
  }

  @Test("Values that an exponential curve can't have, and curves that there are none of, are told")
  func exponential() throws {
    func warnings(_ y: JSON) throws -> JSON? {
      let service = try ChartService.with([
        "kind": "line",
        "data": [
          "columns": ["x": [1, 2, 3, 4], "y": y], "x": "x",
          "transform": [["fit": ["x": "x", "y": "y", "method": "exponential"]]],
        ], "series": ["column": "fit"],
      ])
      return try service.describe()["warnings"]
    }
    #expect(try warnings([1, 2, 4, 8]) == [])
    let some = try warnings([1, 0, 4, -8])?[0]?.stringValue
    #expect(some == "transform: fit of 'y': 2 values of 0 or less are left out: an exponential curve never reaches 0")
    let none = (try warnings([-1, 0, -4, -8])?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(
      none.contains("transform: fit of 'y': there is no curve, since there are no points to fit it to"), "\(none)")
  }
}
