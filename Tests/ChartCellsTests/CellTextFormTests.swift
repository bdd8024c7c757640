import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@testable import ChartCells

/// Consoles and books show no JSON of their own accord: they show the text beside it.
@Suite("Cells: texts beside JSON")
struct CellTextFormTests {
  @Test("every command that answers with JSON says it in words, too")
  func commands() throws {
    var count = 0
    for command in Command.all where command.method?.name.hasPrefix("chart/") == true {
      let fixture = CellFixture()
      _ = try fixture.run(CellFixture.spending + "\n  - {label: Fun, value: 5}\n  - {label: Sport, value: 5}")
      _ = try fixture.service.call("chart/create", params: plotPreparation)
      for output in try fixture.run(command.example) where output.json != nil {
        let text = try #require(output.text, "\(command.example)")
        #expect(!text.isEmpty && !text.contains("<svg"), "\(command.example)")
        count += 1
      }
    }
    #expect(count > 3)
  }

  @Test("help is Markdown as books read it: CommonMark, which has no tables")
  func help() throws {
    let fixture = CellFixture()
    for line in ["%help"] + Command.all.map({ "%help \($0.name)" }) {
      let markdown = try #require(try fixture.run(line).first?.result?["text/markdown"]?.stringValue)
      #expect(!markdown.contains("\n|") && !markdown.hasPrefix("|"), "\(line)")
    }
    #expect(try fixture.run("%help").first?.result?["text/markdown"]?.stringValue?.contains("\n- `%tap ") == true)
  }

  @Test("a request's answer is there as indented JSON, which is the same answer")
  func request() throws {
    let fixture = try CellFixture.withChart()
    let request = #"{"jsonrpc": "2.0", "id": 7, "method": "chart/hitTest", "params": {"x": 320, "y": 150}}"#
    let output = try #require(try fixture.run(request).first)
    let text = try #require(output.text)
    #expect(text.hasPrefix("{\n  \"jsonrpc\": \"2.0\",\n"))
    #expect(try JSON(parsing: text) == output.json)
  }

  @Test("a picture in an answer is cut short in the text, and whole in the JSON")
  func picture() throws {
    let fixture = try CellFixture.withChart()
    let request = #"{"jsonrpc": "2.0", "id": 7, "method": "chart/render", "params": {"chart": "spending"}}"#
    let output = try #require(try fixture.run(request).first)
    let text = try #require(output.text)
    let svg = try #require(output.json?["result"]?["svg"]?.stringValue)
    #expect(svg.hasSuffix("</svg>\n") || svg.hasSuffix("</svg>"))
    #expect(text.contains("<svg ") && text.contains("… (\(svg.count) characters)") && !text.contains("</svg>"))
    #expect(text.utf8.count < 1000)
  }

  @Test("errors and batches are said in words, too", arguments: ["nobody", "chart/list"])
  func errors(method: String) throws {
    let request = #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)"}"#
    for cell in [request, "[\(request), \(request)]"] {
      let output = try #require(try CellFixture.withChart().run(cell).first)
      #expect(try JSON(parsing: try #require(output.text)) == output.json)
    }
  }
}
