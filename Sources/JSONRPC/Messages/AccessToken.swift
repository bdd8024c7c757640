/// The secret that a server asks its clients for where others could connect, too.
///
/// Printing one shows no part of it, so that it does not reach a log; ``text`` does.
public struct AccessToken: Hashable, Sendable {
  /// The token as clients give it.
  public let text: String

  /// How many bytes a new one has; written in hexadecimal it has twice as many characters.
  private static let byteCount = 32

  /// - Parameter text: What a client was given elsewhere.
  public init(_ text: String) { self.text = text }

  /// A new one, of 32 bytes of the system's randomness as 64 hexadecimal digits.
  public static func random() -> AccessToken {
    // The standard library's generator is the system's own: getrandom(2), or arc4random_buf(3).
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    let digits = Array("0123456789abcdef".utf8)
    return AccessToken(
      String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))
  }

  /// Whether this is what a client gave. How long that takes depends on the lengths alone: who could measure where the first
  /// difference is would find one character after another.
  public func matches(_ given: String) -> Bool {
    let (expected, given) = (Array(text.utf8), Array(given.utf8))
    var difference: UInt8 = expected.count == given.count && !expected.isEmpty ? 0 : 1
    for index in expected.indices {
      difference |= expected[index] ^ (index < given.count ? given[index] : 0)
    }
    return difference == 0
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "AccessToken(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
