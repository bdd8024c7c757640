public import CellModel
import ChartModel
import ChartService
import JSONModel
import JSONRPC
import YAMLText

extension CellInterpreter {
  /// What is known about the word at the cursor: a command, a method, a chart, a key of a spec,
  /// a parameter.
  /// - Parameter cursor: An offset in Unicode scalars, as Jupyter counts; one outside of the text is moved into it.
  public func inspect(_ code: String, at cursor: Int) -> Inspection? {
    let place = CellPlace(code, cursor: cursor)
    if let inspection = inspect(parameter: place) { return inspection }
    switch place.statement?.kind {
    case .command: return inspect(command: place)
    case .request: return inspect(value: place, schema: RequestSchema(place, kinds: service.kinds).reader)
    case .spec: return inspect(value: place, schema: SchemaReader(service.kinds.jsonSchema))
    case .help: return inspect(help: place)
    case .assignment, .parameter, nil: return nil
    }
  }

  private func inspect(help place: CellPlace) -> Inspection? {
    guard let query = HelpQuery(place.line, of: place.source) else { return nil }
    let word = place.source.string(query.word)
    return Command.named(word.first == "%" ? String(word.dropFirst()) : word)?.inspection(service.kinds)
  }

  private func inspect(command place: CellPlace) -> Inspection? {
    let text = place.command
    let argument = text.argument(at: place.cursor)
    guard let command = Command.named(text.name) else { return nil }
    guard let argument, place.cursor > text.nameRange.upperBound else { return command.inspection(service.kinds) }
    if case .help = command.action { return Command.named(argument.plainValue)?.inspection(service.kinds) }
    if let method = command.method, let key = argument.key {
      let parameters = CommandParameters(of: method, kinds: service.kinds)
      if key == "chart", place.cursor >= argument.valueRange.lowerBound, let chart = inspect(chart: argument.plainValue)
      {
        return chart
      }
      return parameters.descriptions.first { $0.name == key }?.inspection ?? command.inspection(service.kinds)
    }
    return inspect(chart: argument.plainValue) ?? command.inspection(service.kinds)
  }

  /// A chart in words.
  private func inspect(chart: String) -> Inspection? {
    guard let picture = try? service.picture(of: chart, in: session) else { return nil }
    let head = "\(chart): \(picture.kind), revision \(picture.revision)"
    return Inspection(
      plain: "\(head)\n\(picture.words)",
      markdown: "**\(chart)**: \(picture.kind), revision \(picture.revision)\n\n\(picture.words)")
  }

  private func inspect(value place: CellPlace, schema: SchemaReader) -> Inspection? {
    let outline = place.outline
    guard let cursor = outline.cursor else { return nil }
    let path: [JSONPath.Component]
    switch cursor.role {
    case .key(let object):
      let word = outline.source.string(cursor.word)
      guard !word.isEmpty else { return nil }
      path = outline.objects[object].path + [.key(word)]
    case .node(let place), .value(let place):
      path = place
    }
    let word = outline.source.string(cursor.word)
    if place.statement?.kind == .request {
      if path.last == .key("method"), path.count <= 2 {
        return ChartService.methods[word]?.inspection(service.kinds)
      }
      if path.suffix(2) == [.key("params"), .key("chart")], let chart = inspect(chart: word) { return chart }
    }
    // Of a value in a list its key says what it is.
    var keyPath = path[...]
    while let last = keyPath.last, case .index = last { keyPath = keyPath.dropLast() }
    guard case .key(let name)? = keyPath.last else { return nil }
    let schemas = schema.schemas(at: Array(keyPath), scalars: outline.scalars(along: Array(keyPath)))
    guard !schemas.isEmpty else { return nil }
    let owner = schema.schemas(
      at: Array(keyPath.dropLast()), scalars: outline.scalars(along: Array(keyPath.dropLast())))
    let isRequired = owner.contains { $0["required"]?.arrayValue?.contains(.string(name)) == true }
    return SchemaDescription(name: name, schemas: schemas, reader: schema, isRequired: isRequired).inspection
  }
}
