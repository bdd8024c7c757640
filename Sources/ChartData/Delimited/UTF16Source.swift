import JSONModel

/// UTF-16 as UTF-8.
final class UTF16Source: ByteSource {
  private let upstream: any ByteSource
  private let isBigEndian: Bool
  private let name: String
  /// UTF-16 that is not decoded yet: less than a character, once it has been filled anew.
  private var input: [UInt8]
  private var position = 0
  /// UTF-8 that did not fit into the buffer.
  private var rest: [UInt8] = []

  /// - Parameters:
  ///   - head: The bytes after the byte order mark that were read already.
  ///   - name: How the spec names the file, for errors.
  init(_ upstream: any ByteSource, after head: ArraySlice<UInt8>, isBigEndian: Bool, named name: String) {
    self.upstream = upstream
    self.isBigEndian = isBigEndian
    self.name = name
    input = Array(head)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InvalidValue) -> Int {
    var count = 0
    while count < buffer.count {
      if rest.isEmpty {
        guard let scalar = try nextScalar() else { break }
        guard !scalar.isASCII else {
          buffer[count] = UInt8(truncatingIfNeeded: scalar.value)
          count += 1
          continue
        }
        rest.append(contentsOf: scalar.utf8.reversed())
      }
      while count < buffer.count, let byte = rest.popLast() {
        buffer[count] = byte
        count += 1
      }
    }
    return count
  }

  private func nextScalar() throws(InvalidValue) -> Unicode.Scalar? {
    guard let unit = try nextUnit() else { return nil }
    switch unit {
    case 0xD800...0xDBFF:
      guard let low = try nextUnit(), 0xDC00...0xDFFF ~= low else { throw broken }
      return Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
    case 0xDC00...0xDFFF: throw broken
    default: return Unicode.Scalar(unit)
    }
  }

  private func nextUnit() throws(InvalidValue) -> UInt16? {
    if input.count - position < 2 { try refill() }
    guard input.count - position >= 2 else {
      guard input.count == position else { throw broken }
      return nil
    }
    let (first, second) = (UInt16(input[position]), UInt16(input[position + 1]))
    position += 2
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  private func refill() throws(InvalidValue) {
    input.removeSubrange(..<position)
    position = 0
    let kept = input.count
    let size = 1 << 16
    input += [UInt8](repeating: 0, count: size)
    let read = try input.withUnsafeMutableBufferPointer { bytes throws(InvalidValue) in
      try upstream.fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[kept...]))
    }
    input.removeLast(size - read)
  }

  private var broken: InvalidValue {
    InvalidValue("'\(name)' is not UTF-8 text, nor is it UTF-16 as its byte order mark says; save it as UTF-8")
  }
}
