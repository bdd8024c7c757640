package import JSONModel

/// What a plain scalar stands for by the core schema of YAML 1.2 (section 10.3.2).
///
/// Not by YAML 1.1, as most libraries resolve: there `no` is false, which Norway noticed, `12:30` is a
/// number to the base of 60, and `2017-01-01` a moment in time.
package enum YAMLScalar {
  package static func json(ofPlain text: String) -> JSON {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".nan", ".NaN", ".NAN": return .number(.nan)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
    default: return number(text) ?? .string(text)
    }
  }

  private static func number(_ text: String) -> JSON? {
    if text.hasPrefix("0x") { return radix(text.dropFirst(2), 16) }
    if text.hasPrefix("0o") { return radix(text.dropFirst(2), 8) }
    // By bytes: as characters, a keycap and a digit with an accent lie between the digits, too.
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = digits(&rest)
    if rest.isEmpty, !whole.isEmpty { return integer(whole, isNegative: isNegative) }
    var fraction: Substring = ""
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = digits(&rest)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = "0"
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      let sign = rest.first == UInt8(ascii: "-") ? "-" : ""
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      let digits = digits(&rest)
      guard !digits.isEmpty else { return nil }
      exponent = sign + digits
    }
    guard rest.isEmpty else { return nil }
    let normal =
      "\(isNegative ? "-" : "")\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)e\(exponent)"
    return Double(normal).map { .number($0) }
  }

  /// Takes the ASCII digits from the beginning of a text.
  private static func digits(_ text: inout Substring.UTF8View) -> Substring {
    let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    text = text[digits.endIndex...]
    return Substring(digits)
  }

  /// Digits beyond what `Int` holds are kept as they are spelt, without what JSON doesn't allow.
  private static func integer(_ digits: Substring, isNegative: Bool) -> JSON {
    let sign = isNegative ? "-" : ""
    if let value = Int(sign + digits) { return .integer(value) }
    return .literal(sign + digits.drop { $0 == "0" })
  }

  private static func radix(_ digits: Substring, _ radix: Int) -> JSON? {
    guard !digits.isEmpty, digits.first != "-", digits.first != "+" else { return nil }
    return Int(digits, radix: radix).map { .integer($0) }
  }
}
