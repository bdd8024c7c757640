/// Skips quoted texts and bracketed ones, in JSON and in YAML's flow style alike.
package struct BracketReader {
  package let scalars: [Unicode.Scalar]
  package var position: Int

  package init(scalars: [Unicode.Scalar], position: Int) {
    self.scalars = scalars
    self.position = position
  }

  /// Skips the brackets that open here with all that is in them.
  /// - Parameter budget: How many scalars may be read.
  /// - Returns: The offset behind the closing bracket; `nil` if the text or the budget ends before.
  package mutating func skipBrackets(budget: Int = .max) -> Int? {
    let limit = budget < scalars.count - position ? position + max(budget, 0) : scalars.count
    var depth = 0
    var previous: Unicode.Scalar = " "
    while position < limit {
      let scalar = scalars[position]
      // Quotes count where a value can begin: not the apostrophe in `don't`.
      let opensValue = previous.isBlank || previous.isLineBreak || "[{,:".unicodeScalars.contains(previous)
      switch scalar {
      case "{", "[":
        depth += 1
        position += 1
      case "}", "]":
        depth -= 1
        position += 1
        if depth <= 0 { return position }
      case "\"" where opensValue, "'" where opensValue:
        guard skipQuoted(limit: limit) else { return nil }
      case "#" where previous.isBlank || previous.isLineBreak:
        while position < limit, !scalars[position].isLineBreak { position += 1 }
      default:
        position += 1
      }
      previous = scalar
    }
    return nil
  }

  /// Skips a quoted text with its quotes. Returns whether it is closed before `limit`.
  package mutating func skipQuoted(limit: Int) -> Bool {
    guard position < limit else { return false }
    let quote = scalars[position]
    position += 1
    while position < limit {
      let scalar = scalars[position]
      position += 1
      if scalar == "\\", quote == "\"" {
        position = min(position + 1, limit)
      } else if scalar == quote {
        // Two single quotes stand for one.
        guard quote == "'", position < limit, scalars[position] == "'" else { return true }
        position += 1
      }
    }
    return false
  }
}
