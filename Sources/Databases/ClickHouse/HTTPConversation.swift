import POSIX

/// Requests to one server over HTTP, one at a time, by a connection that stays open.
final class HTTPConversation {
  /// What a request gave.
  struct Answer {
    var status: Int
    var body: [UInt8]
  }

  /// Why there is no answer.
  enum Failure: Error {
    /// It could not be reached, or went away; in the library's words.
    case unreachable(String)
    /// The body has more bytes than it may.
    case tooLong
    /// Whoever was asked said to end it.
    case ended
  }

  private let library: CurlLibrary
  private let handle: CurlLibrary.Handle
  private let transfers: CurlLibrary.Handle

  /// - Returns: `nil` if there is no memory for it.
  init?(_ library: CurlLibrary) {
    guard let handle = library.makeHandle() else { return nil }
    guard let transfers = library.makeTransfers() else {
      library.destroy(handle)
      return nil
    }
    (self.library, self.handle, self.transfers) = (library, handle, transfers)
  }

  deinit {
    _ = library.destroyTransfers(transfers)
    library.destroy(handle)
  }

  /// Where a server is, and how it is asked.
  struct Server: Hashable, Sendable {
    /// `https://ch.example.org:8443/`
    var url: String
    var user: String?
    var password: Secret?
    /// Files of certificates: those that vouch for servers, one's own, and its key.
    var authorities: String?
    var certificate: String?
    var key: String?
  }

  /// Has the server answer.
  /// - Parameters:
  ///   - parameters: After the question mark, in their order.
  ///   - limit: The most bytes of a body.
  ///   - isOver: Whether nobody waits any more; asked every 20 ms.
  func post(
    _ body: [UInt8], to server: Server, _ parameters: [(String, String)], connectTime: Duration, limit: Int,
    unless isOver: () -> Bool
  ) throws(Failure) -> Answer {
    library.reset(handle)
    let query = parameters.map { PercentEncoding.encoded($0.0) + "=" + PercentEncoding.encoded($0.1) }.joined(
      separator: "&")
    library.set(.url, server.url + "?" + query, of: handle)
    library.set(.userAgent, "chart-kernel", of: handle)
    // HTTP and HTTPS, and no other address that the server may send elsewhere to.
    library.set(.protocols, 3, of: handle)
    library.set(.redirects, 0, of: handle)
    library.set(.hasNoSignal, 1, of: handle)
    library.set(.keepsAlive, 1, of: handle)
    library.set(.connectMilliseconds, max(Int(clamping: connectTime.milliseconds), 1), of: handle)
    for (option, file) in [
      (CurlLibrary.Option.certificates, server.authorities), (.certificate, server.certificate), (.key, server.key),
    ] {
      if let file { library.set(option, file, of: handle) }
    }
    var headers: CurlLibrary.List?
    defer { library.destroyList(headers) }
    // No waiting for a word of the server before the body is sent.
    for header in ["Expect:", "Content-Type: text/plain; charset=utf-8"] { headers = library.append(headers, header) }
    if let user = server.user { headers = library.append(headers, "X-ClickHouse-User: \(user)") }
    if let password = server.password {
      headers = password.reveal { library.append(headers, "X-ClickHouse-Key: \($0)") }
    }
    library.set(.headers, headers.map { UnsafeRawPointer($0) }, of: handle)

    let transfer = Transfer(limit: limit)
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    let write: CurlLibrary.Write = { bytes, size, count, context in
      guard let context, let bytes else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }
    library.set(.write, unsafeBitCast(write, to: UnsafeRawPointer.self), of: handle)
    library.set(.writeData, context, of: handle)
    let code = body.withUnsafeBytes { body in
      library.set(.postFields, body.baseAddress, of: handle)
      library.set(.postFieldSize, body.count, of: handle)
      return perform(unless: isOver)
    }
    withExtendedLifetime(transfer) {}
    if transfer.isTooLong { throw .tooLong }
    guard let code else { throw .ended }
    guard code == 0 else { throw .unreachable(library.errorText(code).map { String(cString: $0) } ?? "no answer") }
    return Answer(status: library.status(of: handle), body: transfer.body)
  }

  /// - Returns: What became of it, as the library numbers it; `nil` if it was ended.
  private func perform(unless isOver: () -> Bool) -> Int32? {
    guard library.add(transfers, handle) == 0 else { return 2 }
    defer { _ = library.remove(transfers, handle) }
    var running: Int32 = 1
    while true {
      guard library.perform(transfers, &running) == 0 else { return 2 }
      if running == 0 { break }
      if isOver() { return nil }
      _ = library.poll(transfers, nil, 0, 20, nil)
    }
    var rest: Int32 = 0
    // A CURLMsg: what it tells of, whose, and the result.
    guard let message = library.message(transfers, &rest) else { return 2 }
    return message.load(fromByteOffset: 2 * MemoryLayout<UnsafeRawPointer>.size, as: Int32.self)
  }

  private final class Transfer {
    private(set) var body: [UInt8] = []
    private(set) var isTooLong = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// - Returns: Whether there may be more.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard bytes.count <= limit - body.count else {
        isTooLong = true
        return false
      }
      body.append(contentsOf: bytes)
      return true
    }
  }
}
