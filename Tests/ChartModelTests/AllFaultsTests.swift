import ChartModel
import JSONModel
import Testing

@Suite("All faults of a spec that do not come of one another are told at once")
struct AllFaultsTests {
  @Test(
    "Each with its place",
    arguments: [
      // Slices, in all rings, beside what is wrong otherwise.
      (
        #"{"kind": "pie", "slices": [{"label": "A"}, {"label": "B", "value": "x"}, {"label": "C"}]}"#,
        ["slices[0].value", "slices[1].value", "slices[2].value"]
      ),
      (
        #"{"kind": "treemap", "padding": -1, "slices": [{"children": [{"label": "A"}, {"label": "B"}]}]}"#,
        ["padding", "slices[0].children[0].value", "slices[0].children[1].value"]
      ),
      (
        #"{"kind": "pie", "animation": "stroke", "slices": [{"value": 1}], "data": "a.csv"}"#,
        ["animation.kind", "data"]
      ),
      // Axes.
      (#"{"kind": "line", "y": {"min": "a", "max": "b"}}"#, ["y.min", "y.max"]),
      (#"{"kind": "line", "y": {"ticks": ["a", 1, "b"]}}"#, ["y.ticks[0]", "y.ticks[2]"]),
      (#"{"kind": "line", "x": {"ticks": [true, 1, {}]}}"#, ["x.ticks[0]", "x.ticks[2]"]),
      (
        #"{"kind": "scatter", "y": {"scale": "category", "min": 1, "step": 2}, "right": {"min": 2, "max": 1}}"#,
        ["y.min", "y.step", "right.max"]
      ),
      (#"{"kind": "line", "x": {"min": 2, "max": 1, "labels": ["a"], "values": [1]}}"#, ["x.values", "x.max"]),
      // Series.
      (
        #"{"kind": "bar", "y": {"scale": "log"}, "x": {"min": 2, "max": 1}, "series": [{"values": [1]}]}"#,
        ["x.max"]
      ),
      (
        #"{"kind": "line", "series": [{"values": [1], "width": -1, "color": "blak"}, {"values": [1], "width": "x"}]}"#,
        ["series[0].width", "series[0].color", "series[1].width"]
      ),
      // Placeholders: in one text, and in several.
      (#"{"kind": "pie", "center": "{titel} {totel}"}"#, ["center", "center"]),
      (
        #"{"kind": "line", "marker": "{valu}", "popups": {"text": "{serie} {vlaue}"}}"#,
        ["marker", "popups.text", "popups.text"]
      ),
      // Steps.
      (
        #"{"kind": "line", "data": {"csv": "a.csv", "transform": [{"flter": "a > 1"}, {"sort": 3}, {"zzzzzz": 1, "yyyyyy": 2}]}}"#,
        [
          "data.transform[0].flter", "data.transform[1].sort", "data.transform[2].zzzzzz", "data.transform[2].yyyyyy",
        ]
      ),
      (
        #"{"kind": "line", "data": {"csv": "a.csv", "transform": [{"group": {"by": 3, "n": "sum(", "m": "1 +"}}]}}"#,
        [
          "data.transform[0].group.by", "data.transform[0].group.n", "data.transform[0].group.m",
        ]
      ),
      (
        #"{"kind": "line", "data": {"csv": "a", "transform": [{"fit": {"x": "a", "y": "b", "degree": 2, "span": 0.5}}]}}"#,
        ["data.transform[0].fit.degree", "data.transform[0].fit.span"]
      ),
      (
        #"{"kind": "line", "data": {"csv": "a", "transform": [{"fit": {"x": "a", "y": "b", "as": "c", "equation": "c", "r2": "c"}}]}}"#,
        ["data.transform[0].fit.equation", "data.transform[0].fit.r2"]
      ),
      // Data, facets, layouts, lists of colours, annotations, gauges.
      (
        #"{"kind": "line", "data": {"csv": "a", "json": "b", "query": "c", "table": "d"}}"#,
        ["data.json", "data.query", "data.table"]
      ),
      (
        #"{"kind": "line", "data": "a.csv", "facet": {"by": "a", "row": "b", "column": "c"}}"#,
        ["facet.row", "facet.column"]
      ),
      (
        #"{"kind": "layout", "columns": 1, "widths": [1, 2], "heights": [1, 2], "charts": [{"kind": "pie"}]}"#,
        ["widths", "heights"]
      ),
      (
        #"{"kind": "layout", "charts": [{"kind": "pei"}, {"kind": "pie", "hole": 2}, {"kind": "line", "y": {"min": 2, "max": 1}}]}"#,
        ["charts[0].kind", "charts[1].hole", "charts[2].y.max"]
      ),
      (#"{"kind": "pie", "palette": ["blak", "red", "wite"]}"#, ["palette[0]", "palette[2]"]),
      (
        #"{"kind": "line", "annotations": [{"x": true, "text": 3}, {"text": "a", "zzzzzz": 1}]}"#,
        [
          "annotations[0].x", "annotations[0].text", "annotations[0].y", "annotations[1].zzzzzz", "annotations[1].x",
          "annotations[1].y",
        ]
      ),
      (
        #"{"kind": "gauge", "max": 10, "bands": [{"to": 5}, {"to": 3}, {"to": 30}]}"#, ["bands[1].to", "bands[2].to"]
      ),
      (
        #"{"kind": "radar", "labels": ["a"], "series": [{"values": [1, 2]}, {"values": [3]}, {"values": [1, 2, 3]}]}"#,
        ["series[0].values", "series[2].values"]
      ),
      (
        #"{"kind": "scatter", "series": [{"values": [1], "colorBy": {"scale": "log", "domain": [1], "center": -1}}]}"#,
        ["series[0].colorBy.domain", "series[0].colorBy.center"]
      ),
    ])
  func all(_ spec: String, _ paths: [String]) throws {
    do throws(InvalidValue) {
      _ = try ChartSpec(json: (try? JSON(parsing: spec)) ?? .null)
      #expect(paths.isEmpty)
    } catch {
      #expect(error.all.map(\.path.description) == paths, "\(error.all)")
    }
  }

  private func fault(_ spec: String) throws -> InvalidValue {
    try #require(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: spec)) }
  }

  @Test("A step that nobody knows is told with all that there are, or with the one that is near")
  func steps() throws {
    let unknown = try fault(#"{"kind": "line", "data": {"csv": "a", "transform": [{"zzzzzz": 1}]}}"#)
    #expect(unknown.reason.hasPrefix("unknown key; there are filter, calculate, bin, group, sort"))
    let near = try fault(#"{"kind": "line", "data": {"csv": "a", "transform": [{"flter": 1}]}}"#)
    #expect(near.reason == "unknown key" && near.suggestion == "filter")
  }

  @Test(
    "Kinds by the names that they have elsewhere are told as they are written here",
    arguments: [
      ("area", "write `kind: line` with `area: true`"), ("bubble", "write `kind: scatter` with `size`"),
      ("Donut", "write `kind: pie` with `hole: 0.5`"), ("column", "write `kind: bar`"),
      ("boxplot", "write `kind: box`"), ("sunburst", "`drill: true`"),
    ])
  func kinds(_ word: String, _ hint: String) throws {
    let fault = try fault(#"{"kind": "\#(word)"}"#)
    #expect(fault.path.description == "kind" && fault.reason.contains(hint) && fault.suggestion == nil, "\(fault)")
  }

  @Test("What stands in a series is told so who writes it beside it")
  func inSeries() throws {
    for (kind, key) in [
      ("histogram", "bin"), ("heatmap", "bin"), ("line", "curve"), ("line", "color"), ("scatter", "colorBy"),
      ("bar", "cornerRadius"),
    ] {
      let fault = try fault(#"{"kind": "\#(kind)", "\#(key)": 1}"#)
      guard fault.suggestion != nil || key != "cornerRadius" else { continue }
      #expect(fault.suggestion == "series.\(key)", "\(kind): \(fault)")
    }
    let column = try fault(#"{"kind": "line", "series": {"values": [1], "color": "city"}}"#)
    #expect(column.reason.contains("`colorBy: city`") && column.reason.contains("`series: {by: city}`"), "\(column)")
    let colour = try fault(#"{"kind": "line", "series": {"values": [1], "color": "gren"}}"#)
    #expect(colour.suggestion == "green" && !colour.reason.contains("colorBy"))
  }

  @Test("What is near is suggested, and nothing else")
  func near() {
    let keys = [
      "kind", "title", "subtitle", "caption", "x", "y", "right", "series", "data", "limits", "bands", "legend",
      "height", "label", "labels", "color", "colorBy", "width", "stacked", "format", "marker", "palette", "theme",
      "values",
    ]
    let words: [(String, String?)] = [
      ("knid", "kind"), ("kin", "kind"), ("tilte", "title"), ("titel", "title"), ("tittle", "title"),
      ("sub-title", "subtitle"), ("captoin", "caption"), ("serie", "series"), ("sereis", "series"), ("dta", "data"),
      ("dat", "data"), ("date", "data"), ("limit", "limits"), ("band", "bands"), ("legnd", "legend"),
      ("legned", "legend"), ("hight", "height"), ("heigth", "height"), ("lable", "label"), ("lables", "labels"),
      ("colour", "color"), ("colourBy", "colorBy"), ("colorby", "colorBy"), ("widht", "width"), ("stackd", "stacked"),
      ("stack", "stacked"), ("fromat", "format"), ("formt", "format"), ("maker", "marker"), ("pallete", "palette"),
      ("palete", "palette"), ("them", "theme"), ("vlaues", "values"), ("value", "values"), ("LABEL", "label"),
      // Other words.
      ("z", nil), ("q", nil), ("unit", nil), ("style", nil), ("tooltip", nil), ("zzzzzz", nil), ("bin", nil),
      ("background", nil), ("", nil),
    ]
    for (word, expected) in words { #expect(nearestWord(to: word, among: keys) == expected, "\(word)") }
  }
}
