import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// How numbers along the axis of positions are written.
@Suite("W1 Formats of positions")
struct PositionFormatTests {
  private func ticks(_ layout: CartesianLayout, _ axis: String) -> [String] {
    (layout.report()["axes"]?[axis]?["ticks"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
  }

  private func isPlain(_ texts: [String]) -> Bool {
    !texts.isEmpty && texts.allSatisfy { $0.allSatisfy { $0.isNumber || $0 == "." } }
  }

  private static let shares = "[0.11, 0.12, 0.13, 0.26, 0.27, 0.31, 0.38]"

  @Test("The format of a histogram is that of what it counts, and counts are plain numbers")
  func histogram() throws {
    let layout = try Plots.layout(
      #"{"kind": "histogram", "format": "percent .1", "series": [{"values": \#(PositionFormatTests.shares), "bin": {"width": 0.1}}]}"#
    )
    #expect(ticks(layout, "x").allSatisfy { $0.hasSuffix("%") } && ticks(layout, "x").contains("20.0%"))
    #expect(isPlain(ticks(layout, "left")))
    let mark = try #require(layout.marks.first)
    #expect(mark.words(of: 0) == "10.0% – 20.0%: 3")
    let money = try Plots.layout(
      #"{"kind": "histogram", "format": "EUR", "series": [{"values": [1, 2.5, 9.5, 20], "bin": {"width": 10}}]}"#)
    #expect(ticks(money, "x").allSatisfy { $0.hasPrefix("€") } && isPlain(ticks(money, "left")))
  }

  @Test("Heights in percent have the format `percent` if that is all that is said")
  func measuredInPercent() throws {
    func layout(_ format: String) throws -> CartesianLayout {
      try Plots.layout(
        #"{"kind": "histogram", "format": "\#(format)", "series": [{"values": [1, 2, 11, 12, 15], "measure": "percent", "bin": {"width": 10}}]}"#
      )
    }
    #expect(isPlain(ticks(try layout("percent"), "x")))
    for format in ["percent", "EUR"] {
      #expect(ticks(try layout(format), "left").allSatisfy { $0.hasSuffix("%") && !$0.hasPrefix("€") })
    }
    #expect(ticks(try layout("EUR"), "x").allSatisfy { $0.hasPrefix("€") })
  }

  @Test("Where names are counted nothing but counts has a format")
  func names() throws {
    let layout = try Plots.layout(
      #"{"kind": "histogram", "format": ".1", "series": [{"values": ["a", "a", "b"]}]}"#)
    #expect(ticks(layout, "x") == ["a", "b"] && ticks(layout, "left").contains("2.0"))
  }

  @Test("The format of a heat map of bins is that of its axes, and not of how many there are in a bin")
  func heatmap() throws {
    let layout = try Plots.layout(
      #"{"kind": "heatmap", "format": "percent", "series": [{"x": \#(PositionFormatTests.shares), "values": \#(PositionFormatTests.shares), "bin": {"x": 4, "y": 4}}]}"#
    )
    for axis in ["x", "left"] { #expect(ticks(layout, axis).allSatisfy { $0.hasSuffix("%") }) }
    let mark = try #require(layout.marks.first)
    #expect(mark.words(of: 0) == "10%–20%, 10%–20%, count: 3")
    #expect(mark.filling("color", of: 0) == "3" && mark.filling("color:.2", of: 0) == "3.00")
    #expect(mark.filling("x:.1", of: 0) == "10.0%–20.0%")
  }

  @Test("Four digits of positions may be a year, and stand together, but where the axis is logarithmic")
  func years() throws {
    func ticks(_ scale: String) throws -> [String] {
      self.ticks(
        try Plots.layout(
          #"{"kind": "scatter", "x": {"scale": "\#(scale)"}, "series": [{"x": [1000, 3000, 10000], "values": [1, 2, 3]}]}"#
        ), "x")
    }
    #expect(try ticks("linear").contains("2000"))
    #expect(try ticks("log").contains("1,000") && !ticks("log").contains("1000"))
  }

  @Test("Positions have a format of their own, in the chart's language, and one in markers")
  func scatter() throws {
    let layout = try Plots.layout(
      #"{"kind": "scatter", "format": {"locale": "de", "currency": "EUR"}, "x": {"format": "percent"}, "#
        + #""marker": "{x} {x:.2} {x:number} | {y:number .1} {y}", "series": [{"x": [0.25, 0.5, 0.75], "values": [1, 2.25, 3]}]}"#
    )
    #expect(ticks(layout, "x").allSatisfy { $0.hasSuffix("\u{a0}%") })
    #expect(layout.marker(for: [0, 1])?.text == "50\u{a0}% 50,00\u{a0}% 0,5 | 2,3\u{a0}€ 2,25\u{a0}€")
    // A year is one still.
    let years = try Plots.layout(
      #"{"kind": "line", "x": {"format": ".0"}, "series": [{"x": [1880, 1980, 2080], "values": [1, 2, 3]}]}"#)
    #expect(ticks(years, "x").contains("1880"))
  }

  @Test("An axis's template holds for the format of a placeholder, too")
  func template() throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "x": {"tickLabels": {"format": "{value} kg"}}, "marker": "{x:.1}", "series": [{"x": [1, 2], "values": [1, 2]}]}"#
    )
    #expect(layout.marker(for: [0, 1])?.text == "2.0 kg")
  }

  @Test("A log axis has a format, too")
  func logarithms() throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "x": {"scale": "log", "format": "si"}, "series": [{"x": [10, 1000, 1000000], "values": [1, 2, 3]}]}"#
    )
    #expect(ticks(layout, "x").contains("1k"))
  }

  @Test(
    "Letters of a pattern that were meant for others are told",
    arguments: [
      ("DD.MM.YYYY", 2), ("dd.MM.YYYY", 1), ("DD.MM.yyyy", 1), ("dd.MM.yyyy", 0), ("w/Y", 0), ("D/y", 0),
      ("yyyy-DDD", 0),
    ])
  func mistaken(pattern: String, count: Int) throws {
    for scale in ["time", "category"] {
      let warnings = try Plots.layout(
        """
        {"kind": "line", "x": {"scale": "\(scale)", "values": ["2024-12-23", "2024-12-24"], "tickLabels": {"format": "\(pattern)"}},
          "series": {"values": [1, 2]}}
        """
      ).warnings.filter { $0.hasPrefix("x.tickLabels.format: `") }
      #expect(warnings.reduce(0) { $0 + $1.split(separator: ";").count } == count, "\(warnings)")
    }
  }
}
