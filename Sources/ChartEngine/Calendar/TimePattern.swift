/// How dates and times are written: a pattern such as `MM-dd`, `d.M.`, `MMM d, yyyy`, `HH:mm` or `EEE`.
///
/// The letters are those of Unicode TR35, *Date Format Patterns*; names are those of a language (``DateNames``):
///
/// | | |
/// |---|---|
/// | `y`, `yy`, `yyyy` | the year; its last two digits; with at least so many digits. There is a year 0, and a minus before it |
/// | `Q`, `QQQ` | the quarter: `4`, `Q4` |
/// | `w`, `ww` | the week as ISO 8601 counts, from Monday on: `7`, `07` |
/// | `Y`, `YYYY` | the year that the week belongs to |
/// | `M`, `MM`, `MMM`, `MMMM` | the month: `3`, `03`, `Mar`, `March` (`L` is the same) |
/// | `d`, `dd` | the day of the month |
/// | `D`, `DDD` | the day of the year |
/// | `E`, `EEEE` | the weekday: `Sat` (also `EE` and `EEE`), `Saturday` |
/// | `H`, `HH`, `h`, `hh`, `a` | the hour to 23; the hour to 12, with `AM` or `PM` |
/// | `m`, `mm`, `s`, `ss` | minute, second |
/// | `S`, `SSS` … | the second's fraction, cut off after so many digits, at most nine |
/// | `XXX` | the offset from UTC: `+01:00`, or `Z` |
///
/// Other Latin letters must stand in apostrophes, `'T'`; `''` is an apostrophe; all else stands for itself, so that
/// `M月d日` needs none.
package struct TimePattern: Hashable, Sendable {
  package enum Field: Hashable, Sendable {
    case text(String)
    case year, quarter, month, week, weekYear, day, dayOfYear, weekday, hour, halfDayHour, halfDay, minute, second,
      fraction, zone
  }

  /// The pattern as it was written.
  let text: String
  /// What is written, one after the other, and in how many letters it was asked for.
  package let fields: [(field: Field, count: Int)]

  package static func == (left: TimePattern, right: TimePattern) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The most bytes of a pattern: each label of an axis is as long.
  static let lengthLimit = 200

  /// Reads a pattern. An error names the byte and what to do.
  package init(_ text: String) throws(TimeTextError) {
    guard text.utf8.count <= TimePattern.lengthLimit else {
      throw TimeTextError(
        .unsupported, at: TimePattern.lengthLimit, "expected a pattern of at most \(TimePattern.lengthLimit) bytes")
    }
    var fields: [(field: Field, count: Int)] = []
    var literal = ""
    let characters = Array(text)
    var index = 0
    var byte = 0
    func flush() {
      if !literal.isEmpty { fields.append((.text(literal), 1)) }
      literal = ""
    }
    while index < characters.count {
      let character = characters[index]
      let count = characters[index...].prefix { $0 == character }.count
      if character == "'" {
        // Two stand for one, within quotes and without.
        guard count % 2 == 1 else {
          literal += String(repeating: "'", count: count / 2)
          (index, byte) = (index + count, byte + count)
          continue
        }
        let (quoted, end) = try TimePattern.quoted(characters, from: index, byte: byte)
        literal += quoted
        byte += characters[index..<end].reduce(0) { $0 + String($1).utf8.count }
        index = end
        continue
      }
      if character.isASCII, character.isLetter {
        guard let (field, longest) = TimePattern.letters[character] else {
          throw TimeTextError(
            .unsupported, at: byte,
            "the letter \(character) stands for nothing; to stand for itself it is written in apostrophes: '\(character)'"
          )
        }
        guard count <= longest else {
          throw TimeTextError(.unsupported, at: byte, "expected at most \(longest) times '\(character)', got \(count)")
        }
        flush()
        fields.append((field, count))
        (index, byte) = (index + count, byte + count)
      } else {
        literal.append(character)
        (index, byte) = (index + 1, byte + String(character).utf8.count)
      }
    }
    flush()
    self.text = text
    self.fields = fields
  }

  private static let letters: [Character: (Field, Int)] = [
    "y": (.year, 9), "u": (.year, 9), "Q": (.quarter, 3), "M": (.month, 4), "L": (.month, 4), "d": (.day, 2),
    "D": (.dayOfYear, 3), "w": (.week, 2), "Y": (.weekYear, 9), "E": (.weekday, 4), "H": (.hour, 2),
    "h": (.halfDayHour, 2), "a": (.halfDay, 1),
    "m": (.minute, 2), "s": (.second, 2), "S": (.fraction, 9), "X": (.zone, 3),
  ]

  /// What stands in apostrophes, and the index after them.
  private static func quoted(
    _ characters: [Character], from start: Int, byte: Int
  ) throws(TimeTextError) -> (text: String, end: Int) {
    var text = ""
    var index = start + 1
    while index < characters.count {
      if characters[index] != "'" {
        text.append(characters[index])
        index += 1
      } else if index + 1 < characters.count, characters[index + 1] == "'" {
        text.append("'")
        index += 2
      } else {
        return (text, index + 1)
      }
    }
    throw TimeTextError(.syntax, at: byte, "an apostrophe has no partner; an apostrophe itself is written ''")
  }
}

// MARK: - Patterns of this library's own

extension TimePattern {
  /// `11-21`
  static let monthAndDay = TimePattern(known: "MM-dd")

  /// A pattern that is known to be right; empty otherwise, which a test rules out.
  init(known text: String) {
    do { self = try TimePattern(text) } catch { self.init(text: "", fields: []) }
  }

  private init(text: String, fields: [(field: Field, count: Int)]) {
    self.text = text
    self.fields = fields
  }
}

// MARK: - Letters that were meant for others

extension TimePattern {
  /// What is odd about the letters, as other libraries have them: a day of the year beside a month, and the year of a week without
  /// a week; `nil` where nothing is.
  var mistake: String? {
    func has(_ field: Field) -> Bool { fields.contains { $0.field == field } }
    var words: [String] = []
    if has(.dayOfYear), has(.month) { words.append("`D` is the day of the year, `d` that of the month") }
    if has(.weekYear), !has(.week) { words.append("`Y` is the year that a week belongs to, `y` the calendar's") }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
