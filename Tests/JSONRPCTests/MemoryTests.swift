import Dispatch
import JSONModel
import JSONRPC
import RPCTestSupport
import Synchronization
import Testing

/// Memory of which a test says how much there is.
private final class Memory: Sendable {
  struct Amounts: Sendable {
    var held = 0
    /// What can be let go of.
    var freeable = 0
    var now = ContinuousClock.now
  }
  let amounts = Mutex(Amounts())

  func set(_ held: Int, freeable: Int = 0, after time: Duration = .zero) {
    amounts.withLock { amounts in
      amounts.held = held
      amounts.freeable = freeable
      amounts.now += time
    }
  }

  func makeCeiling(_ limit: Int) -> MemoryCeiling {
    let ceiling = MemoryCeiling(
      limit: limit, measure: { self.amounts.withLock { $0.held } }, now: { self.amounts.withLock { $0.now } })
    ceiling.onPressure {
      self.amounts.withLock { amounts in
        amounts.held -= amounts.freeable
        amounts.freeable = 0
      }
    }
    return ceiling
  }
}

@Suite("The ceiling of the memory", .timeLimit(.minutes(5)))
struct MemoryTests {
  private let memory = Memory()

  private func isRefused(_ ceiling: MemoryCeiling, _ byteCount: Int = 0) -> Bool {
    do throws(RPCError) {
      try ceiling.check(for: byteCount)
      return false
    } catch {
      #expect(error.code == .limitExceeded)
      return true
    }
  }

  @Test("Up to the limit there is room, and for a byte more there is none")
  func limit() {
    let ceiling = memory.makeCeiling(100)
    memory.set(90)
    #expect(!isRefused(ceiling, 10))
    #expect(isRefused(ceiling, 11))
    #expect(isRefused(ceiling, .max))
    memory.set(100)
    #expect(!isRefused(ceiling) && !ceiling.isReached())
    memory.set(101)
    #expect(isRefused(ceiling) && ceiling.isReached())
  }

  @Test("Whether it is known to be spent costs nothing as long as nobody has seen it so")
  func known() {
    let asked = Mutex(0)
    let held = Mutex(0)
    let ceiling = MemoryCeiling(limit: 800) {
      asked.withLock { $0 += 1 }
      return held.withLock { $0 }
    }
    #expect(!ceiling.isKnownToBeSpent && asked.withLock { $0 } == 0)
    held.withLock { $0 = 1_000 }
    #expect(!ceiling.isKnownToBeSpent && ceiling.isReached() && ceiling.isKnownToBeSpent)
    held.withLock { $0 = 0 }
    #expect(!ceiling.isKnownToBeSpent)
    let before = asked.withLock { $0 }
    #expect(!ceiling.isKnownToBeSpent && asked.withLock { $0 } == before)
  }

  @Test("Before anything is refused what can be let go of is, again only after a while")
  func relief() {
    let ceiling = memory.makeCeiling(100)
    memory.set(150, freeable: 60)
    #expect(!isRefused(ceiling))
    #expect(ceiling.held == 90)
    memory.set(150, freeable: 60, after: .milliseconds(199))
    #expect(isRefused(ceiling))
    memory.set(150, freeable: 60, after: .milliseconds(1))
    #expect(!isRefused(ceiling))
    memory.set(150, freeable: 60)
    ceiling.noteRemoval()
    #expect(!isRefused(ceiling), "whoever has made room has it")
  }

