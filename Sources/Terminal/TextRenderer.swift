/// Draws a text that is being typed, over what was drawn of it before.
struct TextRenderer {
  private let width: (Character) -> Int
  /// In which row of what was drawn the cursor stands.
  private var cursorRow = 0

  /// - Parameter width: How many columns a character takes.
  init(width: @escaping (Character) -> Int) { self.width = width }

  /// What to send to a terminal.
  /// - Parameters:
  ///   - prompt: What stands before the first line.
  ///   - continuation: What stands before the others.
  ///   - columns: How wide the terminal is.
  mutating func draw(_ buffer: TextBuffer, prompt: String, continuation: String, columns: Int) -> String {
    var output = start
    var place = Place(columns: max(2, columns), width: width)
    var cursor = place
    output += place.write(prompt)
    for (index, character) in buffer.characters.enumerated() {
      if index == buffer.cursor { cursor = place.wrapped() }
      if character == "\n" {
        output += "\r\n"
        place.row += 1
        place.column = 0
        output += place.write(continuation)
      } else {
        output += place.write(String(character))
      }
    }
    if buffer.cursor == buffer.characters.count { cursor = place.wrapped() }
    // A terminal goes to the next row only with the next character, so one is written there.
    if place.column == place.columns {
      output += "\r\n"
      place.row += 1
      place.column = 0
    }
    if place.row > cursor.row { output += "\u{1B}[\(place.row - cursor.row)A" }
    output += "\r" + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
    cursorRow = cursor.row
    return output
  }

  /// Goes to where the drawing began and takes it away.
  private var start: String { (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") + "\r\u{1B}[J" }

  /// Forgets what was drawn: the next drawing begins where the cursor is.
  mutating func forget() { cursorRow = 0 }
}

extension TextRenderer {
  /// Where the next character stands.
  private struct Place {
    let columns: Int
    let width: (Character) -> Int
    var row = 0
    var column = 0

    mutating func write(_ text: String) -> String {
      for character in text {
        let width = width(character)
        if column + width > columns {
          row += 1
          column = 0
        }
        column += width
      }
      return text
    }

    func wrapped() -> Place {
      var place = self
      if column >= columns {
        place.row += 1
        place.column = 0
      }
      return place
    }
  }
}
