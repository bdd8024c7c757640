public import CellModel
import ChartModel
import ChartService
import JSONModel
import YAMLText

extension CellInterpreter {
  /// What can stand at the cursor: commands, chart ids, keys of specs that are not there yet, words that a value can
  /// be, methods and their parameters, and behind `$` the parameters of cells.
  /// - Parameter cursor: An offset in Unicode scalars, as Jupyter counts; one outside of the text is moved into it.
  public func completions(of code: String, at cursor: Int) -> Completions {
    let place = CellPlace(code, cursor: cursor)
    if let completions = completions(ofParameter: place) { return completions }
    switch place.statement?.kind {
    case .command: return completions(ofCommand: place)
    case .help: return completions(ofHelp: place)
    case .assignment, .parameter: return place.nothing
    case .request: return completions(ofValue: place, schema: RequestSchema(place, kinds: service.kinds).reader)
    case .spec, nil: return completions(ofValue: place, schema: SchemaReader(service.kinds.jsonSchema))
    }
  }

  // MARK: - Commands

  private func completions(ofCommand place: CellPlace) -> Completions {
    let text = place.command
    if place.cursor <= text.nameRange.upperBound {
      return place.completions(Command.all.map { "%\($0.name)" }.sorted(), word: text.nameRange)
    }
    guard let command = Command.named(text.name) else { return place.nothing }
    let argument = text.argument(at: place.cursor)
    let word = argument?.range ?? place.cursor..<place.cursor
    let position = text.arguments.prefix { $0.range.upperBound < place.cursor }.filter { $0.key == nil }.count
    switch command.action {
    case .help: return position == 0 ? place.completions(Command.all.map(\.name).sorted(), word: word) : place.nothing
    case .export:
      return position == 0 ? place.completions(charts.map(CommandParameters.quoted), word: word) : place.nothing
    case .echo: return position == 0 ? place.completions(["--stderr"], word: word) : place.nothing
    case .clear: return position == 0 ? place.completions(["--wait"], word: word) : place.nothing
    case .live:
      return position == 0 ? place.completions(Liveness.allCases.map(\.rawValue).sorted(), word: word) : place.nothing
    case .parameters: return place.nothing
    case .method(let method):
      let parameters = CommandParameters(of: method, kinds: service.kinds)
      if let argument, let key = argument.key, place.cursor >= argument.valueRange.lowerBound {
        return place.completions(words(of: key, parameters), word: argument.valueRange)
      }
      let given = Set(text.arguments.compactMap(\.key))
      var names = parameters.positional.filter { !given.contains($0) }
      // The first argument is a parameter of its own where the chart is left out.
      if names.first == "chart", position > 0, charts.count == 1,
        let first = text.arguments.first(where: { $0.key == nil }),
        !charts.contains(first.plainValue)
      {
        names.removeFirst()
      }
      var matches = names.indices.contains(position) ? words(of: names[position], parameters) : []
      if names.first == "chart", position == 0, charts.count == 1, names.count > 1 {
        matches += words(of: names[1], parameters)
      }
      let taken = Set(names.prefix(position))
      matches += parameters.names.filter { !given.contains($0) && !taken.contains($0) }.map { "\($0)=" }
      return place.completions(matches, word: word)
    }
  }

  private func completions(ofHelp place: CellPlace) -> Completions {
    guard let query = HelpQuery(place.line, of: place.source),
      (query.word.lowerBound...query.word.upperBound).contains(place.cursor)
    else { return place.nothing }
    let names = Command.all.map(\.name).sorted()
    let hasSign = place.source.scalars[query.word].first == "%"
    return place.completions(hasSign ? names.map { "%\($0)" } : names, word: query.word)
  }

  private func words(of name: String, _ parameters: CommandParameters) -> [String] {
    switch name {
    case "chart": charts.map(CommandParameters.quoted)
    case "session": service.sessions.map(CommandParameters.quoted)
    default: SchemaReader.words(of: parameters.schemas(of: name)).map(CommandParameters.quoted)
    }
  }

  // MARK: - Specs and requests

  private func completions(ofValue place: CellPlace, schema: SchemaReader) -> Completions {
    let outline = place.outline
    guard let cursor = outline.cursor else { return place.nothing }
    let columns = SpecColumns(outline: outline, source: service.dataSource, parameters: parameters.current)
    switch cursor.role {
    case .key(let object):
      let path = outline.objects[object].path
      let given = outline.keys(of: object)
      let schemas = schema.schemas(at: path, scalars: outline.scalars(along: path))
      let keys = keys(at: path, schemas, columns, cursor.word)
      return place.completions(keys.filter { !given.contains($0.name) }, word: cursor.word)
    case .node(let path):
      let schemas = schema.schemas(at: path, scalars: outline.scalars(leadingTo: path))
      let offered =
        keys(at: path, schemas, columns, cursor.word) + words(at: path, schemas, place).map { OfferedWord($0) }
      return completions(offered, at: path, schemas, columns, place)
    case .value(let path):
      let schemas = schema.schemas(at: path, scalars: outline.scalars(leadingTo: path))
      let offered = words(at: path, schemas, place).map { OfferedWord($0) }
      return completions(offered, at: path, schemas, columns, place)
    }
  }

  /// The keys of an object: those that are declared, and columns where these are keys.
  private func keys(
    at path: [JSONPath.Component], _ schemas: [JSON], _ columns: SpecColumns, _ word: Range<Int>
  ) -> [OfferedWord] {
    let keys = SchemaReader.keys(of: schemas).map { OfferedWord($0) }
    guard schemas.contains(where: { ColumnFormat($0["propertyNames"]) == .column }) else { return keys }
    return keys + columns.names(at: path).map { OfferedWord(scalar: $0, at: word, in: columns.outline.source) }
  }

  /// Words, and the columns that there are where the schemas ask for one.
  private func completions(
    _ offered: [OfferedWord], at path: [JSONPath.Component], _ schemas: [JSON], _ columns: SpecColumns,
    _ place: CellPlace
  ) -> Completions {
    let word = columns.outline.cursor?.word ?? place.cursor..<place.cursor
    let formats = Set(schemas.compactMap { ColumnFormat($0) })
    guard !formats.isEmpty else { return place.completions(offered, word: word) }
    let names = columns.names(at: path)
    if formats.contains(.formula) {
      let formula = FormulaPlace(word, cursor: place.cursor, in: place.source)
      guard let part = formula.part else { return place.nothing }
      return place.completions(names.compactMap(formula.offer) + offered, word: part)
    }
    let falling = formats.contains(.sortColumn) ? names.map { "-\($0)" } : []
    let scalars = (names + falling).map { OfferedWord(scalar: $0, at: word, in: place.source) }
    return place.completions(offered + scalars, word: word)
  }

  private func words(at path: [JSONPath.Component], _ schemas: [JSON], _ place: CellPlace) -> [String] {
    if place.statement?.kind == .request, path.dropLast().last == .key("params") {
      if path.last == .key("chart") { return charts }
      if path.last == .key("session") { return service.sessions }
    }
    return SchemaReader.words(of: schemas)
  }
}

extension CommandParameters {
  /// A word as an argument: in quotes where it would be taken apart otherwise.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && !word.unicodeScalars.contains { $0.isBlank || $0.isLineBreak || "\"'{}[];=#".unicodeScalars.contains($0) }
    return isPlain ? word : JSON.string(word).text
  }
}

extension CommandText {
  /// The argument that the cursor is in or behind.
  func argument(at offset: Int) -> Argument? {
    arguments.first { ($0.range.lowerBound...$0.range.upperBound).contains(offset) }
  }
}
