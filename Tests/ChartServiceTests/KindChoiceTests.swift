import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("A: A spec without a kind is drawn as what its data look like, and that is said")
struct KindChoiceTests {
  @Test(
    "The kind is the likeliest that takes all keys",
    arguments: [
      (#"{"slices": {"A": 3, "B": 4}}"#, "pie"), (#"{"stages": {"A": 3, "B": 2}}"#, "funnel"),
      (#"{"value": 3}"#, "gauge"),
      (#"{"slices": [{"label": "A", "children": {"B": 4}}], "depth": 2}"#, "treemap"),
      (#"{"x": {"values": ["Mo", "Tu"]}, "series": [{"values": [1, 2]}]}"#, "bar"),
      (#"{"x": {"labels": ["Mo", "Tu"]}, "series": [{"values": [1, 2]}]}"#, "bar"),
      (#"{"x": {"values": ["2026-01-01", "2026-01-02"]}, "series": [{"values": [1, 2]}]}"#, "line"),
      (#"{"series": [{"values": [1, 2]}]}"#, "line"),
      (#"{"x": {"values": [1, 2]}, "series": [{"values": [1, 2]}]}"#, "line"),
      (#"{"x": {"values": [2, 1]}, "series": [{"values": [1, 2]}]}"#, "scatter"),
      (#"{"x": {"values": [1, 2]}, "series": [{"values": [1, 2], "size": [3, 4]}]}"#, "scatter"),
      (#"{"x": {"values": [1, 2, 2, 3]}}"#, "histogram"),
      (#"{"series": [{"type": "bar", "values": [1]}, {"type": "line", "values": [1]}]}"#, "combined"),
      (#"{"data": {"columns": {"a": ["p", "q"], "b": [1, 2]}, "x": "a", "y": "b"}}"#, "bar"),
      (#"{"data": {"columns": {"a": [1, 2], "b": [1, 2]}, "x": "a", "y": "b"}}"#, "line"),
      (#"{"data": {"columns": {"a": [3, 2], "b": [1, 2]}, "x": "a", "y": "b"}}"#, "scatter"),
      (#"{"data": {"columns": {"a": ["2026-01-05", "2026-02-05"], "b": [1, 2]}, "x": "a", "y": "b"}}"#, "line"),
      (#"{"data": {"columns": {"a": [3, 2, 5]}, "x": "a"}}"#, "histogram"),
      (
        #"{"facet": "c", "data": {"columns": {"a": [3, 2], "b": [1, 2], "c": ["p", "p"]}, "x": "a", "y": "b"}}"#,
        "scatter"
      ),
      (#"{"data": {"columns": {"a": ["p", "q"], "b": [1, 2]}, "label": "a", "value": "b"}}"#, "pie"),
    ])
  func choices(spec: String, kind: String) throws {
    let service = ChartService()
    let made = try service.call("chart/create", params: ["chart": "c", "spec": try JSON(parsing: spec)])
    let said = "no kind is given: drawn as a \(kind), since "
    let warnings = try #require(made["warnings"]?.arrayValue)
    #expect(warnings.contains { $0.stringValue?.hasPrefix(said) == true }, "\(warnings)")
    let kept = try service.call("chart/get", params: ["chart": "c"])
    #expect(kept["spec"]?["kind"] == .string(kind), "what is changed later stays of the kind")
  }

  @Test(
    "The reason is what is seen in the data, and where there are none yet, that",
    arguments: [
      (#"{"x": {"values": []}, "series": [{"values": []}]}"#, "it has no data yet"),
      (#"{"series": [{"values": [1, 2]}]}"#, "its values follow one another"),
      (#"{"x": {"values": [1, 2]}, "series": [{"values": [1, 2]}]}"#, "its positions rise"),
    ])
  func reasons(spec: String, reason: String) throws {
    let made = try ChartService().call("chart/create", params: ["chart": "c", "spec": try JSON(parsing: spec)])
    let said = JSON.string("no kind is given: drawn as a line, since \(reason); `kind: line` says so")
    #expect(made["warnings"]?.arrayValue?.contains(said) == true, "\(made)")
  }

  @Test("Charts of a layout need no kind either, nor does the layout; each is said", arguments: [true, false])
  func layouts(hasKind: Bool) throws {
    let service = ChartService()
    var spec: JSON = [
      "title": "All", "columns": 2,
      "charts": [
        ["x": ["labels": ["a", "b"]], "series": ["values": [1, 2]]], ["kind": "gauge", "value": 3],
        ["slices": ["A": 1]],
        ["data": ["x": "n", "columns": ["n": [1, 2, 3]]]],
      ],
    ]
    if hasKind { spec = spec.setting("kind", "layout") }
    let made = try service.call("chart/create", params: ["chart": "c", "spec": spec])
    let warnings = (made["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    let said = ["charts[0]: ": "bar", "charts[2]: ": "pie", "charts[3]: ": "histogram"]
    for (place, kind) in said {
      #expect(warnings.contains { $0.hasPrefix("\(place)no kind is given: drawn as a \(kind), since ") }, "\(warnings)")
    }
    #expect(warnings.contains { $0.hasPrefix("no kind is given: drawn as a layout, since it has charts") } != hasKind)
    let kept = try service.call("chart/get", params: ["chart": "c"])
    let kinds = kept["spec"]?["charts"]?.arrayValue?.map { $0["kind"] }
    #expect(kinds == ["bar", "gauge", "pie", "histogram"] && kept["spec"]?["kind"] == "layout")
    // What nothing tells, or no kind takes, is told at its place.
    for (chart, path) in [
      (["title": "x"], "spec.charts[1].kind"), (["slices": ["A": 3], "hool": 1], "spec.charts[1].hool"),
    ]
      as [(JSON, String)]
    {
      let charts: JSON = [["kind": "gauge", "value": 1], chart]
      let error = try service.error("chart/create", ["chart": "d", "spec": ["kind": "layout", "charts": charts]])
      #expect(error.data?["path"] == .string(path), "\(error.message)")
    }
  }

  @Test(
    "A series of another type makes a chart of combined ones; one of these that names no type is a line; both is said")
  func types() throws {
    let service = ChartService()
    func made(_ spec: JSON) throws -> (kind: JSON?, types: [JSON?], warnings: [String]) {
      let warnings =
        try service.call("chart/create", params: ["chart": "c", "spec": spec])["warnings"]?.arrayValue ?? []
      let kept = try service.call("chart/get", params: ["chart": "c"])["spec"]
      _ = try service.call("chart/delete", params: ["chart": "c"])
      return (kept?["kind"], (kept?["series"]?.arrayValue ?? []).map { $0["type"] }, warnings.compactMap(\.stringValue))
    }
    let mixed = try made(["kind": "bar", "series": [["values": [1, 2]], ["type": "line", "values": [2, 3]]]])
    #expect(mixed.kind == "combined" && mixed.types == ["bar", "line"])
    #expect(mixed.warnings.contains { $0.hasPrefix("kind: drawn as combined, since") })
    let untold = try made(["kind": "combined", "series": [["values": [1, 2]], ["type": "bar", "values": [2, 3]]]])
    #expect(untold.kind == "combined" && untold.types == ["line", "bar"])
    #expect(untold.warnings.contains { $0.hasPrefix("series[0].type: is not given") })
    // What goes together is as it was written, and what is no type is told.
    let same = try made(["kind": "bar", "series": [["type": "bar", "values": [1, 2]]]])
    #expect(same.kind == "bar" && same.warnings.isEmpty)
    let error = try service.error(
      "chart/create", ["chart": "d", "spec": ["kind": "bar", "series": ["type": "pie", "values": [1]]]])
    #expect(error.data?["path"] == "spec.series.type")
    for (key, place) in [("labels", "x.labels"), ("values", "series.values"), ("type", "kind")] {
      let spec: JSON = ["kind": "bar", "series": ["values": [1]]]
      let error = try service.error("chart/create", ["chart": "d", "spec": spec.setting(key, [1])])
      #expect(error.message.contains("did you mean '\(place)'?"), "\(error.message)")
    }
  }

  @Test("Where nothing tells, the kind is missing; a wrong key is told as one of the likeliest kind")
  func faults() throws {
    let service = ChartService()
    for (spec, path) in [
      (#"{"title": "x"}"#, "spec.kind"), ("{}", "spec.kind"), (#"{"slices": {"A": 3}, "hool": 1}"#, "spec.hool"),
      (#"{"series": [{"values": [1], "colour": "red"}]}"#, "spec.series[0].colour"),
    ] {
      let error = try service.error("chart/create", ["chart": "c", "spec": try JSON(parsing: spec)])
      #expect(error.data?["path"] == .string(path), "\(spec) \(error.message)")
    }
  }
}
