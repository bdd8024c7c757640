import YAMLText

/// A question as IPython has it: `%tap?`, `?tap`, `tap??` alone on a line; `?` asks for all there is.
struct HelpQuery: Sendable {
  /// The offsets of the word in the cell, with its `%` or `$`; empty if there is none.
  var word: Range<Int>

  /// - Parameter line: The offsets of a line.
  init?(_ line: Range<Int>, of source: SourceText) {
    let scalars = source.scalars
    guard var start = scalars[line].firstIndex(where: { !$0.isBlank }),
      var end = scalars[line].lastIndex(where: { !$0.isBlank }).map({ $0 + 1 }),
      scalars[start] == "?" || scalars[end - 1] == "?"
    else { return nil }
    // As in IPython two marks may ask for more, of which there is none here.
    var marks = 0
    while start < end, scalars[start] == "?", marks < 2 {
      start += 1
      marks += 1
    }
    marks = 0
    while end > start, scalars[end - 1] == "?", marks < 2 {
      end -= 1
      marks += 1
    }
    var rest = scalars[start..<end]
    if rest.first == "%" || rest.first == "$" { rest = rest.dropFirst() }
    let isWord = rest.allSatisfy {
      $0.properties.isAlphabetic || "0"..."9" ~= $0 || "_/.-".unicodeScalars.contains($0)
    }
    guard isWord else { return nil }
    word = start..<end
  }
}
