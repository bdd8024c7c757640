import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// How values along the value axes are written, each in its own unit.
@Suite("W1 Formats of values")
struct ValueFormatTests {
  private func ticks(_ layout: CartesianLayout, _ axis: String) -> [String] {
    (layout.report()["axes"]?[axis]?["ticks"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
  }

  private static let units = #""y": {"format": {"currency": "EUR"}}, "right": {"format": "percent"}"#

  @Test(
    "Each axis has its own at ticks, in markers, words and labels, in the chart's language; other numbers have the chart's"
  )
  func twoUnits() throws {
    let layout = try Plots.layout(
      #"{"kind": "combined", "format": {"locale": "de"}, "x": {"labels": ["a", "b"]}, \#(ValueFormatTests.units), "#
        + #""marker": "{value} {value:.2}", "size": {"width": 640, "height": 360}, "#
        + #""series": [{"type": "bar", "values": [1000, 2500.5], "labels": "inside"}, "#
        + #"{"type": "line", "axis": "right", "values": [0.25, 0.5], "endBubble": true}]}"#)
    #expect(ticks(layout, "left").contains("2.000\u{a0}€") && ticks(layout, "right").contains("50\u{a0}%"))
    #expect(layout.marker(for: [0, 0])?.text == "1.000\u{a0}€ 1.000,00\u{a0}€")
    #expect(layout.marker(for: [1, 1])?.text == "50\u{a0}% 50,00\u{a0}%")
    #expect(layout.marks.map { $0.words(of: 0) } == ["a: 1.000\u{a0}€", "a: 25\u{a0}%"])
    let texts = DrawnShapes(layout.scene().nodes).texts.map(\.words)
    #expect(texts.contains("2.500,50\u{a0}€"), "the label of a bar")
    #expect(texts.contains("50\u{a0}%"), "the bubble at the line's end")
  }

  @Test(
    "What each type says of its entries has the format of its axis",
    arguments: [
      (#"{"type": "waterfall", "values": [3, -1.5]}"#, "{value} {sum}", "−€1.50 €1.50"),
      (
        #"{"type": "candlestick", "open": [1, 2], "high": [4, 5], "low": [0, 1], "values": [2, 3]}"#,
        "{open} {high:.1}", "€2 €5.0"
      ),
      (#"{"type": "bullet", "values": [3, 4], "target": [4, 5]}"#, "{value} of {target}", "€4 of €5"),
      (#"{"type": "line", "values": [3, 4], "error": [1, 1]}"#, "{low:.1} – {high}", "€3.0 – €5"),
      (#"{"type": "scatter", "values": [3, 4], "size": [10, 20]}"#, "{value} {size}", "€4 20"),
    ])
  func types(series: String, marker: String, text: String) throws {
    let layout = try Plots.layout(
      #"{"kind": "combined", "x": {"values": [1, 2]}, \#(ValueFormatTests.units), "marker": "\#(marker)", "series": [\#(series)]}"#
    )
    #expect(layout.marker(for: [0, 1])?.text == text)
    #expect(try #require(layout.marks.first).words(of: 1).contains("€"))
  }

  @Test("A box, with its five numbers; a histogram, whose heights it is; a heat map, whose colours it is not")
  func summaries() throws {
    let box = try Plots.layout(
      #"{"kind": "box", \#(ValueFormatTests.units), "marker": "{median:.1} {upper}", "x": {"values": ["a", "a", "a", "a", "a"]}, "series": [{"values": [1, 2, 3, 4, 5]}]}"#
    )
    #expect(box.marker(for: [0, 0])?.text == "€3.0 €4")
    let histogram = try Plots.layout(
      #"{"kind": "histogram", "y": {"format": ".1"}, "series": [{"values": [1, 2, 11], "bin": {"width": 10}}]}"#)
    #expect(ticks(histogram, "left").contains("2.0") && ticks(histogram, "x").contains("10"))
    let map = try Plots.layout(
      #"{"kind": "heatmap", "format": ".2", "y": {"format": "EUR"}, "#
        + #""series": [{"x": [1, 2, 1, 2], "values": [10, 10, 20, 20], "colorBy": [1, 2, 3, 4]}]}"#)
    #expect(ticks(map, "left").allSatisfy { $0.hasPrefix("€") } && !ticks(map, "left").isEmpty)
    #expect(try #require(map.marks.first).filling("color", of: 0) == "1.00")
    #expect(try #require(map.marks.first).filling("value", of: 0)?.hasPrefix("€10") == true)
  }

  @Test("Percent of a stack of 100 % is that of the axis: the values are none")
  func shares() throws {
    let layout = try Plots.layout(
      #"{"kind": "bar", "stacked": "percent", "y": {"format": "percent"}, "series": [{"values": [1, 2]}, {"values": [3, 2]}]}"#
    )
    #expect(ticks(layout, "left").contains("40%"))
    #expect(layout.marker(for: [0, 1])?.text.hasSuffix("2") == true)
  }

  @Test("Names and moments have none, which is told; a key that is no format is refused at its place")
  func withoutNumbers() throws {
    let moments = try Plots.layout(
      #"{"kind": "line", "y": {"format": "percent"}, "series": [{"values": ["2026-01-01", "2026-02-01"]}]}"#)
    #expect(
      moments.warnings == [
        "y.format: has no effect on moments: `y.tickLabels.format` says how these are written, such as `MM-dd`"
      ])
    let names = try Plots.layout(
      #"{"kind": "scatter", "y": {"format": "percent"}, "series": [{"x": [1, 2], "values": ["a", "b"]}]}"#)
    #expect(names.warnings == ["y.format: has no effect on names: leave it out"])
    #expect(throws: InvalidValue.self) { try Plots.layout(#"{"kind": "line", "y": {"format": "percentt"}}"#) }
  }
}
