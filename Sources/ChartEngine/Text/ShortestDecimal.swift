/// A number at least 0 as its shortest decimal text has it: `digits · 10^exponent`, 0.25 as 25 · 10⁻².
///
/// Labels are made of these digits, so a picture asks for dozens of them; taking the text apart by its bytes costs a tenth
/// of what splitting it into strings does.
struct ShortestDecimal: Hashable, Sendable {
  /// Without zeros at the end; 0 for 0.
  let digits: Int
  let exponent: Int

  /// The shortest decimal number that is read as this double, without its sign; `nil` for what is not finite.
  init?(_ value: Double) {
    guard value.isFinite else { return nil }
    var text = value.magnitude.description
    (digits, exponent) = text.withUTF8 { ShortestDecimal.read($0) }
  }

  /// Reads `1234.5` or `1.2345e-07`, of at most 17 digits and a zero.
  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> (digits: Int, exponent: Int) {
    var (digits, exponent, isFraction) = (0, 0, false)
    var index = 0
    while index < text.count, text[index] != UInt8(ascii: "e") {
      if text[index] == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits = digits &* 10 &+ Int(text[index] &- UInt8(ascii: "0"))
        if isFraction { exponent -= 1 }
      }
      index += 1
    }
    if index < text.count {
      var power = 0
      for byte in text[(index + 2)...] { power = power &* 10 &+ Int(byte &- UInt8(ascii: "0")) }
      exponent += text[index + 1] == UInt8(ascii: "-") ? -power : power
    }
    guard digits > 0 else { return (0, 0) }
    while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    return (digits, exponent)
  }
}
