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
    guard let library = SharedLibrary(anyOf: names) else {
      throw DatabaseFault(
        .unavailable,
        "PostgreSQL needs its library, and '\(names.first ?? "")' cannot be opened: install it by `apt install libpq5`, or "
          + "`brew install libpq` on a Mac")
    }
    func required<Function>(_ name: String) throws(DatabaseFault) -> Function {
      guard let function = library.function(name, as: Function.self) else {
        throw DatabaseFault(.unavailable, "'\(library.name)' is too old: it has no \(name)")
      }
      return function
    }
    connectStart = try required("PQconnectStartParams")
    connectPoll = try required("PQconnectPoll")
    status = try required("PQstatus")
    socket = try required("PQsocket")
    errorMessage = try required("PQerrorMessage")
    serverVersion = try required("PQserverVersion")
    parameterStatus = try required("PQparameterStatus")
    setNonblocking = try required("PQsetnonblocking")
    setNoticeProcessor = try required("PQsetNoticeProcessor")
    finish = try required("PQfinish")
    sendQuery = try required("PQsendQueryParams")
    sendPrepare = try required("PQsendPrepare")
    sendDescribe = try required("PQsendDescribePrepared")
    setSingleRowMode = try required("PQsetSingleRowMode")
    flush = try required("PQflush")
    consumeInput = try required("PQconsumeInput")
    isBusy = try required("PQisBusy")
    result = try required("PQgetResult")
    getCancel = try required("PQgetCancel")
    cancel = try required("PQcancel")
    freeCancel = try required("PQfreeCancel")
    resultStatus = try required("PQresultStatus")
    resultField = try required("PQresultErrorField")
    clear = try required("PQclear")
    rowCount = try required("PQntuples")
    columnCount = try required("PQnfields")
    columnName = try required("PQfname")
    columnType = try required("PQftype")
    isNull = try required("PQgetisnull")
    length = try required("PQgetlength")
    value = try required("PQgetvalue")
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

  /// The bytes of a cell; `nil` for NULL.
  @inline(__always)
  func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
    guard library.isNull(pointer, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: library.value(pointer, row, column), count: Int(library.length(pointer, row, column)))
  }
}
