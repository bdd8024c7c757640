package import JSONModel

extension YAMLDocument {
  /// Where the author finds a fault: at a key that is not known, at a value that is wrong, or at what lacks something.
  package func position(of fault: InvalidValue) -> TextPosition {
    var path = fault.path
    var found = fault.kind == .unknownKey ? keyPosition(of: path) : position(of: path)
    while found == nil, !path.isEmpty {
      path.components.removeLast()
      found = position(of: path)
    }
    return found.map { TextPosition(line: $0.line, column: $0.column) } ?? place.position
  }
}
