import CellModel
import JSONModel
import ServiceTestSupport
import Testing

@testable import ChartCells

@Suite("Cells: completion")
struct CellCompletionTests {
  @Test(
    "keys of a spec, at their level, that are not there yet",
    arguments: [
      ("|", ["kind", "title", "slices"], ["label", "%tap"]),
      ("ki|", ["kind"], []),
      ("kind: pie\nti|", ["title"], []),
      ("kind: pie\ntitle: x\nt|", ["theme"], ["title"]),
      ("kind: pie\nt|\ntitle: x\n", ["theme"], ["title"]),
      ("kind: pie\n|", ["title", "slices"], ["kind"]),
      ("kind: pie\n|\ntitle: x", ["slices"], ["kind", "title"]),
      ("kind: pie\nslices:\n  - l|", ["label"], ["legend"]),
      ("kind: pie\nslices:\n  - label: Rent\n    |", ["value", "color", "children"], ["label", "kind"]),
      ("kind: pie\nslices:\n- label: Rent\n  v|", ["value"], []),
      ("kind: pie\nslices:\n- label: Rent\n  value: 1\nl|", ["legend", "labels"], ["label"]),
      ("kind: pie\nslices:\n  - {label: Rent, |}", ["value", "color", "children"], ["label", "kind"]),
      ("kind: pie\nslices:\n  - {label: Rent, value: 3, c|", ["color", "children"], []),
      ("kind: pie\nslices: [{value: 1},\n  {|", ["label", "value"], ["kind"]),
      ("kind: pie\nslices:\n  - label: a\n    children:\n      - v|", ["value"], []),
      ("kind: pie\nlegend:\n  |", ["position", "fontSize", "left"], ["kind"]),
      ("kind: pie\nlegend:\n  position: left\n  f|", ["fontSize"], ["format"]),
      ("kind: pie\nselection: {s|", ["scale"], ["slices"]),
      ("kind: line\ndata:\n  transform:\n    - f|", ["filter", "fit"], ["format"]),
      ("kind: line\ndata: {transform: [{rolling: {w|", ["window"], ["where"]),
      ("kind: line\nseries: {by: city, w|", ["width"], []),
      ("kind: line\nseries:\n  - w|", ["width"], ["by"]),
      ("{\"kind\": \"pie\", \"ti|\": 1}", ["title"], []),
      ("{\"kind\": \"pie\", \"slices\": [{\"la|", ["label"], []),
      ("# 😀\nkind: pie\ntitle: 食費😀\nslices:\n  - {label: 😀, va|", ["value"], []),
      ("%echo a\nkind: pie\nt|", ["title", "theme"], []),
      ("kind: pie\n---\nki|", ["kind"], []),
      ("--- {ki|}", ["kind"], []),
    ])
  func keys(marked: String, expected: [String], others: [String]) {
    let completions = CellFixture().complete(marked)
    for word in expected { #expect(completions.matches.contains(word), "\(completions.matches)") }
    for word in others { #expect(!completions.matches.contains(word), "\(completions.matches)") }
  }

  @Test(
    "words that a value can be",
    arguments: [
      (
        "kind: |",
        [
          "pie", "line", "bar", "scatter", "candlestick", "histogram", "box", "heatmap", "waterfall", "bullet",
          "combined", "radar", "polar",
          "gauge",
          "funnel", "treemap", "layout",
        ]
      ),
      ("kind: pi|", ["pie"]),
      ("theme: |", ["light", "dark"]),
      ("theme: d|", ["dark"]),
      ("legend: r|", ["right"]),
      ("legend: {position: le|}", ["left"]),
      ("kind: pie\nlegend:\n  position: b|", ["bottom"]),
      ("kind: pie\nanimation: {easing: bounceI|", ["bounceIn", "bounceInOut"]),
      ("kind: pie\nanimation: {autoplay: t|", ["true"]),
      ("kind: pie\nbackground: tr|", ["transparent"]),
      ("kind: pie\npalette: [re|", ["red"]),
      ("kind: pie\npalette:\n  - re|", ["red"]),
      ("kind: pie\nslices: [{color: \"te|\"}]", ["teal"]),
      ("kind: combined\nseries: {type: sc|", ["scatter"]),
      ("kind: combined\nseries:\n  type: he|", ["heatmap"]),
      ("kind: line\nseries: {by: a, type: l|", ["line"]),
      ("kind: pie\ntitle: |", []),
      ("kind: pie\ndescription: |\n  ki", []),
      ("kind: pie\n# ki|", []),
      ("kind: pie\nnonsense:\n  - |", []),
    ])
  func values(marked: String, expected: [String]) {
    #expect(CellFixture().complete(marked).matches == expected)
  }

  @Test("what is replaced is the word, in Unicode scalars")
  func offsets() {
    let fixture = CellFixture()
    #expect(fixture.complete("title: 😀👨‍👩‍👧\nthe|") == Completions(matches: ["theme"], start: 14, end: 17))
    #expect(fixture.complete("{title: 😀, the|me: x}") == Completions(matches: ["theme"], start: 11, end: 16))
    #expect(fixture.complete("{\"ti|") == Completions(matches: ["title"], start: 2, end: 4))
    #expect(fixture.complete("# 😀\r\n%ta|") == Completions(matches: ["%tap"], start: 5, end: 8))
    #expect(fixture.cells.completions(of: "%ta", at: 99).matches == ["%tap"])
    #expect(fixture.cells.completions(of: "%ta", at: -5).start == 0)
  }

  @Test(
    "commands, charts and arguments",
    arguments: [
      ("%rot|", ["%rotate"]),
      ("%ROT|", ["%rotate"]),
      ("kind: pie\n%un|", ["%undo"]),
      ("%rotate |", ["spending", "stocks", "chart=", "by=", "to=", "render=", "session="]),
      ("%rotate sp|", ["spending"]),
      ("%rotate spending |", ["chart=", "by=", "to=", "render=", "session="]),
      ("%rotate spending t|", ["to="]),
      ("%rotate spending to=90 |", ["chart=", "by=", "render=", "session="]),
      ("%key spending Arrow|", ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]),
      ("%show spending theme=|", ["light", "dark"]),
      ("%show spending animated=t|", ["true"]),
      ("%show chart=st|", ["stocks"]),
      ("%show spending session=|", ["default"]),
      ("%help tog|", ["toggle"]),
      ("%export st|", ["stocks"]),
      ("%echo |", ["--stderr"]),
      ("%echo hello |", []),
      ("%nonsense |", []),
    ])
  func commands(marked: String, expected: [String]) throws {
    let fixture = try CellFixture.withChart()
    _ = try fixture.run("{kind: pie, id: stocks, slices: []}")
    let matches = fixture.complete(marked).matches
    #expect(
      Set(matches)
        == Set(expected).subtracting(marked == "%rotate spending |" ? ["chart="] : []).subtracting(
          marked.hasSuffix("to=90 |") ? ["chart="] : []))
  }

