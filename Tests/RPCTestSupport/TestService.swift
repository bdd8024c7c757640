package import JSONModel
package import JSONRPC
import Synchronization
import TestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The methods of the specification's examples, and some that cost or wait.
package enum TestService {
  package struct Context: Sendable {
    package var call: Call
    package var gate: Gate

    package init(call: Call, gate: Gate) {
      self.call = call
      self.gate = gate
    }
  }

  /// What holds up a method until the test lets it go.
  package final class Gate: Sendable {
    private let state = Mutex((isOpen: false, entered: 0, hasGivenUp: false))
    private let changes = Changes()
    package init() {}
    package var entered: Int { state.withLock { $0.entered } }
    /// Whether a call was held up until nobody could want it any more.
    package var hasGivenUp: Bool { state.withLock { $0.hasGivenUp } }
    package func open() { state.withLock { $0.isOpen = true } }
    /// Waits until so many calls are held up.
    package func wait(entered count: Int) async throws { try await changes.wait { entered == count } }
    package func wait(_ cancellation: Cancellation) throws(RPCError) {
      state.withLock { $0.entered += 1 }
      changes.note()
      let clock = ContinuousClock()
      let end = clock.now + .seconds(50)
      while !state.withLock({ $0.isOpen }) {
        try cancellation.check()
        // A cancellation is there to be looked at, and tells nobody.
        usleep(200)
        guard clock.now < end else {
          state.withLock { $0.hasGivenUp = true }
          throw .internalError("the gate was never opened")
        }
      }
    }
  }

  package struct Operands: Sendable {
    package var minuend = 0.0
    package var subtrahend = 0.0
    package static let schema = Schema<Operands>.object("Operands", "Two numbers.", initial: Operands()) {
      Property("minuend", \.minuend, .number(), "What is subtracted from", required: true)
      Property("subtrahend", \.subtrahend, .number(), "What is subtracted", required: true)
    }
  }

  package struct Greeting: Sendable {
    package var name = "you"
    package var place: Place?
    package var times = 1
    package static let schema = Schema<Greeting>.object("Greeting", "Whom to greet.", initial: Greeting()) {
      Property("name", \.name, .string(minLength: 1), "Whom")
      Property("place", \.place, .optional(Place.schema), "Where")
      Property("times", \.times, .integer(min: 0, max: 9), "How often")
    }
  }

  package struct Place: Sendable {
    package var x = 0.0
    package static let schema = Schema<Place>.object("Place", "A place.", initial: Place()) {
      Property("x", \.x, .number(min: 0), "px", required: true)
    }
  }

  package static let table = MethodTable<Context>(
    title: "Test", version: "1.2.3", description: "For tests.", methods: methods)

  package static let methods: [Method<Context>] = [
    Method(
      "subtract", summary: "Subtracts.", params: Operands.schema, result: .number(), errors: [.limitExceeded],
      examples: [
        MethodExample("by name", params: ["minuend": 42, "subtrahend": 23], result: 19),
        MethodExample("by position", params: [42, 23], result: 19.0),
      ]
    ) { params, _ in params.minuend - params.subtrahend },
    Method(
      "sum", summary: "Adds up.", params: .array(of: .number()), result: .number(),
      examples: [MethodExample("two", params: [1, 2], result: 3)]
    ) { params, _ in params.reduce(0, +) },
    Method("update", summary: "Takes anything.", params: .json(), result: .null) { _, _ in Empty() },
    Method("notify_hello", summary: "Takes anything.", params: .json(), result: .null) { _, _ in Empty() },
    Method("notify_sum", summary: "Takes anything.", params: .json(), result: .null) { _, _ in Empty() },
    Method("get_data", summary: "Gives two values.", params: .empty, result: .json()) { _, _ in ["hello", 5] },
    Method("echo", summary: "Gives what it got.", params: .json(), result: .json()) { params, _ in params },
    Method("greet", summary: "Greets.", params: Greeting.schema, result: .json()) { params, _ in
      ["name": .string(params.name), "x": params.place.map { JSON($0.x) } ?? nil, "times": .integer(params.times)]
    },
    Method("heavy", summary: "Runs off the thread.", weight: .heavy, params: .json(), result: .json()) { params, _ in
      params
    },
    Method("wait", summary: "Waits for the gate.", weight: .heavy, params: .json(), result: .json()) {
      params, context throws(RPCError) in
      try context.gate.wait(context.call.cancellation)
      return params
    },
    Method("fail", summary: "Fails.", params: .empty, result: .null, errors: [.noSuchThing]) {
      _, _ throws(RPCError) in
      throw RPCError(
        code: .noSuchThing, message: "There is no chart 'spendin'; did you mean 'spending'?",
        data: ["chart": "spendin", "suggestion": "spending"])
    },
    Method("nonsense", summary: "Gives no JSON.", params: .empty, result: .json()) { _, _ in .literal("1,") },
    Method("big", summary: "Gives a long string.", params: .json(), result: .string()) { params, _ in
      String(repeating: "x", count: params[0]?.integerValue ?? 10_000)
    },
    Method("buffers", summary: "Counts the bytes of the buffers.", params: .empty, result: .integer()) { _, context in
      context.call.buffers.reduce(0) { $0 + $1.count }
    },
  ]
}

/// A client of a peer, without any transport.
package struct Client: Sendable {
  package let gate = TestService.Gate()
  package let peer: Peer<TestService.Context>
  private let outgoing = Changes()

  package init(
    limits: Limits = Limits(), memory: MemoryCeiling? = nil,
    notifications: @escaping @Sendable (_ isAtOnce: Bool) -> NextNotification = { _ in .none }
  ) {
    let gate = self.gate
    self.peer = Peer(
      TestService.table, limits: limits, memory: memory, context: { TestService.Context(call: $0, gate: gate) },
      notifications: notifications)
    peer.onOutgoing { [outgoing] in outgoing.note() }
  }

  /// The answer that is ready at once.
  package func ask(_ text: String) -> String? {
    peer.receive(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  package func send(_ text: String) { peer.enqueue(Array(text.utf8)) }

  package func next() -> String? { peer.nextOutgoing().map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Waits for the next so many messages.
  package func take(_ count: Int) async throws -> [String] {
    var messages: [String] = []
    try await outgoing.wait {
      while messages.count < count, let message = next() { messages.append(message) }
      return messages.count == count
    }
    return messages
  }

  /// Waits until something holds that nobody tells of.
  package func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .microseconds(200)) }
  }

  /// Waits until nothing runs or waits any more.
  package func becomeIdle() async throws {
    // A peer tells of what there is to send, and of nothing else.
    try await until { peer.isIdle }
  }
}

extension RPCError.Code {
  /// A code of a service's own.
  package static let noSuchThing = RPCError.Code(rawValue: -32002, title: "No such thing")
}
