import CellModel
import ChartModel
import JSONModel
import OrderedCollections
import Testing

@testable import ChartCells

@Suite("Cells: questions, and %clear")
struct CellHelpTests {
  @Test(
    "a question shows what %help shows, as a page",
    arguments: ["%tap?", "tap?", "?tap", "?%tap", "%tap??", "??tap", "  tap? ", "?tap?"])
  func pages(line: String) throws {
    let fixture = CellFixture()
    let outputs = try fixture.run(line)
    #expect(outputs.count == 1)
    #expect(outputs.first?.page != nil)
    #expect(try outputs.first?.page == fixture.run("%help tap").first?.result)
  }

  @Test("a method is asked by its name too", arguments: ["chart/tap?", "?chart/tap", "%chart/tap?"])
  func methods(line: String) throws {
    let fixture = CellFixture()
    let page = try #require(try fixture.run(line).first?.page)
    #expect(try page == fixture.run("%help chart/tap").first?.result)
  }

  @Test("? alone lists all commands", arguments: ["?", "??", " ? ", "%?", "?%"])
  func list(line: String) throws {
    let fixture = CellFixture()
    #expect(try fixture.run(line).first?.page == fixture.run("%help").first?.result)
  }

  @Test("every command can be asked about")
  func all() throws {
    for command in Command.all {
      let page = try #require(try CellFixture().run("\(command.name)?").first?.page)
      #expect(page["text/plain"]?.stringValue?.contains(command.summary) == true)
    }
  }

  @Test(
    "an unknown word is told as %help tells it",
    arguments: [("tpa?", 1, "tpa"), ("?%tpa", 2, "tpa"), ("%tpa?", 1, "tpa"), ("kind?", 1, "kind")])
  func unknown(line: String, column: Int, name: String) throws {
    let fixture = CellFixture()
    let fault = try #require(fixture.fault("\n" + line))
    let help = try #require(fixture.fault("%help \(name)"))
    #expect(fault.name == "UnknownCommand")
    #expect(fault.message == help.message)
    #expect([fault.line, fault.column] == [2, column])
  }

  @Test("a parameter is asked about by its name with $")
  func parameter() throws {
    let fixture = CellFixture()
    let page = try #require(try fixture.run("angle = 30\n$angle?").first?.page)
    #expect(page["text/plain"] == "$angle: 30")
    let fault = try #require(fixture.fault("?$angel"))
    #expect(fault.name == "UnknownParameter")
    #expect(fault.message == "there is no parameter 'angel'; did you mean '$angle'?")
    #expect(fault.column == 2)
  }

  @Test("questions stand between other statements")
  func mixture() throws {
    let outputs = try CellFixture().run("kind: pie\nslices: [{value: 1}]\n?tap\n%echo what?\ntap?\n?")
    #expect(outputs.map { $0.page != nil } == [false, true, false, true, true])
    #expect(outputs[2] == .stream(.stdout, "what?\n"))
  }

  @Test("an explicit key of YAML is no question", arguments: ["? kind\n: pie", "?\n  kind\n: pie"])
  func explicitKeys(code: String) throws {
    #expect(try CellFixture().run(code + "\nslices: [{value: 1}]").first?.display != nil)
  }

  @Test(
    "%clear takes what is shown away, at once or when more comes",
    arguments: [("%clear", false), ("%clear --wait", true), ("%clear  # all", false), ("%clear --wait;", true)])
  func clear(line: String, waits: Bool) throws {
    #expect(try CellFixture().run("%echo a\n\(line)\n%echo b")[1] == .clear(waits: waits))
  }

  @Test(
    "%clear takes nothing else",
    arguments: [("%clear wait", 8), ("%clear --wiat", 8), ("%clear --wait all", 15), ("%clear wait=1", 8)])
  func clearFaults(line: String, column: Int) throws {
    let fault = try #require(CellFixture().fault(line))
    #expect(fault.name == "InvalidArgument")
    #expect(fault.message.hasPrefix("%clear takes nothing but --wait"))
    #expect(fault.message.contains("did you mean") == (line == "%clear --wiat" || line == "%clear wait"))
    #expect(fault.column == column)
  }

  @Test(
    "a question is complete, completed and inspected",
    arguments: [
      ("?ta|", ["tap"], 1, 3), ("?%ta|", ["%tap"], 1, 4), ("ta|?", ["tap"], 0, 2), ("%ta|?", ["%tap"], 0, 3),
      ("%clear |", ["--wait"], 7, 7), ("?tap?|", [], 5, 5), ("%clear --wait |", [], 14, 14),
      ("%parameters |", [], 12, 12),
    ])
  func completion(marked: String, matches: [String], start: Int, end: Int) {
    let fixture = CellFixture()
    #expect(fixture.complete(marked) == Completions(matches: matches, start: start, end: end))
    #expect(fixture.cells.completeness(of: CellFixture.cursor(marked).code) == .complete)
  }

  @Test("what a question is about is inspected", arguments: ["?ta|p", "ta|p?", "%tap?|", "|?%tap"])
  func inspection(marked: String) throws {
    let inspection = try #require(CellFixture().inspect(marked))
    #expect(inspection == Command.named("tap")?.inspection(.standard))
  }
}
