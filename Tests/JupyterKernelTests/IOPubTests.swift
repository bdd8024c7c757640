import Foundation
import JSONModel
import JupyterKernel
import Testing
import ZeroMQ

@Suite("iopub", .timeLimit(.minutes(5)))
struct IOPubTests {
  /// A subscriber that reads its welcome, and nothing after it.
  private static func sleeper(_ kernel: Kernel) throws -> Socket {
    let options = SocketOptions { options in
      options.receiveHighWaterMark = 1
      options.subscriptions = [[]]
    }
    let sleeper = try Socket(.sub, in: Context(), options: options)
    try sleeper.connect(kernel.connection.endpoint(for: .iopub))
    #expect(try sleeper.receive(timeout: DummyFrontend.patience) != nil)
    return sleeper
  }

  /// A cell whose 4,000 outputs, 20 MB, are more than fits into a subscriber's queues, libzmq's and the system's.
  private static let overflow: String = {
    let filler = String(repeating: "x", count: 5_000)
    return (0..<4_000).map { "result \($0) \(filler)" }.joined(separator: "\n")
  }()

  @Test("Every subscriber is welcomed first, on its topic, with no parent", arguments: TestTransport.allCases)
  func welcome(transport: TestTransport) async throws {
    try await withKernel(transport) { frontend, kernel throws in
      for topic in ["", "", "kernel.", "nobody's"] {
        let other = try DummyFrontend(kernel.connection, subscribingTo: topic)
        let message = try other.receive(.iopub)
        #expect(message.type == "iopub_welcome")
        #expect(message.content == ["subscription": .string(topic)])
        #expect(message.parent == "")
        #expect(message.topic == Array(topic.utf8))
      }
    }
  }

  @Test("20,000 displays in a burst all arrive, in order, and idle after them", arguments: TestTransport.allCases)
  func burst(transport: TestTransport) async throws {
    try await withKernel(transport) { frontend, _ throws in
      let (_, outputs) = try frontend.execute("pictures 20000")
      #expect(outputs.count == 20_003)
      let numbers = outputs[2..<20_002].map(\.text)
      #expect(numbers == (0..<20_000).map { "\($0)" })
    }
  }

  @Test("20,000 lines printed in a burst all arrive, in far fewer messages")
  func lines() async throws {
    try await withKernel { frontend, _ throws in
      let (_, outputs) = try frontend.execute("lines 20000")
      let text = outputs.filter { $0.type == "stream" }.compactMap { $0.content["text"]?.stringValue }.joined()
      #expect(text == (0..<20_000).map { "\($0)\n" }.joined())
      #expect(outputs.count < 3_000)
    }
  }

  @Test("What is printed before a long silence is seen during it")
  func quiet() async throws {
    try await withKernel { frontend, _ throws in
      try frontend.send("execute_request", ["code": "print a\nprint b\nwait"])
      var text = ""
      while text != "a\nb\n" {
        text += try frontend.receive(.iopub).content["text"]?.stringValue ?? ""
      }
      try frontend.request("interrupt_request", on: .control)
    }
  }

  @Test("A second subscriber in the middle of a burst is welcomed before it gets anything else")
  func welcomeInBurst() async throws {
    try await withKernel { frontend, kernel throws in
      try frontend.send("execute_request", ["code": "pictures 50000"])
      for _ in 0..<20 {
        let other = try DummyFrontend(kernel.connection)
        #expect(try other.receive(.iopub).type == "iopub_welcome")
        try frontend.drain(1_000)
      }
      try frontend.request("interrupt_request", on: .control, awaitingOutputs: false)
    }
  }

  @Test("A subscriber that never reads is left behind after a while: cells run on")
  func stalledSubscriber() async throws {
    try await withKernel(.tcp, patience: .milliseconds(200)) { frontend, kernel throws in
      let sleeper = try Self.sleeper(kernel)
      defer { _ = sleeper.type }
      try frontend.send("execute_request", ["code": .string(Self.overflow)])
      #expect(try frontend.receive(.shell, within: .seconds(90)).content["status"] == "ok")
    }
  }

  @Test("Whenever others have waited once more for a subscriber that never reads, it is left behind again")
  func stalledAgain() async throws {
    // Each time ends while the cell that it let go on is still at it: 20, 80, 320 ms.
    try await withKernel(.tcp, patience: .milliseconds(200), loss: .milliseconds(20)) { frontend, kernel throws in
      let sleeper = try Self.sleeper(kernel)
      defer { _ = sleeper.type }
      for _ in 0..<2 {
        try frontend.send("execute_request", ["code": .string(Self.overflow)])
        #expect(try frontend.receive(.shell, within: .seconds(90)).content["status"] == "ok")
      }
    }
  }

