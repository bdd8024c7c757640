import ChartModel
import Testing

@testable import ChartEngine

@Suite("W7 What is brushed, in words")
struct BrushWordsTests {
  @Test("What a pointer has drawn is told with the digits that a pixel is worth, and what a spec says exactly as it is")
  func readable() throws {
    func words(_ x: String, _ from: Double, _ to: Double) throws -> String? {
      let text =
        #"{"kind": "scatter", "x": {"scale": "\#(x == "time" ? "time" : "linear")"}, "series": {"x": [0, 100, \#(x == "time" ? 86_400_000 * 900 : 8_000)], "values": [2, 1000, 9000]}, "select": "both"}"#
      var chart = try Plots.chart(text, size: Size(width: 400, height: 300))
      chart.pointer(.down, Point(x: from, y: 100), time: 0)
      chart.pointer(.move, Point(x: to, y: 187.3), time: 0.1)
      chart.pointer(.up, Point(x: to, y: 187.3), time: 0.2)
      return try chart.plot.brushWords
    }
    let numbers = try #require(try words("linear", 120.37, 260.91))
    let digits = numbers.split { !$0.isNumber }
    #expect(numbers.contains(" to ") && digits.allSatisfy { $0.hasSuffix("0") || $0.count < 3 }, "\(numbers)")
    let days = try #require(try words("time", 120.37, 260.91))
    #expect(days.contains("197") && !days.contains(":"), "whole days: \(days)")
    var chart = try Plots.chart(
      #"{"kind": "scatter", "series": {"x": [0, 100, 8000], "values": [1, 2, 3]}, "select": "x"}"#,
      size: Size(width: 400, height: 300))
    _ = chart.apply(.brush(try chart.brush(x: [.number(120), .number(4_000)], y: nil)))
    #expect(try chart.plot.brushWords == "120 to 4000")
  }
}
