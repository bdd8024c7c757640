import JSONModel
import JSONRPC
import RPCTestSupport
import Testing

/// Messages that are so long that whoever receives them leaves the reading to a task.
extension PeerTests {
  /// A call with so much in it that its text is long.
  private func long(_ id: JSON, _ method: String = "echo") -> String {
    request(id, method, [.string(String(repeating: "x", count: 70_000))])
  }

  @Test("a long message is read by a task, in its turn; the light one behind it waits", .timeLimit(.minutes(5)))
  func longMessages() async throws {
    let client = Client()
    // A method's name, an id and brackets take less than a hundred bytes.
    let lengths = [8_000, 8_192, 1_000_000]
    for (index, length) in lengths.enumerated() {
      let text = request(.integer(index), "echo", [.string(String(repeating: "x", count: length))])
      let answer = client.ask(text)
      #expect((answer != nil) == (text.utf8.count <= 8_192))
      if answer == nil { #expect(try ids(try await client.take(1)) == [.integer(index)]) }
    }
    client.send(request(1, "wait"))
    client.send(long(2))
    client.send(request(3, "echo"))
    client.send("[\(long(4)),\(request(5, "echo"))]")
    client.send(request(6, "echo"))
    client.gate.open()
    let answers = try await client.take(5)
    #expect(try ids(answers.filter { !$0.hasPrefix("[") }) == [1, 2, 3, 6])
    #expect(try JSON(parsing: answers[3]).arrayValue?.map { $0["id"] } == [4, 5])
  }

  @Test("a long text that is no JSON gets its error in its turn", .timeLimit(.minutes(5)))
  func longGarbage() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    client.send(String(long(2).dropLast()))
    client.send("[]" + String(repeating: " ", count: 70_000))
    client.send(request(3, "echo"))
    client.gate.open()
    let answers = try await client.take(4)
    #expect(try ids(answers) == [1, .null, .null, 3])
    #expect(try answers.map { try code($0) } == [nil, -32700, -32600, nil])
  }

  @Test("a cancel finds a request in a text that nobody has read, if it came after it", .timeLimit(.minutes(5)))
  func cancelUnread() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    client.send(cancel(3))
    client.send(long(2))
    client.send(long(3))
    client.send("[\(long(4)),\(request(5, "echo"))]")
    client.send(cancel(2))
    client.send(cancel(5))
    client.send(long(2))
    client.gate.open()
    let answers = try await client.take(5).map { try JSON(parsing: $0) }
    #expect(answers.map { $0["id"] } == [1, 2, 3, nil, 2])
    #expect(answers.map { $0["error"]?["code"] } == [nil, -32800, nil, nil, nil])
    #expect(answers[3].arrayValue?.map { $0["error"]?["code"] } == [nil, -32800])
    // What was cancelled then is nothing to those that come now.
    client.send(long(2))
    #expect(try code(try await client.take(1)[0]) == nil)
  }

  @Test("a request in a long text that waits is cancelled at once, by its id", .timeLimit(.minutes(5)))
  func cancelLong() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    let text = JSON.array([.string(String(repeating: "x", count: 20_000))])
    client.send(request(2, "echo", text))
    client.send(request(3, "echo", text))
    client.send(cancel(2))
    let answer = try await client.take(1)[0]
    #expect(try ids([answer]) == [2] && code(answer) == -32800)
    client.gate.open()
    #expect(try ids(try await client.take(2)) == [1, 3])
    // It is forgotten: another one of its id is carried out.
    client.send(request(2, "echo", text))
    #expect(try code(try await client.take(1)[0]) == nil)
  }

  @Test("a long batch cancels what stands before its cancels, and nothing that came later", .timeLimit(.minutes(5)))
  func cancelByLongMessage() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    client.send("[\(long(2)),\(cancel(2)),\(cancel(3)),\(request(3, "echo")),\(cancel(4))]")
    client.send(request(4, "heavy"))
    try await client.gate.wait(entered: 1)
    client.gate.open()
    let answers = try await client.take(3).map { try JSON(parsing: $0) }
    #expect(answers[1].arrayValue?.map { $0["error"]?["code"] } == [-32800, nil])
    #expect(answers[2]["id"] == 4 && answers[2]["result"] != nil)
  }

  @Test("a long message that there is no room for is refused under its id, unread", .timeLimit(.minutes(5)))
  func noRoomForLong() async throws {
    var limits = Limits()
    limits.pending = 1
    let client = Client(limits: limits)
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    client.send(long(2))
    client.send(long("three"))
    let refused = try await client.take(1)[0]
    #expect(try ids([refused]) == ["three"])
    #expect(try code(refused) == -32004)
    client.gate.open()
    #expect(try ids(try await client.take(2)) == [1, 2])
  }

  @Test("what is being read when its client leaves is not carried out", .timeLimit(.minutes(5)))
  func closeUnread() async throws {
    let client = Client()
    client.send(long(1, "wait"))
    client.send(long(2, "wait"))
    client.peer.close()
    try await client.becomeIdle()
    #expect(client.next() == nil)
  }
}
