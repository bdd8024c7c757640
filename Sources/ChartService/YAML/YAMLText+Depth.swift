extension YAMLText {
  /// Where lists or mappings nest too deeply.
  ///
  /// Yams builds its nodes by recursion, as deep as libyaml lets it (1,000 levels): more than a small stack holds. So
  /// depth is counted before: brackets in flow style, columns in block style, where each level begins further to the right.
  func deepNesting() -> Int? { deepFlow() ?? deepBlock() }

  private func deepFlow() -> Int? {
    var deepest: Int?
    _ = scanBrackets { open in
      guard open.count > YAMLDocument.depthLimit else { return true }
      deepest = open.last
      return false
    }
    return deepest
  }

  /// The last bracket that is not closed.
  func openBracket() -> Int? { scanBrackets { _ in true }.last }

  /// Reads the text as flow style.
  /// - Parameter body: Called for each opening bracket with the offsets of all that are open; false ends it.
  /// - Returns: The offsets of the brackets that are open then.
  private func scanBrackets(_ body: ([Int]) -> Bool) -> [Int] {
    let scalars = source.scalars
    var open: [Int] = []
    var reader = BracketReader(scalars: scalars, position: 0)
    var previous: Unicode.Scalar = " "
    while reader.position < scalars.count {
      let scalar = scalars[reader.position]
      let opensValue = previous.isBlank || previous.isLineBreak || "[{,:".unicodeScalars.contains(previous)
      switch scalar {
      case "{", "[":
        open.append(reader.position)
        if !body(open) { return open }
      case "}", "]":
        _ = open.popLast()
      case "\"" where opensValue, "'" where opensValue:
        let start = reader.position
        // A quote that is never closed is an apostrophe, or a fault that the parser tells.
        reader.position = reader.skipQuoted(limit: scalars.count) ? reader.position - 1 : start
      default: break
      }
      previous = scalar
      reader.position += 1
    }
    return open
  }

  private func deepBlock() -> Int? {
    var columns: [Int] = []
    for index in 0..<source.lineCount {
      let range = source.range(ofLine: index)
      let line = source.scalars[range]
      var offset = line.firstIndex { $0 != " " } ?? range.upperBound
      guard offset < range.upperBound else { continue }
      while let last = columns.last, last > offset - range.lowerBound { columns.removeLast() }
      while true {
        if columns.last != offset - range.lowerBound { columns.append(offset - range.lowerBound) }
        if columns.count > YAMLDocument.depthLimit { return offset }
        // Items may begin on the line of the list that they are in: `- - a`.
        guard offset + 1 < range.upperBound, "-?:".unicodeScalars.contains(line[offset]), line[offset + 1].isBlank,
          let next = line[(offset + 1)...].firstIndex(where: { !$0.isBlank })
        else { break }
        offset = next
      }
    }
    return nil
  }
}
