import JSONModel
import JSONRPC
import RPCTestSupport
import Synchronization
import Testing

@Suite("Answers wait until what they tell of has been kept")
struct SettlementTests {
  /// What answers wait for, in their order.
  private final class ManualSettlement: Settlement {
    private let waiting = Mutex<[@Sendable (RPCError?) -> Void]>([])

    func whenSettled(_ body: @escaping @Sendable (RPCError?) -> Void) { waiting.withLock { $0.append(body) } }

    func settle(_ index: Int, _ fault: RPCError? = nil) { waiting.withLock { $0[index] }(fault) }
  }

  /// How often the transport was woken.
  private final class Wakes: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  private let settlement = ManualSettlement()
  private let wakes = Wakes()
  private let peer: Peer<TestService.Context>

  init() {
    let (settlement, wakes, gate) = (settlement, wakes, TestService.Gate())
    peer = Peer(
      TestService.table, context: { TestService.Context(call: $0, gate: gate) }, settlement: { settlement },
      onOutgoing: { wakes.add() })
  }

  private func send(_ ids: Int...) {
    for id in ids {
      let request: JSON = ["jsonrpc": "2.0", "id": .integer(id), "method": "echo", "params": []]
      #expect(peer.receive(request.bytes) == nil, "nothing leaves at once")
    }
  }

  private func outgoing() throws -> JSON? { try peer.nextOutgoing().map { try JSON(parsing: $0.bytes) } }

  @Test("The transport is told when an answer may leave")
  func told() throws {
    send(1)
    #expect(try outgoing() == nil)
    let before = wakes.count
    settlement.settle(0)
    #expect(wakes.count > before)
    #expect(try outgoing()?["id"] == 1)
    #expect(try outgoing() == nil)
  }

  @Test("They leave in the order of their requests, whichever is kept first")
  func order() throws {
    send(1, 2, 3)
    settlement.settle(2)
    settlement.settle(1)
    #expect(try outgoing() == nil)
    settlement.settle(0)
    for id in 1...3 { #expect(try outgoing()?["id"] == .integer(id)) }
  }

  @Test("An error goes in place of an answer to what could not be kept")
  func fault() throws {
    send(1, 2)
    settlement.settle(0, .internalError("the disk is full"))
    settlement.settle(1)
    let first = try outgoing()
    #expect(first?["id"] == 1 && first?["error"]?["code"] == -32603)
    #expect(try outgoing()?["result"] != nil)
  }
}
