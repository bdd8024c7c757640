import CellModel
import ChartModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections

extension Command {
  /// What is known about the command, made from the method's declaration as `rpc.discover` is.
  /// - Parameter kinds: What specs can be.
  func inspection(_ kinds: ChartKinds) -> Inspection {
    let typed = usage.isEmpty ? "%\(name)" : "%\(name) \(usage)"
    var parts = MethodDescription(title: typed, summary: summary, documentation: documentation)
    parts.example = example
    if let method {
      parts.origin = method.name
      parts.parameters = CommandParameters(of: method, kinds: kinds).descriptions
    }
    return parts.inspection
  }
}

extension Method where Context == ServiceContext {
  /// What is known about the method.
  /// - Parameter kinds: What specs can be.
  func inspection(_ kinds: ChartKinds) -> Inspection {
    let parameters = CommandParameters(of: self, kinds: kinds)
    let list = parameterNames.map { parameters.required.contains($0) ? $0 : "\($0)?" }
    var parts = MethodDescription(
      title: "\(name) {\(list.joined(separator: ", "))}", summary: summary, documentation: documentation)
    parts.parameters = parameters.descriptions
    parts.example = examples.first.map {
      JSON.object(["jsonrpc": "2.0", "method": .string(name), "params": $0.params, "id": 1]).text
    }
    return parts.inspection
  }
}

extension CommandParameters {
  /// All parameters with their meaning, in turn.
  var descriptions: [SchemaDescription] {
    names.map {
      SchemaDescription(name: $0, schemas: schemas(of: $0), reader: reader, isRequired: required.contains($0))
    }
  }
}
