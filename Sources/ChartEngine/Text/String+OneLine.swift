extension String {
  /// The text as one line shows it: line breaks, tabs and other control characters, and runs of spaces, are one space
  /// each. So it is as wide as it is measured, whatever a renderer makes of white space.
  var oneLine: String {
    var isPlain = true
    var isAfterSpace = false
    for byte in utf8 {
      // C2 begins C1 controls, E2 the line and paragraph separators.
      if byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || (isAfterSpace && byte == 0x20) {
        isPlain = false
        break
      }
      isAfterSpace = byte == 0x20
    }
    guard !isPlain else { return self }
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isSpace =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar == " "
        }
      if !isSpace {
        line.append(scalar)
      } else if line.last != " " {
        line.append(" ")
      }
    }
    return String(line)
  }
}
