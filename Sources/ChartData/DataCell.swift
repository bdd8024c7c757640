import JSONModel

/// What a row has in a column.
package enum DataCell: Hashable, Sendable {
  case missing
  case text(String)
  case number(Double)

  /// The cell as text, for labels.
  var text: String? {
    switch self {
    case .missing: nil
    case .text(let text): text
    case .number(let value): JSON(value).text
    }
  }

  /// The number in the cell, also where it is written as text.
  var number: Double? { number(.typed) }

  func number(_ style: CellStyle) -> Double? {
    switch self {
    case .missing: nil
    case .text(let text):
      text.withSpan { text in
        var reader = NumberText(allowsComma: style.allowsDecimalComma)
        return reader.number(in: text.extracting(text.trimmedRange))
      }
    case .number(let value): value
    }
  }

  /// Whether there is nothing in the cell, or a word that says so. `nan` is what a calculation gave that went wrong.
  func isMissing(_ style: CellStyle) -> Bool {
    guard case .text(let text) = self else { return self == .missing }
    return text.trimmed.lowercased() != "nan"
      && text.withSpan { text in style.isMarker(text.extracting(text.trimmedRange)) }
  }

  /// Whether the cell holds what a filter asks for: the same text, or the same number.
  func matches(_ wanted: JSON, _ style: CellStyle) -> Bool {
    switch wanted {
    case .array(let any): return any.contains { matches($0, style) }
    case .null: return self == .missing
    case .string(let text): return self.text == text
    case .bool(let value): return text == (value ? "true" : "false")
    default:
      let number = number(style)
      return number != nil && number == wanted.doubleValue
    }
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  var trimmed: Substring {
    // By bytes, which for the millions of cells of a file is ten times as fast as by characters.
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
    else {
      return ""
    }
    return self[first..<utf8.index(after: last)]
  }
}
