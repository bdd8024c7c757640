/// Where a library writes what it makes, bit by bit.
final class ByteSink {
  private(set) var bytes: [UInt8] = []
  /// Whether there was more than may be.
  private(set) var isFull = false
  private let limit: Int

  /// - Parameter limit: The most bytes that it takes.
  init(limit: Int) { self.limit = limit }

  /// As the library's functions take it. It has to outlive the calls.
  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// What they call: `cairo_write_func_t`.
  static let write: CairoLibrary.Write = { closure, bytes, count in
    guard let closure, let bytes else { return 0 }
    return Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().take(bytes, Int(count)) ? 0 : writeError
  }

  /// CAIRO_STATUS_WRITE_ERROR
  private static let writeError: Int32 = 11

  private func take(_ more: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count <= limit - bytes.count else {
      isFull = true
      return false
    }
    bytes.append(contentsOf: UnsafeBufferPointer(start: more, count: count))
    return true
  }
}
