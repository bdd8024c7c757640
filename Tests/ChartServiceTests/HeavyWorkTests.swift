import ChartEngine
import ChartModel
import ServiceTestSupport
import JSONModel
import JSONRPC
import Synchronization
import Testing

@testable import ChartService

@Suite("Going back is an assignment, and nothing heavy is done while others wait")
struct HeavyWorkTests {
  /// The heavy work that something takes.
  private func work(of body: () throws -> Void) rethrows -> [HeavyWork] {
    let seen = Seen()
    try HeavyWork.observing({ work in seen.all.withLock { $0.append(work) } }, body)
    return seen.all.withLock { $0 }
  }

  private final class Seen: Sendable {
    let all = Mutex<[HeavyWork]>([])
  }

  private static let line: JSON = [
    "kind": "line", "x": ["values": [1, 2, 4]], "series": [["name": "a", "values": [3, 1, 2]]],
  ]

  private func call(_ service: ChartService, _ method: String, _ params: JSON) throws -> [HeavyWork] {
    try work { _ = try service.call(method, params: params.merging(patch: ["chart": "c", "render": false])) }
  }

  @Test("A chart takes one engine to make, and its update another one")
  func making() throws {
    let service = ChartService()
    #expect(try call(service, "chart/create", ["spec": HeavyWorkTests.line]).count { $0 == .engine } == 1)
    #expect(try call(service, "chart/update", ["patch": ["title": "Other"]]).count { $0 == .engine } == 1)
    #expect(
      try call(service, "chart/edit", ["text": "kind: line\nseries: [{values: [1, 2]}]"]).count { $0 == .engine } == 1)
  }

  @Test("An import that nobody wants any more ends with the chart that it is at, and changes nothing")
  func cancelledImport() throws {
    let service = ChartService()
    for index in 0..<50 {
      let spec = HeavyWorkTests.line.merging(patch: ["title": .string("Chart \(index)")])
      _ = try service.call("chart/create", params: ["chart": .string("c\(index)"), "spec": spec, "render": false])
    }
    let document = try #require(try service.call("session/export")["document"])
    let params: JSON = ["document": document, "session": "copy"]
    // Whole it takes an engine for each chart.
    let whole = try work { _ = try service.call("session/import", params: params) }
    #expect(whole.count { $0 == .engine } == 50)
    _ = try service.call("session/close", params: ["session": "copy"])

    let cancellation = Cancellation()
    let seen = Seen()
    #expect(throws: RPCError.cancelled) {
      try HeavyWork.observing({ work in
        seen.all.withLock { all in
          all.append(work)
          if all.count(where: { $0 == .engine }) == 3 { cancellation.cancel() }
        }
      }) {
        _ = try service.call("session/import", params: params, cancellation: cancellation)
      }
    }
    #expect(seen.all.withLock { $0.count { $0 == .engine } } == 3)
    #expect(service.sessions == ["default"])
  }

  @Test("What goes through all charts of a session looks at each whether it is still wanted")
  func cancelledTransfer() throws {
    let service = ChartService()
    _ = try call(service, "chart/create", ["spec": HeavyWorkTests.line])
    let document = try #require(try service.call("session/export")["document"])
    let cancellation = Cancellation()
    cancellation.cancel()
    for (method, params) in [("session/export", [:]), ("session/import", ["document": document])] as [(String, JSON)] {
      #expect(throws: RPCError.cancelled) {
        try service.call(method, params: params, cancellation: cancellation)
      }
    }
  }

  @Test("Undo and redo make no engine, read no spec and draw nothing, whether the spec changed or not")
  func travelling() throws {
    let service = ChartService()
    _ = try call(service, "chart/create", ["spec": HeavyWorkTests.line])
    let first = try service.svg("c")
    #expect(try call(service, "chart/highlight", ["index": 1]).contains(.engine) == false)
    _ = try call(service, "chart/update", ["patch": ["series": [["values": [5, 6, 7]]]]])
    _ = try call(service, "chart/append", ["points": [[9, 9]]])
    let last = try service.svg("c")
    for method in ["chart/undo", "chart/redo"] {
      for _ in 0..<3 { #expect(try !call(service, method, [:]).contains { $0 != .layout }) }
      #expect(try service.svg("c") == (method == "chart/undo" ? first : last))
    }
  }

  @Test("A point between the others is taken in without a layout; one beyond them, or in another view, needs one")
  func growing() throws {
    let service = ChartService()
    _ = try call(service, "chart/create", ["spec": HeavyWorkTests.line])
    _ = try call(service, "chart/append", ["points": [[5, 2]]])
    for x in 6..<9 { #expect(try call(service, "chart/append", ["points": [[.integer(x), 2]]]).isEmpty) }
    #expect(try call(service, "chart/append", ["points": [[10, 4]]]) == [.layout])
    #expect(try call(service, "chart/append", ["points": [[11, 4]]]).isEmpty)
    _ = try call(service, "chart/toggle", ["series": 0])
    #expect(try call(service, "chart/append", ["points": [[12, 4]]]) == [.layout])
  }

  @Test("An import makes one engine for each spec of the document, however many steps have it")
  func importing() throws {
    let service = ChartService()
    _ = try call(service, "chart/create", ["spec": HeavyWorkTests.line])
    for index in 0..<3 { _ = try call(service, "chart/highlight", ["index": .integer(index)]) }
    _ = try call(service, "chart/update", ["patch": ["title": "Other"]])
    let last = try service.svg("c")
    let document = try service.call("session/export")["document"] ?? .null
    let other = ChartService()
    let imported = try work { _ = try other.call("session/import", params: ["document": document]) }
    #expect(imported.count { $0 == .engine } == 2)
    #expect(try other.svg("c") == last)
    for _ in 0..<4 { #expect(try !call(other, "chart/undo", [:]).contains { $0 != .layout }) }
  }

  #if DEBUG
    @Test("An engine made under the service's lock stops a debug build")
    func guarded() async {
      await #expect(processExitsWith: .failure) {
        ChartService().withState { _ in _ = Chart(id: "c", spec: .pie(PieSpec())) }
      }
    }
  #endif
}
