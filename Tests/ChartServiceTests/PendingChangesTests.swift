import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections
import TestSupport
import Testing

@testable import ChartService

@Suite("What waits for a subscriber: one change for each chart, at the same cost however many wait")
struct PendingChangesTests {
  /// What is waiting, told in the simplest way: a list in its order.
  private struct Model {
    var pending: OrderedDictionary<ChartKey, PendingChange> = [:]

    mutating func note(_ change: PendingChange, for key: ChartKey) {
      guard let waiting = pending[key] else {
        pending[key] = change
        return
      }
      if change.kind == .deleted, waiting.isFirstSight {
        pending.removeValue(forKey: key)
      } else {
        pending[key]?.join(change)
      }
    }
  }

  private struct Told: Equatable {
    var key: ChartKey
    var kind: ChangeKind
    var revision: Int
    var causes: [String]
    var events: [JSON]

    init(_ key: ChartKey, _ change: PendingChange) {
      (self.key, kind, revision) = (key, change.kind, change.revision)
      (causes, events) = (change.causes, change.events)
    }
  }

  @Test("Any mixture of changes is told in the order of a list, with the same contents", arguments: [1, 2, 3])
  func order(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var pending = PendingChanges()
    var model = Model()
    var told = 0
    for revision in 1...5_000 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<70:
        let key = ChartKey(
          session: "s\(Int.random(in: 0..<3, using: &generator))",
          chart: "c\(Int.random(in: 0..<60, using: &generator))")
        let kind = [ChangeKind.created, .changed, .deleted][Int.random(in: 0..<3, using: &generator)]
        let change = PendingChange(
          kind: kind, revision: revision, causes: ["m\(revision % 11)"], events: [.integer(revision)],
          isFirstSight: kind == .created && Bool.random(using: &generator))
        pending.note(change, for: key)
        model.note(change, for: key)
      case 70..<99:
        let expected = model.pending.isEmpty ? nil : model.pending.removeFirst()
        let found = pending.popFirst()
        #expect(found.map { Told($0.key, $0.change) } == expected.map { Told($0.key, $0.value) })
        told += found == nil ? 0 : 1
      default:
        pending.removeAll(of: "s0")
        model.pending.removeAll { $0.key.session == "s0" }
      }
      #expect(pending.count == model.pending.count && pending.isEmpty == model.pending.isEmpty)
      #expect(pending.placeCount <= 2 * pending.count + 17)
    }
    #expect(told > 750)
  }

  /// Where a value keeps its first storage: elsewhere after each copy.
  private func address(of pending: PendingChanges) -> UInt { withUnsafeBytes(of: pending) { $0.load(as: UInt.self) } }

  @Test("Noting a change copies nothing of what waits, however many subscribe")
  func copies() {
    var state = ServiceState()
    for number in 1...3 as ClosedRange<UInt64> {
      state.subscriptions[number] = Subscription(sessions: ["default": .init(isRendered: true)])
    }
    var addresses = [UInt](repeating: 0, count: 3)
    var moves = 0
    let change = PendingChange(kind: .changed, causes: ["chart/tap"])
    for revision in 1...4_000 {
      state.notify(ChartKey(session: "default", chart: "c\(revision % 2_000)"), change.at(revision))
      for number in 1...3 {
        let address = address(of: state.subscriptions[UInt64(number)]?.pending ?? PendingChanges())
        if address != addresses[number - 1] { moves += 1 }
        addresses[number - 1] = address
      }
    }
    #expect(state.subscriptions.values.map(\.pending.count) == [2_000, 2_000, 2_000])
    // A dictionary moves when it doubles, and at no other time.
    #expect(moves <= 3 * 14, "\(moves)")
    for revision in 1...10 {
      let before = address(of: state.subscriptions[1]?.pending ?? PendingChanges())
      state.notify(ChartKey(session: "default", chart: "c\(revision)"), change.at(revision))
      state.endSubscriptions(to: "other")
      #expect(address(of: state.subscriptions[1]?.pending ?? PendingChanges()) == before)
    }
  }

  @Test("Charts that are made and deleted while nobody looks leave no place behind")
  func places() {
    var pending = PendingChanges()
    for number in 0..<2_000 {
      let key = ChartKey(session: "default", chart: "c\(number)")
      pending.note(PendingChange(kind: .created, causes: ["chart/create"], isFirstSight: true), for: key)
      pending.note(PendingChange(kind: .deleted, causes: ["chart/delete"]), for: key)
      #expect(pending.placeCount < 20)
    }
    #expect(pending.isEmpty && pending.popFirst() == nil)
    // Beside some that stay.
    for number in 0..<100 {
      pending.note(
        PendingChange(kind: .changed, causes: ["chart/tap"]), for: ChartKey(session: "default", chart: "\(number)"))
    }
    for number in 0..<2_000 {
      let key = ChartKey(session: "default", chart: "c\(number)")
      pending.note(PendingChange(kind: .created, causes: ["chart/create"], isFirstSight: true), for: key)
      pending.note(PendingChange(kind: .deleted, causes: ["chart/delete"]), for: key)
      #expect(pending.placeCount <= 2 * 100 + 16)
    }
  }

  @Test("Whoever knows a chart is told that it was deleted, whatever came of its name meanwhile")
  func deletedAgain() {
    var pending = PendingChanges()
    let key = ChartKey(session: "default", chart: "c")
    for kind in [ChangeKind.changed, .deleted, .created, .deleted] {
      pending.note(PendingChange(kind: kind, causes: ["m"]), for: key)
    }
    #expect(pending.popFirst()?.change.kind == .deleted)
  }
}

