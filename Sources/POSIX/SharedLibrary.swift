/// A library of the system that was opened while the program runs, since most who run it never need it.
///
/// `@unchecked Sendable`: the handle never changes and is never closed, so that what dlsym finds in it stays there; dlsym
/// itself may be called by any thread.
package struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  /// The name by which it was found.
  package let name: String

  /// - Parameter isGlobal: Whether libraries that are opened later may use its functions without naming it.
  /// - Returns: `nil` if none of the names can be opened.
  package init?(anyOf names: [String], isGlobal: Bool = false) {
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | (isGlobal ? RTLD_GLOBAL : RTLD_LOCAL)) else { continue }
      (self.handle, self.name) = (handle, name)
      return
    }
    return nil
  }

  /// Why the last library could not be opened, in the system's words; told once.
  package static var lastFault: String? { dlerror().map { String(cString: $0) } }

  /// A function; the type must be what the library's headers say.
  /// - Returns: `nil` if it has none of that name.
  package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  /// Where a function lies that it has, or that a library has which it needs; `nil` without one.
  package func place(ofFunction name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}
