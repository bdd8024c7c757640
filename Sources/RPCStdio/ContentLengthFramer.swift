public import JSONModel
public import JSONRPC

/// Cuts a stream of bytes into messages framed as in the Language Server Protocol: headers, an empty line, and as many
/// bytes as `Content-Length` says.
///
/// It takes any cut of the stream and gives the same frames. Header names may be in any case, lines may end in LF
/// alone, other headers are ignored. A stream that breaks these rules gives one fault, and then what follows the next
/// `Content-Length:`.
public struct ContentLengthFramer: Sendable {
  /// What was found next in the stream.
  public enum Frame: Hashable, Sendable {
    case message([UInt8])
    /// What to tell the other side, with the id `null`.
    case fault(RPCError)
    /// A request that is too large, with its id, which stood at its beginning.
    case refused(RPCError, id: JSON)
  }

  /// Headers longer than this together are taken for garbage.
  static let headerLimit = 8192
  /// The body of a message that is too large is skipped if its length is believable, so that the next is found safely.
  static let skipLimit = 1 << 30

  /// How much of a message that is too large is searched for its id.
  static let beginningLimit = 1 << 16

  private enum Mode {
    /// In front of a message or among its headers, which begin at `start`; `length` is known once it was read.
    case headers(length: Int?)
    case body(length: Int)
    /// In front of the body of a message that is too large.
    case oversized(length: Int)
    case skipping(count: Int)
    /// Looking for the next `Content-Length:`.
    case searching
  }

  private let sizeLimit: Int
  private var mode = Mode.headers(length: nil)
  private var buffer: [UInt8] = []
  /// Where in the buffer the block of headers (or the body) begins.
  private var start = 0
  /// Where in the buffer the next line begins.
  private var line = 0
  /// Up to where that line was searched for its end.
  private var searched = 0
  /// The place of the buffer's first byte in the stream.
  private var offset = 0

  /// - Parameter sizeLimit: The most bytes a message may have.
  public init(sizeLimit: Int) { self.sizeLimit = sizeLimit }

  /// Whether the stream stands between two messages: if it ends here, it ends well.
  public var isBetweenMessages: Bool {
    if case .headers(length: nil) = mode { start == buffer.count } else { false }
  }

  /// Adds what was received.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    // Consumed bytes go when they are most of the buffer, so that each byte is moved a bounded number of times.
    if start > 0, start == buffer.count || start > 65536 && start > buffer.count / 2 { compact() }
    buffer.append(contentsOf: bytes)
  }

  /// The next message or fault; `nil` until more is received.
  public mutating func next() -> Frame? {
    while true {
      switch mode {
      case .headers(let length):
        guard let step = readHeader(length) else { return nil }
        if case .found(let frame) = step { return frame }
      case .body(let length):
        guard buffer.count - start >= length else { return nil }
        let body = Array(buffer[start..<start + length])
        begin(.headers(length: nil), at: start + length)
        return .message(body)
      case .oversized(let length):
        let beginning = min(length, Self.beginningLimit)
        guard buffer.count - start >= beginning else { return nil }
        let id = RequestID.find(in: buffer[start..<start + beginning])
        mode = .skipping(count: length)
        let error = RPCError.limitExceeded("size", allowed: sizeLimit, got: length)
        return id.map { .refused(error, id: $0) } ?? .fault(error)
      case .skipping(let count):
        let skipped = min(count, buffer.count - start)
        begin(.skipping(count: count - skipped), at: start + skipped)
        guard skipped == count else { return nil }
        mode = .headers(length: nil)
      case .searching:
        guard search() else { return nil }
      }
    }
  }

  /// A message as it goes over the wire, header and body in one piece.
  public static func frame(_ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 32)
    bytes.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    bytes.append(contentsOf: body)
    return bytes
  }

  // MARK: - Headers

  private enum Step {
    case again
    case found(Frame)
  }

  /// Reads one line of the headers; `nil` if it has not ended.
  private mutating func readHeader(_ length: Int?) -> Step? {
    if line < buffer.count, !HeaderLine.canBegin(buffer[line]) {
      return garbage(at: line, searchingFrom: line + 1)
    }
    let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
    if (end ?? buffer.count) - start > Self.headerLimit {
      return garbage(at: start, searchingFrom: start + Self.headerLimit)
    }
    guard let end else {
      searched = buffer.count
      return nil
    }
    let text = buffer[line..<end]
    let next = end + 1
    guard let header = HeaderLine(text) else { return garbage(at: line, searchingFrom: line + 1) }
    switch header {
    case .empty:
      guard let length else {
        // An empty line in front of a message does no harm.
        guard line > start else {
          begin(.headers(length: nil), at: next)
          return .again
        }
        begin(.searching, at: start)
        return .found(.fault(.invalidRequest("the headers lack 'Content-Length'")))
      }
      guard length <= sizeLimit else {
        begin(.oversized(length: length), at: next)
        return .again
      }
      begin(.body(length: length), at: next)
      return .again
    case .other:
      (line, searched) = (next, next)
      return .again
    case .contentLength(let digits):
      return readLength(digits, after: length, next: next)
    }
  }

  private mutating func readLength(_ digits: String, after earlier: Int?, next: Int) -> Step {
    guard digits.allSatisfy(\.isASCII), digits.allSatisfy(\.isNumber), !digits.isEmpty else {
      begin(.searching, at: next)
      return .found(.fault(.invalidRequest("'Content-Length' must be a number of bytes, got '\(digits)'")))
    }
    guard let length = Int(digits), length <= Self.skipLimit || length <= sizeLimit else {
      begin(.searching, at: next)
      let plain = String(digits.drop { $0 == "0" })
      let got: JSON = Int(plain).map { .integer($0) } ?? .literal(plain)
      return .found(.fault(.limitExceeded("size", allowed: sizeLimit, got: got)))
    }
    guard earlier == nil || earlier == length else {
      begin(.searching, at: next)
      return .found(.fault(.invalidRequest("'Content-Length' is given twice")))
    }
    mode = .headers(length: length)
    (line, searched) = (next, next)
    return .again
  }

  // MARK: - Finding back

  private mutating func garbage(at index: Int, searchingFrom next: Int) -> Step {
    let place = offset + index
    begin(.searching, at: next)
    return .found(.fault(.parseError(offset: place, reason: "expected a 'Content-Length' header")))
  }

  /// Looks for the next `Content-Length:`; what cannot be its beginning is forgotten.
  private mutating func search() -> Bool {
    let name = HeaderLine.contentLengthName
    var index = start
    while index + name.count < buffer.count {
      let end = index + name.count
      if buffer[end] == UInt8(ascii: ":"), HeaderLine.isContentLength(buffer[index..<end]) {
        begin(.headers(length: nil), at: index)
        return true
      }
      index += 1
    }
    begin(.searching, at: index)
    return false
  }

  private mutating func begin(_ mode: Mode, at index: Int) {
    self.mode = mode
    (start, line, searched) = (index, index, index)
  }

  private mutating func compact() {
    buffer.removeFirst(start)
    offset += start
    line -= start
    searched -= start
    start = 0
  }
}
