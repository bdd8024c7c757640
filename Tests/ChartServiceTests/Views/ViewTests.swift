import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Live views: all at first, then what has changed")
struct ViewTests {
  private let service: ChartService
  private let subscriber: Subscriber

  init() throws {
    service = try ChartService.prepared()
    subscriber = Subscriber(service: service)
  }

  private func members(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let params = (["chart": "spending"] as JSON).merging(patch: params)
    return try #require(try service.call(method, params: params, subscriber: subscriber)["members"])
  }

  private func rotate() throws {
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 5, "render": false])
  }

  @Test("A view that is opened is told everything, with the picture whole")
  func opening() throws {
    let members = try members("view/open")
    #expect(members["chart"] == "spending" && members["kind"] == "pie" && members["revision"] == 1)
    #expect(members["picture"] == 1 && members["patch"] == .null && members["isGone"] == false)
    #expect(try members["svg"]?.stringValue == service.svg())
  }

  @Test("Later it is told what has changed, once, and of the picture a patch")
  func updates() throws {
    _ = try members("view/open")
    #expect(try members("view/update") == [:])
    try rotate()
    let news = try members("view/update")
    #expect(news["revision"] == 2 && news["picture"] == 2 && news["patch"]?["from"] == 1 && news["svg"] == nil)
    #expect(try members("view/update") == [:])
    // Several changes are one.
    try rotate()
    try rotate()
    #expect(try members("view/update")["patch"]?["from"] == 2)
  }

  @Test("It is told in words what is selected, and what is brushed")
  func words() throws {
    let spec =
      ["kind": "bar", "select": "x", "x": ["labels": ["a", "b", "c"]], "series": [["values": [1, 2, 3]]]] as JSON
    _ = try service.call("chart/create", params: ["chart": "spending", "spec": spec, "render": false])
    let members = try members("view/open")
    #expect(members["selected"] == .null && members["brushed"] == .null)
    for key in ["Home", "Shift+ArrowRight", "Shift+ArrowRight"] as [JSON] {
      _ = try service.call("chart/key", params: ["chart": "spending", "key": key, "render": false])
    }
    let news = try self.members("view/update")
    #expect(news["selected"] == "a: 1" && news["brushed"] == "a to b")
  }

  @Test("Another theme is another picture, and stays")
  func themes() throws {
    _ = try members("view/open")
    let dark = try members("view/update", ["theme": "dark"])
    #expect(dark["theme"] == "dark")
    try rotate()
    #expect(try members("view/update")["theme"] == nil)
    #expect(try members("view/open")["svg"]?.stringValue?.contains("#16181d") == true)
    #expect(try members("view/open", ["theme": "light"])["svg"]?.stringValue?.contains("#16181d") == false)
  }

  @Test("Opened again, all is told anew under a number that no page has")
  func again() throws {
    _ = try members("view/open")
    #expect(try members("view/open")["picture"] == 2)
    #expect(try members("view/update") == [:])
  }

  @Test("What was not opened is opened, and what was closed is opened again")
  func closed() throws {
    #expect(try members("view/update")["svg"] != nil)
    _ = try service.call("view/close", params: ["chart": "spending"], subscriber: subscriber)
    #expect(try members("view/update")["svg"] != nil)
  }

  @Test("Clients have views of their own")
  func clients() throws {
    _ = try members("view/open")
    try rotate()
    let other = Subscriber(service: service)
    let all = try service.call("view/update", params: ["chart": "spending"], subscriber: other)["members"]
    #expect(all?["svg"] != nil)
    #expect(try members("view/update")["patch"] != nil)
  }

  @Test("A chart that has gone is said to have gone; who has no way back is refused")
  func gone() throws {
    _ = try members("view/open")
    _ = try service.call("chart/delete", params: ["chart": "spending"])
    #expect(throws: RPCError.self) { try members("view/update") }
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "spending"])
    #expect(try members("view/update")["svg"] != nil)
    #expect(try service.error("view/open", ["chart": "spending"]).code == .invalidRequest)
  }
}
