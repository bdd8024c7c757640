import JSONModel

/// Bytes that come one piece after the other.
protocol ByteSource: AnyObject {
  /// Puts the next bytes into a buffer that is not empty.
  /// - Returns: How many; 0 at the end.
  /// - Throws: ``InvalidValue`` without a path.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InvalidValue) -> Int
}

extension ByteSource {
  /// Puts bytes into a buffer until it is full or there are no more, since a source may give few at a time.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(InvalidValue) -> Int {
    var count = 0
    while count < buffer.count {
      let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      guard more > 0 else { break }
      count += more
    }
    return count
  }
}
