extension Color {
  /// Reads a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)`, a name, or `transparent`.
  public init?(css: String) {
    let text = css.trimmingSpaces.lowercased()
    if text.hasPrefix("#") {
      self.init(hexadecimalDigits: text.dropFirst())
    } else if text == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if let rgb = Color.names[text] {
      self.init(rgb: rgb)
    } else if let open = text.firstIndex(of: "("), text.hasSuffix(")"), ["rgb", "rgba"].contains(text[..<open]) {
      self.init(components: text[text.index(after: open)...].dropLast())
    } else {
      return nil
    }
  }

  /// The colour as CSS: `#4477aa`, or `#4477aa80` where it is not opaque.
  public var css: String {
    guard alpha < 255 else { return hexadecimal }
    return hexadecimal + (alpha < 16 ? "0" : "") + String(alpha, radix: 16)
  }

  private init?(hexadecimalDigits digits: Substring) {
    var nibbles: [UInt8] = []
    for character in digits {
      guard character.isASCII, let value = character.hexDigitValue else { return nil }
      nibbles.append(UInt8(truncatingIfNeeded: value))
    }
    if nibbles.count == 3 || nibbles.count == 4 { nibbles = nibbles.flatMap { [$0, $0] } }
    guard nibbles.count == 6 || nibbles.count == 8 else { return nil }
    func byte(_ index: Int) -> UInt8 { nibbles[index * 2] << 4 | nibbles[index * 2 + 1] }
    self.init(red: byte(0), green: byte(1), blue: byte(2), alpha: nibbles.count == 8 ? byte(3) : 255)
  }

  private init?(components text: Substring) {
    // Commas between the components, or spaces and a slash before the opacity.
    let parts =
      text.contains(",")
      ? text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      : text.split { $0 == "/" || $0 == " " }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    func byte(_ part: Substring, scale: Double) -> UInt8? {
      let isShare = part.hasSuffix("%")
      // `Double` alone would read hexadecimals, too.
      guard !part.contains("x"), let number = Double(isShare ? part.dropLast() : part), number.isFinite else {
        return nil
      }
      return UInt8(min(max((isShare ? number / 100 * 255 : number * scale).rounded(), 0), 255))
    }
    guard let red = byte(parts[0], scale: 1), let green = byte(parts[1], scale: 1), let blue = byte(parts[2], scale: 1)
    else { return nil }
    guard parts.count == 4 else {
      self.init(red: red, green: green, blue: blue)
      return
    }
    guard let alpha = byte(parts[3], scale: 255) else { return nil }
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
}
