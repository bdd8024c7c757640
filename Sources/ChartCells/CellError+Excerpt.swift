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
