import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import Journal
import POSIX
import Synchronization
import TestSupport

/// A service, its store, clients and a disk in one run that is the same for the same seed: processes that die at any step,
/// power that goes, a disk that refuses and fills; and after each recovery a comparison of what is there with what was
/// acknowledged.
///
/// What is acknowledged is known from outside of the store: each change that the service has made in memory, in turn. After
/// the death of a process all of them must be there; after a loss of power all that an answer has left for, where answers
/// wait for the disk; in all other cases what is there must be what was there at some moment. And when a disk that failed works
/// again, changes are made and answers leave.
package struct Simulation {
  package struct Outcome: Sendable {
    package var deaths = 0
    package var losses = 0
    package var changes = 0
    package var refusals = 0
    package var operations = 0
    /// What is wrong; empty if nothing is.
    package var faults: [String] = []
  }

  /// What all threads share.
  private final class World: Sendable {
    struct State {
      var generator: SplitMix64
      var outcome = Outcome()
      /// When the process dies, in operations of the disk.
      var operationsLeft = Int.max
      var failures = 0.0
      /// Of each session all that it ever was, oldest first; `nil` where there was none.
      var past: [String: [JSON?]] = [:]
      /// Up to where answers have left.
      var acknowledged: [String: Int] = [:]
      /// How many have left.
      var answers = 0
      /// Seconds since 1970.
      var time = 1_800_000_000.0
    }
    let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(generator: SplitMix64(seed: seed))) }
  }

  private let seed: UInt64
  private let world: World
  private let disk: SimulatedDisk
  private let durability: ServiceStore.Durability

  package init(seed: UInt64) {
    self.seed = seed
    let world = World(seed: seed)
    self.world = world
    durability = seed % 2 == 0 ? .disk : .process
    let current = CurrentScheduling()
    currentScheduling = current
    disk = SimulatedDisk(seed: seed ^ 0x5EED) { operation in
      current.value?.yield()
      return world.state.withLock { state in
        state.outcome.operations += 1
        state.operationsLeft -= 1
        if state.operationsLeft <= 0 { return .dies(isDone: Bool.random(using: &state.generator)) }
        guard state.failures > 0, Double.random(in: 0..<1, using: &state.generator) < state.failures else {
          return .works
        }
        return .fails([EIO, ENOSPC, EINTR].randomElement(using: &state.generator) ?? EIO)
      }
    }
  }

  private let currentScheduling: CurrentScheduling

  private final class CurrentScheduling: Sendable {
    private let held = Mutex<SimulatedScheduling?>(nil)
    var value: SimulatedScheduling? {
      get { held.withLock { $0 } }
      set { held.withLock { $0 = newValue } }
    }
  }

  private func random<Value>(_ body: (inout SplitMix64) -> Value) -> Value where Value: Sendable {
    world.state.withLock { body(&$0.generator) }
  }

  /// Runs all of it.
  package func run() -> Outcome {
    let lives = random { Int.random(in: 2...5, using: &$0) }
    var losesPower = false
    // What the last opening has begun.
    defer { currentScheduling.value?.run() }
    for life in 0...lives {
      guard let kept = open(afterLoss: &losesPower, life) else { break }
      check(kept, afterLoss: losesPower, life)
      guard world.state.withLock({ $0.outcome.faults.isEmpty }) else { break }
      if life < lives { losesPower = live(kept) }
    }
    return world.state.withLock { $0.outcome }
  }

  private func fail(_ fault: String, _ life: Int) {
    world.state.withLock { $0.outcome.faults.append("seed \(seed), life \(life), \(durability): \(fault)") }
  }

  // MARK: - Opening

  /// Opens the store, after processes that die while they do so, and such that the disk refuses something.
  /// - Parameter afterLoss: Whether the power was lost since the last life. It may be lost once more.
  private func open(afterLoss: inout Bool, _ life: Int) -> ChartService.Kept? {
    var tries: UInt64 = 0
    while random({ Int.random(in: 0...2, using: &$0) == 0 }) {
      tries += 1
      let (diesAfter, failures, room) = random { generator in
        (
          Bool.random(using: &generator) ? Int.random(in: 1...100, using: &generator) : Int.max,
          Bool.random(using: &generator) ? Double.random(in: 0...0.2, using: &generator) : 0,
          Int.random(in: 0...3, using: &generator) == 0 ? Int.random(in: 0...200, using: &generator) : nil
        )
      }
      if let room { disk.setCapacity(disk.byteCount + room) }
      world.state.withLock { ($0.operationsLeft, $0.failures) = (diesAfter, failures) }
      let kept = try? opened(life, tries)
      world.state.withLock { ($0.operationsLeft, $0.failures) = (.max, 0) }
      disk.setCapacity(.max)
      // What could not be read for once is left to the next process.
      if let kept, kept.report.faults.isEmpty, !disk.isDead { return kept }
      let losesPower = random { Int.random(in: 0...2, using: &$0) == 0 }
      end(losesPower: losesPower)
      afterLoss = afterLoss || losesPower
    }
    do {
      return try opened(life, 0)
    } catch {
      fail("the store cannot be opened: \(error)", life)
      return nil
    }
  }

  /// Ends the process.
  private func end(losesPower: Bool) {
    currentScheduling.value = nil
    disk.kill()
    disk.setCapacity(.max)
    world.state.withLock { state in
      state.outcome.deaths += 1
      if losesPower { state.outcome.losses += 1 }
      (state.operationsLeft, state.failures) = (.max, 0)
    }
    disk.restart(losesPower: losesPower)
  }

  private func opened(_ life: Int, _ number: UInt64) throws(StoreFault) -> ChartService.Kept {
    let scheduling = SimulatedScheduling(seed: seed &* 31 &+ UInt64(life) &+ number &* 7919)
    var options = ServiceStore.Options(directory: "store")
    options.durability = durability
    options.disk = disk
    options.scheduling = scheduling
    let world = world
    options.now = {
      world.state.withLock { state in
        state.time += 0.25
        return state.time
      }
    }
    options.salt = { world.state.withLock { $0.generator.next() } }
    options.smallByteCount = random { Int.random(in: 500...20_000, using: &$0) }
    currentScheduling.value = scheduling
    return try ChartService.opening(options, now: { 1_800_000_000 })
  }

  // MARK: - Looking

  /// A session as a document; `nil` if it isn't there. The default one always is, and with nothing in it counts as none.
  private static func document(_ service: ChartService, _ session: String) -> JSON? {
    guard let document = try? service.exportedDocument(of: session) else { return .none }
    let isEmpty = document["charts"] == [] && (document["log"] ?? []) == []
    // No `nil` here: it would be JSON's.
    return session == "default" && isEmpty ? .none : .some(normalized(document))
  }

  /// A document whose specs have their columns in them: it does not matter which of them share one.
  private static func normalized(_ document: JSON) -> JSON {
    guard case .object(var members) = document, let columns = members.removeValue(forKey: "columns")?.arrayValue,
      let specs = members["specs"]?.arrayValue
    else { return document }
    members["specs"] = .array(
      specs.map { spec in
        guard let own = spec["columns"]?.objectValue else { return spec }
        return spec.setting("columns", .object(own.mapValues { columns[$0.integerValue ?? 0] }))
      })
    return .object(members)
  }

  /// Compares what is there with what may be there.
  private func check(_ kept: ChartService.Kept, afterLoss: Bool, _ life: Int) {
    for fault in kept.report.faults { fail("unreadable: \(fault)", life) }
    let (past, acknowledged) = world.state.withLock { ($0.past, $0.acknowledged) }
    // Who looks is told what the disk has for certain; or the process dies before anybody has looked.
    let isTold = random { Bool.random(using: &$0) } && look(kept.service, life)
    for session in Simulation.sessions {
      let document = Simulation.document(kept.service, session)
      let states = past[session] ?? [.none]
      // What was written and not acknowledged may be lost with the power, and where answers wait for the disk also by a disk
      // that failed: what it has is looked at, and not what the system remembers.
      let first =
        durability == .disk ? acknowledged[session] ?? 0 : afterLoss ? 0 : states.count - 1
      let matches = states[first...].contains { $0 == document }
      if !matches {
        let index = states.lastIndex { $0 == document }
        fail(
          "\(session) is \(index.map { "as it was after change \($0)" } ?? "as it never was"), of \(states.count - 1), "
            + "acknowledged \(acknowledged[session] ?? 0): \(Simulation.difference(document, states[states.count - 1]))",
          life)
      }
      world.state.withLock { state in
        // Where answers don't wait for the disk, the next loss may take what was there long ago, and otherwise what no answer
        // has told of.
        let earlier = durability == .process ? states : isTold ? [] : Array(states[first...])
        state.past[session] = earlier + [document]
        state.acknowledged[session] = durability == .process ? earlier.count : 0
      }
    }
  }

  /// Waits until an answer leaves.
  /// - Returns: Whether one has.
  private func look(_ service: ChartService, _ life: Int) -> Bool {
    let (world, before) = (world, world.state.withLock { $0.answers })
    service.whenSettled { fault in
      if fault == nil { world.state.withLock { $0.answers += 1 } }
    }
    currentScheduling.value?.run()
    if world.state.withLock({ $0.answers }) > before { return true }
    fail("no answer leaves after the store was opened", life)
    return false
  }

  /// The first place where two documents differ.
  private static func difference(_ found: JSON?, _ expected: JSON?) -> String {
    guard let found, let expected else {
      return "expected \(expected == nil ? "none" : "one"), found \(found == nil ? "none" : "one")"
    }
    let (left, right) = (Array(found.text), Array(expected.text))
    let place = zip(left, right).prefix { $0 == $1 }.count
    let start = max(0, place - 60)
    return "found …\(String(left[start...].prefix(160)))…, expected …\(String(right[start...].prefix(160)))…"
  }

  static let sessions = ["default", "a", "b"]

  /// From this seed on clients say again what others have said.
  package static let firstRepeating: UInt64 = 1_000_000

  // MARK: - Living

  /// Lets clients work until the process dies or ends.
  /// - Returns: Whether the power is lost before the next life.
  private func live(_ kept: ChartService.Kept) -> Bool {
    let (clients, diesAfter, failures, losesPower) = random { generator in
      (
        Int.random(in: 1...4, using: &generator),
        Int.random(in: 0...3, using: &generator) == 0 ? Int.max : Int.random(in: 1...400, using: &generator),
        Int.random(in: 0...2, using: &generator) == 0 ? Double.random(in: 0...0.1, using: &generator) : 0,
        Int.random(in: 0...2, using: &generator) == 0
      )
    }
    let isFull = random { Int.random(in: 0...5, using: &$0) == 0 }
    if isFull { disk.setCapacity(disk.byteCount + random { Int.random(in: 0...20_000, using: &$0) }) }
    world.state.withLock { state in
      (state.operationsLeft, state.failures) = (diesAfter, failures)
    }
    guard let scheduling = currentScheduling.value else { return false }
    let simulation = self
    scheduling.onTurnEnd { for session in Simulation.sessions { simulation.note(kept.service, session) } }
    for client in 0..<clients {
      scheduling.inBackground { simulation.work(kept.service, scheduling, client) }
    }
    scheduling.run()
    // Not always: the process may end while something is still to be written anew.
    if !disk.isDead, random({ Bool.random(using: &$0) }) { checkLiveness(kept.service, scheduling) }
    scheduling.onTurnEnd(nil)
    end(losesPower: losesPower)
    return losesPower
  }

  /// Looks whether changes are made, and answers leave, soon after the disk works again.
  private func checkLiveness(_ service: ChartService, _ scheduling: SimulatedScheduling) {
    disk.setCapacity(.max)
    let before = world.state.withLock { state in
      (state.operationsLeft, state.failures) = (.max, 0)
      return state.answers
    }
    let (simulation, fault) = (self, LastFault())
    for _ in 0..<12 where world.state.withLock({ $0.answers }) == before {
      scheduling.inBackground {
        do throws(RPCError) {
          let spec: JSON = ["kind": "pie", "slices": [["value": 1]]]
          _ = try service.call("chart/create", params: ["chart": "alive", "spec": spec, "render": false])
          simulation.noteAnswer(service, "default")
        } catch {
          fault.text.withLock { $0 = "\(error)" }
        }
      }
      scheduling.run()
    }
    if world.state.withLock({ $0.answers }) == before {
      fail("the disk works, and no answer leaves: \(fault.text.withLock { $0 })", -1)
    }
  }

  private final class LastFault: Sendable {
    let text = Mutex("")
  }

  /// What one client does.
  private func work(_ service: ChartService, _ scheduling: SimulatedScheduling, _ client: Int) {
    var generator = SplitMix64(seed: random { $0.next() })
    var requests = SimulatedRequests(client: client, repeats: seed >= Simulation.firstRepeating)
    for _ in 0..<Int.random(in: 5...40, using: &generator) {
      scheduling.yield()
      if disk.isDead { return }
      let request = requests.next(&generator)
      let session = request.params["session"]?.stringValue ?? "default"
      do throws(RPCError) {
        _ = try service.call(request.method, params: request.params, buffers: request.buffers)
      } catch {
        if error.code == .notKept { world.state.withLock { $0.outcome.refusals += 1 } }
        if error.code == .internalError { fail("\(request.method): \(error)", -1) }
      }
      noteAnswer(service, session)
      if SimulatedDisk.traces { print("client \(client): \(request.method) \(request.params.text.prefix(150))") }
    }
  }

  /// Notes what a session is now, if that is not what it was.
  ///
  /// All changes are made in the store's turns, one in each, and no other thread goes on between the end of one and this: no
  /// moment is missed, though the thread that made a change may wait for the disk before its answer leaves, and others
  /// change the same session meanwhile.
  /// - Returns: Its place among all that the session ever was.
  @discardableResult
  private func note(_ service: ChartService, _ session: String) -> Int {
    let document = Simulation.document(service, session)
    return world.state.withLock { state in
      if state.past[session]?.last != .some(document) {
        state.past[session, default: []].append(document)
        state.outcome.changes += 1
      }
      return (state.past[session]?.count ?? 1) - 1
    }
  }

  /// Notes when an answer has left that tells of a session as it is now.
  private func noteAnswer(_ service: ChartService, _ session: String) {
    let position = note(service, session)
    // What was made in a process that had died by then never left it.
    guard !disk.isDead else { return }
    let (world, disk) = (world, disk)
    service.whenSettled { fault in
      guard fault == nil, !disk.isDead else { return }
      world.state.withLock { state in
        state.acknowledged[session] = max(state.acknowledged[session] ?? 0, position)
        state.answers += 1
      }
    }
  }
}
