import POSIX

extension SharedLibrary {
  /// A library that an engine needs.
  /// - Parameter hint: What it is for, and how to install it.
  /// - Throws: ``DatabaseFault/Kind/unavailable``
  init(needed names: [String], _ hint: (String) -> String) throws(DatabaseFault) {
    guard let library = SharedLibrary(anyOf: names) else {
      throw DatabaseFault(.unavailable, hint(names.first ?? ""))
    }
    self = library
  }

  /// A function that every version has that is not too old; the type must be what the library's headers say.
  /// - Throws: ``DatabaseFault/Kind/unavailable``
  func required<Function>(_ name: String) throws(DatabaseFault) -> Function {
    guard let function = function(name, as: Function.self) else {
      throw DatabaseFault(.unavailable, "'\(self.name)' is too old: it has no \(name)")
    }
    return function
  }
}
