import ChartModel
import JSONModel
import YAMLText

/// The cursor in a formula that is being written.
struct FormulaPlace {
  /// The offsets of the name at the cursor, without backquotes; empty where one could begin, and `nil` in a text or number.
  let part: Range<Int>?
  private let word: Range<Int>
  private let source: SourceText
  /// The quote around the whole formula.
  private let quote: Unicode.Scalar?
  private let isInBackquotes: Bool
  private let isClosed: Bool

  /// - Parameter word: The offsets of the formula, without quotes around it.
  init(_ word: Range<Int>, cursor: Int, in source: SourceText) {
    self.word = word
    self.source = source
    quote = OfferedWord.quote(before: word.lowerBound, in: source)
    let scalars = source.scalars
    let cursor = min(max(cursor, word.lowerBound), word.upperBound)
    var open: (mark: Unicode.Scalar, start: Int)?
    for index in word.lowerBound..<cursor {
      let scalar = scalars[index]
      if let begun = open {
        if scalar == begun.mark { open = nil }
      } else if scalar == "\"" || scalar == "'" || scalar == "`" {
        open = (scalar, index + 1)
      }
    }
    var (start, end) = (cursor, cursor)
    if let open {
      guard open.mark == "`" else {
        (part, isInBackquotes, isClosed) = (nil, false, false)
        return
      }
      let close = scalars[cursor..<word.upperBound].firstIndex(of: "`")
      (part, isInBackquotes, isClosed) = (open.start..<(close ?? cursor), true, close != nil)
      return
    }
    while start > word.lowerBound, FormulaPlace.isPart(scalars[start - 1]) { start -= 1 }
    while end < word.upperBound, FormulaPlace.isPart(scalars[end]) { end += 1 }
    let isNumber = start < end && ("0"..."9").contains(scalars[start])
    (part, isInBackquotes, isClosed) = (isNumber ? nil : start..<end, false, false)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "_" || scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  /// A column as the formula has to call it; `nil` where the formula could not stand without quotes any more.
  func offer(_ column: String) -> OfferedWord? {
    guard let part else { return nil }
    let doubled = column.replacing("`", with: "``")
    let reference =
      isInBackquotes ? doubled + (isClosed ? "" : "`") : FormulaPlace.isName(column) ? column : "`\(doubled)`"
    switch quote {
    case "\""?: return OfferedWord(name: OfferedWord.escaped(column), text: OfferedWord.escaped(reference))
    case "'"?:
      return OfferedWord(
        name: column.replacing("'", with: "''"), text: reference.replacing("'", with: "''"))
    default: break
    }
    let formula =
      source.string(word.lowerBound..<part.lowerBound) + reference + source.string(part.upperBound..<word.upperBound)
    if FormulaPlace.isPlain(formula, with: reference) { return OfferedWord(name: column, text: reference) }
    guard part == word else { return nil }
    return OfferedWord(name: column, text: JSON.string(reference).text)
  }

  /// Whether a formula calls a column by its name alone.
  private static func isName(_ column: String) -> Bool {
    guard let formula = try? FormulaSpec(column), case .column(column, _) = formula.expression else { return false }
    return true
  }

  private static func isPlain(_ formula: String, with reference: String) -> Bool {
    guard !reference.unicodeScalars.contains(where: { ",[]{}".unicodeScalars.contains($0) }),
      let documents = try? YAMLDocument.parse("formula: \(formula)"), documents.count == 1
    else { return false }
    let value = documents[0].json["formula"]
    return value?.stringValue != nil || value?.boolValue != nil
  }
}
