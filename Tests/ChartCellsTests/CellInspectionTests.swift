import CellModel
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Cells: inspection")
struct CellInspectionTests {
  @Test(
    "at a command the method's documentation, with how it is typed and an example",
    arguments: [
      "%ta|p spending 1 2", "|%tap", "%tap| spending", "%tap spending 3|20 80", "%help ta|p", "kind: pie\n%t|ap",
    ])
  func commands(marked: String) throws {
    let inspection = try #require(CellFixture().inspect(marked))
    let method = try #require(ChartService.methods["chart/tap"])
    #expect(inspection.plain.hasPrefix("%tap chart x y\n"))
    #expect(inspection.plain.contains(method.summary))
    #expect(inspection.plain.contains("px from the left"))
    #expect(inspection.plain.contains("Example: %tap "))
    #expect(inspection.markdown.contains("- `x` (number, required): px from the left\n"))
  }

  @Test(
    "at a key of a spec its meaning, type, default and words",
    arguments: [
      (
        "kind: pie\nstart|Angle: 90",
        ["startAngle: number", "degrees clockwise from three o'clock", "If not given: 270"]
      ),
      ("kind: pie\nthe|me: dark", ["theme: one of light, dark", "For light or dark surroundings."]),
      ("kind: pie\ntheme: da|rk", ["theme: one of light, dark"]),
      ("kind: pie\nslices:\n  - {label: 😀, val|ue: 3}", ["value: number, at least 0"]),
      ("{\"ki|nd\": \"pie\"}", ["kind: pie", "Required."]),
      ("legend: {position: le|ft}", ["position: one of auto, none, top, bottom, left, right"]),
      ("kind: pie\npalette: [re|d]", ["palette: list (colour)"]),
      ("kind: line\nfacet: {b|y: city}", ["by: column"]),
      ("kind: line\ndata: {transform: [{filt|er: a > 1}]}", ["filter: formula, or number, or true or false"]),
      ("kind: pie\nradius: 4|0%", ["radius: number, at least 0, at most 20000, or percentage"]),
      (
        "{\"jsonrpc\": \"2.0\", \"method\": \"chart/tap\", \"params\": {\"x|\": 1}}",
        ["x: number", "px from the left", "Required."]
      ),
      (
        "{\"jsonrpc\": \"2.0\", \"method\": \"chart/t|ap\"}",
        ["chart/tap {chart, x, y, render?, session?}", "Example: {\"jsonrpc\""]
      ),
      ("%show theme=da|rk", ["theme: one of light, dark"]),
    ])
  func keys(marked: String, expected: [String]) throws {
    let inspection = try #require(CellFixture().inspect(marked))
    for phrase in expected { #expect(inspection.plain.contains(phrase), "\(inspection.plain)") }
    #expect(!inspection.markdown.isEmpty)
  }

  @Test(
    "at a chart's id the chart in words",
    arguments: [
      "%rotate spen|ding 30", "%rotate chart=spen|ding",
      "{\"jsonrpc\": \"2.0\", \"method\": \"chart/tap\", \"params\": {\"chart\": \"spen|ding\"}}",
    ])
  func charts(marked: String) throws {
    let inspection = try #require(try CellFixture.withChart().inspect(marked))
    #expect(inspection.plain.hasPrefix("spending: pie, revision 1\n"))
    #expect(inspection.plain.contains("Food"))
  }

  @Test("nothing at nothing", arguments: ["|", "%nonsense|", "# x|", "non|sense: 3", "kind: pie\n\n|", "%", "\"|"])
  func nothing(marked: String) {
    #expect(CellFixture().inspect(marked) == nil)
  }
}