@Suite("A chart that isn't there is put into words outside of the lock")
struct MissingChartTests {
  /// A service whose session has very many charts: `chart-00000`, …
  private func service(count: Int) -> ChartService {
    let source = WrittenSpec(["kind": "pie"], byteCount: 0)
    let spec = ChartSpec(PieSpec())
    let record = ChartRecord(
      session: "default", chart: Chart(id: "c", spec: spec),
      source: SpecSource(written: source, held: HeldData(), spec: spec, linked: []), revision: 1, version: 1)
    var session = Session()
    for number in 0..<count { session.charts[name(number)] = record }
    let service = ChartService()
    service.withState { [session] in $0.sessions["default"] = session }
    return service
  }

  private func name(_ number: Int) -> String {
    let digits = String(number)
    return "chart-" + String(repeating: "0", count: 5 - digits.count) + digits + "-of-many"
  }

  @Test("Under the lock no name is compared, and of very many only the first thousand are looked at afterwards")
  func bounded() throws {
    let service = service(count: 5_000)
    let key = ChartKey(session: "default", chart: "chart-00010-of-mayn")
    let missing = #expect(throws: MissingChart.self) {
      try service.withState { state throws(MissingChart) in _ = try state.record(key) }
    }
    #expect(missing == .chart(key.chart, among: (0..<1_000).map(name)))
    func fault(_ method: String, _ chart: String, in session: JSON = "default") -> RPCError? {
      #expect(throws: RPCError.self) {
        try service.call(method, params: ["chart": .string(chart), "session": session])
      }
    }
    for method in ["chart/render", "chart/reset", "chart/undo", "chart/redo", "chart/delete", "chart/get"] {
      let near = fault(method, key.chart)
      #expect(near?.code == .noSuchChart && near?.data?["suggestion"] == .string(name(10)), "\(method)")
    }
    // Names that are alike are found, but not the one that was meant.
    #expect(fault("chart/get", "chart-04999-of-mayn")?.data?["suggestion"] != .string(name(4_999)))
    let long = fault("chart/get", String(repeating: "x", count: 1 << 20))
    #expect(long?.code == .noSuchChart && long?.data?["suggestion"] == nil)
    #expect(fault("chart/get", key.chart, in: "nowhere")?.code == .noSuchSession)
  }
}
