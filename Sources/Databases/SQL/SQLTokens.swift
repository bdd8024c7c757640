/// The words of a query that somebody wrote, as far as it takes to see which functions it calls.
///
/// What stands in texts, comments and quoted names is no word. Where it is not clear where such a thing ends, so that a server
/// might see other words than these, the query is refused.
struct SQLTokens {
  enum Token: Hashable, Sendable {
    /// A name or keyword without quotes, in lower case.
    case word(String)
    /// A name in quotes.
    case name(String)
    /// A text or a number.
    case value
    /// A single character: `(`, `.`, `,`.
    case sign(UInt8)
  }

  /// In which ways engines differ.
  struct Rules: Hashable, Sendable {
    /// Whether a backslash in a text keeps the quote after it from ending it. In PostgreSQL only of `E'…'`. `nil` if that is not
    /// known: then none may stand there.
    var hasBackslashes: Bool? = false
    /// Whether comments lie in comments; `nil` if that is not known.
    var nestsComments: Bool? = true
    /// Whether `$tag$ … $tag$` is a text.
    var hasDollarQuotes = true
    /// Whether ``` `name` ``` is a name.
    var hasBackticks = false
    /// Signs outside of texts and quoted names of which versions of an engine make different things.
    var refused: Set<UInt8> = []
  }

  private let bytes: [UInt8]
  private let rules: Rules
  private var place = 0
  private(set) var tokens: [Token] = []

  /// - Throws: ``DatabaseFault/Kind/query``
  static func read(_ query: String, _ rules: Rules) throws(DatabaseFault) -> [Token] {
    var reader = SQLTokens(bytes: Array(query.utf8), rules: rules)
    guard !reader.bytes.contains(0) else { throw DatabaseFault(.query, "holds a NUL character") }
    while try reader.readNext() {}
    return reader.tokens
  }

  private init(bytes: [UInt8], rules: Rules) { (self.bytes, self.rules) = (bytes, rules) }

  private func byte(_ offset: Int = 0) -> UInt8? {
    bytes.indices.contains(place + offset) ? bytes[place + offset] : nil
  }

  private func isAt(_ text: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return place + text.count <= bytes.count && bytes[place..<place + text.count].elementsEqual(text)
  }

  private mutating func readNext() throws(DatabaseFault) -> Bool {
    guard let first = byte() else { return false }
    switch first {
    case UInt8(ascii: " "), 9...13: place += 1
    case UInt8(ascii: "-") where isAt("--"): skipLine()
    case _ where rules.refused.contains(first):
      throw DatabaseFault(.forbidden, "has a '\(UnicodeScalar(first))' outside of a text, which is not taken here")
    case UInt8(ascii: "/") where isAt("/*"): try skipComment()
    case UInt8(ascii: "'"):
      try skipQuoted(by: first, hasBackslashes: rules.hasBackslashes)
      tokens.append(.value)
    case UInt8(ascii: "\""): try readName(quotedBy: first)
    case UInt8(ascii: "`") where rules.hasBackticks: try readName(quotedBy: first)
    case UInt8(ascii: "$") where rules.hasDollarQuotes: try readDollar()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case _ where SQLTokens.begins(word: first): try readWord()
    default:
      tokens.append(.sign(first))
      place += 1
    }
    return true
  }

  private mutating func skipLine() {
    // PostgreSQL ends a comment at either kind of line end.
    while let byte = byte(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { place += 1 }
  }

  private mutating func skipComment() throws(DatabaseFault) {
    var depth = 0
    repeat {
      if isAt("/*"), depth == 0 || rules.nestsComments != false {
        guard depth == 0 || rules.nestsComments == true else {
          throw DatabaseFault(.forbidden, "has a comment in a comment, which is not taken here")
        }
        depth += 1
        place += 2
      } else if isAt("*/") {
        depth -= 1
        place += 2
      } else if byte() != nil {
        place += 1
      } else {
        throw DatabaseFault(.query, "has a comment that does not end")
      }
    } while depth > 0
  }

  private mutating func skipQuoted(by quote: UInt8, hasBackslashes: Bool?) throws(DatabaseFault) {
    place += 1
    while let next = byte() {
      place += 1
      if next == UInt8(ascii: "\\"), hasBackslashes != false {
        guard hasBackslashes == true else {
          throw DatabaseFault(.forbidden, "has a backslash in a text or name, which is not taken here")
        }
        place += 1
      } else if next == quote {
        // A doubled one is one in the text.
        guard byte() == quote else { return }
        place += 1
      }
    }
    throw DatabaseFault(.query, "has a quote that does not end")
  }

  private mutating func readName(quotedBy quote: UInt8) throws(DatabaseFault) {
    let start = place + 1
    try skipQuoted(by: quote, hasBackslashes: rules.hasBackslashes)
    var name = String(decoding: bytes[start..<place - 1], as: UTF8.self)
    let mark = String(UnicodeScalar(quote))
    name = name.split(separator: mark + mark, omittingEmptySubsequences: false).joined(separator: mark)
    tokens.append(.name(name))
  }

  /// A text between two of the same tags.
  private mutating func readDollar() throws(DatabaseFault) {
    var end = place + 1
    while bytes.indices.contains(end), SQLTokens.continues(word: bytes[end]), bytes[end] != UInt8(ascii: "$") {
      end += 1
    }
    let isTag =
      bytes.indices.contains(end) && bytes[end] == UInt8(ascii: "$")
      && !(place + 1 < end && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place + 1]))
    guard isTag else {
      throw DatabaseFault(.query, "has a parameter such as $1, and there is nothing to take for it")
    }
    let tag = bytes[place...end]
    place = end + 1
    while place + tag.count <= bytes.count {
      if bytes[place..<place + tag.count].elementsEqual(tag) {
        place += tag.count
        tokens.append(.value)
        return
      }
      place += 1
    }
    throw DatabaseFault(.query, "has a quote that does not end")
  }

  private mutating func readNumber() {
    // `1e5`, `0x1F`, `1_000`, `1.5`: words in it are none.
    while let byte = byte(), SQLTokens.continues(word: byte) || byte == UInt8(ascii: ".") { place += 1 }
    tokens.append(.value)
  }

  private mutating func readWord() throws(DatabaseFault) {
    let start = place
    while let byte = byte(), SQLTokens.continues(word: byte) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    guard
      byte() == UInt8(ascii: "'") || byte() == UInt8(ascii: "&") && byte(1).map({ $0 == 0x27 || $0 == 0x22 }) == true
    else {
      tokens.append(.word(word))
      return
    }
    switch (word, byte()) {
    case ("e", UInt8(ascii: "'")):
      try skipQuoted(by: UInt8(ascii: "'"), hasBackslashes: true)
      tokens.append(.value)
    case ("b", UInt8(ascii: "'")), ("x", UInt8(ascii: "'")), ("n", UInt8(ascii: "'")):
      try skipQuoted(by: UInt8(ascii: "'"), hasBackslashes: rules.hasBackslashes)
      tokens.append(.value)
    case ("u", UInt8(ascii: "&")):
      // Names written by the numbers of their letters would have to be read as the server does.
      throw DatabaseFault(.forbidden, "has a text or name of the form U&'…', which is not taken here")
    case ("r", UInt8(ascii: "'")):
      throw DatabaseFault(.forbidden, "has a text of the form r'…', which is not taken here")
    default: tokens.append(.word(word))
    }
  }

  private static func begins(word byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func continues(word byte: UInt8) -> Bool {
    begins(word: byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "$")
  }
}
