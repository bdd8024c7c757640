/// Why a kernel cannot start with a connection file.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble; more may come.
  public struct Code: Hashable, Sendable {
    private enum Value { case unreadable, invalid, unwritable, unbound, unregistered }
    private let value: Value
    /// The file is not there or may not be read.
    public static let unreadable = Code(value: .unreadable)
    /// What the file says cannot be done.
    public static let invalid = Code(value: .invalid)
    /// The chosen ports cannot be written back.
    public static let unwritable = Code(value: .unwritable)
    /// A socket cannot be opened there.
    public static let unbound = Code(value: .unbound)
    /// The registration service doesn't take the kernel.
    public static let unregistered = Code(value: .unregistered)
  }

  public var code: Code
  /// The connection file.
  public var path: String
  /// What follows "The connection file … ", with its full stop.
  public var reason: String

  public var description: String { "The connection file \(path) \(reason)" }
}