  @Test("While one subscriber never reads, the others lose nothing of what comes later")
  func othersKeepAll() async throws {
    // Long enough that the one who does read is never taken for one who doesn't, on a machine that is busy.
    try await withKernel(.tcp, patience: .seconds(2)) { frontend, kernel throws in
      let sleeper = try Self.sleeper(kernel)
      defer { _ = sleeper.type }
      let (_, filling) = try frontend.execute(Self.overflow)
      #expect(filling.count == 4_003)
      let (_, outputs) = try frontend.execute("pictures 2000")
      #expect(outputs.dropFirst(2).prefix(2_000).map(\.text) == (0..<2_000).map { "\($0)" })
    }
  }

  @Test("While one subscriber never reads, another one that rests for less time than it may loses nothing")
  func restingReader() async throws {
    // Less than the rests together, and so much more than each that a busy machine is not taken for one of them.
    try await withKernel(.tcp, patience: .seconds(4)) { frontend, kernel throws in
      let sleeper = try Self.sleeper(kernel)
      defer { _ = sleeper.type }
      // Reads as little ahead as the sleeper, and holds nobody up as long as it reads.
      let reader = try Self.sleeper(kernel)
      try frontend.send("execute_request", ["code": .string(Self.overflow)])
      func read(_ count: Int) throws -> Int {
        var found = 0
        while found < count, let message = try reader.receive(timeout: DummyFrontend.patience) {
          let topic = String(decoding: message.frames.first ?? [], as: UTF8.self)
          if [".execute_result", ".display_data"].contains(where: topic.hasSuffix) {
            found += 1
          }
        }
        return found
      }
      #expect(try read(4_000) == 4_000)
      _ = try frontend.receive(.shell)
      // What comes during a rest is more than the queues take: 48 MB in all.
      let filler = String(repeating: "x", count: 40_000)
      try frontend.send(
        "execute_request", ["code": .string(Array(repeating: "result \(filler)", count: 1_200).joined(separator: "\n"))]
      )
      for _ in 0..<4 {
        // Resting is what is tested.
        Thread.sleep(forTimeInterval: 1.5)
        #expect(try read(300) == 300)
      }
    }
  }

  @Test("A subscriber that doesn't read holds the cell back, and an interrupt still ends it")
  func slowSubscriber() async throws {
    try await withKernel(.tcp) { frontend, kernel throws in
      let sleeper = try Self.sleeper(kernel)
      defer { _ = sleeper.type }
      try frontend.send("execute_request", ["code": "pictures 1000000"])
      // The other's queues are full when nothing comes for so long.
      while try frontend.poll(.iopub, for: .milliseconds(500)) != nil {}
      #expect(try frontend.poll(.shell, for: .zero) == nil)
      #expect(try frontend.request("interrupt_request", on: .control, awaitingOutputs: false).content["status"] == "ok")
      #expect(
        try frontend.request("kernel_info_request", on: .control, awaitingOutputs: false).content["status"] == "ok")
    }
  }

  @Test("What an interrupt aborts is answered at once, whoever doesn't read")
  func abortedBesideSlowSubscriber() async throws {
    // Longer than the client waits for an answer.
    try await withKernel(.tcp, patience: DummyFrontend.patience * 4) { frontend, kernel throws in
      let sleeper = try Self.sleeper(kernel)
      defer { _ = sleeper.type }
      let cell = try frontend.send("execute_request", ["code": .string(Self.overflow + "\nwait")])
      while try frontend.poll(.iopub, for: .milliseconds(500)) != nil {}
      let waiting = try (0..<20).map { _ in try frontend.send("execute_request", ["code": "print a"]) }
      try frontend.request("interrupt_request", on: .control, awaitingOutputs: false)
      let replies = try ([cell] + waiting).map { _ in try frontend.receive(.shell) }
      #expect(replies.map(\.parent) == [cell] + waiting)
      #expect(replies.dropFirst().allSatisfy { $0.content["ename"] == "Aborted" })
    }
  }
}

extension DummyFrontend {
  /// Takes so many messages from iopub, if there are.
  func drain(_ count: Int) throws {
    for _ in 0..<count where try poll(.iopub, for: .milliseconds(100)) == nil { return }
  }

  /// Sends a request and takes its reply only.
  @discardableResult
  func request(_ type: String, on channel: Channel, awaitingOutputs: Bool) throws -> Received {
    try send(type, on: channel)
    return try receive(channel)
  }
}
