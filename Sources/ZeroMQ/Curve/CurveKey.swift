/// A CURVE key, public or secret: 32 bytes, written as 40 characters of Z85.
///
/// Printing one shows no part of it, so that a secret does not reach a log; ``z85`` does.
public struct CurveKey: Hashable, Sendable {
  /// The key as 40 characters.
  public let z85: String

  /// - Throws: ``ZeroMQError`` with `.invalidArgument` where the text is not 40 characters of Z85. The message does not
  ///   quote the text.
  public init(z85: String) throws(ZeroMQError) {
    if let fault = Self.fault(in: z85) {
      throw ZeroMQError(
        code: .invalidArgument, operation: "read a CURVE key",
        message: "\(fault). A key is 40 characters of Z85, as curve_keygen and CurveKeyPair.generate() write it.")
    }
    self.z85 = z85
  }

  /// - Parameter bytes: The key itself, as it goes over the wire.
  /// - Returns: `nil` unless there are 32.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    var text: [UInt8] = []
    for start in stride(from: 0, to: 32, by: 4) {
      var value = bytes[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      var group: [UInt8] = []
      for _ in 0..<5 {
        group.append(Self.digits[Int(value % 85)])
        value /= 85
      }
      text += group.reversed()
    }
    z85 = String(decoding: text, as: UTF8.self)
  }

  /// The 85 digits in order of their value (rfc.zeromq.org/spec/32).
  private static let digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#".utf8)

  private static func fault(in text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 40 else { return "It has \(bytes.count) bytes instead of 40" }
    for start in stride(from: 0, to: 40, by: 5) {
      var value: UInt64 = 0
      for index in start..<(start + 5) {
        guard let digit = digits.firstIndex(of: bytes[index]) else {
          return "Character \(index + 1) is none of Z85's"
        }
        value = value * 85 + UInt64(digit)
      }
      guard value <= UInt64(UInt32.max) else {
        return "Characters \(start + 1) to \(start + 5) stand for more than 32 bits"
      }
    }
    return nil
  }
}

extension CurveKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "CurveKey(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
