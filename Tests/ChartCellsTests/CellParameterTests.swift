import CellModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@testable import ChartCells

@Suite("Cells: parameters")
struct CellParameterTests {
  /// What the spec of a chart says after a cell has run.
  private func title(_ text: String, in fixture: CellFixture) throws -> JSON? {
    let spec: JSON = ["kind": "pie", "id": "t", "slices": [["value": 1]], "title": .string(text)]
    #expect(try fixture.run(spec.text).last?.display != nil)
    return try fixture.service.call("chart/get", params: ["chart": "t"])["spec"]?["title"]
  }

  @Test(
    "in a text a parameter's name stands for its value; all else stays as it is",
    arguments: [
      ("$name", "Food"), ("at $angle°", "at 30°"), ("$angle$angle", "3030"), ("$half, $whole", "0.5, 90"),
      ("$flag/$nothing", "true/null"), ("$list!", "[1,\"a\"]!"), ("[$tricky]", "[$angle and $$angle]"),
      ("$tricky", "$angle and $$angle"), ("$$name", "$name"), ("x $$angle", "x $angle"), ("$$$angle", "$$angle"),
      ("$$angle$angle", "$angle30"), ("$name's", "Food's"), ("($angle)", "(30)"), ("$angle.5", "30.5"),
      ("$angles", "$angles"), ("$angle_", "$angle_"), ("$Angle is", "$Angle is"), ("$5 only", "$5 only"),
      ("${angle}", "${angle}"), ("${value} $", "${value} $"), ("$", "$"), ("$$", "$$"), ("$AAPL", "$AAPL"),
      ("$$AAPL", "$$AAPL"), ("$ angle", "$ angle"), ("€$angle食$name😀", "€30食Food😀"), ("$angle$", "30$"),
      ("{label} $angle", "{label} 30"), ("$30angle", "$30angle"),
    ])
  func texts(text: String, expected: String) throws {
    #expect(try title(text, in: .withParameters()) == .string(expected))
  }

  @Test(
    "without parameters no text is touched",
    arguments: ["$foo", "$5 only", "$$x", "${value}", "$angle and $name"])
  func untouched(text: String) throws {
    #expect(try title(text, in: CellFixture()) == .string(text))
  }

