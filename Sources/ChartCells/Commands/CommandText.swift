import JSONModel
import YAMLText

/// A command as it was typed: its name and arguments, each with its place in the cell.
struct CommandText: Sendable {
  struct Argument: Sendable {
    /// The key of `key=value`.
    var key: String?
    /// The whole argument's offsets in the cell.
    var range: Range<Int>
    /// The value's offsets.
    var valueRange: Range<Int>
    /// The value as it was typed, quotes and brackets included.
    var value: String
    /// What `$name` stands for in the value.
    var parameters: ParameterTable
  }

  /// Without the `%`.
  var name: String
  /// The offsets of the name with its `%`.
  var nameRange: Range<Int>
  var arguments: [Argument]
  /// Everything behind the name as it was typed.
  var rest: String
  /// Whether the line ends with `;`: nothing is shown.
  var isQuiet: Bool
  /// The end of the line without white space, comment and `;`.
  var end: Int

  /// - Parameters:
  ///   - range: The line that begins with `%`, perhaps indented.
  ///   - parameters: What `$name` stands for in the arguments.
  init(_ range: Range<Int>, of source: SourceText, parameters: ParameterTable = ParameterTable()) {
    let scalars = source.scalars
    var position = scalars[range].firstIndex { !$0.isBlank } ?? range.upperBound
    let start = position
    while position < range.upperBound, !scalars[position].isBlank, scalars[position] != ";" { position += 1 }
    self.name = source.string(min(start + 1, position)..<position)
    self.nameRange = start..<position
    let behind = source.string(position..<range.upperBound)
    self.rest = behind.first.map { $0 == " " || $0 == "\t" } == true ? String(behind.dropFirst()) : behind
    self.arguments = []
    self.isQuiet = false
    self.end = position
    while true {
      while position < range.upperBound, scalars[position].isBlank { position += 1 }
      guard position < range.upperBound else { break }
      let scalar = scalars[position]
      if scalar == "#", position + 1 == range.upperBound || scalars[position + 1].isBlank { break }
      if scalar == ";", scalars[(position + 1)..<range.upperBound].allSatisfy(\.isBlank) {
        isQuiet = true
        break
      }
      let argument = CommandText.argument(at: position, limit: range.upperBound, in: source, parameters)
      arguments.append(argument)
      position = max(argument.range.upperBound, position + 1)
      end = position
    }
  }

  private static func argument(
    at start: Int, limit: Int, in source: SourceText, _ parameters: ParameterTable
  ) -> Argument {
    let scalars = source.scalars
    var position = start
    var key: String?
    let name = scalars[start..<limit].prefix { $0.properties.isAlphabetic || $0 == "_" || "0"..."9" ~= $0 }
    if !name.isEmpty, name.endIndex < limit, scalars[name.endIndex] == "=" {
      key = String(name)
      position = name.endIndex + 1
    }
    let valueStart = position
    if position < limit {
      var reader = BracketReader(scalars: scalars, position: position)
      switch scalars[position] {
      case "\"", "'": position = reader.skipQuoted(limit: limit) ? reader.position : limit
      case "{", "[": position = reader.skipBrackets(budget: limit - position) ?? limit
      default: break
      }
    }
    while position < limit, !scalars[position].isBlank {
      // A `;` at the line's end is no part of the last argument.
      if scalars[position] == ";", scalars[(position + 1)..<limit].allSatisfy(\.isBlank) { break }
      position += 1
    }
    let value = source.string(valueStart..<position)
    return Argument(
      key: key, range: start..<position, valueRange: valueStart..<position, value: value, parameters: parameters)
  }
}

extension CommandText.Argument {
  /// The value as JSON, without the parameters in it.
  /// - Parameter schemas: The types that the parameter can have: where it must be a text, `2017` is one.
  /// - Throws: ``YAMLSyntaxError`` for what is in brackets, with the place inside the value.
  func json(as schemas: [JSON]) throws(YAMLSyntaxError) -> JSON {
    switch value.first {
    case "\"", "'":
      return try YAMLDocument.parse(value).first?.json ?? .string(value)
    case "{", "[":
      return try SpecText.parse(value).first?.json ?? .null
    default:
      let types = Set(schemas.flatMap { SchemaReader.types(of: $0) })
      if types == ["string"] { return .string(value) }
      let json = YAMLScalar.json(ofPlain: value)
      if json.isNull, value.isEmpty { return .string("") }
      return json
    }
  }
}
