package import JSONModel

/// Finds the id of a request that is not taken: one that nests too deeply, or is too large.
package struct RequestID {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Longer texts are no ids that anybody waits for.
  private static let lengthLimit = 4096

  /// - Parameter bytes: The message, or its beginning.
  /// - Returns: `nil` if it is no object, or no id is there; the last one of several, as a parser takes it.
  /// - Complexity: O(*n*), without recursion and without building anything.
  package static func find(in bytes: ArraySlice<UInt8>) -> JSON? {
    var search = RequestID(bytes)
    return search.find()
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func find() -> JSON? {
    skipBlanks()
    guard next == UInt8(ascii: "{") else { return nil }
    position += 1
    var found: JSON?
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\""), let key = string() else { return found }
      skipBlanks()
      guard next == UInt8(ascii: ":") else { return found }
      position += 1
      skipBlanks()
      let start = position
      guard skipValue() else { return found }
      if RequestID.isNameOfID(key) { found = RequestID.id(bytes[start..<position]) ?? found }
      skipBlanks()
      guard next == UInt8(ascii: ",") else { return found }
      position += 1
    }
  }

  private static func isNameOfID(_ key: ArraySlice<UInt8>) -> Bool {
    // A key of two letters has at most 14 bytes, each letter as \u0069.
    key.count <= 14 && (try? JSON(parsing: Array(key))) == .string("id")
  }

  private static func id(_ text: ArraySlice<UInt8>) -> JSON? {
    guard text.count <= lengthLimit else { return nil }
    return (try? JSON(parsing: Array(text))).flatMap(accepted)
  }

  /// A value that stands where a request's id is to be; `nil` if it is none, or longer than any that is waited for.
  static func accepted(_ id: JSON) -> JSON? { isID(id) && id.writtenSize <= lengthLimit ? id : nil }

  /// Whether somebody can wait for an answer with this id.
  static func isID(_ id: JSON) -> Bool {
    switch id {
    case .string, .integer, .number, .literal: true
    case .null, .bool, .array, .object: false
    }
  }

  // MARK: - Passing over

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Passes over a string and returns it with its quotes; `nil` if it does not end.
  private mutating func string() -> ArraySlice<UInt8>? {
    let start = position
    position += 1
    while let byte = next {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return bytes[start..<position] }
    }
    return nil
  }

  /// Passes over a value, by its brackets alone.
  /// - Returns: Whether it ends.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard depth > 0 else { return true }
        depth -= 1
      case UInt8(ascii: ","):
        if depth == 0 { return true }
      default: break
      }
      position += 1
    }
    return false
  }
}
