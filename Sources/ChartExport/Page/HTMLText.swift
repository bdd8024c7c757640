import JSONModel

/// Texts as they stand in HTML.
enum HTMLText {
  /// A text between tags, or in an attribute.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\0": result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// Data in an element of their own: JSON in which nothing ends the element.
  static func data(_ json: JSON) -> String {
    var result = ""
    let text = json.text
    result.reserveCapacity(text.utf8.count)
    for character in text.unicodeScalars {
      if character == "<" { result += "\\u003c" } else { result.unicodeScalars.append(character) }
    }
    return result
  }
}
