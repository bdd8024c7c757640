import CellModel
import Dispatch
import JSONModel
import JSONRPC
import JupyterKernel
import LiveViews
import OrderedCollections
import Testing

@Suite("Displays kept up to date", .timeLimit(.minutes(5)))
struct DisplayUpdateTests {
  @Test("A change updates every showing, each with a display id of its own, before the cell that made it is idle")
  func updates() async throws {
    try await withKernel { frontend, _ throws in
      let first = try frontend.execute("chart pie").outputs[2]
      let second = try frontend.execute("chart pie").outputs[2]
      let ids = [first.displayID, second.displayID]
      #expect(Set(ids.compactMap { $0 }).count == 2)
      let outputs = try frontend.execute("change pie").outputs
      #expect(
        outputs.map(\.type) == ["status", "execute_input", "update_display_data", "update_display_data", "status"])
      #expect(outputs[2...3].map(\.displayID) == ids)
      #expect(outputs[2...3].allSatisfy { $0.text == "pie 2" })
      #expect(outputs[2].content["metadata"] == [:])
    }
  }

  @Test("A change by another client comes with the showing's request as parent")
  func otherClient() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      let shown = try frontend.execute("chart pie").outputs[2]
      interpreter.change("pie")
      let update = try frontend.receive(.iopub)
      #expect(update.type == "update_display_data")
      #expect(update.parent == shown.parent)
      #expect(update.displayID == shown.displayID)
      #expect(update.text == "pie 2")
    }
  }

  @Test("While a cell runs, changes are shown with it as parent")
  func whileRunning() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      try frontend.execute("chart pie")
      let cell = try frontend.send("execute_request", ["code": "wait"])
      while try frontend.receive(.iopub).type != "execute_input" {}
      interpreter.isWaiting.wait()
      interpreter.change("pie")
      let update = try frontend.receive(.iopub)
      #expect(update.type == "update_display_data")
      #expect(update.parent == cell)
      try frontend.request("interrupt_request", on: .control)
    }
  }

  @Test("What looks the same is not shown again, what is gone never")
  func nothingToShow() async throws {
    try await withKernel { frontend, _ throws in
      // The chart's own creation is a change, too, but looks as shown.
      #expect(
        try frontend.execute("change pie\nchart pie").outputs.map(\.type)
          == ["status", "execute_input", "display_data", "status"])
      #expect(try frontend.execute("delete pie").outputs.count == 3)
      #expect(try frontend.execute("change pie").outputs.count == 3)
    }
  }

  @Test("A cell that is run again has new outputs: its old ones are left alone")
  func cells() async throws {
    try await withKernel { frontend, _ throws in
      try frontend.execute("chart pie", metadata: ["cellId": "a"])
      let second = try frontend.execute("chart pie", metadata: ["cellId": "a"]).outputs[2]
      let third = try frontend.execute("chart pie", metadata: ["cellId": "b"]).outputs[2]
      func updated() throws -> [String?] {
        try frontend.execute("change pie").outputs.filter { $0.type == "update_display_data" }.map(\.displayID)
      }
      #expect(try updated() == [second.displayID, third.displayID])
      try frontend.execute("print x", metadata: ["cellId": "c", "deletedCells": ["b"]])
      #expect(try updated() == [second.displayID])
    }
  }

  @Test("Of a thousand changes in a row few are shown, the newest always")
  func pace() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      try frontend.execute("chart pie")
      for _ in 0..<1_000 { interpreter.change("pie") }
      var updates = [try frontend.receive(.iopub)]
      while updates.last?.text != "pie 1001" { updates.append(try frontend.receive(.iopub)) }
      #expect(updates.count < 500)
      #expect(try frontend.poll(.iopub, for: .milliseconds(100)) == nil)
    }
  }

  @Test("A silent change is shown under the request that showed the chart")
  func silent() async throws {
    try await withKernel { frontend, _ throws in
      let shown = try frontend.execute("chart pie").outputs[2]
      try frontend.send("execute_request", ["code": "change pie", "silent": true])
      var message = try frontend.receive(.iopub)
      while message.type == "status" { message = try frontend.receive(.iopub) }
      #expect(message.type == "update_display_data")
      #expect(message.parent == shown.parent)
    }
  }

  @Test("What changes when the last look for a view's request is over is shown too")
  func changeAfterLastLook() async throws {
    let interpreter = MockInterpreter()
    let displays = MockDisplays(interpreter: interpreter)
    try await withKernel(interpreter: interpreter, liveDisplays: displays) { frontend, _ throws in
      let opened = try frontend.execute("live pie").outputs.first { $0.type == "comm_open" }
      let model = try #require(opened?.content["comm_id"])
      // Many, since a change that waits for nobody is lost only if it comes before the request has ended.
      for round in 2...100 {
        let request: JSON = ["jsonrpc": "2.0", "id": .integer(round), "method": "look", "joins": true]
        try frontend.send("comm_msg", ["comm_id": model, "data": ["method": "custom", "content": request]])
        while true {
          let message = try frontend.receive(.iopub, within: .seconds(10))
          if message.type == "update_display_data", message.text == "pie \(round)" { break }
        }
      }
    }
  }
}

/// Live displays of what a ``MockInterpreter`` has. When a view asks for something, `pie` changes right after the kernel's
/// last look for changes.
private struct MockDisplays: LiveDisplays {
  struct Picture: DisplayPicture, Hashable {
    var svg: String
    func isSame(as other: any DisplayPicture) -> Bool { other as? Picture == self }
    func patch(from old: any DisplayPicture) -> JSON? { nil }
  }

  let interpreter: MockInterpreter
  var identifier: String { "mock.Display" }
  var module: String { "" }
  var styles: String { "" }

  func look(of subject: DisplaySubject, theme: String?) -> DisplayLook? {
    interpreter.revision(of: subject.name).map { DisplayLook(members: [:], picture: Picture(svg: "\($0)")) }
  }

  func look(of picture: SavedNotebook.Picture) -> OrderedDictionary<String, JSON> { [:] }

  func answer(_ request: JSON, buffers: [[UInt8]], cancellation: Cancellation) -> JSON? {
    interpreter.afterLastLook { interpreter.change("pie") }
    return ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": [:]]
  }
}
