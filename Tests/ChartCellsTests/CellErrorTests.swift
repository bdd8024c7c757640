import CellModel
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Cells: faults")
struct CellErrorTests {
  @Test(
    "a fault in a spec names its path, line and column, and suggests what was meant",
    arguments: [
      (
        "kind: pie\nslices:\n  - {label: Rent, value: 25}\n  - {label: Food, value: -3}\n", 4, 26,
        "slices[1].value: expected a number of at least 0, got -3"
      ),
      (
        "# first\n\nkind: pie\nslices:\n  - label: Rent\n    value: many\n", 6, 12,
        "slices[0].value: expected a number of at least 0, got \"many\""
      ),
      (
        "kind: pei\n", 1, 7,
        "kind: expected one of pie, line, bar, scatter, candlestick, histogram, box, heatmap, waterfall, bullet, combined, radar, polar, gauge, funnel, treemap, layout, got \"pei\"; did you mean 'pie'?"
      ),
      ("kind: pie\nslizes: []\n", 2, 1, "slizes: unknown key; did you mean 'slices'?"),
      ("kind: pie\nslices:\n- {label: A, value: 1}\n- {label: B}\n", 4, 3, "slices[1].value: is required"),
      (
        "title: x\n", 1, 1,
        "kind: is required: one of pie, line, bar, scatter, candlestick, histogram, box, heatmap, waterfall, bullet, combined, radar, polar, gauge, funnel, treemap, layout"
      ),
      ("{kind: pie, theme: darc}", 1, 20, "theme: expected one of light, dark, got \"darc\"; did you mean 'dark'?"),
      (
        "{kind: pie, slices: [{label: 食費, value: 1}, {label: 😀👨‍👩‍👧, valeu: 1}]}", 1, 61,
        "slices[1].valeu: unknown key; did you mean 'value'?"
      ),
      (
        "{\n\t\"kind\": \"pie\",\n\t\"slices\": [\n\t\t{\"label\": \"A\", \"value\": true}\n\t]\n}", 4, 27,
        "slices[0].value: expected a number of at least 0, got true"
      ),
      (
        "%echo a\n---\nkind: pie\nslices:\n- {value: .nan}", 5, 11, "slices[0].value: expected a finite number, got NaN"
      ),
      (
        "kind: pie\nid: 2017", 2, 5, "id: expected a string that is not empty, got 2017; did you mean '\"2017\"'?"
      ),
      (
        "kind: pie\nlegend:\n  position: lef\n", 3, 13,
        "legend.position: expected one of auto, none, top, bottom, left, right, got \"lef\"; did you mean 'left'?"
      ),
      (
        "kind: pie\npalette:\n  - red\n  - bleu\n", 4, 5,
        "palette[1]: expected a colour such as \"#4477aa\", got \"bleu\"; did you mean 'blue'?"
      ),
      (
        "kind: pie\nslices: [{label: A, value: 1, children: [{label: B, value: 1}, {label: C, value: -1}]}]", 2, 82,
        "slices[0].children[1].value: expected a number of at least 0, got -1"
      ),
      (
        "kind: pie\nx.y[0]: 1", 2, 1,
        "x.y[0]: unknown key; there are kind, id, title, subtitle, caption, align, description, size, theme, background, palette, font, legend, animation, format, slices, data, facet, link, select, startAngle, radius, hole, sweep, gap, cornerRadius, stroke, selection, rotation, drill, labels, center"
      ),
      ("kind: pie\nslices: &s [{value: 1}]\ndata: {csv: x}\n", 3, 7, "data: give either `slices` or `data`, not both"),
      ("charts\n", 1, 1, "expected an object, got \"charts\"; did you mean '%charts'?"),
      ("kind: pie\r\nslices:\r\n- {value: -1}\r\n", 3, 11, "slices[0].value: expected a number of at least 0, got -1"),
    ])
  func specs(code: String, line: Int, column: Int, message: String) throws {
    let fault = try #require(CellFixture().fault(code))
    #expect(fault.name == "InvalidSpec")
    #expect(fault.message == message)
    #expect([fault.line, fault.column] == [line, column])
  }

