import JSONModel
import JupyterKernel
import Testing
import ZeroMQ

@Suite("Requests", .timeLimit(.minutes(5)))
struct RequestTests {
  @Test("kernel_info on shell and control, over tcp and ipc, between busy and idle", arguments: TestTransport.allCases)
  func kernelInfo(transport: TestTransport) async throws {
    try await withKernel(transport) { frontend, _ throws in
      for channel in [DummyFrontend.Channel.shell, .control] {
        let (reply, outputs) = try frontend.request("kernel_info_request", on: channel)
        #expect(reply.type == "kernel_info_reply")
        #expect(reply.content["status"] == "ok")
        #expect(reply.content["protocol_version"] == "5.5")
        #expect(reply.content["implementation"] == "mock")
        #expect(reply.content["language_info"]?["file_extension"] == ".mock")
        #expect(reply.content["help_links"] == [["text": "Help", "url": "https://example.org"]])
        #expect(reply.content["supported_features"] == ["kernel subshells"])
        #expect(outputs.map(\.state) == ["busy", "idle"])
        #expect(reply.header["session"] != .string(frontend.writer.session))
        #expect(
          outputs.allSatisfy {
            $0.topic.starts(with: Array("kernel.".utf8)) && $0.topic.suffix(7) == Array(".status".utf8)
          })
      }
    }
  }

  @Test("With CURVE keys in the connection file the sockets are encrypted")
  func curve() async throws {
    try await withKernel(.tcp, curve: CurveKeyPair.generate()) { frontend, _ throws in
      #expect(try frontend.request("kernel_info_request").reply.content["status"] == "ok")
    }
  }

  @Test("Without a key messages are unsigned")
  func unsigned() async throws {
    try await withKernel(key: "") { frontend, _ throws in
      #expect(try frontend.request("kernel_info_request").reply.content["status"] == "ok")
    }
  }

  @Test("complete counts code points, and takes the end for a missing or wild cursor")
  func complete() async throws {
    try await withKernel { frontend, _ throws in
      let code: JSON = ["code": "🥧🥧p"]
      for (cursor, end) in [(JSON.integer(2), 2), (.integer(99), 3), (.integer(-5), 0), (.null, 3)] {
        let content = try frontend.request("complete_request", code.with("cursor_pos", cursor)).reply.content
        #expect(content["matches"] == ["pie", "🥧"])
        #expect(content["cursor_end"] == .integer(end))
        #expect(content["cursor_start"] == .integer(max(end - 1, 0)))
        #expect(content["metadata"] == [:])
      }
      let failed = try frontend.request("complete_request", ["cursor_pos": 1]).reply.content
      #expect(failed["status"] == "error")
      #expect(failed["ename"] == "InvalidRequest")
    }
  }

  @Test("inspect has all its members, found or not")
  func inspect() async throws {
    try await withKernel { frontend, _ throws in
      let found = try frontend.request("inspect_request", ["code": "pie", "cursor_pos": 1, "detail_level": 0]).reply
        .content
      #expect(found["found"] == true)
      #expect(found["data"]?["text/plain"] == "pie at 1")
      #expect(found["data"]?["text/markdown"] == "**pie**")
      let lost = try frontend.request("inspect_request", ["code": "x", "cursor_pos": 1]).reply.content
      #expect(lost == ["status": "ok", "found": false, "data": [:], "metadata": [:]])
    }
  }

  @Test(
    "is_complete",
    arguments: [
      ("a", #"{"status":"complete"}"#), ("a:", #"{"status":"incomplete","indent":"  "}"#),
      ("a!", #"{"status":"invalid"}"#), ("a?", #"{"status":"unknown"}"#),
    ])
  func isComplete(code: String, expected: String) async throws {
    try await withKernel { frontend, _ throws in
      #expect(try frontend.request("is_complete_request", ["code": .string(code)]).reply.content.text == expected)
    }
  }

  @Test("history: tail, range and search, with and without output")
  func history() async throws {
    try await withKernel { frontend, _ throws in
      try frontend.execute("result 1")
      try frontend.execute("print x")
      try frontend.execute("print hidden", ["store_history": false])
      func ask(_ content: JSON) throws -> JSON? {
        try frontend.request("history_request", content).reply.content["history"]
      }
      #expect(
        try ask(["hist_access_type": "tail", "n": 5, "output": false, "raw": true])
          == [[1, 1, "result 1"], [1, 2, "print x"]])
      #expect(
        try ask(["hist_access_type": "tail", "n": 5, "output": true])
          == [[1, 1, ["result 1", "1"]], [1, 2, ["print x", nil]]])
      #expect(try ask(["hist_access_type": "range", "session": 1, "start": 2, "stop": 3]) == [[1, 2, "print x"]])
      #expect(try ask(["hist_access_type": "search", "pattern": "p*", "n": 1]) == [[1, 2, "print x"]])
      let bad = try frontend.request("history_request", ["hist_access_type": "x"]).reply.content
      #expect(bad["status"] == "error")
    }
  }

  @Test("A comm for an unknown target is closed at once; there are none")
  func comms() async throws {
    try await withKernel { frontend, _ throws in
      let content: JSON = ["comm_id": "c1", "target_name": "nothing", "data": [:]]
      let outputs = try frontend.outputs(of: frontend.send("comm_open", content))
      #expect(outputs.map(\.type) == ["status", "comm_close", "status"])
      #expect(outputs[1].content == ["comm_id": "c1", "data": [:]])
      #expect(try frontend.outputs(of: frontend.send("comm_msg", content))[1].type == "comm_close")
      #expect(try frontend.outputs(of: frontend.send("comm_close", content)).count == 2)
      #expect(try frontend.request("comm_info_request").reply.content == ["status": "ok", "comms": [:]])
    }
  }

  @Test("An unknown request is answered with an error; so is one on the wrong socket")
  func unknown() async throws {
    try await withKernel { frontend, _ throws in
      let (reply, outputs) = try frontend.request("dance_request")
      #expect(reply.type == "dance_reply")
      #expect(reply.content["status"] == "error")
      #expect(reply.content["traceback"]?.arrayValue?.isEmpty == false)
      #expect(outputs.map(\.state) == ["busy", "idle"])
      #expect(try frontend.request("execute_request", ["code": ""], on: .control).reply.content["status"] == "error")
      #expect(try frontend.request("interrupt_request", on: .shell).reply.content["status"] == "error")
      #expect(try frontend.outputs(of: frontend.send("dance")).count == 2)
    }
  }

  @Test("shutdown is answered with its restart flag and told on iopub", arguments: [true, false])
  func shutdown(restart: Bool) async throws {
    for channel in [DummyFrontend.Channel.control, .shell] {
      try await withKernel { frontend, kernel throws in
        let (reply, outputs) = try frontend.request("shutdown_request", ["restart": .bool(restart)], on: channel)
        #expect(reply.content == ["status": "ok", "restart": .bool(restart)])
        #expect(outputs.map(\.type) == ["status", "shutdown_reply", "status"])
        #expect(outputs[1].content["restart"] == .bool(restart))
        // Returns, since a shutdown was asked for.
        kernel.run()
      }
    }
  }

  @Test("The heartbeat echoes while a cell runs")
  func heartbeat() async throws {
    try await withKernel { frontend, kernel throws in
      try frontend.send("execute_request", ["code": "wait"])
      let socket = try Socket(.req, in: Context())
      try socket.connect(kernel.connection.endpoint(for: .heartbeat))
      for text in ["ping", "", "x"] {
        try socket.send(Message(text))
        #expect(try socket.receive(timeout: DummyFrontend.patience) == Message(text))
      }
    }
  }
}
