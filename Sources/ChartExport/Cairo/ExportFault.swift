/// Why a picture could not be made.
public enum ExportFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A library that draws is not there, or not as it has to be. The text says which one, and how to install it.
  case unavailable(String)
  /// The picture would be larger than allowed.
  case tooLarge(String)
  /// The library gave up, such as for want of memory.
  case failed(String)
  /// Nobody wants it any more.
  case cancelled

  public var description: String {
    switch self {
    case .unavailable(let reason), .tooLarge(let reason), .failed(let reason): reason
    case .cancelled: "The picture is no longer wanted"
    }
  }
}
