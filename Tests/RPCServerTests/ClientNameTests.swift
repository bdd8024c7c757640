import Foundation
import JSONModel
import JSONRPC
import Testing
import ZeroMQ

@testable import RPCServer

@Suite(
  "Clients by their names: who has one keeps it, and who comes after is told nothing that was another's",
  .timeLimit(.minutes(5)))
struct ClientNameTests {
  @Test("Nobody gets the name of a client that lives; once it has gone, its name is free")
  func names() throws {
    let server = try RunningRouter()
    let name = Array("script".utf8)
    do {
      let client = try server.client(identity: name)
      try subscribe(client)
      let other = try server.client(identity: name)
      try sendRotation(2, from: other)
      // Whoever connects later is let in later.
      let third = try server.client()
      try rotate(3, from: third)
      let note = try answer(client).json
      #expect(note["method"] == "chart/didChange" && note["params"]?["revision"] == 2)
      #expect(try other.receive() == nil)
    }
    let client = try server.client(identity: name)
    try client.send(Message([request(4, "chart/list")]))
    #expect(try answer(client).json["id"] == 4)
  }

  @Test("A client with a name of its own that comes back at once is heard", arguments: ["tcp", "ipc"])
  func comingBack(transport: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString.prefix(8)).sock").path
    let server = try RunningRouter(transport == "ipc" ? "ipc://\(path)" : "tcp://127.0.0.1:*")
    for attempt in 1...200 {
      let client = try server.client(identity: Array("script".utf8))
      try client.send(Message([request(attempt, "chart/list")]))
      let message = try #require(try client.receive(timeout: .seconds(20)), "attempt \(attempt)")
      #expect(try JSON(parsing: message.frames[0])["id"] == .integer(attempt))
    }
  }

  @Test("Whoever comes by the name of a client that has gone gets none of what that one had subscribed to")
  func heirs() throws {
    let server = try RunningRouter()
    let name = Array("script".utf8)
    for attempt in 1...20 {
      do {
        let client = try server.client(identity: name)
        try subscribe(client)
      }
      let heir = try server.client(identity: name)
      try rotate(2, from: heir)
      try heir.send(Message([request(3, "chart/list")]))
      #expect(try answer(heir).json["id"] == 3, "attempt \(attempt)")
    }
  }

  @Test("Whoever comes by the name of a client that has gone, and says nothing, is told nothing")
  func silentHeirs() throws {
    let server = try RunningRouter()
    let name = Array("script".utf8)
    do {
      let client = try server.client(identity: name)
      try subscribe(client)
    }
    let heir = try server.client(identity: name)
    // Whoever connects later is let in later.
    let other = try server.client()
    try rotate(2, from: other)
    try heir.send(Message([request(3, "chart/list")]))
    #expect(try answer(heir).json["id"] == 3)
  }

  @Test("What a client with a name of its own sent before it left is done, however soon another comes by that name")
  func lastWords() throws {
    let server = try RunningRouter()
    let name = Array("script".utf8)
    for turn in 1...50 {
      do {
        let client = try server.client(identity: name)
        for _ in 1...10 { try sendRotation(1, by: 1, from: client) }
        for _ in 1...10 { _ = try answer(client) }
        try rotate(2, by: 1, from: client)
      }
      let heir = try server.client(identity: name)
      try heir.send(Message([request(3, "chart/get", ["chart": "spending"])]))
      #expect(try answer(heir).json["result"]?["revision"] == .integer(1 + 11 * turn))
    }
  }

  @Test("The first client is heard, whoever looked in before it without a word")
  func probes() throws {
    for _ in 0..<20 {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("c-\(UUID().uuidString.prefix(8))").path
      let server = try RunningRouter("ipc://\(path)")
      for _ in 0..<20 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(withAddress(path) { connect(descriptor, $0, $1) } == 0)
        close(descriptor)
      }
      let client = try server.client()
      try client.send(Message([request(1, "chart/list")]))
      #expect(try answer(client).json["id"] == 1)
      server.stop()
    }
  }

  @Test("Who comes while somebody with a name of his own is there waits a moment: that one may be about to go")
  func moment() throws {
    let server = try RunningRouter()
    let named = try server.client(identity: Array("script".utf8))
    try named.send(Message([request(1, "chart/list")]))
    #expect(try answer(named).json["id"] == 1)
    let start = ContinuousClock.now
    let newcomer = try server.client()
    try newcomer.send(Message([request(2, "chart/list")]))
    #expect(try answer(newcomer).json["id"] == 2)
    // 200 ms, of which timers may take a little off.
    #expect(ContinuousClock.now - start > .milliseconds(150))
  }
}
