import JSONModel
import JSONRPC
import OrderedCollections
import RPCTestSupport
import Testing

@Suite("OpenRPC description")
struct OpenRPCTests {
  private let document: JSON

  init() throws {
    let context = TestService.Context(call: Call(method: "rpc.discover"), gate: TestService.Gate())
    document = try TestService.table.call("rpc.discover", context: context)
  }

  private func method(_ name: String) -> JSON? {
    document["methods"]?.arrayValue?.first { $0["name"] == .string(name) }
  }

  @Test("the document has what OpenRPC 1.3 requires, for every method")
  func required() throws {
    #expect(document["openrpc"] == "1.3.2")
    #expect(document["info"] == ["title": "Test", "description": "For tests.", "version": "1.2.3"])
    let methods = try #require(document["methods"]?.arrayValue)
    let names = methods.compactMap { $0["name"]?.stringValue }
    #expect(names.suffix(4) == ["rpc.discover", "$/cancelRequest", "shutdown", "exit"])
    #expect(Set(names).count == names.count)
    #expect(names == TestService.table.methods.map(\.name))
    for method in methods {
      #expect(method["summary"]?.stringValue?.isEmpty == false)
      #expect(method["paramStructure"] == "either")
      #expect(method["result"]?["name"]?.stringValue != nil)
      #expect(method["result"]?["schema"]?.objectValue != nil)
      var mayBeLeftOut = false
      for descriptor in try #require(method["params"]?.arrayValue) {
        #expect(descriptor["name"]?.stringValue?.isEmpty == false)
        #expect(descriptor["schema"]?.objectValue != nil)
        let isRequired: Bool = try #require(descriptor["required"]?.boolValue as Bool?)
        #expect(!(isRequired && mayBeLeftOut), "a required parameter must not follow one that may be left out")
        mayBeLeftOut = mayBeLeftOut || !isRequired
      }
      for error in method["errors"]?.arrayValue ?? [] {
        #expect(error["code"]?.integerValue != nil)
        #expect(error["message"]?.stringValue?.isEmpty == false)
      }
      for example in method["examples"]?.arrayValue ?? [] {
        #expect(example["name"]?.stringValue?.isEmpty == false)
        #expect(example["result"]?["value"] != nil)
        #expect(example["params"]?.arrayValue != nil)
      }
    }
  }

  @Test("each parameter has its own schema, documentation and whether it is required")
  func parameters() {
    let params = method("greet")?["params"]
    #expect(params?.arrayValue?.map { $0["name"] } == ["name", "place", "times"])
    #expect(params?[0]?["description"] == "Whom")
    #expect(params?[0]?["required"] == false)
    #expect(params?[0]?["schema"]?["default"] == "you")
    #expect(params?[1]?["schema"]?["anyOf"] == [["$ref": "#/components/schemas/Place"], ["type": "null"]])
    #expect(params?[2]?["schema"]?["maximum"] == 9)
    #expect(method("subtract")?["params"]?[0]?["required"] == true)
    #expect(method("get_data")?["params"] == [])
    #expect(method("sum")?["params"]?[0]?["schema"]?["type"] == "array")
  }

  @Test("every reference can be followed, and no schema is there for nothing")
  func references() {
    var references: Set<String> = []
    func collect(_ value: JSON) {
      if let reference = value["$ref"]?.stringValue { references.insert(reference) }
      for element in value.arrayValue ?? [] { collect(element) }
      for member in value.objectValue.map({ Array($0.values) }) ?? [] { collect(member) }
    }
    collect(document)
    let schemas = document["components"]?["schemas"]?.objectValue.map { Array($0.keys) } ?? []
    #expect(references == Set(schemas.map { "#/components/schemas/" + $0 }))
    #expect(schemas == ["Place"])
  }

  @Test("What an example gives by position has the parameters' names, and `params` where none is declared")
  func examplesByPosition() {
    #expect(
      method("sum")?["examples"]?[0]?["params"] == [["name": "params", "value": 1], ["name": "params", "value": 2]])
    #expect(
      method("subtract")?["examples"]?[1]?["params"]?.arrayValue?.map { $0["name"] } == ["minuend", "subtrahend"])
  }

  @Test("`null` is nothing as a result, and only that")
  func nothing() throws {
    _ = try Schema.null.decode(.null)
    for other in [0, [:], "null"] as [JSON] { #expect(throws: InvalidValue.self) { try Schema.null.decode(other) } }
    #expect(Schema.null.encode(Empty()) == .null)
  }

  private struct Numbers: Sendable {
    var first = 0.0
    static let schema = Schema<Numbers>.object("Numbers", "Of a method.", initial: Numbers()) {
      Property("first", \.first, .number(), "One", required: true)
    }
  }
  /// What holds the parameters of another method.
  private struct Holder: Sendable {
    var numbers = Numbers()
    static let schema = Schema<Holder>.object("Holder", "Holds numbers.", initial: Holder()) {
      Property("numbers", \.numbers, Numbers.schema, "The numbers", required: true)
    }
  }
  private struct Request: Sendable {
    var holder = Holder()
    static let schema = Schema<Request>.object("Request", "Asks.", initial: Request()) {
      Property("holder", \.holder, Holder.schema, "What holds them", required: true)
    }
  }

  @Test("the parameters of a method are a schema, too, where something refers to them, be it through another schema")
  func nestedReferences() throws {
    let table = MethodTable<TestService.Context>(
      title: "Test", version: "1", description: "For tests.",
      methods: [
        Method("subtract", summary: "Subtracts.", params: Numbers.schema, result: .null) { _, _ in Empty()
        },
        Method("ask", summary: "Asks.", params: Request.schema, result: .null) { _, _ in Empty() },
      ])
    let context = TestService.Context(call: Call(method: "rpc.discover"), gate: TestService.Gate())
    let document = try table.call("rpc.discover", context: context)
    #expect(
      Set(document["components"]?["schemas"]?.objectValue.map { Array($0.keys) } ?? []) == ["Holder", "Numbers"])
  }

  @Test(
    "an example accepts what means the same: keys in any order, integers as numbers, and nothing more",
    arguments: [
      ("[1,{\"a\":2,\"b\":[]}]", "[1.0,{\"b\":[],\"a\":2}]", true), ("[1]", "[1,2]", false), ("[1,2]", "[1]", false),
      ("{\"a\":1}", "{\"a\":1,\"b\":2}", false), ("{\"a\":1,\"b\":2}", "{\"a\":1}", false),
      ("{\"a\":1}", "{\"b\":1}", false),
      ("1", "2.0", false), ("\"1\"", "1", false), ("{}", "{}", true), ("[]", "[]", true), ("null", "null", true),
    ])
  func meaning(shown: String, actual: String, isAccepted: Bool) throws {
    let example = MethodExample("x", params: [], result: try JSON(parsing: shown))
    #expect(example.accepts(try JSON(parsing: actual)) == isAccepted)
  }

  @Test("the examples are pairs of parameters by name and a result")
  func examples() {
    let examples = method("subtract")?["examples"]
    let params: JSON = [["name": "minuend", "value": 42], ["name": "subtrahend", "value": 23]]
    #expect(examples?[0] == ["name": "by name", "params": params, "result": ["name": "result", "value": 19]])
    #expect(examples?[1]?["params"] == params)
    #expect(method("subtract")?["errors"]?.arrayValue?.map { $0["code"] } == [-32602, -32004])
  }

  @Test("rpc.discover returns the document", .timeLimit(.minutes(5)))
  func discover() async throws {
    let client = Client()
    #expect(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#) == nil, "it is heavy")
    #expect(try JSON(parsing: try await client.take(1)[0])["result"] == document)
  }

  @Test("every example of every method holds")
  func run() throws {
    let context = TestService.Context(call: Call(method: ""), gate: TestService.Gate())
    for method in TestService.table.methods {
      for example in method.examples {
        #expect(example.accepts(try method.call(example.params, context)), "\(method.name): \(example.name)")
      }
    }
  }

  @Test("an example compares what it says and no more")
  func comparing() {
    let shown: JSON = ["a": 1, "hit": ["kind": "slice", "index": 2], "svg": "…"]
    let actual: JSON = ["hit": ["index": 2.0, "kind": "slice"], "svg": "<svg/>", "a": 2]
    func accepts(_ comparison: MethodExample.Comparison) -> Bool {
      MethodExample("", params: [:], result: shown, compares: comparison).accepts(actual)
    }
    #expect(!accepts(.everything))
    #expect(accepts(.nothing))
    #expect(accepts(.members(["hit.kind", "hit.index", "absent"])))
    #expect(accepts(.members(["hit"])))
    #expect(!accepts(.members(["hit", "a"])))
  }

  @Test("a method that a service declares under a built-in name takes its place")
  func overriding() throws {
    let own = Method<Void>("shutdown", summary: "Mine.", params: .empty, result: .integer()) { _, _ in 7 }
    let table = MethodTable(title: "T", version: "1", methods: [own])
    #expect(table.methods.map(\.name) == ["shutdown", "rpc.discover", "$/cancelRequest", "exit"])
    #expect(try table.call("shutdown", context: ()) == 7)
  }
}
