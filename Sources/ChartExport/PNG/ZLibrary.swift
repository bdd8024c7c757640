import POSIX

/// The functions of zlib that pack bytes. Cairo needs it for its own PNG files, so it is there wherever Cairo is.
struct ZLibrary: Sendable {
  private let bound: @convention(c) (UInt) -> UInt
  private let compress:
    @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt, Int32) ->
      Int32
  private let crc: @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt

  /// `nil` where it cannot be opened.
  static let shared = SharedLibrary(anyOf: ["libz.so.1", "libz.1.dylib"]).flatMap { ZLibrary($0) }

  private init?(_ library: SharedLibrary) {
    guard let bound: @convention(c) (UInt) -> UInt = library.function("compressBound"),
      let compress = library.function(
        "compress2",
        as: (@convention(c) (
          UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt, Int32
        ) -> Int32).self),
      let crc: @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt = library.function("crc32")
    else { return nil }
    (self.bound, self.compress, self.crc) = (bound, compress, crc)
  }

  /// - Parameter level: From 1, fast, to 9, small.
  /// - Returns: `nil` for want of memory.
  func packed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    var status: Int32 = 0
    let capacity = bound(UInt(bytes.count))
    let packed = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
      var length = capacity
      status = compress(buffer.baseAddress, &length, bytes, UInt(bytes.count), level)
      count = status == 0 ? Int(length) : 0
    }
    return status == 0 ? packed : nil
  }

  /// CRC-32, as PNG files have it.
  func checksum(of bytes: ArraySlice<UInt8>) -> UInt {
    bytes.withUnsafeBufferPointer { buffer in
      // A file has no chunk of 4 GiB.
      crc(0, buffer.baseAddress, UInt32(truncatingIfNeeded: buffer.count))
    }
  }
}
