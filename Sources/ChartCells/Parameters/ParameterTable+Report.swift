import CellModel
import JSONModel
import OrderedCollections

extension ParameterTable {
  /// All parameters for people and programs.
  var bundle: MIMEBundle {
    let width = names.map(\.count).max() ?? 0
    let rows = parameters.map { name, parameter in
      name + String(repeating: " ", count: width - name.count + 2) + parameter.excerpt
    }
    let hint = "no parameters yet; set one by a line such as angle = 30"
    return MIMEBundle(data: [
      "application/json": .object(parameters.mapValues(\.value)),
      "text/plain": .string(rows.isEmpty ? hint : rows.joined(separator: "\n")),
    ])
  }
}

extension Parameter {
  /// The value on one line of a table.
  fileprivate var excerpt: String {
    let line = value.text
    return line.utf8.count <= 80 ? line : "\(line.prefix(79))…"
  }

  /// The value for people.
  var readableText: String {
    switch value {
    case .array, .object: value.readableText
    default: text
    }
  }

  /// What is known of the parameter.
  func inspection(named name: String) -> Inspection {
    let shown = value.shortened.readableText
    let isShort = !shown.contains("\n")
    return Inspection(
      plain: isShort ? "$\(name): \(shown)" : "$\(name):\n\(shown)",
      markdown: isShort ? "**$\(name)**: `\(shown)`" : "**$\(name)**\n\n```\n\(shown)\n```")
  }
}