  @Test("The error tells what holds how much, the most first, and what to do")
  func holders() {
    let ceiling = memory.makeCeiling(100_000_000)
    ceiling.onReport { [.charts: 20_000_000, .columns: 60_000_000] }
    ceiling.onReport { [.charts: 10_000_000, .histories: .max] }
    ceiling.onReport { [.histories: 1 - .max] }
    memory.set(120_000_000)
    let error = ceiling.error(wanting: 1)
    #expect(
      error.message
        == "The limit 'memory' is 100 MB, and 120 MB are held (columns 60 MB, charts 30 MB, other 30 MB, histories 1 kB); "
        + "delete charts, close sessions, read what was answered, or start with a larger --memory-limit")
    #expect(
      error.data == [
        "limit": "memory", "allowed": 100_000_000, "got": 120_000_001,
        "holds": [
          "charts": 30_000_000, "histories": 1, "columns": 60_000_000, "requests": 0, "answers": 0,
          "unfinishedMessages": 0, "other": 29_999_999,
        ],
      ])
  }

  @Test("What keeps more is refused at the ceiling, by whatever way it is called, and all else is done")
  func methods() throws {
    let ceiling = memory.makeCeiling(100)
    let table = MethodTable<TestService.Context>(
      title: "T", version: "1",
      methods: [
        Method("keep", summary: "Keeps.", memory: .more, params: .empty, result: .string()) { _, _ in "kept" },
        Method("look", summary: "Looks.", params: .empty, result: .string()) { _, _ in "seen" },
      ], checkRoom: { _, _ throws(RPCError) in try ceiling.check() })
    let gate = TestService.Gate()
    func answer(_ method: String) -> JSON? {
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method)]
      return table.respond(to: request) { TestService.Context(call: $0, gate: gate) }
    }
    #expect(answer("keep")?["result"] == "kept")
    memory.set(101)
    #expect(answer("keep")?["error"]?["data"]?["limit"] == "memory")
    #expect(answer("look")?["result"] == "seen")
    #expect(throws: RPCError.self) {
      try table.call("keep", context: TestService.Context(call: Call(method: "keep"), gate: gate))
    }
    #expect(table["keep"]?.errors == [.limitExceeded])
    memory.set(100)
    #expect(answer("keep")?["result"] == "kept")
  }

  @Test("Of large answers an eighth more than the limit is kept; small ones always are")
  func answers() throws {
    let ceiling = memory.makeCeiling(800)
    let client = Client(memory: ceiling)
    func ask(_ count: Int) throws -> JSON {
      try JSON(parsing: #require(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"big","params":[\#(count)]}"#)))
    }
    memory.set(900)
    #expect(try ask(100_000)["result"] != nil)
    memory.set(901)
    #expect(try ask(100_000)["error"]?["data"]?["limit"] == "memory")
    #expect(try ask(1_000)["result"] != nil)
    memory.set(800)
    #expect(try ask(100_000)["result"] != nil)
  }

  @Test("At the ceiling a large message does not get into line, a small one does")
  func requests() async throws {
    let ceiling = memory.makeCeiling(1_000_000)
    let client = Client(memory: ceiling)
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"wait","params":[]}"#)
    memory.set(950_000)
    let large = String(repeating: "x", count: 100_000)
    client.send(#"{"jsonrpc":"2.0","id":2,"method":"heavy","params":["\#(large)"]}"#)
    client.send(#"{"jsonrpc":"2.0","id":3,"method":"heavy","params":["small"]}"#)
    let refused = try JSON(parsing: try #require(try await client.take(1).first))
    #expect(refused["id"] == 2)
    #expect(refused["error"]?["data"]?["limit"] == "memory")
    client.gate.open()
    let answers = try await client.take(2).map { try JSON(parsing: $0) }
    #expect(answers.map { $0["id"] } == [1, 3] && answers.allSatisfy { $0["result"] != nil })
  }

  @Test(
    "Where there is no memory for answers, a client that reads nothing is kept a megabyte of small ones, and no more")
  func unread() async throws {
    let ceiling = memory.makeCeiling(800)
    let client = Client(memory: ceiling)
    for (held, count) in [(900, 60), (901, 17)] {
      memory.set(held)
      for id in 1...60 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"big","params":[60000]}"#) }
      // 60 kB each, and the last one is begun below the megabyte.
      let answers = ceiling.error().data?["holds"]?["answers"]?.integerValue ?? 0
      #expect((count * 60_000..<(count + 2) * 60_100).contains(answers), "\(answers) at \(held)")
      // What waits for that is answered once it has been read.
      #expect(try await client.take(60).count == 60)
      try await client.becomeIdle()
      memory.set(held, after: .seconds(1))
    }
  }

  @Test("At the ceiling small messages get into line up to 64 KiB")
  func smallRequests() async throws {
    let ceiling = memory.makeCeiling(800)
    let client = Client(memory: ceiling)
    client.send(#"{"jsonrpc":"2.0","id":0,"method":"wait","params":[]}"#)
    memory.set(801)
    let text = String(repeating: "x", count: 2_000)
    for id in 1...100 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"heavy","params":["\#(text)"]}"#) }
    var refused: [JSON] = []
    while let message = client.next() { refused.append(try JSON(parsing: Array(message.utf8))) }
    #expect((66...68).contains(refused.count))
    #expect(refused.allSatisfy { $0["error"]?["data"]?["limit"] == "memory" })
    client.gate.open()
    #expect(try await client.take(101 - refused.count).count == 101 - refused.count)
  }

  @Test("Nobody waits for what holds how much where the receiving thread refuses: it is found out meanwhile")
  func atOnce() async throws {
    let ceiling = memory.makeCeiling(800)
    let isRefused = DispatchSemaphore(value: 0)
    let inTime = Mutex<Bool?>(nil)
    ceiling.onReport {
      let isInTime = isRefused.wait(timeout: .now() + 10) == .success
      inTime.withLock { $0 = $0 ?? isInTime }
      isRefused.signal()
      return [.charts: 700]
    }
    let client = Client(memory: ceiling)
    memory.set(1_000)
    func ask() throws -> JSON? {
      try JSON(
        parsing: Array(#require(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"big","params":[100000]}"#)).utf8))[
          "error"]?["data"]?["holds"]
    }
    #expect(try ask()?["charts"] == 0)
    isRefused.signal()
    try await client.until { inTime.withLock { $0 } != nil }
    #expect(inTime.withLock { $0 } == true)
    try await eventually { (try? ask()?["charts"] == 700) ?? false }
  }

  @Test("Messages that wait and answers that nobody reads count as long as they are there")
  func counts() async throws {
    let ceiling = memory.makeCeiling(1)
    func held(_ holder: MemoryCeiling.Holder) -> Int? {
      memory.set(2, after: .seconds(1))
      return ceiling.error().data?["holds"]?[holder.rawValue]?.integerValue
    }
    do {
      let client = Client(memory: ceiling)
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"wait","params":[]}"#)
      // It is begun by a task.
      try await client.until { held(.requests) == 0 }
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"heavy","params":["0123456789"]}"#)
      #expect(try #require(held(.requests)) > 50)
      client.gate.open()
      try await client.until { held(.requests) == 0 && held(.answers) ?? 0 > 80 }
      _ = try await client.take(2)
      #expect(held(.answers) == 0)
      client.send(#"{"jsonrpc":"2.0","id":4,"method":"heavy","params":["0123456789"]}"#)
      try await client.until { held(.answers) ?? 0 > 40 }
    }
    // With the client goes what it has not read.
    try await eventually { held(.answers) == 0 && held(.requests) == 0 }
  }
}

/// Waits until something holds that nobody tells of, such as how much memory is counted; the test's time limit ends the wait.
private func eventually(_ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .microseconds(200)) }
}
