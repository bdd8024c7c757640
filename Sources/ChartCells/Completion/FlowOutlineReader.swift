import JSONModel
import YAMLText

/// Reads what is in brackets for ``SpecOutline``: `{label: Rent, value: 25}`, JSON, JSON-RPC requests.
struct FlowOutlineReader {
  private enum Level {
    case mapping(object: Int, key: String?, isValue: Bool)
    case sequence(path: [JSONPath.Component], index: Int)
  }

  var outline: SpecOutline
  var position: Int
  private var levels: [Level] = []
  private let path: [JSONPath.Component]

  private var source: SourceText { outline.source }
  private var limit: Int { outline.range.upperBound }

  /// - Parameters:
  ///   - position: Where the bracket opens.
  ///   - path: The path of what is in it.
  init(_ outline: SpecOutline, position: Int, path: [JSONPath.Component]) {
    self.outline = outline
    self.position = position
    self.path = path
  }

  /// Reads up to the bracket that closes the first one. Returns whether there is one.
  mutating func read() -> Bool {
    let scalars = source.scalars
    // Where the last sign ended: what can stand there can stand anywhere up to the next one. At a word's end the cursor
    // is still in the word.
    var gap = position
    while position < limit {
      let scalar = scalars[position]
      if scalar.isBlank || scalar.isLineBreak {
        position += 1
        continue
      }
      if !levels.isEmpty, gap <= position { noteGap(gap...position) }
      switch scalar {
      case "#" where position == 0 || scalars[position - 1].isBlank || scalars[position - 1].isLineBreak:
        let start = position
        while position < limit, !scalars[position].isLineBreak { position += 1 }
        if start < position { outline.forgetCursor(in: (start + 1)...position) }
      case "{", "[":
        // Paths are as long as the nesting is deep. What is nested deeper is no chart.
        guard levels.count <= YAMLDocument.depthLimit, path.count <= YAMLDocument.depthLimit else {
          position = limit
          return false
        }
        open(scalar)
        position += 1
      case "}", "]":
        position += 1
        _ = levels.popLast()
        if levels.isEmpty { return true }
        finishValue()
      case ",":
        position += 1
        next()
      case ":":
        position += 1
        if case .mapping(let object, let key?, false)? = levels.last {
          levels[levels.count - 1] = .mapping(object: object, key: key, isValue: true)
        }
      default:
        readWord()
        gap = position + 1
        continue
      }
      gap = position
    }
    if !levels.isEmpty, gap <= limit { noteGap(gap...limit) }
    return false
  }

  /// The path of a value at this point; `nil` where a key is expected.
  private var valuePath: [JSONPath.Component]? {
    switch levels.last {
    case nil: path
    case .mapping(let object, let key?, true): outline.objects[object].path + [.key(key)]
    case .mapping: nil
    case .sequence(let path, let index): path + [.index(index)]
    }
  }

  private mutating func noteGap(_ range: ClosedRange<Int>) {
    switch levels.last {
    case .mapping(let object, nil, _): outline.note(.key(object: object), range)
    case .mapping(_, .some, true), .sequence:
      if let valuePath { outline.note(.value(path: valuePath), range) }
    default: outline.forgetCursor(in: range)
    }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    let here = valuePath ?? path
    if bracket == "{" {
      levels.append(.mapping(object: outline.addObject(at: here), key: nil, isValue: false))
    } else {
      levels.append(.sequence(path: here, index: 0))
    }
  }

  private mutating func next() {
    switch levels.last {
    case .mapping(let object, _, _): levels[levels.count - 1] = .mapping(object: object, key: nil, isValue: false)
    case .sequence(let path, let index): levels[levels.count - 1] = .sequence(path: path, index: index + 1)
    case nil: break
    }
  }

  /// A value is complete: only a comma or bracket can follow.
  private mutating func finishValue() {
    if case .mapping(let object, let key, true)? = levels.last {
      levels[levels.count - 1] = .mapping(object: object, key: key, isValue: false)
    }
  }

  private mutating func readWord() {
    let scalars = source.scalars
    let quote = scalars[position]
    var word: Range<Int>
    if quote == "\"" || quote == "'" {
      let line = source.range(ofLine: source.lineIndex(of: position)).clamped(to: outline.range)
      var reader = BracketReader(scalars: scalars, position: position)
      let isClosed = reader.skipQuoted(limit: line.upperBound)
      word = (position + 1)..<max(position + 1, isClosed ? reader.position - 1 : line.upperBound)
      position = max(position + 1, isClosed ? reader.position : line.upperBound)
    } else {
      let start = position
      while position < limit, !scalars[position].isLineBreak, !",[]{}".unicodeScalars.contains(scalars[position]) {
        if scalars[position] == ":",
          position + 1 >= limit || scalars[position + 1].isBlank || scalars[position + 1].isLineBreak
        {
          break
        }
        position += 1
      }
      // A colon without a space, or another sign that begins no word: never stand still.
      if position == start { position += 1 }
      var stop = position
      while stop > start, scalars[stop - 1].isBlank { stop -= 1 }
      word = start..<stop
    }
    let place = word.lowerBound...word.upperBound
    if case .mapping(let object, nil, _)? = levels.last {
      let name = outline.text(of: word)
      outline.addKey(name, word, to: object)
      outline.note(.key(object: object), place, word: word)
      levels[levels.count - 1] = .mapping(object: object, key: name, isValue: false)
    } else if let valuePath {
      outline.note(.value(path: valuePath), place, word: word)
      if case .mapping(let object, let key?, _)? = levels.last {
        outline.setScalar(outline.text(of: word), of: key, in: object)
      } else {
        outline.addItem(outline.text(of: word), at: valuePath)
      }
      finishValue()
    }
  }
}
