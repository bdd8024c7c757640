import CellModel
import JSONModel

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

  var inspection: Inspection {
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
    return Inspection(plain: plain.joined(separator: "\n"), markdown: markdown.joined(separator: "\n\n"))
  }
}