  @Test("a text that is a name as a whole becomes the value with its type, in YAML and in JSON")
  func types() throws {
    let fixture = try CellFixture.withParameters()
    let yaml = try fixture.run(
      "kind: pie\nid: $id\ntitle: $name\nstartAngle: $angle\nhole: $half\nlegend: {position: none}\nslices: $rows")
    let json = try CellFixture().run(
      """
      {"kind": "pie", "id": "spending", "title": "Food", "startAngle": 30, "hole": 0.5, "legend": {"position": "none"},
       "slices": [{"label": "A", "value": 1}, {"label": "B", "value": 2}]}
      """)
    #expect(yaml.first?.display?.data == json.first?.display?.data)
    let spec =
      "{\"kind\": \"pie\", \"startAngle\": \"$angle\", \"slices\": [{\"value\": \"$year\", \"label\": \"$name\"}]}"
    let made = try #require(try fixture.run(spec).first?.display)
    #expect(
      try fixture.service.call("chart/get", params: ["chart": .string(made.chart)])["spec"]
        == ["kind": "pie", "startAngle": 30, "slices": [["value": 2017, "label": "Food"]]])
  }

  @Test("a whole spec can be a parameter's value")
  func wholeSpec() throws {
    let fixture = CellFixture()
    let outputs = try fixture.run("s = {'kind': 'pie', 'id': 'p', 'slices': [{'value': 1}]}\n--- $s")
    #expect(outputs.first?.display?.chart == "p")
  }

  @Test(
    "arguments of commands take parameters with their types",
    arguments: [
      ("%rotate spending $angle", "%rotate spending 30"), ("%rotate $angle", "%rotate 30"),
      ("%rotate $id to=$angle", "%rotate spending to=30"), ("%rotate \"$id\" 30", "%rotate spending 30"),
      ("%update spending {hole: $half, title: 'at $angle°'}", "%update spending {hole: 0.5, title: 'at 30°'}"),
      ("%update spending {slices: $rows}", "%update spending {slices: [{label: A, value: 1}, {label: B, value: 2}]}"),
      ("%toggle $name", "%toggle Food"), ("%toggle $id series=$name", "%toggle spending Food"),
    ])
  func commands(line: String, plain: String) throws {
    let outputs = try CellFixture.withParameters().run(line)
    #expect(try outputs == CellFixture.withParameters().run(plain))
    #expect(outputs.first?.display?.revision == 2)
  }

  @Test("a number is a text where only a text can stand")
  func numberAsText() throws {
    let fixture = try CellFixture.withParameters()
    _ = try fixture.run("{kind: pie, id: '2017', slices: [{value: 1}]}")
    #expect(try fixture.run("%show $year").first?.display?.chart == "2017")
    #expect(try fixture.run("%show chart=$year").first?.display?.chart == "2017")
  }

  @Test(
    "%echo prints values, and what is no parameter as it is",
    arguments: [("%echo $angle $name", "30 Food\n"), ("%echo $5 $$angle ${x} $nope", "$5 $angle ${x} $nope\n")])
  func echo(line: String, text: String) throws {
    #expect(try CellFixture.withParameters().run(line) == [.stream(.stdout, text)])
  }

  @Test("requests take parameters in their parameters alone")
  func requests() throws {
    let fixture = try CellFixture.withParameters()
    let outputs = try fixture.run(
      """
      [{"jsonrpc": "2.0", "method": "chart/rotate", "params": {"chart": "$id", "by": "$angle"}, "id": "$angle"},
       {"jsonrpc": "2.0", "method": "chart/rotate", "params": ["$id", "$angle"], "id": 2}]
      """)
    let answers = try #require(outputs.first?.json?.arrayValue)
    #expect(answers.map { $0["id"] } == ["$angle", 2])
    #expect(answers.allSatisfy { $0["result"]?["changed"] == true })
    let other = try CellFixture.withChart()
    let picture = try other.run("%rotate 30\n%rotate 30").last?.display
    #expect(outputs.last?.display?.data == picture?.data)
  }

  @Test(
    "a parameter alone shows its value",
    arguments: [
      ("$angle", 30, "30"), ("$whole  # comment", 90.0, "90"), (" $name", "Food", "Food"), ("$nothing", nil, "null"),
      ("$list", [1, "a"], "- 1\n- a"), ("$tricky", "$angle and $$angle", "$angle and $$angle"),
    ] as [(String, JSON, String)])
  func alone(line: String, value: JSON, text: String) throws {
    let outputs = try CellFixture.withParameters().run(line)
    #expect(outputs == [.result(MIMEBundle(data: ["application/json": value, "text/plain": .string(text)]))])
  }

  @Test("%parameters lists all in the order of their first assignment")
  func list() throws {
    let fixture = CellFixture()
    let none = try #require(try fixture.run("%parameters").first)
    #expect(none.json == [:])
    #expect(none.text == "no parameters yet; set one by a line such as angle = 30")
    let outputs = try fixture.run("angle = 1\nb = \"x\"\nangle = {'k': [1]}\n%parameters\n%parameters;")
    #expect(
      outputs == [
        .result(
          MIMEBundle(data: [
            "application/json": ["angle": ["k": [1]], "b": "x"], "text/plain": "angle  {\"k\":[1]}\nb      \"x\"",
          ]))
      ])
    #expect(fixture.fault("%parameters angle")?.message == "%parameters takes no arguments")
  }

  @Test("a megabyte is assigned, and used in a megabyte of text", .timeLimit(.minutes(15)))
  func megabyte() throws {
    let fixture = CellFixture()
    let numbers = Array(repeating: "12345678", count: 110_000).joined(separator: ",\n")
    _ = try fixture.run("numbers = [\n\(numbers)]\ntext = '\(String(repeating: "\\x41", count: 250_000))'\nx = 'y'")
    #expect(try fixture.run("$numbers").first?.json?.arrayValue?.count == 110_000)
    #expect(try fixture.run("$text").first?.json?.stringValue?.utf8.count == 250_000)
    let dollars = String(repeating: "$$$x ", count: 200_000)
    #expect(try fixture.run("%echo \(dollars)") == [.stream(.stdout, dollars.replacing("$$$x", with: "$$x") + "\n")])
  }

  @Test("cells that run at the same time share the parameters")
  func concurrency() async throws {
    let fixture = CellFixture()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for index in 0..<50 {
            let outputs = try? fixture.run("p\(worker) = \(index)\n$p\(worker)\nshared = \(worker)")
            #expect(outputs?.first?.json == .integer(index))
          }
        }
      }
    }
    let all = try #require(try fixture.run("%parameters").first?.json?.objectValue)
    #expect(all.count == 9)
    for worker in 0..<8 { #expect(all["p\(worker)"] == 49) }
  }
}
