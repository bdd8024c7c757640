internal import Synchronization

/// A value that is made when it is first asked for.
///
/// Declarations of types take milliseconds to make, which nobody is to wait for who doesn't need them.
package final class Lazy<Value: Sendable>: Sendable {
  private let made: Mutex<Value?>
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    made = Mutex(nil)
  }

  /// One that is there already.
  package init(made value: Value) {
    make = { value }
    made = Mutex(value)
  }

  /// The value. Several threads that ask first may each make one, of which all get the same: no lock is held meanwhile, since
  /// a declaration may contain itself.
  package var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    let new = make()
    return made.withLock { made in
      if let made { return made }
      made = new
      return new
    }
  }
}
