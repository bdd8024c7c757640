import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@Suite("Faults: what cannot be done is refused with its place and a reason, and changes nothing")
struct FaultTests {
  let service: ChartService

  init() throws { service = try ChartService.prepared() }

  @Test(
    "Indices that don't exist are refused with what is allowed",
    arguments: [
      Fault("chart/highlight", ["index": 5], "index", "from 0 to 4"),
      Fault("chart/highlight", ["index": -1], "index", "at least 0"),
      Fault("chart/highlight", ["index": 1.5], "index", "whole"),
      Fault("chart/highlight", [:], "index", "required"),
      Fault("chart/highlight", ["index": 0, "series": 1], "series", "from 0 to 0"),
      Fault("chart/highlight", ["index": 0, "series": 4_000_000_000], "series", "from 0 to 0"),
      Fault("chart/highlight", ["path": [0, 0]], "path[1]", "no slices"),
      Fault("chart/highlight", ["path": []], "path", "at least 1"),
      Fault("chart/highlight", ["path": [0], "index": 0], "path", "either"),
      Fault("chart/highlight", ["x": 1, "index": 0], "x", "either"),
      Fault("chart/highlight", ["x": 1, "y": 0], "y", "no y axis"),
      Fault("chart/marker", ["index": 99], "index", "from 0 to 4"),
      Fault("chart/marker", ["index": nil], "index", "required"),
      Fault("chart/toggle", ["series": 5], "series", "from 0 to 4"),
      Fault("chart/toggle", ["series": true], "series", "whole number"),
      Fault("chart/rotate", [:], "by", "either"),
      Fault("chart/rotate", ["by": 1, "to": 2], "to", "either"),
      Fault("chart/rotate", ["by": "much"], "by", "a number"),
      Fault("chart/pointer", ["phase": "press", "x": 0, "y": 0], "phase", "down"),
      Fault("chart/tap", ["x": 0], "y", "required"),
      Fault("chart/brush", ["x": [0, 1]], "x", "no axes"),
      Fault("chart/brush", ["y": 3], "y", "a list"),
      Fault("chart/render", ["phase": 1.5], "phase", "from 0 to 1"),
      Fault("chart/render", ["format": "bmp"], "format", "one of svg, png, pdf, html"),
      Fault("chart/render", ["size": ["width": 0, "height": 3]], "size.width", "from 1"),
      Fault("chart/sliceAt", ["angle": nil], "angle", "a number"),
      Fault("chart/animate", ["action": "pause"], "action", "start"),
    ] as [Fault])
  func faults(fault: Fault) throws {
    let before = try service.svg()
    let error = try service.error(fault.subject, (["chart": "spending"] as JSON).merging(fully: fault.params))
    #expect(error.code == .invalidParams)
    #expect(error.data?["path"] == .string(fault.path))
    #expect(error.data?["reason"]?.stringValue?.contains(fault.reason) == true, "\(error.message)")
    #expect(try service.svg() == before)
  }

  @Test("Misspelt words get a suggestion")
  func suggestions() throws {
    #expect(try service.error("chart/toggle", ["chart": "spending", "series": "Rnet"]).data?["suggestion"] == "Rent")
    #expect(
      try service.error("chart/key", ["chart": "spending", "key": "ArowLeft"]).data?["suggestion"] == "ArrowLeft")
    #expect(try service.error("chart/tap", ["chart": "spendign", "x": 1, "y": 1]).data?["suggestion"] == "spending")
    #expect(try service.error("chart/tpa", [:]).data?["suggestion"] == "chart/tap")
    let unknown = try service.error("chart/create", ["spec": ["kind": "pie", "slicse": []]])
    #expect(unknown.data == ["path": "spec.slicse", "reason": "unknown key", "suggestion": "slices"])
  }

  @Test("Every method about a chart knows which sessions and charts there are not")
  func missing() throws {
    for method in ChartService.methods.methods where method.parameterNames.first == "chart" {
      let required: JSON = [
        "x": 1, "y": 1, "patch": [:], "points": [], "phase": "down", "key": "Home", "series": 0, "time": 0, "angle": 0,
        "action": "start", "by": 1, "index": 0, "scale": 2,
      ]
      var params: OrderedDictionary<String, JSON> = ["chart": "nowhere"]
      for name in method.parameterNames where !["size", "path", "to"].contains(name) {
        if method.name == "chart/render", name == "phase" { continue }
        if method.name == "chart/highlight", name == "x" || name == "y" { continue }
        if let value = required[name] { params[name] = value }
        if method.name == "chart/brush", name == "x" || name == "y" { params[name] = [1, 2] }
      }
      #expect(try service.error(method.name, .object(params)).code == .noSuchChart, "\(method.name)")
      params["session"] = "elsewhere"
      let error = try service.error(method.name, .object(params))
      #expect(error.code == .noSuchSession && error.data == ["session": "elsewhere"], "\(method.name)")
    }
  }

  @Test(
    "What a pie cannot do is refused with a reason",
    arguments: [
      Fault("chart/scroll", ["by": 3]), Fault("chart/zoom", ["scale": 2]), Fault("chart/zoom", ["fit": true]),
      Fault("chart/append", ["points": [1, 2]]),
    ] as [Fault])
  func unsupported(fault: Fault) throws {
    let error = try service.error(fault.subject, (["chart": "spending"] as JSON).merging(patch: fault.params))
    #expect(error.code == .invalidParams && error.data?["path"] == "chart")
    #expect(error.data?["reason"]?.stringValue?.hasPrefix("a pie has no") == true)
  }

  @Test("A cancelled call changes nothing")
  func cancellation() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: RPCError.cancelled) {
      try service.call("chart/rotate", params: ["chart": "spending", "by": 5], cancellation: cancellation)
    }
    #expect(try service.call("chart/get", params: ["chart": "spending"])["revision"] == 1)
  }

  @Test("The errors that charts and sessions add say what the protocol's table does")
  func codes() {
    let session = RPCError.noSuchSession("s"), chart = RPCError.noSuchChart("c", suggestion: "d")
    #expect(session.json == ["code": -32001, "message": "There is no session 's'", "data": ["session": "s"]])
    #expect(chart.message == "There is no chart 'c'; did you mean 'd'?")
    #expect(chart.code.rawValue == -32002 && chart.data == ["chart": "c", "suggestion": "d"])
    #expect([session.code.title, chart.code.title] == ["No such session", "No such chart"])
  }

  @Test("Inside the process a fault in parameters is a value, with its path and kind, beside what the message says")
  func values() throws {
    let service = try ChartService.prepared()
    func fault(_ params: JSON) throws -> InvalidValue {
      try #require(try service.error("chart/create", params).parameterFault)
    }
    let key = try fault(["spec": ["kind": "pie", "slices": [["valeu": 1]]]])
    #expect(key.path == JSONPath([.key("spec"), .key("slices"), .index(0), .key("valeu")]))
    #expect(key.kind == .unknownKey && key.reason == "unknown key" && key.suggestion == "value")
    #expect(try fault([:]).kind == .missing)
    #expect(try fault(["spec": ["kind": "pie", "id": 7, "slices": []]]).kind == .textExpected)
    #expect(try fault(["spec": ["kind": "pie", "slices": [["value": "much"]]]]).kind == .mismatch)
    let chart = try service.error("chart/undo", ["chart": "spendin"])
    #expect(chart.parameterFault == nil && chart.reason == "There is no chart 'spendin'")
    #expect(chart.fault?.suggestion == "spending")
  }
}
