import CDatabases
import POSIX

/// The functions of libcurl by which HTTP is spoken, under their own names without the prefix: https://curl.se/libcurl/c/.
///
/// It is opened when a database is first asked, so that the program needs neither it nor its headers. It knows TLS, proxies and whatever
/// else lies between.
final class CurlLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias List = OpaquePointer
  /// Takes bytes: where they are, the size of one, how many there are, and what was set for it. Gives how many it took.
  typealias Write = @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

  let makeHandle: @convention(c) () -> Handle?
  let reset: @convention(c) (Handle) -> Void
  let destroy: @convention(c) (Handle) -> Void
  // Several transfers, of which there is one here: so that it can be ended in between.
  let makeTransfers: @convention(c) () -> Handle?
  let add: @convention(c) (Handle, Handle) -> Int32
  let remove: @convention(c) (Handle, Handle) -> Int32
  let perform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
  let poll: @convention(c) (Handle, UnsafeRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  let message: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?
  let destroyTransfers: @convention(c) (Handle) -> Int32
  let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let append: @convention(c) (List?, UnsafePointer<CChar>?) -> List?
  let destroyList: @convention(c) (List?) -> Void
  // `unsafe`: places of code, which never change.
  nonisolated(unsafe) private let setOption: UnsafeMutableRawPointer
  nonisolated(unsafe) private let getInfo: UnsafeMutableRawPointer

  /// The options of curl.h that are used here.
  enum Option: Int32 {
    case url = 10_002, userAgent = 10_018, postFields = 10_015, postFieldSize = 60, headers = 10_023, user = 10_173,
      password = 10_174
    case write = 20_011, writeData = 10_001
    case hasNoSignal = 99, connectMilliseconds = 156, milliseconds = 155, certificates = 10_065, certificate = 10_025,
      key = 10_087
    case protocols = 181, redirects = 52, netrc = 51, keepsAlive = 213
  }

  /// The library, opened by the first who asks.
  /// - Throws: ``DatabaseFault/Kind/unavailable``, which says how to install it.
  static func shared() throws(DatabaseFault) -> CurlLibrary { try opened.get() }

  private static let opened: Result<CurlLibrary, DatabaseFault> = {
    do throws(DatabaseFault) {
      return .success(try CurlLibrary(anyOf: names))
    } catch {
      return .failure(error)
    }
  }()

  /// Where it may lie: as the loader finds it, with any of the libraries for TLS that it is built with; a Mac brings it along.
  private static var names: [String] {
    if let place = ProcessEnvironment.value("CHART_KERNEL_LIBCURL") { return [place] }
    return ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"]
  }

  /// - Throws: ``DatabaseFault/Kind/unavailable``
  init(anyOf names: [String]) throws(DatabaseFault) {
    let library = try SharedLibrary(needed: names) { name in
      "ClickHouse is asked by HTTP, which needs the library curl, and '\(name)' cannot be opened: install it by "
        + "`apt install libcurl4`"
    }
    func place(_ name: String) throws(DatabaseFault) -> UnsafeMutableRawPointer {
      guard let place = library.place(ofFunction: name) else {
        throw DatabaseFault(.unavailable, "'\(library.name)' is too old: it has no \(name)")
      }
      return place
    }
    makeHandle = try library.required("curl_easy_init")
    makeTransfers = try library.required("curl_multi_init")
    add = try library.required("curl_multi_add_handle")
    remove = try library.required("curl_multi_remove_handle")
    perform = try library.required("curl_multi_perform")
    poll = try library.required("curl_multi_poll")
    message = try library.required("curl_multi_info_read")
    destroyTransfers = try library.required("curl_multi_cleanup")
    reset = try library.required("curl_easy_reset")
    destroy = try library.required("curl_easy_cleanup")
    errorText = try library.required("curl_easy_strerror")
    append = try library.required("curl_slist_append")
    destroyList = try library.required("curl_slist_free_all")
    setOption = try place("curl_easy_setopt")
    getInfo = try place("curl_easy_getinfo")
    let start: @convention(c) (Int) -> Int32 = try library.required("curl_global_init")
    // CURL_GLOBAL_ALL; once, before there are several threads that use it.
    guard start(3) == 0 else { throw DatabaseFault(.unavailable, "'\(library.name)' does not start") }
  }

  func set(_ option: Option, _ value: Int, of handle: Handle) {
    _ = curl_set_number(setOption, handle, option.rawValue, value)
  }

  /// The library copies texts, and nothing else.
  func set(_ option: Option, _ value: String, of handle: Handle) {
    _ = value.withCString { curl_set_pointer(setOption, handle, option.rawValue, $0) }
  }

  func set(_ option: Option, _ pointer: UnsafeRawPointer?, of handle: Handle) {
    _ = curl_set_pointer(setOption, handle, option.rawValue, pointer)
  }

  /// The status that the server answered with: 200.
  func status(of handle: Handle) -> Int {
    var status = 0
    // CURLINFO_RESPONSE_CODE
    _ = curl_get_number(getInfo, handle, 0x200002, &status)
    return status
  }
}
