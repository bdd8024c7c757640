import JSONModel
import YAMLText

/// Splits a cell into statements, without judging them: each one's faults are told when its turn comes.
struct CellSplitter {
  let source: SourceText
  /// How many scalars may still be looked at in search of closing brackets. A text of nothing but opening ones would be
  /// read to its end from each of them otherwise.
  private var budget: Int

  init(_ source: SourceText) {
    self.source = source
    self.budget = 4 * source.scalars.count + 1024
  }

  /// The statements in turn.
  /// - Complexity: O(*n*) in the length of the text.
  static func statements(of source: SourceText) -> [CellStatement] {
    var splitter = CellSplitter(source)
    return splitter.split()
  }

  private enum Line {
    case blank
    /// `---` alone, or the end of a document: `...`.
    case separator
    /// `---` with content behind it.
    case document
    case command
    case help
    case assignment
    case parameter
    case bracket
    case text
  }

  private func kind(ofLine index: Int) -> Line {
    let line = source.line(index)
    guard let first = line.first(where: { !$0.isBlank }), first != "#" else { return .blank }
    if line.starts(with: "---".unicodeScalars) || line.starts(with: "...".unicodeScalars) {
      let rest = line.dropFirst(3)
      if rest.isEmpty || rest.first?.isBlank == true {
        let content = rest.first { !$0.isBlank }
        return content == nil || content == "#" || line.first == "." ? .separator : .document
      }
    }
    if isQuestion(line, index) { return .help }
    switch first {
    case "%": return .command
    case "$": return ParameterLine(source.range(ofLine: index), of: source) == nil ? .text : .parameter
    case "{", "[": return .bracket
    default: return Assignment(source.range(ofLine: index), of: source) == nil ? .text : .assignment
    }
  }

  private func isQuestion(_ line: ArraySlice<Unicode.Scalar>, _ index: Int) -> Bool {
    guard let query = HelpQuery(line.startIndex..<line.endIndex, of: source) else { return false }
    guard query.word.isEmpty else { return true }
    // `?` alone can also begin an explicit key of YAML, which goes on below.
    guard let next = source.line(index + 1).first else { return true }
    return !next.isBlank && next != ":"
  }

  private mutating func split() -> [CellStatement] {
    var statements: [CellStatement] = []
    var index = 0
    while index < source.lineCount {
      switch kind(ofLine: index) {
      case .blank, .separator:
        index += 1
      case .command:
        statements.append(CellStatement(kind: .command, range: source.range(ofLine: index)))
        index += 1
      case .help:
        statements.append(CellStatement(kind: .help, range: source.range(ofLine: index)))
        index += 1
      case .parameter:
        statements.append(CellStatement(kind: .parameter, range: source.range(ofLine: index)))
        index += 1
      case .assignment:
        let line = source.range(ofLine: index)
        let end = Assignment(line, of: source)?.end(in: source.scalars) ?? line.upperBound
        statements.append(CellStatement(kind: .assignment, range: line.lowerBound..<end))
        index = source.lineIndex(of: end) + 1
      case .bracket:
        let statement = json(atLine: index) ?? block(fromLine: index)
        statements.append(statement)
        index = source.lineIndex(of: max(statement.range.upperBound - 1, statement.range.lowerBound)) + 1
      case .document, .text:
        let statement = block(fromLine: index)
        statements.append(statement)
        index = source.lineIndex(of: max(statement.range.upperBound - 1, statement.range.lowerBound)) + 1
      }
    }
    return statements
  }

  /// Lines up to the next separator, or to one at the margin that is a statement of its own.
  private mutating func block(fromLine first: Int) -> CellStatement {
    var next = first + 1
    search: while next < source.lineCount {
      switch kind(ofLine: next) {
      case .separator, .document: break search
      // An indented one is part of a spec: content of a block scalar, or a fault that the parser tells.
      case .command where source.line(next).first == "%": break search
      case .help where source.line(next).first?.isBlank == false: break search
      case .parameter where source.line(next).first?.isBlank == false: break search
      case .assignment where source.line(next).first?.isBlank == false: break search
      case .bracket where source.line(next).first?.isBlank == false && json(atLine: next)?.kind == .request:
        break search
      default: next += 1
      }
    }
    let range = source.range(ofLine: first).lowerBound..<source.range(ofLine: next - 1).upperBound
    // A request that was not closed is still a request, so that its fault is told as one.
    let opens = source.line(first).first { !$0.isBlank }
    let isRequest = (opens == "{" || opens == "[") && mentionsJSONRPC(range)
    return CellStatement(kind: isRequest ? .request : .spec, range: range)
  }

  /// A whole JSON text, or YAML in brackets, that begins on a line and has its last line for itself.
  private mutating func json(atLine index: Int) -> CellStatement? {
    let line = source.range(ofLine: index)
    guard let start = source.scalars[line].firstIndex(where: { !$0.isBlank }), let end = closing(of: start) else {
      return nil
    }
    let rest = source.scalars[end..<max(end, source.range(ofLine: source.lineIndex(of: end)).upperBound)]
    let trailing = rest.first { !$0.isBlank }
    guard trailing == nil || trailing == "#" else { return nil }
    return CellStatement(kind: isRequest(start..<end) ? .request : .spec, range: start..<end)
  }

  private func isRequest(_ range: Range<Int>) -> Bool {
    guard mentionsJSONRPC(range) || source.scalars[range].first == "[" else { return false }
    guard let json = try? JSON(parsing: source.string(range)) else { return mentionsJSONRPC(range) }
    func isRequest(_ value: JSON) -> Bool {
      value["jsonrpc"] != nil || (value["method"] != nil && value["kind"] == nil)
    }
    guard case .array(let items) = json else { return isRequest(json) }
    return items.isEmpty || items.contains(where: isRequest)
  }

  private func mentionsJSONRPC(_ range: Range<Int>) -> Bool {
    contains("\"jsonrpc\"", in: range) || contains("\"method\"", in: range)
  }

  private func contains(_ word: String, in range: Range<Int>) -> Bool {
    let word = Array(word.unicodeScalars)
    guard let first = word.first, range.count >= word.count else { return false }
    for offset in range.lowerBound...(range.upperBound - word.count) where source.scalars[offset] == first {
      if source.scalars[offset..<offset + word.count].elementsEqual(word) { return true }
    }
    return false
  }

  /// The offset behind the bracket that closes the one at `start`; `nil` if it stays open.
  private mutating func closing(of start: Int) -> Int? {
    var reader = BracketReader(scalars: source.scalars, position: start)
    let end = reader.skipBrackets(budget: budget)
    budget -= reader.position - start
    return end
  }
}

/// One statement of a cell: where it is, and what kind.
struct CellStatement: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A YAML or JSON chart spec.
    case spec
    /// A line that begins with `%`.
    case command
    /// A JSON-RPC request or batch.
    case request
    /// A parameter's new value: `angle = 30`, which may span several lines inside brackets.
    case assignment
    /// A parameter alone: `$angle`.
    case parameter
    /// A question: `%tap?`, `?tap`.
    case help
  }

  var kind: Kind
  /// The offsets in the cell, in Unicode scalars.
  var range: Range<Int>
}
