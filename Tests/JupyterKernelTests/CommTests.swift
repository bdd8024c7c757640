import ChartData
import ChartJupyter
import ChartService
import Foundation
import JSONModel
import JupyterKernel
import Synchronization
import Testing

/// Sends every message back, to the byte; says `bye` before it closes at `close`.
private final class Echo: CommTarget, CommHandler {
  let name = "echo"
  private let comm = Mutex<Comm?>(nil)
  let closings = Mutex(0)

  func open(_ comm: Comm, with message: CommMessage) -> (any CommHandler)? {
    if message.data == "refuse" { return nil }
    self.comm.withLock { $0 = comm }
    comm.send(["opened": message.data], metadata: message.metadata, inAnswerTo: message)
    return self
  }

  func receive(_ message: CommMessage) {
    guard let comm = comm.withLock({ $0 }) else { return }
    if message.data == "close" { return comm.close("bye", inAnswerTo: message) }
    comm.send(message.data, metadata: message.metadata, buffers: message.buffers, inAnswerTo: message)
  }

  func resume() {}
  func close() { closings.withLock { $0 += 1 } }
}

@Suite("Comms", .timeLimit(.minutes(5)))
struct CommTests {
  private static func open(_ frontend: DummyFrontend, _ id: String, _ target: String = "echo", _ data: JSON = [:])
    throws -> [DummyFrontend.Received]
  {
    let content: JSON = ["comm_id": .string(id), "target_name": .string(target), "data": data]
    return try frontend.outputs(of: frontend.send("comm_open", content))
  }

  @Test("Messages, metadata and buffers go both ways, between busy and idle")
  func echo() async throws {
    try await withKernel(commTargets: [Echo()]) { frontend, _ throws in
      let opened = try Self.open(frontend, "c", "echo", ["a": 1])
      #expect(opened.map(\.type) == ["status", "comm_msg", "status"])
      #expect(opened[1].content == ["comm_id": "c", "data": ["opened": ["a": 1]]])
      let buffers: [[UInt8]] = [[], [0, 255], [UInt8](repeating: 7, count: 1_000_000)]
      let request = try frontend.send(
        "comm_msg", ["comm_id": "c", "data": ["x": "🥧"]], metadata: ["m": 2], buffers: buffers)
      let outputs = try frontend.outputs(of: request)
      #expect(outputs.map(\.type) == ["status", "comm_msg", "status"])
      #expect(outputs[1].content == ["comm_id": "c", "data": ["x": "🥧"]])
      #expect(outputs[1].metadata == ["m": 2])
      #expect(outputs[1].buffers == buffers)
    }
  }

  @Test("comm_info lists those that are open, all or of one target")
  func info() async throws {
    try await withKernel(commTargets: [Echo()]) { frontend, _ throws in
      _ = try Self.open(frontend, "c1")
      _ = try Self.open(frontend, "c2")
      let all: JSON = ["c1": ["target_name": "echo"], "c2": ["target_name": "echo"]]
      #expect(try frontend.request("comm_info_request").reply.content["comms"] == all)
      #expect(try frontend.request("comm_info_request", ["target_name": "echo"]).reply.content["comms"] == all)
      #expect(try frontend.request("comm_info_request", ["target_name": "x"]).reply.content["comms"] == [:])
      try frontend.send("comm_close", ["comm_id": "c1", "data": [:]])
      let left: JSON = ["c2": ["target_name": "echo"]]
      #expect(try frontend.request("comm_info_request").reply.content["comms"] == left)
    }
  }

  @Test("Closed by either side it is no more, and the other side is told")
  func closing() async throws {
    let echo = Echo()
    try await withKernel(commTargets: [echo]) { frontend, _ throws in
      _ = try Self.open(frontend, "c1")
      let closed = try frontend.outputs(of: frontend.send("comm_msg", ["comm_id": "c1", "data": "close"]))
      #expect(closed.map(\.type) == ["status", "comm_close", "status"])
      #expect(closed[1].content == ["comm_id": "c1", "data": "bye"])
      #expect(try frontend.outputs(of: frontend.send("comm_msg", ["comm_id": "c1"]))[1].type == "comm_close")
      #expect(echo.closings.withLock { $0 } == 0)
      _ = try Self.open(frontend, "c2")
      #expect(try frontend.outputs(of: frontend.send("comm_close", ["comm_id": "c2"])).count == 2)
      #expect(echo.closings.withLock { $0 } == 1)
      // Left open, it is closed with the kernel.
      _ = try Self.open(frontend, "c3")
    }
    #expect(echo.closings.withLock { $0 } == 2)
  }

  @Test("A target may refuse, and there are 1,000 at most; an id that is used again replaces")
  func refusing() async throws {
    let echo = Echo()
    try await withKernel(commTargets: [echo]) { frontend, _ throws in
      #expect(try Self.open(frontend, "c", "echo", "refuse").map(\.type) == ["status", "comm_close", "status"])
      for number in 0..<1_000 { _ = try Self.open(frontend, "\(number)") }
      #expect(try Self.open(frontend, "more").map(\.type) == ["status", "comm_close", "status"])
      #expect(try Self.open(frontend, "7").map(\.type) == ["status", "comm_msg", "status"])
      #expect(echo.closings.withLock { $0 } == 1)
    }
  }

  @Test("JSON-RPC goes through a comm: answers before idle, notifications on their own")
  func rpc() async throws {
    let service = ChartService(data: DataSource(allowedDirectories: []))
    try await withKernel(commTargets: [RPCCommTarget(service: service)]) { frontend, _ throws in
      #expect(try Self.open(frontend, "r", "chart-kernel").count == 2)
      func call(_ method: String, _ params: JSON) throws -> JSON? {
        let data: JSON = ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": params]
        let outputs = try frontend.outputs(of: frontend.send("comm_msg", ["comm_id": "r", "data": data]))
        #expect(outputs.first?.state == "busy")
        #expect(outputs.last?.state == "idle")
        let answer = outputs.filter { $0.type == "comm_msg" }.compactMap { $0.content["data"] }.first { $0["id"] == 7 }
        return answer?["result"] ?? answer?["error"]
      }
      let spec: JSON = ["kind": "pie", "slices": [["label": "a", "value": 1], ["label": "b", "value": 2]]]
      #expect(try call("chart/create", ["chart": "p", "spec": spec, "render": false])?["revision"] == 1)
      #expect(try call("chart/nonsense", [:])?["code"] == -32601)
      #expect(try call("session/subscribe", ["render": false]) == [:])
      _ = try service.call("chart/rotate", params: ["chart": "p", "by": 10])
      let note = try frontend.receive(.iopub)
      #expect(note.type == "comm_msg")
      #expect(note.content["comm_id"] == "r")
      #expect(note.content["data"]?["method"] == "chart/didChange")
      #expect(note.parent == "")
      // Nonsense is answered as JSON-RPC says.
      for data in [1, "x", [:], []] as [JSON] {
        let outputs = try frontend.outputs(of: frontend.send("comm_msg", ["comm_id": "r", "data": data]))
        // What else is told of the chart may come between.
        let codes = outputs.compactMap { $0.content["data"]?["error"]?["code"] }
        #expect(codes == [-32600], "\(data.text)")
      }
      let exit: JSON = ["comm_id": "r", "data": ["jsonrpc": "2.0", "method": "exit"]]
      #expect(try frontend.outputs(of: frontend.send("comm_msg", exit)).contains { $0.type == "comm_close" })
      #expect(try frontend.request("comm_info_request").reply.content["comms"] == [:])
    }
  }
}
