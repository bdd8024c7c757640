import JSONModel
import JupyterKernel
import Testing
import ZeroMQ

@Suite("Hostile input", .timeLimit(.minutes(5)))
struct HostileInputTests {
  /// Frames of a right message, before something is done to them.
  private static func rightMessage(_ frontend: DummyFrontend) -> Message {
    frontend.writer.write(OutgoingMessage("execute_request", ["code": "print x"]), to: [], parent: nil)
  }

  @Test("Tampered, truncated, replayed and unsigned messages and garbage leave the kernel working")
  func badMessages() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      var bad: [Message] = [Message(""), Message([[]]), Message("<IDS|MSG>"), Message("a", "b", "<IDS|MSG>", "c")]
      bad.append(Message([[UInt8]](repeating: [0xFF], count: 4_000)))
      bad.append(Message([[UInt8](repeating: 0xAA, count: 1_000_000)]))
      for index in 1..<6 {
        var message = Self.rightMessage(frontend)
        message.frames[index].append(0x20)
        bad.append(message)
        message = Self.rightMessage(frontend)
        message.frames[index] = []
        bad.append(message)
        message = Self.rightMessage(frontend)
        message.frames.removeSubrange(index...)
        bad.append(message)
      }
      for message in bad {
        try frontend.sendRaw(message, on: .shell)
        try frontend.sendRaw(message, on: .control)
      }
      // Signed, and still not right.
      for content in ["", "nonsense", "[]", "{", "{\"a\":\(String(repeating: "[", count: 100_000))"] {
        let dictionaries = [#"{"msg_id":"1","msg_type":"execute_request"}"#, "{}", "{}", content].map { Array($0.utf8) }
        let signature = MessageSigner(key: frontend.connection.key).signature(of: dictionaries)
        let message = WireMessage(identities: [], signature: signature, dictionaries: dictionaries).message
        try frontend.sendRaw(message, on: .shell)
      }
      #expect(try frontend.request("kernel_info_request").reply.content["status"] == "ok")
      #expect(try frontend.request("kernel_info_request", on: .control).reply.content["status"] == "ok")
      #expect(interpreter.ran == [])
    }
  }

  @Test("A recorded message is run once, on whatever socket it comes again")
  func replay() async throws {
    let interpreter = MockInterpreter()
    try await withKernel(interpreter: interpreter) { frontend, _ throws in
      let message = Self.rightMessage(frontend)
      for _ in 1...3 { try frontend.sendRaw(message, on: .shell) }
      #expect(try frontend.receive(.shell).content["status"] == "ok")
      try frontend.sendRaw(message, on: .control)
      let later = try frontend.send("kernel_info_request")
      #expect(try frontend.receive(.shell).parent == later)
      #expect(interpreter.ran == ["print x"])
    }
  }

  @Test("Whoever writes up the iopub socket, or talks to stdin, changes nothing")
  func unexpectedSenders() async throws {
    try await withKernel(.tcp) { frontend, kernel throws in
      let context = try Context()
      let publisher = try Socket(.dealer, in: context)
      try publisher.connect(kernel.connection.endpoint(for: .stdin))
      try publisher.send(Message("x", "y"))
      let subscriber = try Socket(.xpub, in: context)
      try subscriber.connect(kernel.connection.endpoint(for: .iopub))
      for frames in [["\u{1}", "\u{1}"], ["x"], [""], ["\u{2}"]] {
        _ = try? subscriber.send(Message(frames.map { Array($0.utf8) }), dontWait: true)
      }
      #expect(try frontend.execute("print x").outputs.count == 4)
    }
  }

  @Test("Odd content is taken as its defaults")
  func oddContent() async throws {
    try await withKernel { frontend, _ throws in
      let odd: JSON = ["silent": "yes", "store_history": 1, "user_expressions": [], "stop_on_error": nil]
      #expect(try frontend.execute("print x", odd).reply.content["execution_count"] == 1)
      for type in ["complete_request", "inspect_request", "is_complete_request"] {
        let content: JSON = ["code": "x", "cursor_pos": 1e300, "detail_level": "x"]
        #expect(try frontend.request(type, content).reply.content["status"] != "error")
        #expect(try frontend.request(type).reply.content["status"] == "error")
      }
      let huge: JSON = ["hist_access_type": "range", "start": -9_223_372_036_854_775_808, "stop": 1e99, "n": "x"]
      #expect(try frontend.request("history_request", huge).reply.content["status"] == "ok")
    }
  }
}
