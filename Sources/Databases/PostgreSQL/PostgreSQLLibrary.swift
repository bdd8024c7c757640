import POSIX

/// The functions of libpq, PostgreSQL's own library, under their own names without the prefix:
/// https://www.postgresql.org/docs/15/libpq.html.
///
/// It is opened when a database is first asked, so that the program needs neither it nor its headers. It knows services, `.pgpass`,
/// TLS, Kerberos and everything else by which servers let people in.
final class PostgreSQLLibrary: Sendable {
  typealias Connection = OpaquePointer?
  typealias Rows = OpaquePointer?
  typealias Text = UnsafePointer<CChar>?
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>?
  typealias Numbers = UnsafePointer<Int32>?
  typealias OfConnection = @convention(c) (Connection) -> Int32
  typealias OfRows = @convention(c) (Rows) -> Int32
  typealias OfColumn = @convention(c) (Rows, Int32) -> UInt32
  typealias OfCell = @convention(c) (Rows, Int32, Int32) -> Int32
  typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, Text) -> Void

  // Connections
  let connectStart: @convention(c) (Texts, Texts, Int32) -> Connection
  let connectPoll: OfConnection
  let status: OfConnection
  let socket: OfConnection
  let errorMessage: @convention(c) (Connection) -> Text
  let serverVersion: OfConnection
  let parameterStatus: @convention(c) (Connection, Text) -> Text
  let setNonblocking: @convention(c) (Connection, Int32) -> Int32
  let setNoticeProcessor: @convention(c) (Connection, NoticeProcessor?, UnsafeMutableRawPointer?) -> NoticeProcessor?
  let finish: @convention(c) (Connection) -> Void
  // Queries
  let sendQuery:
    @convention(c) (Connection, Text, Int32, UnsafePointer<UInt32>?, Texts, Numbers, Numbers, Int32) -> Int32
  let sendPrepare: @convention(c) (Connection, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendDescribe: @convention(c) (Connection, Text) -> Int32
  let setSingleRowMode: OfConnection
  let flush: OfConnection
  let consumeInput: OfConnection
  let isBusy: OfConnection
  let result: @convention(c) (Connection) -> Rows
  let getCancel: @convention(c) (Connection) -> OpaquePointer?
  let cancel: @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32
  let freeCancel: @convention(c) (OpaquePointer?) -> Void
  // Results
  let resultStatus: OfRows
  let resultField: @convention(c) (Rows, Int32) -> Text
  let clear: @convention(c) (Rows) -> Void
  let rowCount: OfRows
  let columnCount: OfRows
  let columnName: @convention(c) (Rows, Int32) -> Text
  let columnType: OfColumn
  let isNull: OfCell
  let length: OfCell
  let value: @convention(c) (Rows, Int32, Int32) -> UnsafePointer<UInt8>?

  /// The library, opened by the first who asks.
  /// - Throws: ``DatabaseFault/Kind/unavailable``, which says how to install it.
  static func shared() throws(DatabaseFault) -> PostgreSQLLibrary { try opened.get() }

  private static let opened: Result<PostgreSQLLibrary, DatabaseFault> = {
    do throws(DatabaseFault) {
      return .success(try PostgreSQLLibrary(anyOf: names))
    } catch {
      return .failure(error)
    }
  }()

  /// Where it may lie: as the loader finds it, and where Homebrew puts it. Somebody may name another place.
  private static var names: [String] {
    if let place = ProcessEnvironment.value("CHART_KERNEL_LIBPQ") { return [place] }
    return [
      "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
      "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
  }

  /// - Throws: ``DatabaseFault/Kind/unavailable``
  init(anyOf names: [String]) throws(DatabaseFault) {
    let library = try SharedLibrary(needed: names) { name in
      "PostgreSQL needs its library, and '\(name)' cannot be opened: install it by `apt install libpq5`, or "
        + "`brew install libpq` on a Mac"
    }
    connectStart = try library.required("PQconnectStartParams")
    connectPoll = try library.required("PQconnectPoll")
    status = try library.required("PQstatus")
    socket = try library.required("PQsocket")
    errorMessage = try library.required("PQerrorMessage")
    serverVersion = try library.required("PQserverVersion")
    parameterStatus = try library.required("PQparameterStatus")
    setNonblocking = try library.required("PQsetnonblocking")
    setNoticeProcessor = try library.required("PQsetNoticeProcessor")
    finish = try library.required("PQfinish")
    sendQuery = try library.required("PQsendQueryParams")
    sendPrepare = try library.required("PQsendPrepare")
    sendDescribe = try library.required("PQsendDescribePrepared")
    setSingleRowMode = try library.required("PQsetSingleRowMode")
    flush = try library.required("PQflush")
    consumeInput = try library.required("PQconsumeInput")
    isBusy = try library.required("PQisBusy")
    result = try library.required("PQgetResult")
    getCancel = try library.required("PQgetCancel")
    cancel = try library.required("PQcancel")
    freeCancel = try library.required("PQfreeCancel")
    resultStatus = try library.required("PQresultStatus")
    resultField = try library.required("PQresultErrorField")
    clear = try library.required("PQclear")
    rowCount = try library.required("PQntuples")
    columnCount = try library.required("PQnfields")
    columnName = try library.required("PQfname")
    columnType = try library.required("PQftype")
    isNull = try library.required("PQgetisnull")
    length = try library.required("PQgetlength")
    value = try library.required("PQgetvalue")
  }
}

/// What a statement gave, until it is let go of.
struct PostgreSQLRows: ~Copyable {
  private let library: PostgreSQLLibrary
  private let pointer: OpaquePointer

  init(_ library: PostgreSQLLibrary, _ pointer: OpaquePointer) { (self.library, self.pointer) = (library, pointer) }

  deinit { library.clear(pointer) }

  /// Whether the statement went well.
  // PGRES_COMMAND_OK and PGRES_TUPLES_OK of libpq-fe.h.
  var isWell: Bool { [1, 2].contains(library.resultStatus(pointer)) }

  var rowCount: Int { Int(library.rowCount(pointer)) }

  /// What the server says of a fault, by the letter of the field in its message.
  func field(_ letter: Character) -> String? {
    letter.asciiValue.flatMap { library.resultField(pointer, Int32($0)) }.map { String(cString: $0) }
  }

  /// The names and types of the columns.
  var columns: [(name: String, type: UInt32)] {
    (0..<library.columnCount(pointer)).map { column in
      (library.columnName(pointer, column).map { String(cString: $0) } ?? "", library.columnType(pointer, column))
    }
  }

  /// All cells, which came as texts.
  var texts: [[String?]] {
    (0..<rowCount).map { row in
      (0..<Int(library.columnCount(pointer))).map { column in
        bytes(row: row, column: column).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// The bytes of a cell; `nil` for NULL.
  @inline(__always)
  func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
    guard library.isNull(pointer, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: library.value(pointer, row, column), count: Int(library.length(pointer, row, column)))
  }
}
