import CellModel
import YAMLText

/// The cursor in a cell, and the statement that it is in.
struct CellPlace {
  let source: SourceText
  let cursor: Int
  /// The statement at the cursor; `nil` between statements.
  let statement: CellStatement?

  init(_ code: String, cursor: Int) {
    let source = SourceText(code)
    let cursor = min(max(cursor, 0), source.scalars.count)
    let line = source.lineIndex(of: cursor)
    self.source = source
    self.cursor = cursor
    self.statement = CellSplitter.statements(of: source).last { statement in
      let lines = source.lineIndex(of: statement.range.lowerBound)...source.lineIndex(of: statement.range.upperBound)
      return lines.contains(line)
    }
  }

  var command: CommandText { CommandText(statement?.range ?? cursor..<cursor, of: source) }

  /// The spec or request at the cursor, as far as it can be read. Between statements one may begin.
  var outline: SpecOutline {
    guard let statement, statement.kind != .command else {
      let line = source.range(ofLine: source.lineIndex(of: cursor))
      return .reading(source, range: line, cursor: cursor)
    }
    let line = source.range(ofLine: source.lineIndex(of: statement.range.lowerBound))
    return .reading(source, range: line.lowerBound..<statement.range.upperBound, cursor: cursor)
  }

  /// What is typed of a word.
  func prefix(of word: Range<Int>) -> String {
    source.string(min(word.lowerBound, cursor)..<cursor)
  }

  /// Those of the words that continue what is typed, in their order; without regard to case where none does exactly.
  func completions(_ words: [String], word: Range<Int>) -> Completions {
    completions(words.map { OfferedWord($0) }, word: word)
  }

  /// The same of words that are not written as they are called.
  func completions(_ words: [OfferedWord], word: Range<Int>) -> Completions {
    let typed = prefix(of: word)
    var matches = words.filter { $0.name.hasPrefix(typed) }
    if matches.isEmpty { matches = words.filter { $0.name.lowercased().hasPrefix(typed.lowercased()) } }
    var seen: Set<String> = []
    return Completions(
      matches: matches.map(\.text).filter { seen.insert($0).inserted }, start: min(word.lowerBound, cursor),
      end: max(word.upperBound, cursor))
  }

  var nothing: Completions { Completions(matches: [], start: cursor, end: cursor) }
}
