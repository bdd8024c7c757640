import JSONModel
import JupyterKernel
import Testing

@Suite("Subshells (JEP 91)", .timeLimit(.minutes(5)))
struct SubshellTests {
  private static func create(_ frontend: DummyFrontend) throws -> String {
    try #require(
      try frontend.request("create_subshell_request", on: .control).reply.content["subshell_id"]?.stringValue)
  }

  @Test("They are created, listed and deleted on control")
  func life() async throws {
    try await withKernel { frontend, _ throws in
      let ids = [try Self.create(frontend), try Self.create(frontend)]
      func list() throws -> JSON? {
        try frontend.request("list_subshell_request", on: .control).reply.content["subshell_id"]
      }
      #expect(Set(ids).count == 2)
      #expect(try list() == .array(ids.map { .string($0) }))
      let deletion: JSON = ["subshell_id": .string(ids[0])]
      #expect(try frontend.request("delete_subshell_request", deletion, on: .control).reply.content == ["status": "ok"])
      #expect(try list() == .array([.string(ids[1])]))
      for content in [deletion, [:], ["subshell_id": 1]] as [JSON] {
        let failed = try frontend.request("delete_subshell_request", content, on: .control).reply.content
        #expect(failed["status"] == "error")
      }
    }
  }

  @Test("A request to a subshell is answered while a cell runs in the main shell, between its own busy and idle")
  func concurrency() async throws {
    try await withKernel { frontend, _ throws in
      let id = try Self.create(frontend)
      let long = try frontend.send("execute_request", ["code": "wait"])
      let short = try frontend.send("execute_request", ["code": "print x"], subshell: id)
      #expect(try frontend.receive(.shell).parent == short)
      let outputs = try frontend.outputs(of: short)
      #expect(outputs.map(\.type) == ["status", "execute_input", "stream", "status"])
      try frontend.request("interrupt_request", on: .control)
      #expect(try frontend.receive(.shell).parent == long)
    }
  }

  @Test("Each has a counter and a history of its own")
  func counters() async throws {
    try await withKernel { frontend, _ throws in
      let id = try Self.create(frontend)
      try frontend.execute("print main")
      try frontend.execute("print main")
      try frontend.send("execute_request", ["code": "print sub"], subshell: id)
      #expect(try frontend.receive(.shell).content["execution_count"] == 1)
      try frontend.send("history_request", ["hist_access_type": "tail", "n": 9], subshell: id)
      #expect(try frontend.receive(.shell).content["history"] == [[1, 1, "print sub"]])
      #expect(try frontend.execute("print main").reply.content["execution_count"] == 3)
    }
  }

  @Test(
    "An unknown subshell is an error at once, whatever runs", arguments: ["kernel_info_request", "execute_request"])
  func unknown(type: String) async throws {
    try await withKernel { frontend, _ throws in
      try frontend.send("execute_request", ["code": "wait"])
      let id = try frontend.send(type, ["code": "print x"], subshell: "nobody")
      let reply = try frontend.receive(.shell)
      #expect(reply.parent == id)
      #expect(reply.content["status"] == "error")
      #expect(reply.content["evalue"]?.stringValue?.contains("nobody") == true)
      #expect(try frontend.outputs(of: id).map(\.state) == ["busy", "idle"])
      try frontend.request("interrupt_request", on: .control)
    }
  }

  @Test("An interrupt ends what runs in all of them")
  func interrupt() async throws {
    try await withKernel { frontend, _ throws in
      let id = try Self.create(frontend)
      try frontend.send("execute_request", ["code": "wait"])
      try frontend.send("execute_request", ["code": "wait"], subshell: id)
      // Both run when both have echoed their code.
      var echoes = 0
      while echoes < 2 { if try frontend.receive(.iopub).type == "execute_input" { echoes += 1 } }
      try frontend.request("interrupt_request", on: .control)
      for _ in 0..<2 { #expect(try frontend.receive(.shell).content["ename"] == "Interrupted") }
    }
  }

  @Test("A failure aborts only what waits in the same one")
  func abort() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      let id = try Self.create(frontend)
      try frontend.send("execute_request", ["code": "wait"])
      try frontend.send("execute_request", ["code": "print main"])
      try frontend.send("execute_request", ["code": "fail"], subshell: id)
      #expect(try frontend.receive(.shell).content["status"] == "error")
      try frontend.send("execute_request", ["code": "print sub"], subshell: id)
      #expect(try frontend.receive(.shell).content["status"] == "ok")
      // The main shell's cell fails now, too, by being interrupted, and what waits behind it is not run.
      try frontend.request("interrupt_request", on: .control)
      #expect(try frontend.receive(.shell).content["ename"] == "Interrupted")
      #expect(try frontend.receive(.shell).content["ename"] == "Aborted")
      #expect(interpreter.ran.contains("print sub"))
      #expect(!interpreter.ran.contains("print main"))
    }
  }

  @Test("Deleting one ends its cell, and answers what waits there")
  func deleteBusy() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      let id = try Self.create(frontend)
      let running = try frontend.send("execute_request", ["code": "wait"], subshell: id)
      let waiting = try frontend.send("execute_request", ["code": "print never"], subshell: id)
      while try frontend.receive(.iopub).type != "execute_input" {}
      try frontend.send("delete_subshell_request", ["subshell_id": .string(id)], on: .control)
      #expect(try frontend.receive(.control).content["status"] == "ok")
      let replies = [try frontend.receive(.shell), try frontend.receive(.shell)]
      // In any order: one that arrives after its subshell has gone is answered at once.
      #expect(Set(replies.map(\.parent)) == [running, waiting])
      #expect(replies.map { $0.content["status"] } == ["error", "error"])
      #expect(!interpreter.ran.contains("print never"))
    }
  }

  @Test("There are 256 of them at most; many can be at work at the same time")
  func limit() async throws {
    try await withKernel { frontend, _ throws in
      let ids = try (0..<256).map { _ in try Self.create(frontend) }
      let refused = try frontend.request("create_subshell_request", on: .control).reply.content
      #expect(refused["status"] == "error")
      for id in ids.prefix(32) { try frontend.send("execute_request", ["code": "wait"], subshell: id) }
      var echoes = 0
      while echoes < 32 { if try frontend.receive(.iopub).type == "execute_input" { echoes += 1 } }
      for id in ids.suffix(32) {
        try frontend.send("execute_request", ["code": "print x"], subshell: id)
        #expect(try frontend.receive(.shell).content["status"] == "ok")
      }
      try frontend.send("interrupt_request", on: .control)
      for _ in 0..<32 { #expect(try frontend.receive(.shell).content["ename"] == "Interrupted") }
    }
  }
}
