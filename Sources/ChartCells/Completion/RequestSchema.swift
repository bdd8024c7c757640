import ChartModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections

/// The JSON Schema of a JSON-RPC request as it is being typed: its parameters are those of the method that it names.
struct RequestSchema {
  let reader: SchemaReader

  /// - Parameter place: The cursor in a request or batch.
  init(_ place: CellPlace, kinds: ChartKinds) {
    let outline = place.outline
    // In a batch each request has its own method: the one whose object is at the cursor counts.
    let path: [JSONPath.Component] =
      switch outline.cursor?.role {
      case .key(let object): outline.objects[object].path
      case .node(let path), .value(let path): path
      case nil: []
      }
    var root: [JSONPath.Component] = []
    if case .index? = path.first { root = Array(path.prefix(1)) }
    let method = outline.objects.first { $0.path == root }?.scalars["method"].flatMap { ChartService.methods[$0] }
    reader = SchemaReader(RequestSchema.document(method, isBatch: !root.isEmpty, kinds))
  }

  private static func document(_ method: Method<ServiceContext>?, isBatch: Bool, _ kinds: ChartKinds) -> JSON {
    var definitions = SchemaDefinitions(prefix: "#/$defs/", declarations: [kinds.declaration])
    let params = method?.paramsDocument(in: &definitions) ?? ["type": "object"]
    let names = ChartService.methods.methods.map { JSON.string($0.name) }
    let request: JSON = [
      "type": "object",
      "properties": [
        "jsonrpc": ["description": "The version of JSON-RPC.", "const": "2.0"],
        "method": ["description": "The method's name.", "type": "string", "enum": .array(names)],
        "params": JSON.object(["description": "The method's parameters, by name or by position."]).merging(
          patch: params),
        "id": [
          "description": "What the answer is told by; a request without it is a notification and gets none.",
          "type": ["string", "integer", "null"],
        ],
      ],
    ]
    let root = isBatch ? ["type": "array", "items": request] : request
    return root.merging(patch: ["$defs": .object(definitions.schemas)])
  }
}
