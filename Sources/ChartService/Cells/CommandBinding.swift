import JSONModel
import JSONRPC
import OrderedCollections

/// The arguments of a command as the parameters of its method.
struct CommandBinding: Sendable {
  private(set) var params: JSON = [:]
  /// Which argument gave a parameter, for errors.
  private(set) var sources: [String: Range<Int>] = [:]

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
          throw CellError(
            "InvalidArgument", "%\(text.name) has no parameter '\(key)'",
            suggestion: nearestWord(to: key, among: parameters.names),
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
          "InvalidArgument", "%\(text.name): '\(name)' is given twice",
          at: source.position(of: argument.range.lowerBound), in: source)
      }
      try set(name, argument, parameters, source)
    }
  }

  private mutating func set(
    _ name: String, _ argument: CommandText.Argument, _ parameters: CommandParameters, _ source: SourceText
  ) throws(CellError) {
    do {
      params = params.setting(name, try argument.json(as: parameters.schemas(of: name)))
      sources[name] = argument.valueRange
    } catch {
      // A command is one line, so the place inside the value is a column.
      let offset = argument.valueRange.lowerBound + (error.line == 1 ? error.column - 1 : 0)
      throw CellError("SyntaxError", error.message, at: source.position(of: offset), in: source)
    }
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
    return types.isSubset(of: ["number", "integer", "null"]) && YAMLScalar.json(ofPlain: first.value).doubleValue != nil
  }

  /// Sets a parameter that was not given.
  mutating func setDefault(_ name: String, _ value: JSON) {
    if params[name] == nil { params = params.setting(name, value) }
  }

  mutating func set(_ name: String, _ value: JSON) { params = params.setting(name, value) }
}

extension CommandText.Argument {
  /// The value without quotes.
  var plainValue: String {
    guard value.first == "\"" || value.first == "'" else { return value }
    return (try? json(as: []))?.stringValue ?? value
  }
}

extension JSON {
  /// This object with a member more, or with another value for it.
  func setting(_ key: String, _ value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }
}
