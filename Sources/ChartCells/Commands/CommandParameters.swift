import ChartModel
import ChartService
import JSONModel
import JSONRPC

/// The parameters of a method as a command takes them.
struct CommandParameters: Sendable {
  /// Those that are taken by position, in turn.
  let positional: [String]
  /// All of them, for `name=value`.
  let names: [String]
  let required: Set<String>
  /// Whether the result is a picture unless it is told otherwise.
  let showsPicture: Bool
  let reader: SchemaReader

  /// - Parameter kinds: What parameters that are specs can be; nothing else depends on it.
  init(of method: Method<ServiceContext>, kinds: ChartKinds) {
    reader = SchemaReader(parametersOf: method, kinds: kinds)
    names = method.parameterNames
    let object = reader.schemas(at: []).first
    required = Set((object?["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    // A cell has a session of its own, and says with `;` that it wants no picture.
    let isAboutSessions = method.name.hasPrefix("session/")
    positional = names.filter { $0 != "render" && ($0 != "session" || isAboutSessions) }
    showsPicture = method.name == "chart/render" || object?["properties"]?["render"]?["default"] == true
  }

  /// The schemas of a parameter.
  func schemas(of name: String) -> [JSON] { reader.schemas(at: [.key(name)]) }

  /// How the arguments are typed: `chart x y [ring]`.
  var usage: String {
    positional.map { required.contains($0) ? $0 : "[\($0)]" }.joined(separator: " ")
  }

  /// A call of the method as a command.
  func line(_ command: String, _ params: JSON) -> String {
    var words = ["%" + command]
    var isGapless = true
    for name in names where name != "render" {
      guard let value = params[name] else {
        isGapless = isGapless && !positional.contains(name)
        continue
      }
      let word = CommandParameters.word(value)
      words.append(isGapless && positional.contains(name) ? word : "\(name)=\(word)")
    }
    return words.joined(separator: " ")
  }

  /// A value as it is typed in a command: without quotes where they aren't needed.
  static func word(_ value: JSON) -> String {
    guard case .string(let text) = value else { return value.text }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_/.".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : value.text
  }
}
