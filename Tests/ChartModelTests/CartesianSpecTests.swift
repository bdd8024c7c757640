import JSONModel
import Testing

@testable import ChartModel

@Suite("Specs of lines, bars and combined charts")
struct CartesianSpecTests {
  private func decode(_ text: String, _ kind: CartesianSpec.Kind = .combined) throws -> CartesianSpec {
    try CartesianSpec.schema(kind).decode(JSON(parsing: text))
  }

  @Test("The protocol's own example is read as it is meant")
  func example() throws {
    let spec = try decode(
      """
      {"kind": "combined", "x": {"labels": ["Mon", "Tue", "Wed"]}, "y": {"min": 0},
       "series": [{"type": "bar", "name": "Steps", "values": [812, 1500, 300], "axis": "right"},
                  {"type": "line", "name": "Goal", "values": [1000, 1000, 1000], "dash": [5, 10, 15]}],
       "drawOrder": ["bar", "line"], "viewport": {"visibleCount": 9, "start": "end", "snap": true}}
      """)
    #expect(spec.kind == .combined)
    #expect(spec.x.labels == ["Mon", "Tue", "Wed"])
    #expect(spec.y.min == 0)
    #expect(spec.series.map(\.typeName) == ["bar", "line"])
    #expect(spec.series[0].axis == .right)
    #expect(spec.series[0].values == .numbers([812, 1500, 300]))
    #expect(spec.series[1].line?.dash == [5, 10, 15])
    #expect(spec.drawOrder == [.bar, .line])
    #expect(spec.viewport.visibleCount == 9)
    #expect(spec.viewport.start == .end)
    #expect(spec.viewport.snaps)
  }

  @Test("Titles may be years, which YAML reads as numbers")
  func titles() throws {
    let text =
      #"{"kind": "line", "title": 2019, "subtitle": 2020, "caption": 2021, "x": {"title": 2022}, "y": {"title": 2.5}}"#
    let spec = try decode(text, .line)
    #expect([spec.common.title, spec.common.subtitle, spec.common.caption] == ["2019", "2020", "2021"])
    #expect([spec.x.style.title, spec.y.style.title] == ["2022", "2.5"])
  }

  @Test("In charts of one kind a series needs no type, and may not have another's")
  func types() throws {
    #expect(try decode(#"{"kind": "line", "series": [{"values": [1]}]}"#, .line).series[0].typeName == "line")
    #expect(try decode(#"{"kind": "bar", "series": [{"type": "bar"}]}"#, .bar).series[0].typeName == "bar")
    let fault = #expect(throws: InvalidValue.self) {
      try decode(#"{"kind": "bar", "series": [{"type": "line"}]}"#, .bar)
    }
    #expect(fault?.path.description == "series[0].type")
    #expect(throws: InvalidValue.self) { try decode(#"{"kind": "combined", "series": [{"values": [1]}]}"#) }
    let dash = #expect(throws: InvalidValue.self) {
      try decode(#"{"kind": "combined", "series": [{"type": "bar", "dash": [1]}]}"#)
    }
    #expect(dash?.path.description == "series[0].dash")
  }