  @Test("the excerpt shows the line with a caret below the fault")
  func excerpt() throws {
    let fault = try #require(CellFixture().fault("kind: pie\nslices:\n  - {label: Rent, valeu: 3}\n"))
    #expect(fault.excerpt == ["  - {label: Rent, valeu: 3}", "                  ^"])
    #expect(
      fault.traceback == [
        "Cell, line 3, column 19", "  - {label: Rent, valeu: 3}", "                  ^",
        "InvalidSpec: slices[0].valeu: unknown key", "Did you mean 'value'?",
      ])
  }

  @Test("the caret stands below wide, joined and tabbed characters too")
  func wideExcerpt() throws {
    let wide = try #require(CellFixture().fault("{kind: pie, title: 食費é, them: dark}"))
    #expect(wide.column == 25)
    #expect(wide.excerpt[1] == String(repeating: " ", count: 26) + "^")
    let tabbed = try #require(CellFixture().fault("{\n\t\"kind\": \"pei\"\n}"))
    #expect(tabbed.excerpt[1] == "\t" + String(repeating: " ", count: 8) + "^")
  }

  @Test("of a long line the excerpt shows what is near")
  func longLine() throws {
    let slices = Array(repeating: "{value: 1}", count: 5_000).joined(separator: ", ")
    let fault = try #require(CellFixture().fault("{kind: pie, slices: [\(slices), {value: x}]}"))
    #expect(fault.excerpt[0].count < 200)
    let caret = try #require(fault.excerpt[1].firstIndex(of: "^"))
    let column = fault.excerpt[1].distance(from: fault.excerpt[1].startIndex, to: caret)
    #expect(Array(fault.excerpt[0])[column] == "x")
  }

  @Test(
    "syntax is told at its place in the cell",
    arguments: [
      ("%echo a\nkind: pie\nslices: [1, 2\n", 3, 9, "the '[' is not closed"),
      ("kind: pie\nkind: pie\n", 2, 1, "the key 'kind' is given twice"),
      ("{\"kind\": \"pie\",\n \"kind\": \"pie\"}", 2, 2, "the key 'kind' is given twice"),
      ("kind: pie\n\tid: a\n", 2, 1, "tabs cannot indent in YAML; use spaces"),
      ("kind: pie\n---\n---\nid: 'a\n", 4, 5, "the quote is not closed"),
      ("  {kind: pie,, x}", 1, 14, "expected a value"),
      ("%echo a\n{\"jsonrpc\": \"2.0\", \"method\": \"😀\" \"id\": 1}\n", 2, 34, "expected ',' or '}'"),
      ("{\"jsonrpc\": \"2.0\",\n \"method\": what}", 2, 12, "expected a value"),
      ("%update x {hole: [}", 1, 19, "expected a value"),
    ])
  func syntax(code: String, line: Int, column: Int, message: String) throws {
    let fault = try #require(CellFixture().fault(code))
    #expect(fault.name == "SyntaxError")
    #expect(fault.message == message)
    #expect([fault.line, fault.column] == [line, column])
  }

  @Test(
    "a fault in a command points at the argument",
    arguments: [
      ("%tpa spending 1 2", "UnknownCommand", 1, "there is no command '%tpa'; did you mean '%tap'?"),
      ("%state spending", "UnknownCommand", 1, "there is no command '%state'; did you mean '%get'?"),
      ("%stat spending", "UnknownCommand", 1, "there is no command '%stat'; %help lists the commands"),
      ("%otate spending", "UnknownCommand", 1, "there is no command '%otate'; did you mean '%rotate'?"),
      ("  %", "UnknownCommand", 3, "a command's name must follow '%'"),
      ("%rotate spendign 30", "NoSuchChart", 9, "There is no chart 'spendign'; did you mean 'spending'?"),
      ("%undo spendign", "NoSuchChart", 7, "There is no chart 'spendign'; did you mean 'spending'?"),
      ("%tap spending 320 here", "InvalidArgument", 19, "y: expected a number, got \"here\""),
      ("%tap spending 320", "InvalidArgument", 18, "y: is required (%tap chart x y)"),
      ("%tap spending 1 2 3", "InvalidArgument", 19, "%tap takes no more arguments than chart x y"),
      ("%tap spending y=2", "InvalidArgument", 18, "x: is required (%tap chart x y)"),
      ("%tap spending 1 z=2", "InvalidArgument", 17, "%tap has no parameter 'z', only chart, x, y, render, session"),
      ("%tap spending x=1 x=2", "InvalidArgument", 19, "%tap: 'x' is given twice"),
      ("%key spending ArowRight", "InvalidArgument", 15, nil),
      ("%help tpa", "UnknownCommand", 7, "there is no command '%tpa'; did you mean 'tap'?"),
      ("%rotate spending", "InvalidArgument", 17, "by: expected either `by` or `to` (%rotate chart [by] [to])"),
      ("%show session=nope", "NoSuchSession", 15, "there is no session 'nope'"),
      ("%highlight spending 17", "InvalidArgument", 21, "index: expected an index from 0 to 2, got 17"),
    ] as [(String, String, Int, String?)])
  func commands(code: String, name: String, column: Int, message: String?) throws {
    let fault = try #require(try CellFixture.withChart().fault("\n" + code))
    #expect(fault.name == name)
    #expect([fault.line, fault.column] == [2, column])
    if let message { #expect(fault.message == message) }
    if code.contains("Arow") { #expect(fault.message.hasSuffix("did you mean 'ArrowRight'?")) }
  }

  @Test("which chart must be said where there are several, or none")
  func whichChart() throws {
    let none = try #require(CellFixture().fault("%rotate 30"))
    #expect(none.message.contains("there is no chart yet"))
    let fixture = try CellFixture.withChart()
    _ = try fixture.run("{kind: pie, id: other, slices: []}")
    #expect(try #require(fixture.fault("%rotate 30")).message == "%rotate: name a chart: one of spending, other")
    #expect(try #require(fixture.fault("%show")).message == "%show: name a chart: one of spending, other")
  }
}
