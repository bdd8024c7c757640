import JSONModel
import OrderedCollections

/// Queries to a ClickHouse server, each a request of its own that may only read, unless the session is one for pyramids.
final class ClickHouseSession: DatabaseSession {
  private let conversation: HTTPConversation
  private let place: HTTPConversation.Server
  private let database: String?
  /// The connection's, for messages.
  private let name: String
  private let guardian: SQLGuard
  private let connectTime: Duration
  private let mayChange: Bool
  private let library: CurlLibrary
  private(set) var server = "ClickHouse"

  /// What a message of the server may have.
  private static let messageLimit = 1 << 20

  init(
    _ library: CurlLibrary, name: String, _ place: HTTPConversation.Server, database: String?, connectTime: Duration,
    guardian: SQLGuard, mayChange: Bool, _ watch: QueryWatch
  ) throws(DatabaseFault) {
    guard let conversation = HTTPConversation(library) else {
      throw DatabaseFault(.unavailable, "there is no memory for a connection")
    }
    (self.library, self.name, self.place, self.database, self.guardian) = (library, name, place, database, guardian)
    (self.conversation, self.connectTime, self.mayChange) = (conversation, connectTime, mayChange)
    let version = try ask("SELECT version()", in: "TabSeparated", limit: 1_000, watch)
    server = "ClickHouse " + String(decoding: version.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  // Each request stands alone: one that fails says nothing of the next.
  var isUsable: Bool { true }

  func close() {}

  // MARK: - Requests

  /// - Parameter format: In which rows come.
  private func ask(
    _ query: String, in format: String?, rows: Int? = nil, limit: Int, _ watch: QueryWatch
  ) throws(DatabaseFault) -> [UInt8] {
    try watch.check()
    let id = "chart-kernel-\(UInt64.random(in: 0 ... .max))"
    let rest = max(watch.deadline - .now, .milliseconds(1)).components
    var parameters = [
      ("query_id", id), ("max_execution_time", "\(rest.seconds + 1)"), ("wait_end_of_query", "1"),
    ]
    if let database { parameters.append(("database", database)) }
    if let rows { parameters += [("max_result_rows", "\(rows)"), ("result_overflow_mode", "throw")] }
    // Last, since nothing can be set after it.
    if !mayChange { parameters.append(("readonly", "2")) }
    let answer: HTTPConversation.Answer
    do throws(HTTPConversation.Failure) {
      answer = try conversation.post(
        Array((format.map { "\(query)\nFORMAT \($0)" } ?? query).utf8), to: place, parameters, connectTime: connectTime,
        limit: limit
      ) { (try? watch.check()) == nil }
    } catch {
      switch error {
      case .unreachable(let reason):
        throw DatabaseFault(.unreachable, "'\(name)' cannot be reached: \(removingSecrets(reason))")
      case .tooLong: throw DatabaseFault(.tooMuch, "gives more than \(limit >> 20) MiB; take fewer columns or rows")
      case .ended:
        kill(id)
        try watch.check()
        throw .cancelled
      }
    }
    guard answer.status == 200 else { throw fault(answer) }
    return answer.body
  }

  /// Ends what the server is at: a connection that is closed does not do so in all versions.
  private func kill(_ id: String) {
    guard let other = HTTPConversation(library) else { return }
    let watch = QueryWatch(limit: .seconds(2))
    // The id is made here, of digits.
    _ = try? other.post(
      Array("KILL QUERY WHERE query_id = '\(id)' ASYNC".utf8), to: place, [], connectTime: .seconds(2),
      limit: ClickHouseSession.messageLimit
    ) { (try? watch.check()) == nil }
  }

  private func removingSecrets(_ text: String) -> String { place.password?.removed(from: text) ?? text }

  /// What the server says is wrong: `Code: 60, e.displayText() = DB::Exception: Table default.t doesn't exist., e.what() = …`.
  private func fault(_ answer: HTTPConversation.Answer) -> DatabaseFault {
    let text = String(decoding: answer.body.prefix(4_000), as: UTF8.self)
    let code = text.firstRange(of: "Code: ").flatMap { Int(text[$0.upperBound...].prefix(while: \.isNumber)) }
    var reason = text.firstRange(of: "DB::Exception: ").map { String(text[$0.upperBound...]) } ?? text
    for end in [", e.what()", "(version ", "\n"] {
      if let range = reason.firstRange(of: end) { reason = String(reason[..<range.lowerBound]) }
    }
    reason = removingSecrets(String(reason.prefix(600)))
    while let last = reason.last, last == "." || last == " " { reason.removeLast() }
    // https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
    return switch code {
    case 159, 160, 394: DatabaseFault(.timeout, reason)
    case 158, 396, 241, 307: DatabaseFault(.tooMuch, reason)
    case 164, 291, 497: DatabaseFault(.forbidden, "only reading is allowed: \(reason)")
    case 192, 193, 194, 516, 81: DatabaseFault(.refused, "'\(name)' cannot be reached: \(reason)")
    case 209, 210, 202, 203, 279: DatabaseFault(.unreachable, "'\(name)' did not answer: \(reason)")
    case nil: DatabaseFault(.unreachable, "'\(name)' did not answer as ClickHouse does (\(answer.status))")
    default: DatabaseFault(.query, reason)
    }
  }

  // MARK: - Queries

  func columns(of query: SQLSource, _ watch: QueryWatch) throws(DatabaseFault) -> [ColumnDescription] {
    if case .written(let text) = query { try guardian.check(text) }
    let all = SQLSelect([], from: query, limit: 0)
    let statement = SQLWriter.statement(all, in: ClickHouseDialect())
    let answer = try ask(
      statement.text, in: "TabSeparatedWithNamesAndTypes", limit: ClickHouseSession.messageLimit, watch)
    let lines = answer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 2, !lines[0].isEmpty else { throw DatabaseFault(.query, "gives no columns") }
    let names = lines[0].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(
      ClickHouseSession.unescaped)
    let types = lines[1].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(
      ClickHouseSession.unescaped)
    return zip(names, types).map { name, type in
      let known = ClickHouseType(type)
      return ColumnDescription(
        name: name, kind: known.kind, type: type,
        form: known.isWide ? .number : known.kind == .texts && !known.isString ? .text : .itself)
    }
  }

  /// Runs a statement that gives nothing.
  func execute(_ statement: String, _ watch: QueryWatch) throws(DatabaseFault) {
    _ = try ask(statement, in: nil, limit: ClickHouseSession.messageLimit, watch)
  }

  /// What a query of this program's own gives, as texts.
  func texts(_ query: String, _ watch: QueryWatch) throws(DatabaseFault) -> [[String]] {
    let answer = try ask(query, in: "TabSeparated", limit: ClickHouseSession.messageLimit * 16, watch)
    return answer.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(ClickHouseSession.unescaped)
    }
  }

  /// A field as the format TabSeparated writes it.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      let known: [UInt8: UInt8] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9, 0x30: 0]
      bytes.append(known[next] ?? next)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func run(
    _ query: SQLSelect, giving columns: [ColumnDescription], limits: QueryLimits, _ watch: QueryWatch
  ) throws(DatabaseFault) -> ResultTable {
    let statement = SQLWriter.statement(query, in: ClickHouseDialect())
    let answer = try ask(statement.text, in: "RowBinary", limit: limits.bytes, watch)
    var reader = ClickHouseReader(columns, limits: limits)
    try reader.read(answer, watch)
    return reader.table
  }

  /// In one request, as long as the columns are of the usual types.
  func run(_ query: SQLSelect, limits: QueryLimits, _ watch: QueryWatch) throws(DatabaseFault) -> ResultTable {
    let statement = SQLWriter.statement(query, in: ClickHouseDialect())
    let answer = try ask(statement.text, in: "Native", limit: limits.bytes, watch)
    if let table = try ClickHouseReader.table(ofBlocks: answer, limits: limits, watch) { return table }
    return try run(query, giving: try columns(of: .query(query), watch), limits: limits, watch)
  }
}
