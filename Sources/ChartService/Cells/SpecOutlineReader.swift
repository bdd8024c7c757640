import JSONModel

/// Reads a spec for ``SpecOutline``: line by line where it is indented, sign by sign where it is in brackets.
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
  private var levels: [Level] = []
  /// The column of the key whose block scalar is being read.
  private var blockScalar: Int?
  /// The offset up to which the text is read.
  private var position: Int
  private var end = SpecOutline.End.whole(column: 0)

  private var source: SourceText { outline.source }
  private var limit: Int { outline.range.upperBound }

  init(_ outline: SpecOutline) {
    self.outline = outline
    self.position = outline.range.lowerBound
  }

  mutating func read() {
    // Brackets as a whole are read sign by sign: JSON, and JSON-RPC.
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

  private func column(of offset: Int) -> Int { offset - source.lineStarts[source.lineIndex(of: offset)] }

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

  private mutating func skipBlanks(_ line: Range<Int>) {
    while position < line.upperBound, source.scalars[position].isBlank { position += 1 }
  }

  /// The path of what begins here, below the innermost open level.
  private var path: [JSONPath.Component] {
    switch levels.last {
    case nil: []
    case .mapping(_, let object, let key, _): outline.objects[object].path + (key.map { [.key($0)] } ?? [])
    case .sequence(_, let index, let path): path + [.index(index)]
    }
  }

  /// Reads what stands from here to the line's end: items, a key with its value, or a value.
  private mutating func readNode(_ line: Range<Int>) {
    while true {
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
  private mutating func settle() {
    if case .mapping(let column, let object, let key, _)? = levels.last {
      levels[levels.count - 1] = .mapping(column: column, object: object, key: key, isPending: false)
    }
  }

  // MARK: - Keys and values

  /// Reads `key:` with its value, if there is a key.
  private mutating func readKey(_ line: Range<Int>, column: Int) -> Bool {
    let scalars = source.scalars
    var stop = position
    let quote = scalars[position]
    let isQuoted = quote == "\"" || quote == "'"
    if isQuoted {
      var reader = BracketReader(scalars: scalars, position: position)
      guard reader.skipQuoted(limit: line.upperBound) else { return false }
      stop = reader.position
    } else if quote == "{" || quote == "[" {
      return false
    } else {
      while stop < line.upperBound {
        if scalars[stop] == ":", stop + 1 >= line.upperBound || scalars[stop + 1].isBlank { break }
        if scalars[stop] == "#", stop > position, scalars[stop - 1].isBlank { return false }
        stop += 1
      }
    }
    var colon = stop
    while colon < line.upperBound, scalars[colon].isBlank { colon += 1 }
    guard colon < line.upperBound, scalars[colon] == ":" else { return false }
    let word = isQuoted ? (position + 1)..<(stop - 1) : position..<stop
    let name = source.string(word)
    let object = mapping(column: column)
    outline.addKey(name, word, to: object)
    outline.note(.key(object: object), word.lowerBound...word.upperBound, word: word)
    levels[levels.count - 1] = .mapping(column: column, object: object, key: name, isPending: true)
    position = colon + 1
    readValue(line, key: name)
    return true
  }

  /// The object whose keys stand in a column.
  private mutating func mapping(column: Int) -> Int {
    if case .mapping(let own, let object, _, _)? = levels.last, own == column { return object }
    let here = path
    settle()
    let object = outline.addObject(at: here)
    levels.append(.mapping(column: column, object: object, key: nil, isPending: false))
    return object
  }

  /// Reads a value: behind a key, or on its own.
  private mutating func readValue(_ line: Range<Int>, key: String?) {
    let scalars = source.scalars
    let here = path
    let start = position
    let column = levels.last?.column ?? 0
    skipBlanks(line)
    // Anchors and tags come before a value.
    while position < line.upperBound, scalars[position] == "&" || scalars[position] == "!" {
      while position < line.upperBound, !scalars[position].isBlank { position += 1 }
      skipBlanks(line)
    }
    if key != nil, start < line.upperBound || start == outline.offset {
      outline.note(.value(path: here), start...max(start, position))
    }
    guard position < line.upperBound, scalars[position] != "#" else {
      end = .pendingValue(column: column)
      return
    }
    switch scalars[position] {
    case "|" where key != nil || !levels.isEmpty, ">" where key != nil || !levels.isEmpty:
      settle()
      blockScalar = column
      position = line.upperBound
    case "{", "[":
      settle()
      var flow = FlowOutlineReader(outline.take(), position: position, path: here)
      let isClosed = flow.read()
      outline = flow.outline.take()
      position = flow.position
      end = isClosed ? .whole(column: column) : .open(column: column)
    case "\"", "'":
      settle()
      readQuoted(line, key: key, path: here, column: column)
    default:
      readPlain(line, key: key, path: here, column: column)
    }
  }

  private mutating func readQuoted(_ line: Range<Int>, key: String?, path: [JSONPath.Component], column: Int) {
    let start = position + 1
    var reader = BracketReader(scalars: source.scalars, position: position)
    let isClosed = reader.skipQuoted(limit: limit)
    // One that is not closed ends with its line here, so that what follows is still understood.
    let stop = isClosed ? reader.position - 1 : line.upperBound
    position = isClosed ? reader.position : line.upperBound
    end = isClosed ? .whole(column: column) : .open(column: column)
    noteScalar(start..<max(start, stop), key: key, path: path)
  }

  private mutating func readPlain(_ line: Range<Int>, key: String?, path: [JSONPath.Component], column: Int) {
    var stop = position
    while stop < line.upperBound, !(source.scalars[stop] == "#" && source.scalars[stop - 1].isBlank) { stop += 1 }
    while stop > position, source.scalars[stop - 1].isBlank { stop -= 1 }
    end = .whole(column: column)
    let word = position..<stop
    position = line.upperBound
    guard key == nil, case .mapping(let own, let object, _, let isPending)? = levels.last else {
      noteScalar(word, key: key, path: path)
      settle()
      return
    }
    if own == self.column(of: word.lowerBound) {
      // A key that has no colon yet.
      outline.note(.key(object: object), word.lowerBound...word.upperBound, word: word)
    } else if isPending {
      outline.note(.node(path: path), word.lowerBound...word.upperBound, word: word)
      settle()
    }
  }

  private mutating func noteScalar(_ word: Range<Int>, key: String?, path: [JSONPath.Component]) {
    let place = word.lowerBound...word.upperBound
    outline.note(key == nil ? .node(path: path) : .value(path: path), place, word: word)
    if let key, case .mapping(_, let object, _, _)? = levels.last {
      outline.setScalar(source.string(word), of: key, in: object)
    }
    settle()
  }
}
