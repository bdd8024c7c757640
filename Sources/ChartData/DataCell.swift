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
  var number: Double? {
    switch self {
    case .missing: nil
    case .text(let text): DataCell.number(in: text.trimmed)
    case .number(let value): value
    }
  }

  /// A decimal number; not the `nan`, `inf` and `0x1F` that Swift reads too.
  private static func number(in text: Substring) -> Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Whether the cell holds what a filter asks for: the same text, or the same number.
  func matches(_ wanted: JSON) -> Bool {
    switch wanted {
    case .array(let any): return any.contains { matches($0) }
    case .null: return self == .missing
    case .string(let text): return self.text == text
    case .bool(let value): return text == (value ? "true" : "false")
    default: return number != nil && number == wanted.doubleValue
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
