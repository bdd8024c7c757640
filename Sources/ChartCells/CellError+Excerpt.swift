import CellModel
import YAMLText

extension CellError {
  /// A fault at a place in a cell.
  /// - Parameter suggestion: The valid word that was probably meant.
  init(_ name: String, _ message: String, suggestion: String? = nil, at position: TextPosition?, in source: SourceText)
  {
    self.init(name: name, message: message)
    if let suggestion { self.message += "; did you mean '\(suggestion)'?" }
    if let position {
      line = position.line
      column = position.column
      excerpt = CellError.excerpt(of: source, at: position)
      traceback.append("Cell, line \(position.line), column \(position.column)")
      traceback += excerpt
    }
    traceback.append("\(name): \(message)")
    if let suggestion { traceback.append("Did you mean '\(suggestion)'?") }
  }

  /// How much of a line is shown on either side of a fault.
  private static let reach = 80

  /// The line and a caret below the fault. Of a long line only what is near.
  private static func excerpt(of source: SourceText, at position: TextPosition) -> [String] {
    let line = source.line(position.line - 1)
    let fault = min(line.startIndex + max(position.column - 1, 0), line.endIndex)
    let start = max(line.startIndex, fault - reach)
    let end = min(line.endIndex, fault + reach)
    let head = start > line.startIndex ? "…" : ""
    let tail = end < line.endIndex ? "…" : ""
    let indentation = line[start..<fault].map(\.blank).joined()
    return [head + String(line[start..<end]) + tail, (head.isEmpty ? "" : " ") + indentation + "^"]
  }
}

extension Unicode.Scalar {
  /// White space as wide as this character where type is of fixed width, so that a caret stands below the next one.
  fileprivate var blank: String { self == "\t" ? "\t" : String(repeating: " ", count: columnCount) }
}

extension Character {
  /// How many columns it takes where type is of fixed width: that of its first scalar, since what follows joins with it.
  public var columnCount: Int { unicodeScalars.first?.columnCount ?? 0 }
}

extension Unicode.Scalar {
  /// How many columns it takes where type is of fixed width.
  var columnCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: isWide ? 2 : 1
    }
  }

  /// The blocks of Unicode Standard Annex 11 whose characters take two columns.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
