import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("Formats of numbers along names and moments")
struct PositionFormatWarningTests {
  private static let names = #""x": {"labels": ["a", "b"]@}"#
  private static let moments = #""x": {"values": ["2026-08-21", "2026-08-22"]@}"#
  private static let numbers = #""x": {"values": [0.1, 0.2]@}"#

  private func warnings(_ kind: String, _ x: String, format: String, _ series: String, _ more: String = "") throws
    -> [String]
  {
    let x = x.replacing("@", with: format)
    return try Plots.chart(#"{"kind": "\#(kind)", \#(x), \#(more)"series": [{"values": [1, 2]\#(series)}]}"#).layout()
      .warnings
  }

  @Test("An axis of names or of moments tells that its format does nothing, and what does")
  func axis() throws {
    let format = #", "format": "percent""#
    let ofNames = try warnings("bar", PositionFormatWarningTests.names, format: format, "")
    #expect(ofNames.count == 1 && ofNames[0].hasPrefix("x.format: ") && ofNames[0].contains("x.scale: linear"))
    for kind in ["line", "bar", "candlestick"] {
      let prices = kind == "candlestick" ? #", "open": [1, 2], "high": [3, 3], "low": [1, 1]"# : ""
      let ofMoments = try warnings(kind, PositionFormatWarningTests.moments, format: format, prices)
      #expect(ofMoments.count == 1, "\(kind): \(ofMoments)")
      #expect(ofMoments.first?.hasPrefix("x.format: ") == true && ofMoments.first?.contains("MM-dd") == true, "\(kind)")
    }
    #expect(try warnings("line", PositionFormatWarningTests.numbers, format: format, "") == [])
  }

  @Test("So do placeholders, each with its place")
  func placeholders() throws {
    let texts = [
      ("bar", "marker.text", "", #""marker": "{x:percent} {value}", "#),
      ("line", "popups.text", "", #""popups": {"text": "{x:.1}"}, "#),
      ("bar", "series[0].labels.text", #", "labels": "{x:percent}""#, ""),
      ("line", "series[0].endBubble.text", #", "endBubble": "{x:compact}""#, ""),
      ("line", "series[0].markers[1]", #", "markers": ["{x}", "{x:percent}"]"#, ""),
    ]
    for (kind, place, series, more) in texts {
      for axis in [PositionFormatWarningTests.names, PositionFormatWarningTests.moments] {
        let told = try warnings(kind, axis, format: "", series, more)
        #expect(told.count == 1 && told.first?.hasPrefix("\(place): the format of {x:") == true, "\(place): \(told)")
      }
      #expect(try warnings(kind, PositionFormatWarningTests.numbers, format: "", series, more).isEmpty, "\(place)")
    }
    // Values have a format wherever they are, and names none.
    let marker = #""marker": "{x} {value:percent}", "#
    #expect(try warnings("bar", PositionFormatWarningTests.names, format: "", "", marker) == [])
  }
}
