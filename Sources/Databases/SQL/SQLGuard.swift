/// Looks at a query that somebody wrote before any server sees it: it must be one SELECT, and call only functions that do
/// nothing but compute.
///
/// That nothing is written is the session's business, which is read-only. But reading, too, can do harm: a function may sleep,
/// read a file of the server, fetch an address, or end the sessions of others.
package struct SQLGuard: Sendable {
  let rules: SQLTokens.Rules
  /// The functions that may be called, in lower case; `nil` for all.
  let functions: Set<String>?
  /// What functions that may be called can be qualified with.
  let schemas: Set<String>

  /// - Throws: ``DatabaseFault`` of the kinds query and forbidden.
  package func check(_ query: String) throws(DatabaseFault) {
    guard query.utf8.count <= SQLGuard.lengthLimit else {
      throw DatabaseFault(.query, "is longer than \(SQLGuard.lengthLimit) bytes")
    }
    var tokens = try SQLTokens.read(query, rules)
    // One at the end ends nothing else.
    while tokens.last == .sign(UInt8(ascii: ";")) { tokens.removeLast() }
    guard !tokens.contains(.sign(UInt8(ascii: ";"))) else { throw DatabaseFault(.query, "expected one SELECT") }
    guard case .word(let first)? = tokens.first(where: { $0 != .sign(UInt8(ascii: "(")) }),
      ["select", "with", "values", "table"].contains(first)
    else { throw DatabaseFault(.query, "is not a SELECT") }
    try checkParentheses(tokens)
    for index in tokens.indices { try check(tokens, at: index) }
  }

  private static let lengthLimit = 100_000

  /// Those in the text must end in it: what follows is not its own.
  private func checkParentheses(_ tokens: [SQLTokens.Token]) throws(DatabaseFault) {
    var depth = 0
    for token in tokens {
      if token == .sign(UInt8(ascii: "(")) { depth += 1 }
      if token == .sign(UInt8(ascii: ")")) { depth -= 1 }
      guard depth >= 0 else { break }
    }
    guard depth == 0 else { throw DatabaseFault(.query, "has parentheses that do not match") }
  }

  private func check(_ tokens: [SQLTokens.Token], at index: Int) throws(DatabaseFault) {
    let before = index > 0 ? tokens[index - 1] : nil
    if case .word(let word) = tokens[index], before == .sign(UInt8(ascii: "(")), SQLGuard.changing.contains(word) {
      throw DatabaseFault(.forbidden, "only SELECT is allowed, got \(word.uppercased())")
    }
    guard index + 1 < tokens.count, tokens[index + 1] == .sign(UInt8(ascii: "(")) else { return }
    let name: String
    switch tokens[index] {
    case .word(let word):
      guard !SQLGuard.keywords.contains(word) || before == .sign(UInt8(ascii: ".")) else { return }
      name = word
    case .name(let quoted): name = quoted
    case .value, .sign: return
    }
    guard let functions else { return }
    // The columns of a table that was given a name: `AS t(a, b)`, `) t(a, b)`, `WITH t(a, b) AS (`.
    if before == .word("as") || before == .sign(UInt8(ascii: ")")) || isCommonTable(tokens, at: index) { return }
    var isKnown = functions.contains(name)
    if before == .sign(UInt8(ascii: ".")) {
      let isPlain = index < 3 || tokens[index - 3] != .sign(UInt8(ascii: "."))
      switch index >= 2 ? tokens[index - 2] : .value {
      case .word(let schema), .name(let schema): isKnown = isKnown && isPlain && schemas.contains(schema)
      case .value, .sign: isKnown = false
      }
    }
    guard isKnown else {
      throw DatabaseFault(
        .forbidden,
        "calls '\(name.prefix(60))', which is none of the functions that may be called; whoever keeps connections.toml can add it to "
          + "`functions`", suggestion: nil)
    }
  }

  /// Whether a name with columns in parentheses is followed by `AS (`.
  private func isCommonTable(_ tokens: [SQLTokens.Token], at index: Int) -> Bool {
    var place = index + 1
    var depth = 0
    repeat {
      guard place < tokens.count else { return false }
      if tokens[place] == .sign(UInt8(ascii: "(")) { depth += 1 }
      if tokens[place] == .sign(UInt8(ascii: ")")) { depth -= 1 }
      // Names alone stand there.
      if depth == 1, tokens[place] == .value { return false }
      place += 1
    } while depth > 0
    guard place < tokens.count, tokens[place] == .word("as") else { return false }
    place += 1
    while place < tokens.count, [.word("not"), .word("materialized")].contains(tokens[place]) { place += 1 }
    return place < tokens.count && tokens[place] == .sign(UInt8(ascii: "("))
  }

  /// What begins a query that changes something.
  private static let changing: Set<String> = [
    "insert", "update", "delete", "merge", "alter", "create", "drop", "truncate",
  ]

  /// Words before parentheses that call nothing.
  private static let keywords: Set<String> = [
    "all", "and", "any", "array", "as", "asc", "between", "by", "case", "cross", "cube", "desc", "distinct", "else",
    "end",
    "escape", "except", "exclude", "exists", "filter", "from", "full", "global", "group", "grouping", "having", "ilike",
    "in", "inner",
    "intersect", "interval", "is", "join", "lateral", "left", "like", "limit", "natural", "not", "null", "offset", "on",
    "or",
    "order", "outer", "over", "partition", "prewhere", "qualify", "range", "recursive", "right", "rollup", "row",
    "rows", "sample", "select",
    "sets", "similar", "some", "then", "to", "union", "unique", "using", "values", "when", "where", "window", "with",
    "within",
    // Types that have lengths.
    "bit", "char", "character", "datetime64", "dec", "decimal", "fixedstring", "float", "nullable", "numeric", "time",
    "timestamp",
    "timestamptz", "varchar", "varying",
  ]
}
