/// How the cells of a table are written.
package struct CellStyle: Hashable, Sendable {
  /// Whether numbers may have a decimal comma.
  var allowsDecimalComma = false
  /// Whether words such as `NA` stand for nothing in columns of numbers and dates, and dates may have national forms.
  var isText = false

  /// As tables have them whose cells have types of their own.
  package static let typed = CellStyle()

  /// Whether a text in a column of numbers or dates stands for nothing.
  /// - Parameter text: Without spaces around it.
  func isMarker(_ text: Span<UInt8>) -> Bool {
    guard isText, 1...4 ~= text.count else { return false }
    var word: UInt32 = 0
    for index in text.indices {
      let byte = text[index]
      word = word << 8 | UInt32(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
    }
    return CellStyle.markers.contains(word)
  }

  /// In lower case; any case is taken.
  static let markerWords = ["na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "\\n"]

  private static let markers = markerWords.map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension Span<UInt8> {
  /// Where the text lies without spaces and tabs at its ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (0, count)
    while start < end, isBlank(start) { start += 1 }
    while start < end, isBlank(end - 1) { end -= 1 }
    return start..<end
  }

  @inline(__always)
  private func isBlank(_ index: Int) -> Bool {
    self[unchecked: index] == Byte.space || self[unchecked: index] == Byte.tab
  }
}
