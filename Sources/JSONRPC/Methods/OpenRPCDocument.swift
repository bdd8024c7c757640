import JSONModel
import OrderedCollections

/// The OpenRPC description of methods: https://spec.open-rpc.org, version 1.3.
enum OpenRPCDocument {
  static let version = "1.3.2"
  private static let prefix = "#/components/schemas/"

  static func make<Context>(
    title: String, version: String, description: String, methods: [Method<Context>], declarations: [SchemaDeclaration]
  ) -> JSON {
    var definitions = SchemaDefinitions(prefix: prefix, declarations: declarations)
    var containers: Set<String> = []
    let described = methods.map { describe($0, in: &definitions, containers: &containers) }
    var info: JSON = ["title": .string(title)]
    if !description.isEmpty { info = info.setting("description", .string(description)) }
    return [
      "openrpc": .string(Self.version), "info": info.setting("version", .string(version)), "methods": .array(described),
      "components": ["schemas": .object(schemas(definitions.schemas, without: containers, usedBy: described))],
    ]
  }

  // MARK: - Methods

  private static func describe<Context>(
    _ method: Method<Context>, in definitions: inout SchemaDefinitions, containers: inout Set<String>
  ) -> JSON {
    let params = descriptors(of: method, in: &definitions, containers: &containers)
    var members: OrderedDictionary<String, JSON> = ["name": .string(method.name), "summary": .string(method.summary)]
    if !method.documentation.isEmpty { members["description"] = .string(method.documentation) }
    members["paramStructure"] = "either"
    members["params"] = .array(params)
    members["result"] = ["name": "result", "schema": method.resultDocument(in: &definitions)]
    // What any method that takes parameters can say is said too, so that a client's table is complete.
    let codes = (params.isEmpty ? [] : [RPCError.Code.invalidParams]) + method.errors
    if !codes.isEmpty {
      members["errors"] = .array(
        OrderedSet(codes).map { ["code": .integer($0.rawValue), "message": .string($0.title)] })
    }
    if !method.examples.isEmpty {
      members["examples"] = .array(method.examples.map { describe($0, names: method.parameterNames) })
    }
    return .object(members)
  }

  /// One content descriptor for each parameter, each with its own schema, taken out of the schema of all.
  private static func descriptors<Context>(
    of method: Method<Context>, in definitions: inout SchemaDefinitions, containers: inout Set<String>
  ) -> [JSON] {
    let whole = method.paramsDocument(in: &definitions)
    var object = whole
    if let name = whole["$ref"]?.stringValue?.dropFirst(prefix.count) {
      object = definitions.schemas[String(name)] ?? whole
      containers.insert(String(name))
    }
    guard !method.parameterNames.isEmpty else {
      // A list of any length, or an object with any members, has no parameters of its own to name.
      if object["properties"]?.objectValue?.isEmpty == true { return [] }
      return [["name": "params", "required": true, "schema": whole]]
    }
    let required = object["required"]?.arrayValue ?? []
    return method.parameterNames.map { name in
      let schema = object["properties"]?[name] ?? [:]
      var members: OrderedDictionary<String, JSON> = ["name": .string(name)]
      members["description"] = schema["description"]
      members["required"] = .bool(required.contains(.string(name)))
      members["schema"] = schema
      return .object(members)
    }
  }

  private static func describe(_ example: MethodExample, names: [String]) -> JSON {
    let params: [JSON]
    switch example.params {
    case .object(let members):
      params = members.map { ["name": .string($0.key), "value": $0.value] }
    case .array(let values):
      params = values.enumerated().map { index, value in
        ["name": .string(index < names.count ? names[index] : "params"), "value": value]
      }
    default:
      params = []
    }
    return [
      "name": .string(example.name), "params": .array(params), "result": ["name": "result", "value": example.result],
    ]
  }

  // MARK: - Schemas

  /// The schemas that something refers to. Those of whole parameter objects are mostly not: their properties were taken
  /// out as the parameters.
  private static func schemas(
    _ all: OrderedDictionary<String, JSON>, without containers: Set<String>, usedBy methods: [JSON]
  ) -> OrderedDictionary<String, JSON> {
    var used: Set<String> = []
    for method in methods { collectReferences(in: method, of: all, into: &used) }
    return all.filter { used.contains($0.key) || !containers.contains($0.key) }
  }

  /// The names referred to by a value and, in turn, by what it refers to.
  private static func collectReferences(
    in value: JSON, of all: OrderedDictionary<String, JSON>, into used: inout Set<String>
  ) {
    switch value {
    case .array(let elements):
      for element in elements { collectReferences(in: element, of: all, into: &used) }
    case .object(let members):
      if let reference = members["$ref"]?.stringValue, reference.hasPrefix(prefix) {
        let name = String(reference.dropFirst(prefix.count))
        if used.insert(name).inserted, let schema = all[name] { collectReferences(in: schema, of: all, into: &used) }
      }
      for member in members.values { collectReferences(in: member, of: all, into: &used) }
    default:
      break
    }
  }
}
