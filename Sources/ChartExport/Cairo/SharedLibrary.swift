import POSIX

/// A library of the system that was opened while the program runs, since most who run it never need it.
///
/// `@unchecked Sendable`: the handle never changes and is never closed, so that what dlsym finds in it stays there; dlsym
/// itself may be called by any thread.
struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  /// The name by which it was found.
  let name: String

  /// - Returns: `nil` if none of the names can be opened.
  init?(anyOf names: [String]) {
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      (self.handle, self.name) = (handle, name)
      return
    }
    return nil
  }

  /// A function; the type must be what the library's headers say.
  /// - Returns: `nil` if it has none of that name.
  func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  /// Where a function lies that it has, or that a library has which it needs; `nil` without one.
  func place(ofFunction name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }

  /// The same, for what every version has that is not too old.
  /// - Throws: ``ExportFault/unavailable(_:)``.
  func required<Function>(_ name: String, as type: Function.Type = Function.self) throws(ExportFault) -> Function {
    guard let function = function(name, as: type) else {
      throw .unavailable("'\(self.name)' is too old to draw with: it has no \(name)")
    }
    return function
  }
}
