import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@Suite("Every method is described, and every example runs")
struct ExampleTests {
  @Test("Each example gives what it shows, in a fresh session")
  func everyExample() throws {
    for method in ChartService.methods.methods {
      for example in method.examples {
        let service = try ChartService.prepared()
        if example.params["chart"] == "steps" {
          _ = try service.call("chart/create", params: plotPreparation)
        }
        let subscriber = Subscriber(service: service)
        let result = try service.call(method.name, params: example.params, subscriber: subscriber)
        #expect(example.accepts(result), "\(method.name), \(example.name): \(result.text.prefix(600))")
      }
    }
  }

  @Test("Each example gives as a value what it gives as text")
  func everyExampleAsValue() throws {
    for method in ChartService.methods.methods {
      for example in method.examples {
        // Twins, since most methods change something.
        let (one, other) = (try ChartService.prepared(), try ChartService.prepared())
        if example.params["chart"] == "steps" {
          for service in [one, other] { _ = try service.call("chart/create", params: plotPreparation) }
        }
        let request: JSON = ["jsonrpc": "2.0", "id": "x", "method": .string(method.name), "params": example.params]
        let text = try #require(one.respond(to: request.bytes, subscriber: Subscriber(service: one)))
        let value = try #require(other.respond(to: request, subscriber: Subscriber(service: other)))
        #expect(value.bytes == text, "\(method.name), \(example.name)")
      }
    }
  }

  @Test("What can leave the picture out gives one if nothing is said")
  func pictures() throws {
    for method in ChartService.methods.methods {
      for example in method.examples where example.params["render"] == false {
        let service = try ChartService.prepared()
        if example.params["chart"] == "steps" { _ = try service.call("chart/create", params: plotPreparation) }
        guard case .object(var members) = example.params else { continue }
        members["render"] = nil
        let result = try service.call(method.name, params: .object(members), subscriber: Subscriber(service: service))
        // Whoever subscribes gets pictures later.
        #expect(
          result["display"] != nil || method.name == "session/subscribe",
          "\(method.name), \(example.name): \(result.text.prefix(300))")
      }
    }
  }

  @Test("All methods of the protocol are there, with examples")
  func completeness() {
    let names = [
      "initialize", "shutdown", "exit", "rpc.discover", "$/cancelRequest",
      "session/open", "session/list", "session/info", "session/close", "session/export", "session/import",
      "session/subscribe", "session/unsubscribe",
      "chart/create", "chart/update", "chart/edit",
      "chart/append", "chart/get", "chart/list", "chart/delete", "chart/render",
      "chart/tap", "chart/hover", "chart/pointer", "chart/rotate", "chart/highlight", "chart/scroll", "chart/zoom",
      "chart/advance", "chart/toggle", "chart/key", "chart/undo", "chart/redo", "chart/reset", "chart/hitTest",
      "chart/angleAt", "chart/sliceAt", "chart/marker", "chart/animate",
    ]
    for name in names {
      #expect(ChartService.methods[name] != nil, "\(name)")
      guard let method = ChartService.methods[name], name.contains("/"), !name.hasPrefix("$") else { continue }
      #expect(!method.examples.isEmpty, "\(name) has no example")
      #expect(!method.summary.isEmpty)
    }
  }

  @Test("rpc.discover describes them, and what it refers to is there")
  func discovery() throws {
    let document = try ChartService.prepared().call("rpc.discover")
    #expect(document["openrpc"]?.stringValue?.hasPrefix("1.") == true)
    let schemas = try #require(document["components"]?["schemas"]?.objectValue)
    var references: Set<String> = []
    collect(document, into: &references)
    #expect(references.contains("#/components/schemas/Pie"))
    for reference in references {
      let name = String(reference.dropFirst("#/components/schemas/".count))
      #expect(schemas[name] != nil, "\(reference)")
    }
  }

  private func collect(_ json: JSON, into references: inout Set<String>) {
    if let reference = json["$ref"]?.stringValue { references.insert(reference) }
    for member in json.objectValue?.values.map({ $0 }) ?? json.arrayValue ?? [] { collect(member, into: &references) }
  }
}
