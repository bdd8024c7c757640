import POSIX

extension SharedLibrary {
  /// A function that every version has that is not too old; the type must be what the library's headers say.
  /// - Throws: ``ExportFault/unavailable(_:)``.
  func required<Function>(_ name: String, as type: Function.Type = Function.self) throws(ExportFault) -> Function {
    guard let function = function(name, as: type) else {
      throw .unavailable("'\(self.name)' is too old to draw with: it has no \(name)")
    }
    return function
  }
}
