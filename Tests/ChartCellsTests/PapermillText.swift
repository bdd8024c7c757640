import CellModel
import JSONModel
import OrderedCollections

/// Parameters as papermill's Python translator writes them, made anew from its description: the oracle for what cells
/// must be able to read.
enum PapermillText {
  static func assignments(_ parameters: OrderedDictionary<String, JSON>) -> String {
    "# Parameters\n" + parameters.map { "\($0) = \(literal($1))\n" }.joined()
  }

  static func literal(_ value: JSON) -> String {
    switch value {
    case .null: "None"
    case .bool(let value): value ? "True" : "False"
    case .integer(let value): "\(value)"
    case .number(let value): float(value)
    case .literal(let text): text
    case .string(let text): quoted(text)
    case .array(let items): "[" + items.map(literal).joined(separator: ", ") + "]"
    case .object(let members): "{" + members.map { "\(quoted($0)): \(literal($1))" }.joined(separator: ", ") + "}"
    }
  }

  private static func float(_ value: Double) -> String {
    if value.isNaN { return "float('nan')" }
    if value.isInfinite { return value < 0 ? "float('-inf')" : "float('inf')" }
    return "\(value)"
  }

  /// Python's `unicode_escape`, with the double quotes escaped.
  private static func quoted(_ text: String) -> String {
    func hexadecimal(_ scalar: Unicode.Scalar, _ width: Int) -> String {
      let digits = String(scalar.value, radix: 16)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case " "..."~": String(scalar)
      case "\u{0}"..."\u{FF}": "\\x" + hexadecimal(scalar, 2)
      case "\u{100}"..."\u{FFFF}": "\\u" + hexadecimal(scalar, 4)
      default: "\\U" + hexadecimal(scalar, 8)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  /// The same in the manner of Black: what has brackets is spread over lines, with a comma behind the last item.
  static func spread(_ value: JSON, indent: String = "") -> String {
    let inner = indent + "    "
    switch value {
    case .array(let items) where !items.isEmpty:
      return "[\n" + items.map { "\(inner)\(spread($0, indent: inner)),\n" }.joined() + indent + "]"
    case .object(let members) where !members.isEmpty:
      return "{\n" + members.map { "\(inner)\(quoted($0)): \(spread($1, indent: inner)),\n" }.joined() + indent + "}"
    default:
      return literal(value)
    }
  }
}
