/// A YAML text as libyaml sees it, with the checks that must come before it.
struct YAMLText {
  let source: SourceText
  /// The offset at which each line begins for libyaml, which also counts U+0085, U+2028 and U+2029 as line breaks.
  private let lineStarts: [Int]

  init(_ text: String) {
    self.source = SourceText(text)
    let extra: Set<Unicode.Scalar> = ["\u{85}", "\u{2028}", "\u{2029}"]
    if source.scalars.contains(where: extra.contains) {
      let scalars = source.scalars
      let breaks = scalars.indices.filter { extra.contains(scalars[$0]) }
      self.lineStarts = (source.lineStarts + breaks.map { $0 + 1 }).sorted()
    } else {
      self.lineStarts = source.lineStarts
    }
  }

  /// The text for the parser, as UTF-8.
  ///
  /// With a line break at its end, so that a block scalar in the last line is the same with and without one.
  var lines: [UInt8] { Array(String(source.scalars).utf8) + [UInt8(ascii: "\n")] }

  func offset(of mark: YAMLMark) -> Int {
    guard lineStarts.indices.contains(mark.line) else { return source.scalars.count }
    return min(lineStarts[mark.line] + mark.column, source.scalars.count)
  }

  func position(of mark: YAMLMark) -> TextPosition { source.position(of: offset(of: mark)) }

  // MARK: - Checks

  /// Finds what the parser must not see.
  /// - Throws: ``YAMLSyntaxError``.
  func check() throws(YAMLSyntaxError) {
    if let offset = source.scalars.firstIndex(where: { !YAMLText.isAllowed($0) }) {
      let code = String(source.scalars[offset].value, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
      throw YAMLSyntaxError("the control character \(name) is not allowed", at: source.position(of: offset))
    }
  }

  /// The characters of YAML 1.2, section 5.1, as far as libyaml takes them.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  // MARK: - Finding what libyaml does not name

  /// A tab in the indentation of the line that an offset lies in, or of the line before.
  func indentingTab(before offset: Int) -> Int? {
    let line = source.lineIndex(of: offset)
    for index in [line, line - 1] where index >= 0 {
      let range = source.range(ofLine: index)
      let indentation = source.scalars[range].prefix { $0.isBlank }
      if let tab = indentation.firstIndex(of: "\t"), indentation.endIndex < range.upperBound { return tab }
    }
    return nil
  }

  /// The last bracket that is not closed, if the text is in flow style.
  func openBracket() -> Int? {
    let scalars = source.scalars
    var open: [Int] = []
    var reader = BracketReader(scalars: scalars, position: 0)
    var previous: Unicode.Scalar = " "
    while reader.position < scalars.count {
      let scalar = scalars[reader.position]
      let opensValue = previous.isBlank || previous.isLineBreak || "[{,:".unicodeScalars.contains(previous)
      switch scalar {
      case "{", "[":
        open.append(reader.position)
      case "}", "]":
        _ = open.popLast()
      case "\"" where opensValue, "'" where opensValue:
        let start = reader.position
        // A quote that is never closed is an apostrophe, or a fault that the parser tells.
        reader.position = reader.skipQuoted(limit: scalars.count) ? reader.position - 1 : start
      default: break
      }
      previous = scalar
      reader.position += 1
    }
    return open.last
  }
}
