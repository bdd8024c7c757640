/// Text that is being typed, perhaps of several lines, and where the cursor is in it.
public struct TextBuffer: Hashable, Sendable {
  /// The text, as what people take for characters.
  public private(set) var characters: [Character] = []
  /// How many of them are before the cursor.
  public private(set) var cursor = 0
  /// What was cut last.
  private var clipboard: [Character] = []

  public init(_ text: String = "") { replace(text) }

  public var text: String { String(characters) }

  /// The cursor as an offset in Unicode scalars.
  public var scalarCursor: Int { characters[..<cursor].reduce(0) { $0 + $1.unicodeScalars.count } }

  /// The text in the place of all there is, with the cursor at its end.
  public mutating func replace(_ text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  public mutating func insert(_ text: String) {
    // One that joins with what is before it, such as an accent, makes no character of its own.
    let before = String(characters[..<cursor]) + text
    characters.replaceSubrange(..<cursor, with: before)
    cursor = before.count
  }

  /// Puts a text in the place of some Unicode scalars, with the cursor behind it.
  public mutating func replaceScalars(_ range: Range<Int>, with text: String) {
    let scalars = Array(String(characters).unicodeScalars)
    let start = min(max(0, range.lowerBound), scalars.count)
    let end = min(max(start, range.upperBound), scalars.count)
    func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
    let before = Array(string(scalars[..<start]) + text)
    characters = before + Array(string(scalars[end...]))
    cursor = before.count
  }

  // MARK: - Lines

  /// Where the cursor's line begins and ends.
  private var line: Range<Int> {
    let start = (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
    return start..<(characters[cursor...].firstIndex(of: "\n") ?? characters.count)
  }

  /// Whether nothing is behind the cursor but blanks.
  public var isCursorAtEnd: Bool { characters[cursor...].allSatisfy(\.isWhitespace) }

  // MARK: - Moving

  public mutating func moveLeft() { cursor = max(0, cursor - 1) }
  public mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  public mutating func moveToLineStart() { cursor = line.lowerBound }
  public mutating func moveToLineEnd() { cursor = line.upperBound }
  public mutating func moveWordLeft() { cursor = wordStart }
  public mutating func moveWordRight() { cursor = wordEnd }

  /// - Returns: `false` in the first line.
  public mutating func moveUp() -> Bool {
    let line = line
    guard line.lowerBound > 0 else { return false }
    let column = cursor - line.lowerBound
    cursor = line.lowerBound - 1
    cursor = min(cursor, self.line.lowerBound + column)
    return true
  }

  /// - Returns: `false` in the last line.
  public mutating func moveDown() -> Bool {
    let line = line
    guard line.upperBound < characters.count else { return false }
    let column = cursor - line.lowerBound
    cursor = line.upperBound + 1
    cursor = min(self.line.upperBound, cursor + column)
    return true
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private var wordStart: Int {
    var index = cursor
    while index > 0, !Self.isWord(characters[index - 1]) { index -= 1 }
    while index > 0, Self.isWord(characters[index - 1]) { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = cursor
    while index < characters.count, !Self.isWord(characters[index]) { index += 1 }
    while index < characters.count, Self.isWord(characters[index]) { index += 1 }
    return index
  }

  // MARK: - Deleting and cutting

  /// Deletes the character before the cursor; of an indentation, as much as one level.
  public mutating func deleteBackward() {
    let indentation = characters[line.lowerBound..<cursor]
    let isLevel = !indentation.isEmpty && indentation.count.isMultiple(of: 2) && indentation.allSatisfy { $0 == " " }
    remove(max(0, cursor - (isLevel ? 2 : 1))..<cursor)
  }

  public mutating func deleteForward() { remove(cursor..<min(characters.count, cursor + 1)) }

  public mutating func cutToLineEnd() {
    // At the end of a line, the next one is joined with it.
    let end = line.upperBound
    cut(cursor..<(end == cursor ? min(characters.count, end + 1) : end))
  }

  public mutating func cutToLineStart() { cut(line.lowerBound..<cursor) }
  public mutating func cutWordLeft() { cut(wordStart..<cursor) }
  public mutating func cutWordRight() { cut(cursor..<wordEnd) }
  public mutating func paste() { insert(String(clipboard)) }

  private mutating func cut(_ range: Range<Int>) {
    if !range.isEmpty { clipboard = Array(characters[range]) }
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }
}
