import ChartModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections

/// Finds in a JSON Schema what can stand at a place: completion, inspection and commands ask it, so that they say what
/// the declarations say.
struct SchemaReader: Sendable {
  let root: JSON

  init(_ root: JSON) { self.root = root }

  /// The parameters of a method together.
  /// - Parameter kinds: What parameters that are specs can be.
  init(parametersOf method: Method<ServiceContext>, kinds: ChartKinds) {
    var definitions = SchemaDefinitions(prefix: "#/$defs/", declarations: [kinds.declaration])
    let document = method.paramsDocument(in: &definitions)
    self.root = JSON.object(["$defs": .object(definitions.schemas)]).merging(patch: document)
  }

  /// The schemas at a place; several where alternatives are allowed. Each keeps the description that its property has.
  /// - Parameter scalars: The texts of the members of the objects on the way, from the root on: of several types of
  ///   object the one is meant whose constants they have.
  func schemas(at path: [JSONPath.Component], scalars: [[String: String]] = []) -> [JSON] {
    var current = alternatives(root)
    for (depth, component) in path.enumerated() {
      let known = scalars.indices.contains(depth) ? scalars[depth] : [:]
      current = children(of: narrowed(current, by: known), component)
    }
    return narrowed(current, by: scalars.indices.contains(path.count) ? scalars[path.count] : [:])
  }

  /// What is declared of a key goes before what any other key would be.
  private func children(of schemas: [JSON], _ component: JSONPath.Component) -> [JSON] {
    switch component {
    case .key(let key):
      let declared = schemas.compactMap { $0["properties"]?[key] }
      let members = declared.isEmpty ? schemas.compactMap { $0["additionalProperties"] } : declared
      return members.flatMap { alternatives($0) }
    case .index:
      return schemas.compactMap { $0["items"] }.flatMap { alternatives($0) }
    }
  }

  /// What a schema stands for once references are followed and choices are taken apart.
  func alternatives(_ schema: JSON, depth: Int = 0) -> [JSON] {
    guard depth < 16, var members = schema.objectValue else { return [] }
    // The definitions are those of the root: with them each choice would become as large as all.
    members.removeValue(forKey: "$defs")
    if let reference = members.removeValue(forKey: "$ref")?.stringValue {
      guard reference.hasPrefix("#/$defs/"), let target = root["$defs"]?[String(reference.dropFirst(8))] else {
        return []
      }
      return alternatives(target.merging(patch: .object(members)), depth: depth + 1)
    }
    for key in ["anyOf", "oneOf"] {
      guard let choices = members.removeValue(forKey: key)?.arrayValue else { continue }
      return choices.flatMap { alternatives($0.merging(patch: .object(members)), depth: depth + 1) }
    }
    return [.object(members)]
  }

  private func narrowed(_ schemas: [JSON], by scalars: [String: String]) -> [JSON] {
    guard schemas.count > 1, !scalars.isEmpty else { return schemas }
    let fitting = schemas.filter { schema in
      scalars.allSatisfy { key, text in
        guard let constant = schema["properties"]?[key]?["const"] else { return true }
        return constant == .string(text)
      }
    }
    return fitting.isEmpty ? schemas : fitting
  }
}
