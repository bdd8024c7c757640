import JSONModel
import OrderedCollections
import YAMLText

/// Puts the values of parameters in the place of their names.
///
/// A text that is `$name` as a whole becomes the value with its type; in a longer one `$name` becomes the value's text,
/// and `$$name` stands for `$name`. All that only where there is a parameter of that name: prices (`$5`), templates
/// (`${value}`) and names that nobody set stay as they are, so that no chart changes unless its author wants it to.
/// What a value says is never looked at again.
struct ParameterSubstitution {
  /// How much may be put in: a few references to a large value stand for more than fits into any memory.
  static let byteLimit = 16 << 20

  let parameters: ParameterTable
  /// The first texts that are `$name` as a whole without there being one: perhaps misspelt.
  private(set) var unknown: OrderedSet<String> = []
  private var nodeCount = 0
  private var byteCount = 0

  init(_ parameters: ParameterTable) { self.parameters = parameters }

  /// A value with the parameters put into its texts.
  /// - Throws: ``InvalidValue`` with the path of what would become too large.
  /// - Complexity: O(*n*) in the size of the value and of what is put in.
  mutating func apply(to json: JSON, depth: Int = 0) throws(InvalidValue) -> JSON {
    guard !parameters.isEmpty else { return json }
    switch json {
    case .string(let text):
      return try replace(text, depth: depth)
    case .array(var items):
      for index in items.indices {
        do {
          items[index] = try apply(to: items[index], depth: depth + 1)
        } catch {
          throw error.prefixed(by: .index(index))
        }
      }
      return .array(items)
    case .object(var members):
      for index in members.elements.indices {
        let (key, value) = members.elements[index]
        do {
          members.values[index] = try apply(to: value, depth: depth + 1)
        } catch {
          throw error.prefixed(by: .key(key))
        }
      }
      return .object(members)
    default:
      return json
    }
  }

  private mutating func replace(_ text: String, depth: Int) throws(InvalidValue) -> JSON {
    guard let name = ParameterName.reference(text) else { return .string(try filled(text)) }
    guard let parameter = parameters[name] else {
      if unknown.count < 10 { unknown.append(name) }
      return .string(text)
    }
    guard depth + parameter.depth <= YAMLDocument.depthLimit else {
      throw InvalidValue("$\(name) makes this nest deeper than \(YAMLDocument.depthLimit) levels")
    }
    nodeCount += parameter.nodeCount
    guard nodeCount <= YAMLDocument.nodeLimit else {
      throw InvalidValue("more than \(YAMLDocument.nodeLimit) values, counting those that parameters stand for")
    }
    try add(parameter.byteCount)
    return parameter.value
  }

  private mutating func add(_ bytes: Int) throws(InvalidValue) {
    byteCount += bytes
    guard byteCount <= ParameterSubstitution.byteLimit else {
      throw InvalidValue("more than \(ParameterSubstitution.byteLimit >> 20) MiB of what parameters stand for")
    }
  }

  /// A text with the values' texts in the place of the names in it.
  mutating func filled(_ text: String) throws(InvalidValue) -> String {
    let dollar = UInt8(ascii: "$")
    guard !parameters.isEmpty, text.utf8.contains(dollar) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var start = 0
    var position = 0
    while position < bytes.count {
      guard bytes[position] == dollar else {
        position += 1
        continue
      }
      let isEscaped = position + 1 < bytes.count && bytes[position + 1] == dollar
      let from = position + (isEscaped ? 2 : 1)
      var end = from
      while end < bytes.count, ParameterName.isPart(Unicode.Scalar(bytes[end])) { end += 1 }
      guard end > from, let parameter = parameters[String(decoding: bytes[from..<end], as: UTF8.self)] else {
        // Behind `$$` a reference may begin with the second.
        position = isEscaped ? position + 1 : end
        continue
      }
      output.append(contentsOf: bytes[start..<position])
      if isEscaped {
        output.append(contentsOf: bytes[(from - 1)..<end])
      } else {
        try add(parameter.text.utf8.count)
        output.append(contentsOf: parameter.text.utf8)
      }
      start = end
      position = end
    }
    if start == 0 { return text }
    output.append(contentsOf: bytes[start...])
    return String(decoding: output, as: UTF8.self)
  }

  /// What to tell authors about names that are nearly those of parameters. The text stays, since it can be meant: labels
  /// such as `$AAPL` are.
  var warnings: [String] {
    unknown.compactMap { name in
      parameters.nearest(to: name).map { "there is no parameter '\(name)', so the text stays; did you mean '\($0)'?" }
    }
  }
}
