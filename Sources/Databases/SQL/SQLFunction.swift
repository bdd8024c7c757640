/// What engines compute, each in its own words: ``SQLDialect/template(of:)``.
package enum SQLFunction: Hashable, Sendable {
  // Of numbers
  case absolute, floor, ceiling, truncated
  case squareRoot, exponential, naturalLogarithm, decimalLogarithm, power, sine, cosine
  /// A number of a column, or nothing where that is no number: NaN.
  case presentNumber
  // Of texts
  case joined, length, replaced
  /// Whether the first has the second in it, begins with it, ends with it.
  case contains, begins, ends
  /// From a place on, counted from 1; and of so many characters.
  case rest, substring
  /// A text that is ordered by its bytes.
  case byteOrdered
  /// A text, or nothing in place of an empty one.
  case presentText
  // Of moments: what the clocks of a time zone show, and when a stretch of the calendar begins there.
  case year, quarter, month, week, day, weekday, dayOfYear, hour, minute, second
  case startOfSecond, startOfMinute, startOfHour, startOfDay, startOfWeek, startOfMonth, startOfQuarter, startOfYear
  /// A moment at which the clocks of a time zone show a time.
  case momentOfClock
  /// The moment that begins so many times a number of seconds since 1970 before another: `(moment, seconds)`.
  case startOfSeconds
  /// What the clocks of a time zone show at a moment.
  case clockOfMoment
  /// Into which column of columns that are so wide a number or moment falls, counted from 0 or 1970; of moments it may also be told at
  /// which moment that column begins: `(value, width)`, in milliseconds.
  case columnOfNumber, columnOfMoment
  // Of rows
  case rowCount, count, distinctCount, sum, mean, least, greatest, deviation
  /// Between the two nearest values: `(value, share)`.
  case quantile
  /// The value of the row with the least key, or the greatest, and of several such the least, or the greatest, value; of rows that have both,
  /// and anything where none has: `(key, value)`.
  case valueOfLeast, valueOfGreatest
  // Of what an engine keeps of rows that it has put together before: their number, the least, and of the least and of the greatest pair
  // either number.
  case mergedSum, mergedLeast, firstOfLeastPair, secondOfLeastPair, firstOfGreatestPair, secondOfGreatestPair
}

/// How a function is written: text with `{0}` and so on in the places of what it takes.
struct SQLTemplate {
  enum Piece: Hashable {
    case text(Substring)
    case argument(Int)
  }

  let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces.append(.text(rest[..<open]))
      if let index = Int(rest[rest.index(after: open)..<close]) { pieces.append(.argument(index)) }
      rest = rest[rest.index(after: close)...]
    }
    pieces.append(.text(rest))
    self.pieces = pieces
  }
}
