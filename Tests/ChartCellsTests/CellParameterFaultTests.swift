import CellModel
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Cells: faults of parameters")
struct CellParameterFaultTests {
  @Test(
    "a missing parameter is named where a value is needed",
    arguments: [
      ("startAngle: $angel", 2, 13, "startAngle: there is no parameter 'angel'; did you mean '$angle'?"),
      (
        "radius: $r2d2x", 2, 9, "radius: there is no parameter 'r2d2x'; set it before by a line such as r2d2x = 30"
      ),
      ("slices: [{value: $hafl}]", 2, 18, "slices[0].value: there is no parameter 'hafl'; did you mean '$half'?"),
      ("palette: [red, $nmae]", 2, 16, "palette[1]: there is no parameter 'nmae'; did you mean '$name'?"),
      ("slices: $rosw", 2, 9, "slices: there is no parameter 'rosw'; did you mean '$rows'?"),
    ])
  func missing(line: String, row: Int, column: Int, message: String) throws {
    let fault = try #require(try CellFixture.withParameters().fault("kind: pie\n\(line)"))
    #expect(fault.name == "UnknownParameter")
    #expect(fault.message == message)
    #expect([fault.line, fault.column] == [row, column])
  }

  @Test("a missing parameter is named in a command's argument and alone too")
  func missingElsewhere() throws {
    let fixture = try CellFixture.withParameters()
    let argument = try #require(fixture.fault("%rotate spending $angel"))
    #expect(argument.name == "UnknownParameter")
    #expect(argument.message == "by: there is no parameter 'angel'; did you mean '$angle'?")
    #expect(argument.column == 18)
    let alone = try #require(fixture.fault("%echo\n $angel"))
    #expect(alone.message == "there is no parameter 'angel'; did you mean '$angle'?")
    #expect([alone.line, alone.column] == [2, 2])
    let none = try #require(CellFixture().fault("$angle"))
    #expect(none.name == "UnknownParameter")
    #expect(none.message == "there is no parameter 'angle'; set it before by a line such as angle = 30")
  }

  @Test("in a text that is nearly a parameter's name there is a warning, and the text stays")
  func nearlyNamed() throws {
    let fixture = try CellFixture.withParameters()
    let warning = "Warning: there is no parameter 'nmae', so the text stays; did you mean '$name'?\n"
    let outputs = try fixture.run("{kind: pie, id: t, title: $nmae, slices: [{value: 1}]}")
    #expect(outputs.first == .stream(.stderr, warning))
    #expect(try fixture.service.call("chart/get", params: ["chart": "t"])["spec"]?["title"] == "$nmae")
    #expect(try fixture.run("%update t {title: $nmae};") == [.stream(.stderr, warning)])
    let request = "{\"jsonrpc\": \"2.0\", \"method\": \"chart/update\", \"params\": [\"t\", {\"title\": \"$nmae\"}]}"
    #expect(try fixture.run(request) == [.stream(.stderr, warning)])
  }

  @Test(
    "a value that does not fit is told at its name",
    arguments: [
      ("startAngle: $name", 2, 13, "startAngle: expected a number, got \"Food\" (the value of $name)"),
      ("description: $year", 2, 14, "description: expected a string, got 2017 (the value of $year)"),
      (
        "slices: $bad", 2, 9, "slices[1].value: expected a number of at least 0, got -1 (the value of $bad)"
      ),
      ("slices: [$odd]", 2, 10, "slices[0].valeu: unknown key (the value of $odd)"),
      ("slices: [$list]", 2, 10, "slices[0]: expected an object, got a list of 2 (the value of $list)"),
      ("title: $name\nslices: [{value: -1}]", 3, 18, "slices[0].value: expected a number of at least 0, got -1"),
    ])
  func unfit(lines: String, line: Int, column: Int, message: String) throws {
    let fixture = try CellFixture.withParameters()
    _ = try fixture.run("bad = [{'value': 1}, {'value': -1}]\nodd = {'valeu': 1}")
    let fault = try #require(fixture.fault("kind: pie\n\(lines)"))
    #expect(fault.name == "InvalidSpec")
    #expect(fault.message == message)
    #expect([fault.line, fault.column] == [line, column])
  }

  @Test("what parameters stand for is limited", .timeLimit(.minutes(15)))
  func limits() throws {
    let fixture = try CellFixture.withChart()
    let text = String(repeating: "x", count: 1_000_000)
    _ = try fixture.run("large = '\(text)'\nmany = [\(String(repeating: "1,", count: 150_000))]")
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    _ = try fixture.run("deep = \(deep)")
    let uses = String(repeating: "$large", count: 20)
    let cases = [
      ("kind: pie\ntitle: \(uses)", 2, 8, "16 MiB"), ("kind: pie\nslices: [$many, $many]", 2, 17, "200000 values"),
      ("kind: pie\nx: [[[[$deep]]]]", 2, 8, "64 levels"), ("%echo a\n%echo \(uses)", 2, 6, "16 MiB"),
      ("%update spending {title: \"\(uses)\"}", 1, 18, "16 MiB"),
      ("{\"jsonrpc\": \"2.0\", \"method\": \"x\", \"params\": [\"\(uses)\"]}", 1, 1, "16 MiB"),
    ]
    for (code, line, column, word) in cases {
      let fault = try #require(fixture.fault(code), "\(code.prefix(40))")
      #expect(fault.name == "LimitExceeded", "\(code.prefix(40))")
      #expect([fault.line, fault.column] == [line, column], "\(code.prefix(40))")
      #expect(fault.message.contains(word))
    }
  }
}
