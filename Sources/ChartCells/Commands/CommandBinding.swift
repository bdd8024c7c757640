import CellModel
import JSONModel
import YAMLText

/// The arguments of a command as the parameters of its method.
struct CommandBinding: Sendable {
  private(set) var params: JSON = [:]
  /// Which argument gave a parameter, for errors.
  private(set) var sources: [String: Range<Int>] = [:]
  /// What is to be told of names that are nearly those of parameters.
  private(set) var warnings: [String] = []

  /// - Parameter charts: The ids of the session's charts. Where there is just one it need not be named.
  init(
    _ text: CommandText, _ parameters: CommandParameters, charts: [String], source: SourceText
  ) throws(CellError) {
    var names = parameters.positional[...]
    let positional = text.arguments.filter { $0.key == nil }
    let named = Set(text.arguments.compactMap(\.key))
    if names.first == "chart", parameters.required.contains("chart"), !named.contains("chart"),
      CommandBinding.leavesOutChart(positional, named, parameters, charts: charts)
    {
      guard charts.count == 1 else {
        let reason =
          charts.isEmpty
          ? "there is no chart yet; make one by a spec such as {kind: pie, slices: [{label: Rent, value: 25}]}"
          : "name a chart: one of \(charts.joined(separator: ", "))"
        throw CellError("InvalidArgument", "%\(text.name): \(reason)", at: source.position(of: text.end), in: source)
      }
      params = ["chart": .string(charts[0])]
      names = names.dropFirst()
    }
    for argument in text.arguments {
      let name: String
      if let key = argument.key {
        guard parameters.names.contains(key) else {
          let near = nearestWord(to: key, among: parameters.names)
          let allowed = near == nil ? ", only \(parameters.names.joined(separator: ", "))" : ""
          throw CellError(
            "InvalidArgument", "%\(text.name) has no parameter '\(key.excerpt)'\(allowed)", suggestion: near,
            at: source.position(of: argument.range.lowerBound),
            in: source)
        }
        name = key
      } else {
        names = names.drop { named.contains($0) || params[$0] != nil }
        guard let next = names.popFirst() else {
          let allowed = parameters.positional.isEmpty ? "no arguments" : "no more arguments than \(parameters.usage)"
          throw CellError(
            "InvalidArgument", "%\(text.name) takes \(allowed)", at: source.position(of: argument.range.lowerBound),
            in: source)
        }
        name = next
      }
      guard sources[name] == nil else {
        throw CellError(
          "InvalidArgument", "%\(text.name): '\(name.excerpt)' is given twice",
          at: source.position(of: argument.range.lowerBound), in: source)
      }
      try set(name, argument, parameters, source)
    }
  }

  private mutating func set(
    _ name: String, _ argument: CommandText.Argument, _ parameters: CommandParameters, _ source: SourceText
  ) throws(CellError) {
    let schemas = parameters.schemas(of: name)
    let value: JSON
    do {
      value = try argument.json(as: schemas)
    } catch {
      // A command is one line, so the place inside the value is a column.
      let offset = argument.valueRange.lowerBound + (error.line == 1 ? error.column - 1 : 0)
      throw CellError("SyntaxError", error.message, at: source.position(of: offset), in: source)
    }
    params = params.setting(name, try withParameters(value, argument, schemas, source))
    sources[name] = argument.valueRange
  }

  /// The argument with the cells' parameters in it.
  private mutating func withParameters(
    _ json: JSON, _ argument: CommandText.Argument, _ schemas: [JSON], _ source: SourceText
  ) throws(CellError) -> JSON {
    var substitution = ParameterSubstitution(argument.parameters)
    let value: JSON
    do {
      value = try substitution.apply(to: json)
    } catch {
      throw CellError(
        "LimitExceeded", error.description, at: source.position(of: argument.valueRange.lowerBound), in: source)
    }
    warnings += substitution.warnings
    // Where only a text can stand the number 2017 is one, as it is when it is typed.
    let types = Set(schemas.flatMap { SchemaReader.types(of: $0) })
    guard types == ["string"], value.doubleValue != nil || value.boolValue != nil else { return value }
    return .string(Parameter(value).text)
  }

  /// Whether the chart is not named: as many arguments are missing, or the first one can only be the next parameter.
  private static func leavesOutChart(
    _ positional: [CommandText.Argument], _ named: Set<String>, _ parameters: CommandParameters, charts: [String]
  ) -> Bool {
    guard let first = positional.first else { return true }
    guard !charts.contains(first.plainValue) else { return false }
    let others = parameters.positional.dropFirst().filter { !named.contains($0) }
    let needed = others.filter(parameters.required.contains).count
    if positional.count <= needed { return true }
    guard positional.count <= others.count, let next = others.first else { return false }
    let schemas = parameters.schemas(of: next)
    let types = Set(schemas.flatMap { SchemaReader.types(of: $0) })
    // A word could be a misspelt chart; a number, where one is expected, is none.
    return types.isSubset(of: ["number", "integer", "null"]) && first.isNumber
  }

  /// Sets a parameter that was not given.
  mutating func setDefault(_ name: String, _ value: JSON) {
    if params[name] == nil { params = params.setting(name, value) }
  }

  mutating func set(_ name: String, _ value: JSON) { params = params.setting(name, value) }
}

extension CommandText.Argument {
  /// The value without quotes, and with the parameters in it.
  var plainValue: String {
    let isQuoted = value.first == "\"" || value.first == "'"
    let text = isQuoted ? (try? json(as: []))?.stringValue ?? value : value
    if let name = ParameterName.reference(text), let parameter = parameters[name] { return parameter.text }
    var substitution = ParameterSubstitution(parameters)
    return (try? substitution.filled(text)) ?? text
  }

  fileprivate var isNumber: Bool {
    if let name = ParameterName.reference(value) { return parameters[name]?.value.doubleValue != nil }
    return YAMLScalar.json(ofPlain: value).doubleValue != nil
  }
}
