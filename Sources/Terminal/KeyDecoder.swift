/// Tells keys from the bytes that a terminal sends: UTF-8, and the escape sequences of xterm and its like.
///
/// It takes any cut of the stream. What it does not know is passed over.
public struct KeyDecoder: Sendable {
  private var bytes: [UInt8] = []

  public init() {}

  /// Whether what came so far may be the beginning of a longer sequence.
  public var isPending: Bool { !bytes.isEmpty }

  public mutating func append(_ bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

  /// The next key; `nil` until more comes.
  /// - Parameter isFinal: Whether nothing comes any more: an escape is then the key.
  public mutating func next(isFinal: Bool = false) -> Key? {
    while let first = bytes.first {
      switch first {
      case 0x1B:
        guard let (key, count) = escape(isFinal) else { return nil }
        bytes.removeFirst(count)
        if let key { return key }
      case 0x0A, 0x0D: return take(.enter)
      case 0x09: return take(.tab)
      case 0x08, 0x7F: return take(.backspace)
      case 0x00..<0x20: return take(.control(Character(Unicode.Scalar(first + 0x60))))
      default:
        guard let text = takeText(isFinal) else { return nil }
        if !text.isEmpty { return .text(text) }
      }
    }
    return nil
  }

  private mutating func take(_ key: Key) -> Key {
    bytes.removeFirst()
    return key
  }

  /// Takes what is typed in one go: an input method, or a terminal that doesn't tell what is pasted, sends several at once.
  private mutating func takeText(_ isFinal: Bool) -> String? {
    var count = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }.count
    // A character whose end has not come yet waits.
    let tail = bytes[..<count].suffix(3)
    if count == bytes.count, !isFinal, let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) {
      let needed = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : bytes[start] >= 0xC0 ? 2 : 1
      if count - start < needed { count = start }
    }
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    bytes.removeFirst(count)
    return text
  }

  // MARK: - Escape sequences

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The longest sequence that is waited for.
  private static let limit = 32

  /// - Returns: The key, if it is known, and its length; `nil` until more comes.
  private func escape(_ isFinal: Bool) -> (key: Key?, count: Int)? {
    guard bytes.count > 1 else { return isFinal ? (.escape, 1) : nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      if bytes.starts(with: Self.pasteStart) { return paste(isFinal) }
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }), end < Self.limit else {
        return isFinal || bytes.count > Self.limit ? (nil, bytes.count) : nil
      }
      return (Self.key(String(decoding: bytes[2...end], as: UTF8.self)), end + 1)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isFinal ? (nil, 2) : nil }
      return (Self.key(String(decoding: bytes[2...2], as: UTF8.self)), 3)
    case 0x1B: return (.escape, 1)
    case 0x7F: return (.control("w"), 2)
    case 0x21..<0x7F:
      return (.alt(Character(String(Unicode.Scalar(bytes[1])).lowercased())), 2)
    default: return (.escape, 1)
    }
  }

  private func paste(_ isFinal: Bool) -> (key: Key?, count: Int)? {
    let start = Self.pasteStart.count
    var index = start
    while index + Self.pasteEnd.count <= bytes.count {
      if bytes[index] == 0x1B, bytes[index...].starts(with: Self.pasteEnd) {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        return (.pasted(text), index + Self.pasteEnd.count)
      }
      index += 1
    }
    return isFinal ? (nil, bytes.count) : nil
  }

  private static func key(_ sequence: String) -> Key? {
    switch sequence {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H", "1~", "7~": .home
    case "F", "4~", "8~": .end
    case "3~": .delete
    case "1;3C", "1;5C": .wordRight
    case "1;3D", "1;5D": .wordLeft
    default: nil
    }
  }
}
