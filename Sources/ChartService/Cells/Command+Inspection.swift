import JSONModel
import JSONRPC
import OrderedCollections

extension Command {
  /// What is known about the command, made from the method's declaration as `rpc.discover` is.
  var inspection: CellInspection {
    let typed = usage.isEmpty ? "%\(name)" : "%\(name) \(usage)"
    var parts = MethodDescription(title: typed, summary: summary, documentation: documentation)
    parts.example = example
    if let method {
      parts.origin = method.name
      parts.parameters = CommandParameters(of: method).descriptions
    }
    return parts.inspection
  }
}

extension Method where Context == ServiceContext {
  /// What is known about the method.
  var inspection: CellInspection {
    let parameters = CommandParameters(of: self)
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
    names.map { SchemaDescription(name: $0, schemas: schemas(of: $0), reader: reader, isRequired: required.contains($0)) }
  }
}

/// What a schema says about a property, for people.
struct SchemaDescription: Sendable {
  var name: String
  var meaning: String
  var type: String
  var standard: String?
  var isRequired: Bool

  init(name: String, schemas: [JSON], reader: SchemaReader, isRequired: Bool) {
    self.name = name
    self.meaning = schemas.lazy.compactMap { $0["description"]?.stringValue }.first ?? ""
    self.type = reader.description(of: schemas)
    self.standard = schemas.lazy.compactMap { $0["default"]?.text }.first
    self.isRequired = isRequired
  }

  var inspection: CellInspection {
    var plain = ["\(name): \(type)"]
    var markdown = ["**\(name)**: \(type)"]
    if !meaning.isEmpty {
      plain.append(meaning)
      markdown.append(meaning)
    }
    if isRequired { plain.append("Required."); markdown.append("Required.") }
    if let standard {
      plain.append("If not given: \(standard)")
      markdown.append("If not given: `\(standard)`")
    }
    return CellInspection(plain: plain.joined(separator: "\n"), markdown: markdown.joined(separator: "\n\n"))
  }
}

/// A method or command, for people.
private struct MethodDescription {
  var title: String
  var summary: String
  var documentation: String
  var origin: String?
  var parameters: [SchemaDescription] = []
  var example: String?

  init(title: String, summary: String, documentation: String) {
    self.title = title
    self.summary = summary
    self.documentation = documentation
  }

  var inspection: CellInspection {
    var plain = [title, "", summary]
    var markdown = ["**`\(title)`**", "", summary]
    if !documentation.isEmpty {
      plain += ["", documentation]
      markdown += ["", documentation]
    }
    if !parameters.isEmpty {
      let width = parameters.map(\.name.count).max() ?? 0
      plain += [""] + parameters.map { parameter in
        let gap = String(repeating: " ", count: width - parameter.name.count + 2)
        return "  \(parameter.name)\(gap)\(parameter.type). \(parameter.meaning)"
      }
      markdown += ["", "| parameter | type | meaning |", "|---|---|---|"] + parameters.map { parameter in
        "| `\(parameter.name)`\(parameter.isRequired ? " (required)" : "") | \(parameter.type) | \(parameter.meaning) |"
      }
    }
    if let example {
      plain += ["", "Example: \(example)"]
      markdown += ["", "```", example, "```"]
    }
    if let origin {
      plain += ["", "Method: \(origin)"]
      markdown += ["", "Method: `\(origin)`"]
    }
    return CellInspection(plain: plain.joined(separator: "\n"), markdown: markdown.joined(separator: "\n"))
  }
}
