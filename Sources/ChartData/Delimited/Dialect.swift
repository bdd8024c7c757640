/// What stands between the fields of a delimited text, found from its beginning.
struct Dialect: Hashable, Sendable {
  var delimiter: UInt8

  /// As usual ones are tried.
  static let delimiters: [UInt8] = [Byte.comma, UInt8(ascii: ";"), Byte.tab, UInt8(ascii: "|")]

  /// Where fields are separated by commas, numbers can't have one.
  var style: CellStyle { CellStyle(allowsDecimalComma: delimiter != Byte.comma, isText: true) }

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// The first of the usual delimiters that every line has as often as the header; else the first that the header has.
  /// - Parameters:
  ///   - bytes: The beginning of the text.
  ///   - isWhole: Whether it is all of it, so that its last line is whole.
  init(guessing bytes: ArraySlice<UInt8>, isWhole: Bool) {
    var lines: [[Int]] = []
    var counts = [0, 0, 0, 0]
    var isQuoted = false
    var isBlank = true
    for byte in bytes.prefix(1 << 16) {
      if byte == Byte.quote { isQuoted.toggle() }
      if !isQuoted, byte == Byte.lineFeed || byte == Byte.carriageReturn {
        if !isBlank { lines.append(counts) }
        guard lines.count < 100 else { break }
        (counts, isBlank) = ([0, 0, 0, 0], true)
        continue
      }
      if byte != Byte.space { isBlank = false }
      if !isQuoted, let index = Dialect.delimiters.firstIndex(of: byte) { counts[index] += 1 }
    }
    if !isBlank, isWhole || lines.isEmpty { lines.append(counts) }
    let header = lines.first ?? counts
    let found =
      Dialect.delimiters.indices.first { index in
        header[index] > 0 && lines.allSatisfy { $0[index] == header[index] }
      } ?? header.firstIndex { $0 > 0 }
    delimiter = Dialect.delimiters[found ?? 0]
  }
}

extension CellStyle {
  /// As the cells of a text are written whose fields are separated by a character.
  package static func delimited(by delimiter: UInt8) -> CellStyle { Dialect(delimiter: delimiter).style }
}
