/// A text with its lines, addressed as people and Jupyter do: lines and columns from 1, columns and offsets in Unicode
/// scalars. (Swift's `Character` would see `\r\n` as one and a family emoji as one, Python and editors don't.)
package struct SourceText: Sendable {
  package let scalars: [Unicode.Scalar]
  /// The offset at which each line begins. Lines end with LF, CRLF or CR.
  package let lineStarts: [Int]

  package init(_ text: some StringProtocol) { self.init(scalars: Array(text.unicodeScalars)) }

  package init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    var starts = [0]
    for (offset, scalar) in scalars.enumerated() {
      let isBreak = scalar == "\n" || (scalar == "\r" && !(offset + 1 < scalars.count && scalars[offset + 1] == "\n"))
      if isBreak { starts.append(offset + 1) }
    }
    self.lineStarts = starts
  }

  package var lineCount: Int { lineStarts.count }

  /// The offsets of a line, counted from 0, without its line break; empty beyond the end.
  package func range(ofLine index: Int) -> Range<Int> {
    guard lineStarts.indices.contains(index) else { return scalars.count..<scalars.count }
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : scalars.count
    if end > start, index + 1 < lineStarts.count {
      end -= 1
      if scalars[end] == "\n", end > start, scalars[end - 1] == "\r" { end -= 1 }
    }
    return start..<end
  }

  /// A line, counted from 0, without its line break.
  package func line(_ index: Int) -> ArraySlice<Unicode.Scalar> { scalars[range(ofLine: index)] }

  /// The line, counted from 0, that an offset lies in.
  /// - Complexity: O(log *n*) in the number of lines.
  package func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  package func position(of offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), scalars.count)
    let line = lineIndex(of: offset)
    return TextPosition(line: line + 1, column: offset - lineStarts[line] + 1)
  }

  /// The offset of a position; of one beyond the end of its line or of the text, that end.
  package func offset(of position: TextPosition) -> Int {
    let range = range(ofLine: max(position.line, 1) - 1)
    return min(range.lowerBound + max(position.column, 1) - 1, range.upperBound)
  }

  /// The text between two offsets.
  package func string(_ range: Range<Int>) -> String { String(scalars[range.clamped(to: scalars.indices)]) }
}

/// A place in a text: line and column from 1, columns in Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension String {
  package init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}

extension Unicode.Scalar {
  /// A space or a tab.
  package var isBlank: Bool { self == " " || self == "\t" }
  package var isLineBreak: Bool { self == "\n" || self == "\r" }
}
