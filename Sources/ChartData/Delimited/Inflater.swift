import POSIX
/// zlib's `inflate`, loaded when the first packed file is read: nobody else needs it.
final class Inflater {
  /// What a call did.
  struct Step {
    /// How many bytes of the input were used.
    var used: Int
    /// How many bytes were put into the output.
    var made: Int
    /// Whether a member is over, its check sum being right.
    var isEnd: Bool
  }

  private let library: Library
  private let stream: UnsafeMutablePointer<Stream>

  /// - Returns: `nil` if zlib is not installed.
  init?() {
    guard let library = Inflater.library else { return nil }
    self.library = library
    stream = .allocate(capacity: 1)
    stream.initialize(to: Stream())
    // 15: the largest window; 16: gzip's header and check sum. zlib compares the version and the size of the structure
    // with its own.
    guard library.initialize(stream, 15 + 16, "1.2.11", Int32(MemoryLayout<Stream>.size)) == 0 else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    _ = library.end(stream)
    stream.deallocate()
  }

  /// Begins with another member.
  func reset() -> Bool { library.reset(stream) == 0 }

  /// Unpacks as much as fits.
  /// - Returns: `nil` if the input is damaged, or nothing is left to be done.
  func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Step? {
    let room = UInt32(clamping: output.count)
    let given = UInt32(clamping: input.count)
    stream.pointee.nextIn = input.baseAddress
    stream.pointee.availableIn = given
    stream.pointee.nextOut = output.baseAddress
    stream.pointee.availableOut = room
    let code = library.inflate(stream, 0)
    // Z_OK, Z_STREAM_END; Z_BUF_ERROR says that it needs more input, which is no fault.
    guard code == 0 || code == 1 || code == -5 else { return nil }
    return Step(
      used: Int(given - stream.pointee.availableIn), made: Int(room - stream.pointee.availableOut), isEnd: code == 1)
  }

  // MARK: - The library

  /// `z_stream` of zlib.h, whose layout has been the same since 1995.
  private struct Stream {
    var nextIn: UnsafeRawPointer?
    var availableIn: UInt32 = 0
    var totalIn: UInt = 0
    var nextOut: UnsafeMutableRawPointer?
    var availableOut: UInt32 = 0
    var totalOut: UInt = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    var allocate: OpaquePointer?
    var free: OpaquePointer?
    var argument: OpaquePointer?
    var dataType: Int32 = 0
    var checksum: UInt = 0
    var reserved: UInt = 0
  }

  private struct Library: Sendable {
    typealias Call = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    var initialize: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
    var inflate: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
    var reset: Call
    var end: Call
  }

  private static let library: Library? = {
    let names = ["libz.so.1", "libz.1.dylib", "/opt/homebrew/opt/zlib/lib/libz.1.dylib"]
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
      let initialize = dlsym(handle, "inflateInit2_"), let inflate = dlsym(handle, "inflate"),
      let reset = dlsym(handle, "inflateReset"), let end = dlsym(handle, "inflateEnd")
    else { return nil }
    return Library(
      initialize: unsafeBitCast(
        initialize,
        to: (@convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32) -> Int32).self),
      inflate: unsafeBitCast(inflate, to: (@convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32).self),
      reset: unsafeBitCast(reset, to: Library.Call.self), end: unsafeBitCast(end, to: Library.Call.self))
  }()
}
