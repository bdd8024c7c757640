import JSONModel
import YAMLText

// MARK: - Keys and values

extension SpecOutlineReader {
  /// Reads `key:` with its value, if there is a key.
  mutating func readKey(_ line: Range<Int>, column: Int) -> Bool {
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
    let name = outline.text(of: word)
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
  mutating func readValue(_ line: Range<Int>, key: String?) {
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
      outline.setScalar(outline.text(of: word), of: key, in: object)
    } else if key == nil, case .sequence? = levels.last {
      outline.addItem(outline.text(of: word), at: path)
    }
    settle()
  }
}
