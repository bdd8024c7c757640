import CellModel
import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@testable import ChartCells

@Suite("Cells: commands")
struct CellCommandTests {
  @Test(
    "a command does what its method does, and shows the picture",
    arguments: [
      ("%rotate spending 30", "chart/rotate", ["chart": "spending", "by": 30]),
      ("%rotate spending to=90", "chart/rotate", ["chart": "spending", "to": 90]),
      ("%rotate 30", "chart/rotate", ["chart": "spending", "by": 30]),
      ("%tap spending 320 80", "chart/tap", ["chart": "spending", "x": 320, "y": 80]),
      ("%tap spending x=320 y=80", "chart/tap", ["chart": "spending", "x": 320, "y": 80]),
      ("%tap 320 80", "chart/tap", ["chart": "spending", "x": 320, "y": 80]),
      ("%tap y=80 x=320", "chart/tap", ["chart": "spending", "x": 320, "y": 80]),
      ("%highlight spending 1", "chart/highlight", ["chart": "spending", "index": 1]),
      ("%highlight 1", "chart/highlight", ["chart": "spending", "index": 1]),
      ("%key spending ArrowRight", "chart/key", ["chart": "spending", "key": "ArrowRight"]),
      ("%key ArrowRight", "chart/key", ["chart": "spending", "key": "ArrowRight"]),
      ("%toggle spending Food", "chart/toggle", ["chart": "spending", "series": "Food"]),
      ("%toggle Food", "chart/toggle", ["chart": "spending", "series": "Food"]),
      (
        "%update spending {hole: 0.5, title: \"a; b\"}", "chart/update",
        ["chart": "spending", "patch": ["hole": 0.5, "title": "a; b"]]
      ),
      ("%chart/rotate spending 30  # by name", "chart/rotate", ["chart": "spending", "by": 30]),
      ("%rotate 'spending' 30", "chart/rotate", ["chart": "spending", "by": 30]),
    ] as [(String, String, JSON)])
  func methods(line: String, method: String, params: JSON) throws {
    let typed = try CellFixture.withChart()
    let called = try CellFixture.withChart()
    _ = try called.service.call(method, params: params)
    let outputs = try typed.run(line)
    #expect(outputs.count == 1)
    let display = try #require(outputs.first?.display)
    #expect(display.revision == 2)
    #expect(try display.data == called.service.picture(of: "spending").display)
  }

  @Test("a ; at the end shows nothing, but is done")
  func quiet() throws {
    let fixture = try CellFixture.withChart()
    #expect(try fixture.run("%rotate spending 30;\n%rotate spending 30 ; \n%charts;").isEmpty)
    #expect(fixture.service.charts().first?.revision == 3)
  }

  @Test("undo, redo and reset")
  func history() throws {
    let fixture = try CellFixture.withChart()
    let first = try fixture.service.picture(of: "spending").svg
    let outputs = try fixture.run("%rotate 30\n%undo\n%redo\n%reset spending")
    let svgs = outputs.map { $0.display?.data["image/svg+xml"]?.stringValue }
    #expect(svgs[1] == first)
    #expect(svgs[2] == svgs[0])
    #expect(svgs[0] != first)
  }

