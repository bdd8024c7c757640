import Yams

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

  /// The text for the parser.
  ///
  /// Yams keeps a pointer into the string. Strings of up to 15 bytes have no storage that such a pointer could point
  /// to, so every text gets a comment at its end that makes it longer.
  var padded: String { String(source.scalars) + "\n#               " }

  func offset(of mark: Mark) -> Int {
    guard lineStarts.indices.contains(mark.line - 1) else { return source.scalars.count }
    return min(lineStarts[mark.line - 1] + max(mark.column - 1, 0), source.scalars.count)
  }

  func position(of mark: Mark?) -> TextPosition {
    mark.map { source.position(of: offset(of: $0)) } ?? TextPosition(line: 1, column: 1)
  }

  // MARK: - Checks

  /// Finds what the parser must not see.
  /// - Throws: ``YAMLSyntaxError``.
  func check() throws(YAMLSyntaxError) {
    if let offset = source.scalars.firstIndex(where: { !YAMLText.isAllowed($0) }) {
      let code = String(source.scalars[offset].value, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
      throw YAMLSyntaxError("the control character \(name) is not allowed", at: source.position(of: offset))
    }
    if let offset = deepNesting() {
      throw YAMLSyntaxError(
        "nested deeper than \(YAMLDocument.depthLimit) levels", at: source.position(of: offset))
    }
    if let offset = complexKey() {
      throw YAMLSyntaxError("a key must be a text", at: source.position(of: offset))
    }
  }

  /// The characters of YAML 1.2, section 5.1, as far as libyaml takes them.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// A key that is a list or mapping, in a text with aliases.
  ///
  /// Yams compares keys before anybody can look at them. A key made of aliases of aliases would keep it busy for years,
  /// though written in a few lines. Charts have no such keys, so all that might be one is refused where there are
  /// aliases: an explicit key, or a ':' after a bracket or an alias.
  private func complexKey() -> Int? {
    let scalars = source.scalars
    var hasAlias = false
    var inAlias = false
    /// Whether the last thing other than white space was a closing bracket or an alias.
    var afterNode = false
    var suspect: Int?
    var previous: Unicode.Scalar = "\n"
    for (offset, scalar) in scalars.enumerated() {
      let startsToken = previous.isBlank || previous.isLineBreak || "[{,-?:".unicodeScalars.contains(previous)
      switch scalar {
      case "*" where startsToken:
        (hasAlias, inAlias, afterNode) = (true, true, false)
      case "]", "}":
        (inAlias, afterNode) = (false, true)
      case " ", "\t", "\n", "\r":
        if inAlias { (inAlias, afterNode) = (false, true) }
      case ":" where afterNode || inAlias, "?" where startsToken:
        suspect = suspect ?? offset
        (inAlias, afterNode) = (false, false)
      case ",":
        (inAlias, afterNode) = (false, false)
      default:
        afterNode = false
      }
      previous = scalar
      if hasAlias, let suspect { return suspect }
    }
    return nil
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

  /// The second place of a key, of which the first is known: in a block at the same column, else the next one.
  func offset(ofSecond key: String, after first: Int) -> Int {
    let name = Array(key.unicodeScalars)
    let position = source.position(of: first)
    var fallback: Int?
    var offset = first + 1
    guard !name.isEmpty else { return first }
    while offset + name.count <= source.scalars.count {
      defer { offset += 1 }
      guard source.scalars[offset] == name[0], source.scalars[offset..<offset + name.count].elementsEqual(name) else {
        continue
      }
      let rest = source.scalars[(offset + name.count)...].drop { $0.isBlank || $0 == "\"" || $0 == "'" }
      guard rest.first == ":", !isWordBefore(offset) else { continue }
      let quote = source.scalars[offset - 1] == "\"" || source.scalars[offset - 1] == "'"
      let start = quote ? offset - 1 : offset
      let place = source.position(of: start)
      if place.column == position.column || place.line == position.line { return start }
      fallback = fallback ?? start
    }
    return fallback ?? first
  }

  private func isWordBefore(_ offset: Int) -> Bool {
    guard offset > 0 else { return false }
    let scalar = source.scalars[offset - 1]
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_" || scalar == "-"
  }
}
