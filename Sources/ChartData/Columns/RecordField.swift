/// Where the text of a record's field lies in the bytes.
struct RecordField {
  var start = 0
  var end = 0
  /// Whether two quotes in it stand for one.
  var hasDoubledQuotes = false

  /// Calls a body with the field's text.
  @inline(__always)
  func withText<Result, Failure: Error>(
    in bytes: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard hasDoubledQuotes else { return try body(bytes.extracting(start..<end)) }
    var text: [UInt8] = []
    var index = start
    while index < end {
      text.append(bytes[index])
      index += bytes[index] == Byte.quote ? 2 : 1
    }
    return try body(text.span)
  }
}
