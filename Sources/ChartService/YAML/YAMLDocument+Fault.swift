import JSONModel
import JSONRPC

extension YAMLDocument {
  /// Where the author finds a fault: at a key that is not known, at a value that is wrong, or at what lacks something.
  func position(of fault: InvalidValue) -> TextPosition {
    var path = fault.path
    var found = fault.reason == "unknown key" ? keyPosition(of: path) : position(of: path)
    while found == nil, !path.isEmpty {
      path.components.removeLast()
      found = position(of: path)
    }
    return found.map { TextPosition(line: $0.line, column: $0.column) } ?? place.position
  }
}

extension RPCError {
  /// -32602 with `{path, reason, suggestion?, line, column}`: a fault in a text that a parameter holds.
  /// - Parameters:
  ///   - fault: With the path inside of what the text says.
  ///   - position: Where in the text it is.
  ///   - parameter: The parameter.
  init(invalidParams fault: InvalidValue, at position: TextPosition, in parameter: String) {
    self.init(invalidParams: fault.prefixed(by: .key(parameter)))
    // People are told the place by their editor; the name of the parameter means nothing to them.
    message = fault.description
    data = data?.setting("line", .integer(position.line)).setting("column", .integer(position.column))
  }
}
