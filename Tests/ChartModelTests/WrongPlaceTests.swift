import ChartModel
import JSONModel
import Testing

@Suite("What a spec says wrongly of directions, stacks and layouts is told with its place")
struct WrongPlaceTests {
  private func fault(_ spec: String) throws -> InvalidValue {
    try #require(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: spec)) }
  }

  @Test(
    "M2: Bars stand or lie, and nothing else",
    arguments: [#""sideways""#, "true", "90", "null", "[]", #"["horizontal"]"#, #""Horizontal""#, #""""#])
  func orientation(_ value: String) throws {
    for kind in ["bar", "line", "box", "histogram", "bullet"] {
      // No value is as if it were not written.
      guard value != "null" else { continue }
      let fault = try fault(#"{"kind": "\#(kind)", "orientation": \#(value)}"#)
      #expect(fault.path.description == "orientation", "\(kind)")
      #expect(fault.reason.contains("vertical") && fault.reason.contains("horizontal"), "\(fault)")
      #expect(fault.reason.contains("got"), "\(fault)")
    }
    #expect(try fault(#"{"kind": "bar", "orientation": "horizontl"}"#).suggestion == "horizontal")
  }

  @Test(
    "M3: How series stand on one another is a word of three, or whether they do",
    arguments: [#""everything""#, "1", "[true]", "{}", #""""#])
  func stacked(_ value: String) throws {
    for kind in ["bar", "line", "histogram"] {
      let fault = try fault(#"{"kind": "\#(kind)", "stacked": \#(value), "series": {"values": [1]}}"#)
      #expect(fault.path.description == "stacked" && fault.reason.contains("got"), "\(fault)")
    }
    #expect(try fault(#"{"kind": "line", "stacked": "precent"}"#).suggestion == "percent")
  }

  @Test("M3: A stack is named by a text that says something, in its series")
  func stack() throws {
    for value in ["true", "3", #""""#, #"["a"]"#, "{}"] {
      for kind in ["bar", "line"] {
        let fault = try fault(
          #"{"kind": "\#(kind)", "series": [{"values": [1], "stack": "a"}, {"values": [1], "stack": \#(value)}]}"#)
        #expect(fault.path.description == "series[1].stack", "\(kind) \(value): \(fault)")
      }
    }
    // Points stand on nothing.
    let points = try fault(#"{"kind": "scatter", "series": [{"values": [1], "stack": "a"}]}"#)
    #expect(points.path.description == "series[0].stack" && points.kind == .unknownKey)
  }

  private static let pies = #"{"kind": "pie"}, {"kind": "pie"}, {"kind": "pie"}, {"kind": "pie"}, {"kind": "pie"}"#

  @Test(
    "M13: Columns, widths and heights of layouts",
    arguments: [
      (#""columns": 0"#, "columns", "1"), (#""columns": -2"#, "columns", "1"), (#""columns": 101"#, "columns", "100"),
      (#""columns": 1.5"#, "columns", "1.5"), (#""columns": "two""#, "columns", "\"two\""),
      (#""columns": [2]"#, "columns", "got"), (#""widths": 2"#, "widths", "got"),
      (#""widths": [1, 0]"#, "widths[1]", "above 0"), (#""widths": [1, -3]"#, "widths[1]", "above 0"),
      (#""widths": ["wide"]"#, "widths[0]", "\"wide\""), (#""widths": [1001]"#, "widths[0]", "1000"),
      (#""widths": [null]"#, "widths[0]", "null"), (#""heights": [2, 0]"#, "heights[1]", "above 0"),
      (#""heights": {"a": 1}"#, "heights", "got"), (#""heights": [1e9]"#, "heights[0]", "1000"),
      // Five charts in two columns are three rows.
      (#""columns": 2, "widths": [1, 1, 1]"#, "widths", "at most 2, one for each column, got 3"),
      (#""columns": 2, "heights": [1, 1, 1, 1]"#, "heights", "at most 3, one for each row, got 4"),
      (#""columns": 5, "heights": [1, 2]"#, "heights", "at most 1, one for each row, got 2"),
    ])
  func layouts(_ members: String, _ path: String, _ words: String) throws {
    let fault = try fault(#"{"kind": "layout", \#(members), "charts": [\#(Self.pies)]}"#)
    #expect(fault.path.description == path && fault.reason.contains(words), "\(fault)")
  }

  @Test("M13: What is wrong in one of the charts is told with the path to it, also in layouts of layouts")
  func charts() throws {
    let line = #"{"kind": "bar", "orientation": "up"}"#
    #expect(
      try fault(#"{"kind": "layout", "charts": [{"kind": "pie"}, \#(line)]}"#).path.description
        == "charts[1].orientation")
    let both = try fault(#"{"kind": "layout", "columns": 0, "widths": [0], "charts": [\#(line)]}"#)
    #expect(
      ([both] + both.others).map(\.path.description).sorted() == ["charts[0].orientation", "columns", "widths[0]"])
  }

  @Test(
    "What stands where something else is expected is told once, with what to write",
    arguments: [
      (#""x": "month""#, "x", "`data: {x: month}`"), (#""x": ["a", "b"]"#, "x", "`x: {labels: [...]}`"),
      (#""y": "sales""#, "y", "`data: {y: sales}`"), (#""y": [1, 2]"#, "y", "`series: {values: [...]}`"),
      (#""series": "north""#, "series", "`series: {by: north}`"),
      (#""series": [1, 2, 5]"#, "series[0]", "`series: {values: [...]}`"),
      (#""series": {"values": {"Wien": 3, "Linz": 4}}"#, "series.values.Wien", "`series: {values: [3]}`"),
      (#""data": [{"a": 1}]"#, "data", "`{month: [Jan, Feb], sales: [3, 4]}`"),
    ])
  func instead(_ members: String, _ path: String, _ advice: String) throws {
    for kind in ["bar", "line"] {
      let fault = try fault(#"{"kind": "\#(kind)", \#(members)}"#)
      #expect(fault.path.description == path && fault.reason.contains(advice) && fault.others.isEmpty, "\(fault)")
    }
  }

  @Test("A layout that is written as if its name were a key is told which kind it is")
  func layoutKey() throws {
    let fault = try fault(#"{"layout": [{"kind": "pie"}]}"#)
    #expect(fault.path.description == "kind" && fault.reason.hasSuffix("; did you mean 'kind: layout'?"))
  }
}