  @Test("%show draws, also in other sizes and themes")
  func show() throws {
    let fixture = try CellFixture.withChart()
    #expect(try fixture.run("%show").first?.display?.data == fixture.service.picture(of: "spending").display)
    let large = try #require(
      try fixture.run("%show spending size={width: 1280, height: 720} theme=dark").first?.display)
    #expect(large.metadata["image/svg+xml"] == ["width": 1280, "height": 720])
    #expect(large.data["image/svg+xml"]?.stringValue?.contains("1280") == true)
    #expect(large.revision == 1)
  }

  @Test("commands without a picture give their answer as a value")
  func values() throws {
    let fixture = try CellFixture.withChart()
    let hit = try #require(try fixture.run("%hitTest 400 150").first)
    #expect(hit.json?["hit"]?["kind"] == "slice")
    #expect(hit.text?.contains("kind: slice") == true)
    #expect(try fixture.run("%angleAt 400 180").first?.json?["angle"]?.doubleValue != nil)
    #expect(try fixture.run("%sliceAt 0").first?.json == ["index": 1])
    #expect(try fixture.run("%marker index=1").first?.json?["marker"]?["text"]?.stringValue?.contains("Food") == true)
    #expect(try fixture.run("%get").first?.json?["spec"]?["title"] == "Spending")
    #expect(try fixture.run("%sessions").first?.json?["sessions"]?[0]?["session"] == "default")
    #expect(try fixture.run("%delete spending").isEmpty)
    #expect(fixture.service.charts().isEmpty)
  }

  @Test("%connect tells the ways in")
  func connect() throws {
    let fixture = CellFixture()
    fixture.service.announce(Connection(transport: "zeromq", endpoint: "ipc:///tmp/x"))
    let output = try #require(try fixture.run("%connect").first)
    #expect(output.json?["connections"]?[0]?["endpoint"] == "ipc:///tmp/x")
    #expect(output.text?.contains("chart-kernel stdio --connect ipc:///tmp/x") == true)
  }

  @Test(
    "%echo prints what follows as it is",
    arguments: [
      ("%echo hello", CellOutput.stream(.stdout, "hello\n")), ("%echo", .stream(.stdout, "\n")),
      ("%echo  two  spaces;", .stream(.stdout, " two  spaces;\n")), ("%echo --stderr x y", .stream(.stderr, "x y\n")),
      ("%echo {\"jsonrpc\": 1} # no comment", .stream(.stdout, "{\"jsonrpc\": 1} # no comment\n")),
    ])
  func echo(line: String, output: CellOutput) throws {
    #expect(try CellFixture().run(line) == [output])
  }

  @Test("%help lists all commands and explains each")
  func help() throws {
    let fixture = CellFixture()
    let list = try #require(try fixture.run("%help").first?.text)
    for command in Command.all {
      #expect(list.contains("%\(command.name)"))
      let text = try #require(try fixture.run("%help \(command.name)").first?.text)
      #expect(text.contains(command.summary))
    }
    let tap = try #require(try fixture.run("%help tap").first?.result)
    #expect(tap["text/plain"]?.stringValue?.contains("%tap chart x y") == true)
    #expect(tap["text/plain"]?.stringValue?.contains("Example: %tap spending") == true)
    #expect(tap["text/markdown"]?.stringValue?.contains("`chart/tap`") == true)
  }

  @Test("every method of charts and sessions is a command, save those that need a way back")
  func coverage() {
    for method in ChartService.methods.methods
    where method.name.hasPrefix("chart/") || method.name.hasPrefix("session/") {
      let isExpected = !method.name.hasSuffix("subscribe")
      #expect((Command.named(method.name) != nil) == isExpected, "\(method.name)")
    }
    #expect(Command.named("exit") == nil)
    #expect(Command.named("rpc.discover") == nil)
  }

  @Test("the examples in the documentation run")
  func examples() throws {
    for command in Command.all where command.method?.name.hasPrefix("chart/") == true {
      let fixture = CellFixture()
      _ = try fixture.run(CellFixture.spending + "\n  - {label: Fun, value: 5}\n  - {label: Sport, value: 5}")
      _ = try fixture.service.call("chart/create", params: plotPreparation)
      #expect(throws: Never.self, "\(command.example)") { try fixture.run(command.example) }
    }
  }

  @Test("%export writes files below the allowed directories only")
  func export() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cells-\(UUID().uuidString)")
    let inside = directory.appendingPathComponent("inside")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let fixture = CellFixture(data: DataSource(allowedDirectories: ["."], baseDirectory: inside.path))
    _ = try fixture.run(CellFixture.spending)
    let outputs = try fixture.run("%export spending out.svg\n%export \"the session.json\";\n%export ./two.SVG")
    #expect(outputs.count == 2)
    let svg = try String(contentsOf: inside.appendingPathComponent("out.svg"), encoding: .utf8)
    #expect(try svg == fixture.service.picture(of: "spending").svg)
    let document = try JSON(
      parsing: String(contentsOf: inside.appendingPathComponent("the session.json"), encoding: .utf8))
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": document])
    #expect(try other.picture(of: "spending").svg == svg)
    // A link is replaced, not followed.
    let secret = directory.appendingPathComponent("secret.svg")
    try "secret".write(to: secret, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: inside.appendingPathComponent("link.svg"), withDestinationURL: secret)
    try FileManager.default.createSymbolicLink(at: inside.appendingPathComponent("up"), withDestinationURL: directory)
    _ = try fixture.run("%export link.svg")
    #expect(try String(contentsOf: secret, encoding: .utf8) == "secret")
    for path in [
      "../secret.svg", "up/secret.svg", "/etc/x.svg", "none/x.svg", "x.bmp", "up/x.png", "../x.pdf", "..", "x/", "up/",
    ] {
      let fault = try #require(fixture.fault("%export spending \(path)"))
      #expect(fault.name == "InvalidArgument")
      #expect(fault.column == 18)
    }
    #expect(try String(contentsOf: secret, encoding: .utf8) == "secret")
    let names = try FileManager.default.contentsOfDirectory(atPath: inside.path).sorted()
    #expect(names == ["link.svg", "out.svg", "the session.json", "two.SVG", "up"])
    #expect(fixture.fault("%export nix out.svg")?.name == "NoSuchChart")
    #expect(fixture.fault("%export nix out.png")?.name == "NoSuchChart")
    #expect(fixture.fault("%export")?.name == "InvalidArgument")
  }

  @Test("%export writes the picture as it is now in each format that the name may say")
  func exportFormats() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cells-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let fixture = CellFixture(data: DataSource(allowedDirectories: ["."], baseDirectory: directory.path))
    _ = try fixture.run(CellFixture.spending + "\n---\n%tap spending 360 120")
    func bytes(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: directory.appendingPathComponent(name)))
    }
    for (name, beginning) in [("a.png", "PNG\r\n"), ("a.pdf", "%PDF-1."), ("a.html", "<!DOCTYPE html>")] {
      let outputs = try fixture.run("%export spending \(name)")
      let written = try bytes(name)
      #expect(String(decoding: written.prefix(20), as: UTF8.self).contains(beginning))
      #expect(outputs.count == 1 && "\(outputs[0])".contains("Wrote \(name) (\(written.count) bytes)"))
    }
    #expect(String(decoding: try bytes("a.html"), as: UTF8.self).contains(", selected\""))
    // Twice as many pixels each way: it stands behind the first chunk's name.
    _ = try fixture.run("%export spending b.png scale=2")
    #expect(try Array(bytes("a.png")[16..<24]) == [0, 0, 2, 128, 0, 0, 1, 104])
    #expect(try Array(bytes("b.png")[16..<24]) == [0, 0, 5, 0, 0, 0, 2, 208])
    for scale in ["0", "nan", "1e9", "-1", "two", ""] {
      let fault = fixture.fault("%export spending c.png scale=\(scale)")
      #expect(fault?.name == "InvalidArgument", "\(scale): \(String(describing: fault))")
    }
    #expect(fixture.fault("%export spending c.svg scale=2")?.name == "InvalidArgument")
    #expect(fixture.fault("%export s.json scale=2")?.name == "InvalidArgument")
    #expect(fixture.fault("%export spending c.png size=2")?.name == "InvalidArgument")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 4)
  }
}
