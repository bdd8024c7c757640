import CellModel

/// A method or command, for people.
struct MethodDescription {
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

  var inspection: Inspection {
    var plain = [title, "", summary]
    var markdown = ["**`\(title)`**", "", summary]
    if !documentation.isEmpty {
      plain += ["", documentation]
      markdown += ["", documentation]
    }
    if !parameters.isEmpty {
      let width = parameters.map(\.name.count).max() ?? 0
      plain +=
        [""]
        + parameters.map { parameter in
          let gap = String(repeating: " ", count: width - parameter.name.count + 2)
          return "  \(parameter.name)\(gap)\(parameter.type). \(parameter.meaning)"
        }
      // A list, since CommonMark, which books read, has no tables.
      markdown +=
        [""]
        + parameters.map { parameter in
          let note = parameter.isRequired ? ", required" : ""
          let meaning = parameter.meaning.isEmpty ? "" : ": \(parameter.meaning)"
          return "- `\(parameter.name)` (\(parameter.type)\(note))\(meaning)"
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
    return Inspection(plain: plain.joined(separator: "\n"), markdown: markdown.joined(separator: "\n"))
  }
}
