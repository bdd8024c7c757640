import YAMLText

/// An assignment as it is typed: `angle = 30`, `angle: float = 30`.
struct Assignment: Sendable {
  /// The name's offsets in the cell.
  var name: Range<Int>
  /// Where the value begins, behind the `=`.
  var valueStart: Int

  /// - Parameter line: The offsets of a line.
  /// - Returns: `nil` for anything else, such as a spec's `title: a = b`: only a bare name before the `=` is one, with
  ///   at most a type as Python annotates it.
  init?(_ line: Range<Int>, of source: SourceText) {
    let scalars = source.scalars
    func skipBlanks(_ start: Int) -> Int {
      scalars[start..<line.upperBound].firstIndex { !$0.isBlank } ?? line.upperBound
    }
    let start = skipBlanks(line.lowerBound)
    guard let end = ParameterName.end(from: start, limit: line.upperBound, in: scalars) else { return nil }
    var position = skipBlanks(end)
    guard position < line.upperBound else { return nil }
    var isAnnotated = false
    if scalars[position] == ":" {
      guard let behind = TypeAnnotation.end(from: skipBlanks(position + 1), limit: line.upperBound, in: scalars) else {
        return nil
      }
      position = skipBlanks(behind)
      isAnnotated = true
    }
    guard position < line.upperBound, scalars[position] == "=" else { return nil }
    position += 1
    if position < line.upperBound, scalars[position] == "=" { return nil }
    if isAnnotated {
      // `title: list = favourites` is a spec, `title: list = []` no longer.
      let value = skipBlanks(position)
      guard value < line.upperBound, Assignment.canBeginValue(value, line.upperBound, in: scalars) else { return nil }
    }
    name = start..<end
    valueStart = position
  }

  private static func canBeginValue(_ start: Int, _ limit: Int, in scalars: [Unicode.Scalar]) -> Bool {
    if let end = ParameterName.end(from: start, limit: limit, in: scalars) {
      guard end - start <= 5 else { return false }
      return ["True", "False", "None", "true", "false", "null", "float"].contains(String(scalars[start..<end]))
    }
    return "0"..."9" ~= scalars[start] || "+-.\"'[({".unicodeScalars.contains(scalars[start])
  }

  /// Where the statement ends: with its line, or with the line of the bracket that closes the value's first.
  /// - Complexity: O(*n*) in the length of what is skipped.
  func end(in scalars: [Unicode.Scalar]) -> Int {
    var position = valueStart
    var depth = 0
    while position < scalars.count {
      let scalar = scalars[position]
      switch scalar {
      case "[", "(", "{": depth += 1
      case "]", ")", "}": depth -= 1
      case "\"", "'":
        // A quote ends on its line, closed or not.
        position += 1
        while position < scalars.count, scalars[position] != scalar, !scalars[position].isLineBreak {
          let isEscape = scalars[position] == "\\" && position + 1 < scalars.count
          position += isEscape && !scalars[position + 1].isLineBreak ? 2 : 1
        }
        if position < scalars.count, scalars[position].isLineBreak { continue }
      case "#":
        while position < scalars.count, !scalars[position].isLineBreak { position += 1 }
        continue
      case "\n", "\r":
        if depth <= 0 { return position }
      default: break
      }
      position += 1
    }
    return scalars.count
  }
}