  @Test("with one chart the first argument may be the next parameter's")
  func oneChart() throws {
    let fixture = try CellFixture.withChart()
    #expect(fixture.complete("%key Arrow|").matches.contains("ArrowLeft"))
    #expect(fixture.complete("%key |").matches.contains("spending"))
  }

  @Test(
    "JSON-RPC: its own keys, methods, parameters, charts and specs",
    arguments: [
      ("{\"jsonrpc\": \"2.0\", \"m|", ["method"]),
      ("{\"jsonrpc\": \"2.0\", \"method\": \"chart/ta|\"}", ["chart/tap"]),
      ("{\"jsonrpc\": \"2.0\", \"method\": \"chart/tap\", \"params\": {\"chart\": \"s|", ["spending"]),
      (
        "{\"jsonrpc\": \"2.0\", \"method\": \"chart/tap\", \"params\": {\"chart\": \"spending\", \"|",
        ["x", "y", "render", "session"]
      ),
      ("{\"jsonrpc\": \"2.0\", \"params\": {\"r|\"}, \"method\": \"chart/tap\"}", ["render"]),
      (
        "[{\"jsonrpc\": \"2.0\", \"method\": \"chart/key\", \"params\": {\"key\": \"Arrow|\"}}]",
        ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
      ),
      (
        "{\"jsonrpc\": \"2.0\", \"method\": \"chart/create\", \"params\": {\"spec\": {\"kind\": \"pie\", \"tit|",
        ["title"]
      ),
      ("{\"jsonrpc\": \"2.0\", \"method\": \"chart/create\", \"params\": {\"spec\": {\"theme\": \"da|", ["dark"]),
    ])
  func requests(marked: String, expected: [String]) throws {
    let matches = try CellFixture.withChart().complete(marked).matches
    #expect(Set(matches) == Set(expected))
  }
}
