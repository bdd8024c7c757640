import JSONModel
import JupyterKernel
import Testing
import ZeroMQ

@Suite("Execution", .timeLimit(.minutes(5)))
struct ExecuteTests {
  @Test("Everything a cell shows comes in its order between busy and idle, with the request as parent")
  func ordering() async throws {
    try await withKernel { frontend, _ throws in
      let (reply, outputs) = try frontend.execute("print a\nchart pie\nresult 1\neprint b\nresult 2\nprint c")
      #expect(
        outputs.map(\.type) == [
          "status", "execute_input", "stream", "display_data", "display_data", "stream", "execute_result", "stream",
          "status",
        ])
      #expect(
        outputs[1].content == [
          "code": "print a\nchart pie\nresult 1\neprint b\nresult 2\nprint c", "execution_count": 1,
        ])
      #expect(outputs[2].content == ["name": "stdout", "text": "a\n"])
      #expect(outputs[3].text == "pie 1")
      #expect(outputs[3].content["data"]?["image/svg+xml"] == "<svg>pie 1</svg>")
      #expect(outputs[4].text == "1")
      #expect(outputs[5].content == ["name": "stderr", "text": "b\n"])
      #expect(outputs[6].text == "2")
      #expect(outputs[6].content["execution_count"] == 1)
      #expect(reply.content == ["status": "ok", "execution_count": 1, "user_expressions": [:], "payload": []])
      #expect(reply.metadata["started"]?.stringValue?.hasSuffix("Z") == true)
    }
  }

  @Test("One counter: of stored executions that are not silent")
  func counter() async throws {
    try await withKernel { frontend, _ throws in
      func count(_ content: JSON) throws -> JSON? {
        try frontend.execute("print x", content).reply.content["execution_count"]
      }
      #expect(try count([:]) == 1)
      #expect(try count(["store_history": false]) == 1)
      #expect(try count(["silent": true]) == 1)
      #expect(try count(["silent": true, "store_history": true]) == 1)
      #expect(try count(["store_history": true]) == 2)
      #expect(try frontend.execute("fail").reply.content["execution_count"] == 3)
      #expect(try count([:]) == 4)
    }
  }

  @Test("A silent execution runs and shows nothing, not even its error")
  func silent() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      let (reply, outputs) = try frontend.execute("print a\nresult 1\nchart pie\nfail", ["silent": true])
      #expect(outputs.map(\.state) == ["busy", "idle"])
      #expect(reply.content["status"] == "error")
      #expect(interpreter.ran.contains("chart pie"))
    }
  }

  @Test("An error is published and replied alike")
  func failure() async throws {
    try await withKernel { frontend, _ throws in
      let (reply, outputs) = try frontend.execute("print a\nfail\nprint b")
      #expect(outputs.map(\.type) == ["status", "execute_input", "stream", "error", "status"])
      let error: JSON = [
        "ename": "UnknownCommand", "evalue": "There is no fail.", "traceback": ["line", "^", "There is no fail."],
      ]
      #expect(outputs[3].content == error)
      #expect(reply.content["status"] == "error")
      for member in ["ename", "evalue", "traceback"] { #expect(reply.content[member] == error[member]) }
      #expect(reply.content["execution_count"] == 1)
    }
  }

  @Test("A failed cell aborts what is queued, with error replies; what comes later runs")
  func abort() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      try frontend.send("execute_request", ["code": "wait"])
      for number in 1...3 { try frontend.send("execute_request", ["code": "print \(number)"]) }
      let info = try frontend.send("kernel_info_request")
      // What was sent on one socket has not arrived when what was sent on another has.
      while try frontend.receive(.iopub).type != "execute_input" {}
      pause()
      try frontend.send("interrupt_request", on: .control)
      #expect(try frontend.receive(.shell).content["ename"] == "Interrupted")
      for _ in 1...3 {
        let reply = try frontend.receive(.shell)
        #expect(reply.content["status"] == "error")
        #expect(reply.content["ename"] == "Aborted")
        #expect(reply.content["execution_count"] == 1)
        #expect(reply.content["traceback"]?.arrayValue != nil)
      }
      #expect(try frontend.receive(.shell).parent == info)
      #expect(try frontend.execute("print 4").reply.content["status"] == "ok")
      #expect(interpreter.ran == ["wait", "print 4"])
    }
  }

  @Test("With stop_on_error false the queue runs on")
  func continuing() async throws {
    try await withKernel { frontend, _ throws in
      try frontend.send("execute_request", ["code": "fail", "stop_on_error": false])
      try frontend.send("execute_request", ["code": "print 1"])
      #expect(try frontend.receive(.shell).content["status"] == "error")
      #expect(try frontend.receive(.shell).content["status"] == "ok")
    }
  }

  @Test("Control answers while a cell runs, and an interrupt ends the cell")
  func interrupt() async throws {
    try await withKernel { frontend, _ throws in
      let cell = try frontend.send("execute_request", ["code": "print a\nwait\nprint b"])
      while try frontend.receive(.iopub).type != "stream" {}
      #expect(try frontend.request("kernel_info_request", on: .control).reply.content["status"] == "ok")
      #expect(try frontend.poll(.shell, for: .zero) == nil)
      #expect(try frontend.request("interrupt_request", on: .control).reply.content == ["status": "ok"])
      let reply = try frontend.receive(.shell)
      #expect(reply.parent == cell)
      #expect(reply.content["ename"] == "Interrupted")
      #expect(try frontend.execute("print c").reply.content["status"] == "ok")
    }
  }

  @Test("An interrupt with nothing to interrupt harms nothing")
  func idleInterrupt() async throws {
    try await withKernel { frontend, kernel throws in
      try frontend.request("interrupt_request", on: .control)
      kernel.interrupt()
      #expect(try frontend.execute("print c").reply.content["status"] == "ok")
    }
  }

  @Test("User expressions have a bundle or an error each, and show nothing")
  func userExpressions() async throws {
    try await withKernel { frontend, _ throws in
      let expressions: JSON = ["chart": "spending", "command": "%get x", "bad": "%nothing", "wrong": 1]
      let (reply, outputs) = try frontend.execute("print a", ["user_expressions": expressions])
      let values = reply.content["user_expressions"]
      #expect(values?["chart"] == ["data": ["text/plain": "got spending"], "metadata": [:], "status": "ok"])
      #expect(values?["command"]?["data"] == ["text/plain": "got x"])
      for name in ["bad", "wrong"] {
        #expect(values?[name]?["status"] == "error")
        #expect(values?[name]?["ename"]?.stringValue != nil)
        #expect(values?[name]?["traceback"]?.arrayValue != nil)
      }
      #expect(outputs.map(\.type) == ["status", "execute_input", "stream", "status"])
      let failed = try frontend.execute("fail", ["user_expressions": expressions])
      #expect(failed.reply.content["user_expressions"] == [:])
    }
  }

  @Test("An execution without code is an error, and the kernel goes on")
  func noCode() async throws {
    try await withKernel { frontend, _ throws in
      let content = try frontend.request("execute_request", ["code": 1]).reply.content
      #expect(content["ename"] == "InvalidRequest")
      #expect(content["execution_count"] == 0)
      #expect(try frontend.execute("").reply.content["status"] == "ok")
    }
  }

  @Test("A million bytes of code are run")
  func longCode() async throws {
    try await withKernel(.tcp) { frontend, _ throws in
      let code = "print " + String(repeating: "🥧", count: 250_000)
      #expect(try frontend.execute(code).outputs[2].content["text"] == .string(code.dropFirst(6) + "\n"))
    }
  }

  @Test("Outputs are cleared where the cell says so, at once or later")
  func clear() async throws {
    try await withKernel { frontend, _ throws in
      let outputs = try frontend.execute("print a\nclear\nprint b\nclear later\nresult c").outputs
      #expect(
        outputs.dropFirst(2).map(\.type)
          == ["stream", "clear_output", "stream", "clear_output", "execute_result", "status"])
      #expect(outputs[3].content == ["wait": false])
      #expect(outputs[5].content == ["wait": true])
    }
  }

  @Test("What is for the pager is in the reply, and nowhere else")
  func page() async throws {
    try await withKernel { frontend, _ throws in
      let (reply, outputs) = try frontend.execute("page help")
      #expect(reply.content["payload"] == [["source": "page", "data": ["text/plain": "help"], "start": 0]])
      #expect(outputs.count == 3)
      #expect(try frontend.execute("print x").reply.content["payload"] == [])
    }
  }
}
