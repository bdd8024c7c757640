import JSONModel
import YAMLText

/// Reads a spec for ``SpecOutline``: line by line where it is indented, character by character where it is in brackets.
struct SpecOutlineReader {
  /// A level that is open.
  enum Level {
    case mapping(column: Int, object: Int, key: String?, isPending: Bool)
    case sequence(column: Int, index: Int, path: [JSONPath.Component])

    var column: Int {
      switch self {
      case .mapping(let column, _, _, _), .sequence(let column, _, _): column
      }
    }
  }

  var outline: SpecOutline
  var levels: [Level] = []
  /// The column of the key whose block scalar is being read.
  var blockScalar: Int?
  /// The offset up to which the text is read.
  var position: Int
  var end = SpecOutline.End.whole(column: 0)

  var source: SourceText { outline.source }
  var limit: Int { outline.range.upperBound }

  init(_ outline: SpecOutline) {
    self.outline = outline
    self.position = outline.range.lowerBound
  }

  mutating func read() {
    // What is in brackets as a whole, JSON and JSON-RPC, is read character by character.
    var index = source.lineIndex(of: outline.range.lowerBound)
    let last = source.lineIndex(of: outline.range.upperBound)
    while index <= last {
      let line = source.range(ofLine: index).clamped(to: outline.range)
      position = line.lowerBound
      readLine(line)
      // A bracket or quote may have ended some lines further down.
      index = max(index + 1, source.lineIndex(of: position) + (position > line.upperBound ? 1 : 0))
    }
    outline.finish(blockScalar.map { .blockScalar(column: $0) } ?? end)
  }

  // MARK: - Lines

  private mutating func readLine(_ line: Range<Int>) {
    let scalars = source.scalars
    let start = scalars[line].firstIndex { $0 != " " } ?? line.upperBound
    let column = start - source.lineStarts[source.lineIndex(of: line.lowerBound)]
    if let key = blockScalar {
      if start == line.upperBound || column > key { return }
      blockScalar = nil
    }
    let content = scalars[start..<line.upperBound].first { !$0.isBlank }
    guard let content else { return noteBlankLine(line) }
    guard content != "#" else { return }
    let isItem = content == "-" && (start + 1 >= line.upperBound || scalars[start + 1].isBlank)
    if source.string(start..<min(start + 3, line.upperBound)) == "---", column == 0 {
      position = min(start + 3, line.upperBound)
      skipBlanks(line)
    } else {
      position = start
      close(to: column, isItem: isItem)
    }
    readNode(line)
  }

  /// Ends the levels that a line's indentation ends.
  private mutating func close(to column: Int, isItem: Bool) {
    while let level = levels.last {
      if level.column > column {
        levels.removeLast()
      } else if case .sequence(let own, _, _) = level, own == column, !isItem {
        levels.removeLast()
      } else {
        break
      }
    }
  }

  func column(of offset: Int) -> Int { offset - source.lineStarts[source.lineIndex(of: offset)] }

  /// On a blank line anything can stand that the cursor's column allows.
  private mutating func noteBlankLine(_ line: Range<Int>) {
    guard (line.lowerBound...line.upperBound).contains(outline.offset) else { return }
    let column = outline.offset - line.lowerBound
    var open = levels
    while let level = open.last, level.column > column { open.removeLast() }
    if case .sequence(let own, _, _)? = open.last, own == column, open.count > 1 { open.removeLast() }
    let place = line.lowerBound...line.upperBound
    switch open.last {
    case nil:
      outline.note(.node(path: []), place)
    case .mapping(let own, let object, let key, let isPending):
      if own == column {
        outline.note(.key(object: object), place)
      } else if isPending, let key {
        outline.note(.node(path: outline.objects[object].path + [.key(key)]), place)
      }
    case .sequence: break
    }
  }

  mutating func skipBlanks(_ line: Range<Int>) {
    while position < line.upperBound, source.scalars[position].isBlank { position += 1 }
  }

  /// The path of what begins here, below the innermost open level.
  var path: [JSONPath.Component] {
    switch levels.last {
    case nil: []
    case .mapping(_, let object, let key, _): outline.objects[object].path + (key.map { [.key($0)] } ?? [])
    case .sequence(_, let index, let path): path + [.index(index)]
    }
  }

  /// Reads what stands from here to the line's end: items, a key with its value, or a value.
  private mutating func readNode(_ line: Range<Int>) {
    // Paths are as long as the nesting is deep. What is nested deeper is no chart.
    while levels.count <= YAMLDocument.depthLimit {
      let start = position
      skipBlanks(line)
      let column = column(of: position)
      guard position < line.upperBound else {
        outline.note(.node(path: path), max(start, line.lowerBound)...line.upperBound)
        return
      }
      let scalar = source.scalars[position]
      let isAlone = position + 1 >= line.upperBound || source.scalars[position + 1].isBlank
      if scalar == "-", isAlone {
        beginItem(column: column)
        position += 1
        end = .pendingValue(column: column)
        continue
      }
      if start < position { outline.note(.node(path: path), start...position) }
      if scalar == "#" { return }
      if scalar == "&" || scalar == "!" || scalar == "*" {
        while position < line.upperBound, !source.scalars[position].isBlank { position += 1 }
        end = .whole(column: levels.last?.column ?? 0)
        if scalar == "*" { return }
        continue
      }
      if !readKey(line, column: column) { readValue(line, key: nil) }
      return
    }
  }

  private mutating func beginItem(column: Int) {
    if case .sequence(let own, let index, let path)? = levels.last, own == column {
      levels[levels.count - 1] = .sequence(column: own, index: index + 1, path: path)
    } else {
      settle()
      levels.append(.sequence(column: column, index: 0, path: path))
    }
  }

  /// A value has begun for the key of the innermost mapping.
  mutating func settle() {
    if case .mapping(let column, let object, let key, _)? = levels.last {
      levels[levels.count - 1] = .mapping(column: column, object: object, key: key, isPending: false)
    }
  }
}
