import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import Testing

@Suite("Subscribers get the newest of each chart, and hold nobody up")
struct SubscriptionTests {
  let service: ChartService
  let subscriber: Subscriber

  init() throws {
    service = try ChartService.prepared()
    subscriber = Subscriber(service: service)
  }

  private func next() throws -> JSON? {
    try subscriber.next().message.map { try JSON(parsing: $0.bytes) }
  }

  @Test("A thousand changes of a chart are one notification, with the newest revision")
  func coalescing() throws {
    try subscriber.subscribe()
    for _ in 0..<1000 {
      _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
    }
    _ = try service.call("chart/tap", params: ["chart": "spending", "x": 360, "y": 120, "render": false])
    let note = try #require(try next())
    #expect(note["method"] == "chart/didChange" && note["id"] == nil)
    let params = try #require(note["params"])
    #expect(params["session"] == "default" && params["chart"] == "spending" && params["revision"] == 1002)
    #expect(params["cause"] == "chart/rotate, chart/tap")
    #expect(params["events"]?.arrayValue?.count == 100)
    #expect(params["events"]?.arrayValue?.last?["type"] == "valueSelected")
    #expect(try params["display"]?["image/svg+xml"] == .string(service.svg()))
    #expect(try next() == nil)
  }

  @Test(
    "Pictures go with the theme that a subscriber tells, in notifications and answers, unless the chart's author chose one"
  )
  func theme() throws {
    func ask(_ method: String, _ params: JSON = [:]) throws -> JSON {
      let params = (["chart": "spending"] as JSON).merging(patch: params)
      return try service.call(method, params: params, subscriber: subscriber)
    }
    func drawn(_ theme: JSON) throws -> JSON? {
      try service.call("chart/render", params: ["chart": "spending", "theme": theme])["svg"]
    }
    _ = try service.call("session/subscribe", params: ["theme": "dark"], subscriber: subscriber)
    #expect(try ask("chart/rotate", ["by": 5])["display"]?["image/svg+xml"] == drawn("dark"))
    #expect(try next()?["params"]?["display"]?["image/svg+xml"] == drawn("dark"))
    #expect(try ask("chart/render")["svg"] == drawn("dark"))
    #expect(try ask("chart/render", ["theme": "light"])["svg"] == drawn("light"))
    #expect(
      try service.call("chart/render", params: ["chart": "spending"])["svg"] == drawn("light"), "others get theirs")
    #expect(try drawn("light") != drawn("dark"))
    let chosen = try ask("chart/update", ["patch": ["theme": "light"]])
    #expect(try chosen["display"]?["image/svg+xml"] == drawn("light"))
    #expect(try ask("chart/render")["svg"] == drawn("light"))
  }

  @Test("Who asks for it is told what interactions made of a chart, from which another can be made that is like it")
  func state() throws {
    try subscriber.subscribe(render: false)
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 30, "render": false])
    #expect(try next()?["params"]?["state"] == nil)
    try subscriber.subscribe(render: false, state: true)
    _ = try service.call("chart/highlight", params: ["chart": "spending", "index": 1, "render": false])
    let state = try #require(try next()?["params"]?["state"])
    #expect(state == (try service.describe("spending")["state"]))
    var made = ["spec": spending, "chart": "spending", "session": "other", "state": state] as JSON
    _ = try service.call("session/open", params: ["session": "other"])
    let picture = try service.call("chart/create", params: made)["display"]?["image/svg+xml"]
    #expect(try picture == .string(service.svg("spending")))
    // What a state points to has to be there, and nothing is made where it is not.
    made = made.setting("state", state.setting("selection", [7])).setting("chart", "second")
    let fault = try service.fault("chart/create", made)
    #expect(fault.path == "state.selection[0]", "\(fault)")
    #expect(try service.call("chart/list", params: ["session": "other"])["charts"] == ["spending"])
  }

  @Test("Where there is no memory for answers, notifications come without pictures, for as long as that is so")
  func shortage() throws {
    let held = Mutex(0)
    let memory = MemoryCeiling(limit: 800) { held.withLock { $0 } }
    let service = ChartService(memory: memory)
    let subscriber = Subscriber(service: service)
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "spending", "render": false])
    try subscriber.subscribe()
    for (amount, isShown) in [(900, true), (901, false), (900, true)] {
      held.withLock { $0 = amount }
      // Somebody looks, as who guards connections does all the time.
      #expect(memory.held == amount)
      _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
      let note = try #require(try subscriber.next().message.map { try JSON(parsing: $0.bytes) })
      #expect(note["method"] == "chart/didChange" && (note["params"]?["display"] != nil) == isShown, "\(amount)")
    }
  }

  @Test("Each chart for itself, the one that waited longest first; only of the sessions asked for")
  func charts() throws {
    try subscriber.subscribe(render: false)
    _ = try service.call("session/open", params: ["session": "b"])
    _ = try service.call("chart/create", params: ["spec": spending, "session": "b"])
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "second"])
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1])
    _ = try service.call("chart/rotate", params: ["chart": "second", "by": 1])
    let first = try #require(try next())
    #expect(first["method"] == "chart/didCreate")
    #expect(
      first["params"] == [
        "session": "default", "chart": "second", "revision": 2, "cause": "chart/create, chart/rotate",
      ])
    let second = try #require(try next())
    #expect(second["method"] == "chart/didChange" && second["params"]?["chart"] == "spending")
    #expect(second["params"]?["display"] == nil)
    #expect(try next() == nil)
  }

  @Test("Deleting says so once; what nobody heard of is not mentioned")
  func deletion() throws {
    try subscriber.subscribe()
    for number in 0..<100 {
      _ = try service.call("chart/create", params: ["spec": spending, "chart": .string("c\(number)"), "render": false])
      _ = try service.call("chart/delete", params: ["chart": .string("c\(number)")])
    }
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1])
    _ = try service.call("chart/delete", params: ["chart": "spending"])
    let note = try #require(try next())
    #expect(note["method"] == "chart/didDelete")
    #expect(note["params"] == ["session": "default", "chart": "spending", "cause": "chart/delete"])
    #expect(try next() == nil)
    _ = try service.call("chart/create", params: ["spec": spending])
    #expect(try next()?["method"] == "chart/didCreate")
  }

  @Test("What changes nothing is not told; silent changes are, without events")
  func silence() throws {
    try subscriber.subscribe()
    _ = try service.call("chart/hover", params: ["chart": "spending", "x": 360, "y": 120])
    _ = try service.call("chart/tap", params: ["chart": "spending", "x": 1, "y": 1])
    _ = try service.call("chart/get", params: ["chart": "spending"])
    #expect(try next() == nil)
    _ = try service.call("chart/highlight", params: ["chart": "spending", "index": 1, "notify": false])
    #expect(try next()?["params"]?["events"] == [])
  }

  @Test("A pointer that comes down is not told, as nothing is seen of it; the end of a scroll is, for its event")
  func pointers() throws {
    try subscriber.subscribe(render: false)
    func report(_ phase: String, _ x: Double, _ time: Double, _ chart: JSON) throws -> JSON {
      try service.call(
        "chart/pointer",
        params: ["chart": chart, "phase": .string(phase), "x": JSON(x), "y": 180, "time": JSON(time), "render": false])
    }
    _ = try report("down", 390, 0, "spending")
    #expect(try next() == nil)
    _ = try service.call("chart/create", params: plotPreparation)
    _ = try report("down", 400, 1, "steps")
    _ = try report("move", 300, 1.1, "steps")
    while try next() != nil {}
    let end = try report("cancel", 300, 3, "steps")
    #expect(end["events"]?[0]?["type"] == "settled")
    #expect(try next()?["params"]?["events"] == end["events"])
  }

  @Test("It wakes once, until everything has been fetched")
  func waking() throws {
    let count = Mutex(0)
    subscriber.onPending { count.withLock { $0 += 1 } }
    try subscriber.subscribe()
    func rotate() throws { _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1]) }
    try rotate()
    try rotate()
    #expect(count.withLock { $0 } == 1)
    _ = try next()
    try rotate()
    #expect(count.withLock { $0 } == 2)
    try subscriber.unsubscribe()
    #expect(try next() == nil)
    try rotate()
    #expect(count.withLock { $0 } == 2)
  }

  @Test("A session that is closed tells of its charts' end")
  func closing() throws {
    _ = try service.call("session/open", params: ["session": "b"])
    _ = try service.call("chart/create", params: ["spec": spending, "session": "b"])
    try subscriber.subscribe(to: "b")
    _ = try service.call("session/close", params: ["session": "b"])
    #expect(try next()?["params"] == ["session": "b", "chart": "spending", "cause": "session/close"])
    _ = try service.call("session/open", params: ["session": "b"])
    _ = try service.call("chart/create", params: ["spec": spending, "session": "b"])
    #expect(try next() == nil, "a later session of the same name is another one")
    #expect(throws: RPCError.self) { try subscriber.subscribe(to: "nowhere") }
  }

  @Test("Without a way back, subscribing is refused")
  func noWayBack() throws {
    #expect(try service.error("session/subscribe", [:]).code == .invalidRequest)
  }

  @Test("Through a peer: the answer first, then the notification, also to the one who caused it")
  func peer() throws {
    let peer = service.makePeer()
    func send(_ message: JSON) throws -> JSON? {
      try peer.receive(message.bytes, buffers: []).map { try JSON(parsing: $0) }
    }
    #expect(try send(["jsonrpc": "2.0", "id": 1, "method": "session/subscribe"])?["result"] == [:])
    let answer = try send([
      "jsonrpc": "2.0", "id": 2, "method": "chart/tap", "params": ["chart": "spending", "x": 360, "y": 120],
    ])
    #expect(answer?["result"]?["changed"] == true)
    let note = try JSON(parsing: try #require(peer.nextOutgoing()).bytes)
    #expect(note["params"]?["display"] == answer?["result"]?["display"])
    #expect(peer.nextOutgoing() == nil)
    peer.close()
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1])
    #expect(peer.nextOutgoing() == nil)
  }

  @Test("A picture that takes long to draw, or is long, is only told of as such; once it is drawn it comes at once")
  func heavy() throws {
    try subscriber.subscribe()
    let ones = JSON.array(Array(repeating: 1, count: 40_000))
    let crowd: JSON = ["kind": "line", "series": [["values": ones, "x": ones]]]
    let many: JSON = ["kind": "pie", "slices": .array((0..<1_500).map { _ in ["value": 1] })]
    for (spec, isHeavyForEver) in [(crowd, false), (many, true)] {
      _ = try service.call("chart/create", params: ["chart": "a", "spec": spec, "render": false])
      #expect(subscriber.next(isAtOnce: true) == .heavy)
      #expect(subscriber.next(isAtOnce: true) == .heavy, "it still waits")
      _ = try service.svg("a")
      let message = subscriber.next(isAtOnce: true)
      #expect((message == .heavy) == isHeavyForEver)
      let note = try message.message ?? #require(subscriber.next().message)
      #expect(note.value?["params"]?["chart"] == "a")
      #expect(subscriber.next(isAtOnce: true) == .none)
    }
    // Its end is no picture, nor is that of which none is wanted.
    _ = try service.call("chart/create", params: ["chart": "a", "spec": many, "render": false])
    _ = try service.call("chart/delete", params: ["chart": "a"])
    #expect(subscriber.next(isAtOnce: true).message?.value?["method"] == "chart/didDelete")
    try subscriber.subscribe(render: false)
    _ = try service.call("chart/create", params: ["chart": "b", "spec": many, "render": false])
    #expect(subscriber.next(isAtOnce: true).message?.value?["params"]?["chart"] == "b")
    // A light chart that waits behind none is told of at once.
    try subscriber.subscribe()
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false])
    #expect(subscriber.next(isAtOnce: true).message?.value?["params"]?["display"] != nil)
  }

  @Test("The same pie through a message, a peer and a direct call has the same bytes")
  func sameBytes() throws {
    let request: JSON = [
      "jsonrpc": "2.0", "id": 1, "method": "chart/tap",
      "params": ["chart": "spending", "x": 360, "y": 120],
    ]
    let direct = try ChartService.prepared().call("chart/tap", params: request["params"])
    let message = try #require(try ChartService.prepared().respond(to: request.bytes))
    let peer = try #require(try ChartService.prepared().makePeer().receive(request.bytes, buffers: []))
    #expect(try JSON(parsing: message)["result"]?.text == direct.text)
    #expect(peer == message)
  }
}
