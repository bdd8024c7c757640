import CSQLite
import SQLite

/// SQL's functions that compare every place of one text with all of another, rewritten so that they give up where that
/// would take seconds: SQLite asks whether to go on between its steps only, and a call is one step.
enum SQLiteFunctions {
  /// The most comparisons of bytes in one call: some milliseconds.
  private static let limit = 1 << 24

  /// Those that nothing bounds, that look into SQLite itself, or that are made for the tables of full-text and spatial
  /// indices. All in small letters.
  static let denied: Set<String> = [
    "load_extension", "fts3_tokenizer", "printf", "format", "json_patch", "sqlite_log", "fts5", "highlight", "snippet",
    "bm25", "matchinfo", "offsets", "optimize", "rtreecheck", "rtreedepth", "rtreenode",
  ]

  static func install(on connection: OpaquePointer) throws(SQLiteError) {
    typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    let functions: [(String, Int32, Function)] = [
      ("instr", 2, { SQLiteFunctions.instr($0, $2) }), ("replace", 3, { SQLiteFunctions.replace($0, $2) }),
      ("trim", 2, { SQLiteFunctions.trim($0, $2, atStart: true, atEnd: true) }),
      ("ltrim", 2, { SQLiteFunctions.trim($0, $2, atStart: true, atEnd: false) }),
      ("rtrim", 2, { SQLiteFunctions.trim($0, $2, atStart: false, atEnd: true) }),
    ]
    for (name, count, function) in functions {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
      let code = sqlite3_create_function_v2(connection, name, count, flags, nil, function, nil, nil, nil)
      guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
    }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  // MARK: - The functions

  /// The place of the second text in the first, counted in characters from 1, or in bytes of two BLOBs; 0 if it isn't there.
  private static func instr(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let context, let values else { return }
    let areBlobs = [0, 1].allSatisfy { sqlite3_value_type(values[$0]) == SQLITE_BLOB }
    guard let text = bytes(values[0], areBlobs: areBlobs), let part = bytes(values[1], areBlobs: areBlobs) else {
      return
    }
    guard isShort(text.count, part.count, context) else { return }
    guard let place = place(of: part, in: text, from: 0) else { return sqlite3_result_int64(context, 0) }
    let before = areBlobs ? place : text[..<place].count { $0 & 0xC0 != 0x80 }
    sqlite3_result_int64(context, Int64(before + 1))
  }

  /// The first text with the third one wherever the second one was.
  private static func replace(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let context, let values else { return }
    guard let text = bytes(values[0]), let part = bytes(values[1]) else { return }
    guard !part.isEmpty else { return sqlite3_result_value(context, values[0]) }
    guard let other = bytes(values[2]), isShort(text.count, part.count, context) else { return }
    var result: [UInt8] = []
    var start = 0
    while let place = place(of: part, in: text, from: start) {
      result += text[start..<place]
      result += other
      start = place + part.count
      guard result.count <= Int(SQLiteGuard.cellLimit) else { return sqlite3_result_error_toobig(context) }
    }
    result += text[start...]
    give(result, to: context)
  }

  /// The first text without the characters of the second one at its ends.
  private static func trim(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, atStart: Bool, atEnd: Bool
  ) {
    guard let context, let values else { return }
    guard let text = bytes(values[0]), let set = bytes(values[1]) else { return }
    // A set of scalars makes it linear.
    let unwanted = Set(String(decoding: set, as: UTF8.self).unicodeScalars)
    var rest = String(decoding: text, as: UTF8.self).unicodeScalars[...]
    if atStart { rest = rest.drop(while: unwanted.contains) }
    if atEnd { while let last = rest.last, unwanted.contains(last) { rest.removeLast() } }
    give(Array(String(rest).utf8), to: context)
  }

  // MARK: - Their parts

  /// The bytes of a value as text; `nil` for NULL, which makes the result NULL.
  private static func bytes(_ value: OpaquePointer?, areBlobs: Bool = false) -> Bytes? {
    guard sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    if areBlobs {
      let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
      return Bytes(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }
    guard let start = sqlite3_value_text(value) else { return nil }
    return Bytes(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  private static func isShort(_ first: Int, _ second: Int, _ context: OpaquePointer) -> Bool {
    let (product, overflow) = first.multipliedReportingOverflow(by: second)
    guard overflow || product > limit else { return true }
    sqlite3_result_error(context, "the texts are too long to look for one in the other", -1)
    return false
  }

  private static func place(of part: Bytes, in text: Bytes, from start: Int) -> Int? {
    guard let first = part.first else { return start }
    var place = start
    while place + part.count <= text.count {
      if text[place] == first, text[place..<place + part.count].elementsEqual(part) { return place }
      place += 1
    }
    return nil
  }

  private static func give(_ bytes: [UInt8], to context: OpaquePointer) {
    // SQLITE_TRANSIENT: SQLite copies it.
    let isTransient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_result_text64(
      context, bytes.map { CChar(bitPattern: $0) }, UInt64(bytes.count), isTransient,
      UInt8(SQLITE_UTF8))
  }
}