  @Test("What is written short is read like what is written long")
  func shorthands() throws {
    let spec = try decode(
      """
      {"kind": "line", "x": {"labels": ["a"], "grid": true, "line": false, "lastDays": null},
       "series": [{"values": [1], "dots": "ends", "area": true, "gradient": ["red", {"offset": 0.5, "color": "#00f"}],
                   "endBubble": true}],
       "marker": "{value}", "popups": true}
      """, .line)
    #expect(spec.x.style.grid == RuleSpec())
    #expect(spec.x.style.line == nil)
    let line = spec.series[0].line
    #expect(line?.dots.place == .ends)
    #expect(line?.area == AreaSpec())
    #expect(line?.gradient.map(\.offset) == [nil, 0.5])
    #expect(line?.endBubble == EndBubbleSpec())
    #expect(spec.marker.runs.map(\.text) == ["{value}"])
    #expect(spec.popups.isEnabled)
    func gradient(_ json: String) throws -> [Color?]? {
      try decode(#"{"kind": "line", "series": [{"values": [1], "gradient": \#(json)}]}"#, .line).series[0].line?
        .gradient
        .map(\.color)
    }
    // L2's own colours.
    #expect(try gradient("true") == [Color(rgb: 0xfd_a4_08), Color(rgb: 0xfb_25_2d)] && gradient("false") == [])
  }

  @Test("Columns are numbers with gaps, texts, or a place among the request's buffers")
  func columns() throws {
    func values(_ text: String) throws -> ColumnSpec {
      try decode(#"{"kind": "line", "series": [{"values": \#(text)}]}"#, .line).series[0].values
    }
    guard case .numbers(let numbers) = try values("[1, null, 2.5]") else {
      Issue.record("not numbers")
      return
    }
    #expect(numbers[0] == 1 && numbers[1].isNaN && numbers[2] == 2.5)
    #expect(try values(#"["a", 1, null]"#) == .values([.text("a"), .number(1), .missing]))
    #expect(try values(#"{"buffer": 2, "type": "int32"}"#) == .buffer(index: 2, type: .int32))
    #expect(throws: InvalidValue.self) { try values(#"{"type": "int32"}"#) }
    #expect(throws: InvalidValue.self) { try values(#"[true]"#) }
  }

  @Test("Among numbers NaN is none; it is a name among names and by itself")
  func missingNumbers() throws {
    let entries = ["1", "null", #""NaN""#, #""nan""#, #""a""#]
    let lists = entries.flatMap { first in
      entries.flatMap { second in entries.map { [first, second, $0] } }
    }
    for list in lists {
      let column = try decode(
        #"{"kind": "histogram", "series": {"values": [\#(list.joined(separator: ", "))]}}"#, .histogram
      ).series[0].values
      let texts = list.filter { $0.hasPrefix("\"") }
      guard !texts.contains(#""a""#), texts.isEmpty || list.contains("1") else {
        #expect(column.entries.count { if case .text = $0 { true } else { false } } == texts.count)
        continue
      }
      guard case .numbers(let numbers) = column else {
        Issue.record("not numbers: \(list)")
        continue
      }
      #expect(numbers.map { $0.isNaN ? "null" : "1" } == list.map { $0 == "1" ? "1" : "null" })
    }
  }

  @Test(
    "What is written is read again as the same spec",
    arguments: [
      #"{"kind": "bar", "orientation": "horizontal", "stacked": "percent", "series": [{"values": [1, 2], "error": {"low": [0, 1], "high": {"column": "h"}, "as": "band"}}]}"#,
      #"{"kind": "line", "stacked": true, "x": {"gaps": false}, "series": [{"values": [1], "error": 2, "dots": true}, {"values": [1], "error": [2], "stack": "a"}]}"#,
      #"{"kind": "bar", "series": [{"values": [3], "base": [1]}, {"values": [3], "base": "b", "error": "e"}]}"#,
      #"{"kind": "candlestick", "series": {"column": "close", "open": "open", "high": "high", "low": [1], "style": "bars", "rising": "green"}}"#,
      #"{"kind": "bullet", "orientation": "vertical", "series": [{"values": [1, 2], "target": 3, "ranges": [1, 2.5], "rangeNames": ["a", "b"]}, {"values": [1], "target": [2, null], "ranges": [[1, 2], [3]], "scales": "own"}, {"column": "a", "target": "t", "ranges": ["low", "high"], "labels": "above"}]}"#,
      #"{"kind": "waterfall", "series": [{"values": [1, 2], "totals": [0, "End"], "connectors": {"dash": [2, 2]}}, {"values": [1], "totals": "sort", "totalColor": "gray"}, {"values": [1], "totals": {"values": [1, "total", null]}, "connectors": false}]}"#,
      #"{"kind": "heatmap", "y": {"labels": ["a", "b"]}, "series": {"rows": [[1, null], [3, 4]], "gap": 2, "radius": 3, "labels": {"text": "{color}", "fontSize": 9}, "colorBy": {"scheme": "RdBu", "center": 1, "reverse": true, "domain": [0, 5]}}}"#,
      #"{"kind": "heatmap", "data": {"csv": "a.csv", "x": "x", "y": "y"}, "series": [{"bin": {"x": 40}, "measure": "median", "colorBy": {"column": "c", "scale": "log"}}, {"bin": true}, {"calendar": true, "colorBy": "c"}, {"columns": 3, "colorBy": [1, "b", null]}]}"#,
      #"{"kind": "line", "x": {"values": ["2026-08-20", "2026-08-21"], "timeZone": "Europe/Berlin"}, "series": [{"name": "a", "values": [1, null], "curve": "smooth", "thresholds": [{"below": 1, "color": "green"}, {"below": 2, "color": "red"}]}]}"#,
      #"{"kind": "bar", "x": {"labels": ["a", "b"], "spaceMin": 0.5}, "y": {"scale": "log", "min": 1}, "series": [{"values": [1, 2], "shape": {"kind": "path", "path": "M0 1L.5 0L1 1Z"}, "stack": "s", "zero": true, "labels": "above"}], "bars": {"width": 0.9}}"#,
      #"{"kind": "combined", "series": [{"type": "line", "values": {"buffer": 0}}, {"type": "bar", "values": [1], "highlighted": {"color": "green"}}], "limits": [{"value": 1000, "dash": [5, 10, 15], "label": "Goal"}], "bands": [{"axis": "x", "from": "Sat", "to": 7}], "viewport": {"start": 3.5}, "padding": {"top": 5}}"#,
    ])
  func roundTrip(text: String) throws {
    let json = try JSON(parsing: text)
    let kind = try #require(json["kind"]?.stringValue.flatMap(CartesianSpec.Kind.init(rawValue:)))
    let schema = CartesianSpec.schema(kind)
    let spec = try schema.decode(json)
    #expect(try schema.decode(schema.encode(spec)) == spec)
  }

  @Test(
    "Values that can't be moments are told at their place",
    arguments: [
      (#"{"kind": "line", "y": {"scale": "time", "step": 7}}"#, "y.step"),
      (#"{"kind": "line", "y": {"scale": "time", "zero": true}}"#, "y.zero"),
      (#"{"kind": "scatter", "y": {"scale": "time", "labels": ["a"]}}"#, "y.labels"),
      (#"{"kind": "scatter", "y": {"timeZone": "UTC"}}"#, "y.timeZone"),
      (#"{"kind": "histogram", "y": {"scale": "time"}, "series": [{}]}"#, "y.scale"),
      (#"{"kind": "heatmap", "right": {"scale": "time"}, "series": [{"axis": "right"}]}"#, "right.scale"),
      (#"{"kind": "bar", "y": {"scale": "time"}, "series": [{"values": [1]}]}"#, "series[0].base"),
      (#"{"kind": "bar", "y": {"scale": "time"}, "series": [{"stack": "a"}]}"#, "series[0].stack"),
      (#"{"kind": "line", "y": {"scale": "time"}, "series": [{"area": true}]}"#, "series[0].area"),
      (#"{"kind": "line", "y": {"scale": "time"}, "stacked": true, "series": [{}]}"#, "stacked"),
    ])
  func momentFaults(text: String, path: String) throws {
    let fault = #expect(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: text)) }
    #expect(fault?.path.description == path)
  }

  @Test(
    "Faults name their place",
    arguments: [
      (#"{"kind": "line", "series": [{"valuess": [1]}]}"#, "series[0].valuess"),
      (#"{"kind": "line", "series": [{"values": [1, "x", {}]}]}"#, "series[0].values[2]"),
      (#"{"kind": "line", "x": {"labels": ["a"], "values": [1]}}"#, "x.values"),
      (#"{"kind": "line", "x": {"labels": ["a"], "lastDays": 7}}"#, "x.lastDays"),
      (#"{"kind": "line", "y": {"min": 5, "max": 5}}"#, "y.max"),
      (#"{"kind": "line", "y": {"scale": "log", "min": 0}}"#, "y.min"),
      (#"{"kind": "line", "y": {"max": "soon"}}"#, "y.max"),
      (#"{"kind": "line", "y": {"scale": "log", "min": "2026-08-21"}}"#, "y.min"),
      (#"{"kind": "line", "y": {"ticks": [1, "x"]}}"#, "y.ticks[1]"),
      (#"{"kind": "line", "limits": [{"value": "soon"}]}"#, "limits[0].value"),
      (#"{"kind": "line", "series": [{"curve": "smoth"}]}"#, "series[0].curve"),
      (
        #"{"kind": "line", "series": [{"thresholds": [{"below": 2, "color": "red"}, {"below": 2, "color": "red"}]}]}"#,
        "series[0].thresholds[1].below"
      ),
      (#"{"kind": "line", "x": {"labels": ["a"], "scale": "time"}}"#, "x.labels"),
      (#"{"kind": "line", "x": {"lastDays": 7, "scale": "linear"}}"#, "x.lastDays"),
      (#"{"kind": "line", "viewport": {"visibleCount": 0}}"#, "viewport.visibleCount"),
    ])
  func faults(text: String, path: String) throws {
    let fault = #expect(throws: InvalidValue.self) { try decode(text, .line) }
    #expect(fault?.path.description == path)
  }

  @Test(
    "The zone as an offset", arguments: [("UTC", 0), ("Z", 0), ("+02:00", 7_200), ("-0530", -19_800), ("+14", 50_400)])
  func offsets(text: String, seconds: Int) {
    var axis = PositionAxisSpec()
    axis.timeZone = text
    #expect(axis.timeZoneOffset == seconds)
    for wrong in ["Europe/Berlin", "+2", "+25:00", "+02:60", "", "+-2:0", "+٠٢"] {
      axis.timeZone = wrong
      #expect(axis.timeZoneOffset == nil, "\(wrong)")
    }
  }

  @Test("Values of bars, and labels of slices, are switched on and off by a truth value as well")
  func labels() throws {
    let schema = ChartKinds.standard.schema
    func chart(_ spec: String) throws -> ChartSpec { try ChartSpec(json: JSON(parsing: spec)) }
    for kind in ["bar", "histogram", "waterfall"] {
      for (truth, word) in [("true", "above"), ("false", "none")] {
        let spec = #"{"kind": "\#(kind)", "series": [{"values": [1, 2], "labels": @}]}"#
        let written = try chart(spec.replacing("@", with: truth))
        #expect(try schema.decode(schema.encode(written)) == written)
        // A truth value leaves the place in stacks open, which a word does not.
        #expect(try (written == chart(spec.replacing("@", with: "\"\(word)\""))) == (truth == "false"))
      }
    }
    let pie = #"{"kind": "pie", "labels": @, "slices": {"a": 1}}"#
    #expect(try chart(pie.replacing("@", with: "true")) == chart(pie.replacing("@", with: "\"leader\"")))
    #expect(try chart(pie.replacing("@", with: "false")) == chart(pie.replacing("@", with: "\"none\"")))
    let funnel = #"{"kind": "funnel", "labels": @, "stages": {"a": 2, "b": 1}}"#
    let cells = #"{"kind": "heatmap", "series": {"rows": [[1, 2]], "labels": @}}"#
    for (spec, short, whole) in [
      (funnel, "true", "{}"), (funnel, "false", #"{"before": "", "inside": "", "after": ""}"#),
      (cells, "true", #"{"visible": true}"#),
    ] {
      let written = try chart(spec.replacing("@", with: short))
      #expect(try written == chart(spec.replacing("@", with: whole)), "\(short)")
      #expect(try schema.decode(schema.encode(written)) == written)
    }
  }
}
