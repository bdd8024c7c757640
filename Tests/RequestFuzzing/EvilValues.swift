import JSONModel
import TestSupport

/// Values that programs stumble over.
enum EvilValues {
  static let numbers: [JSON] = [
    0, .number(-0.0), -1, 1e308, -1e308, .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude),
    .number(-.leastNonzeroMagnitude), 1e-300,
    .integer(.min), .integer(.max), .integer(.min + 1), .integer(.max - 1), .number(-0x1p63), .number(0x1p63),
    .integer(1 << 53), .integer((1 << 53) + 1), .integer((1 << 53) - 1), .integer(-(1 << 53) - 1), .integer(1 << 31),
    .integer(-(1 << 31)), .integer(1 << 32), .literal("9223372036854775808"), .literal("-9223372036854775809"),
    .literal("1e400"), .literal("-1e400"), .literal("123456789012345678901234567890"),
    .literal(String(repeating: "9", count: 400)), .number(1e15), .number(1e16), .number(1e18), 1e21, 0.1, 1e-9, 0.5,
    // Moments: the years 10^9 and -10^9, and the ends of the supported calendar.
    31_556_952e12, -31_556_952e12, 6_373_000_000_000_000, -6_373_000_000_000_000, 8.64e15, -8.64e15,
    253_402_300_800_000,
  ]

  static let texts = [
    "", " ", "\u{0}", "a\u{0}b", "\u{1}\u{8}\u{1F}\u{7F}", "\u{FEFF}", "\u{FFFE}\u{FFFF}", "\u{2028}\u{2029}\u{85}",
    "<script>alert(1)</script>", "]]>", "<!--", "-->", "&amp;", "\"/><image href='y'/>", "url(#x)", "{label}", "{",
    "}{", "{{}}", "{value}{percent}{x}{series}", "%n", "$a", "${a}", "../../etc/passwd", "/", "日本語", "👩‍👩‍👧‍👦",
    "e\u{301}\u{301}\u{301}", "\u{202E}abc", "NaN", "Infinity", "-9223372036854775808", "1e400", "null", "true", "~",
    String(repeating: "x", count: 300), String(repeating: "long ", count: 2_000), String(repeating: "🇩🇪", count: 200),
    "2026-08-21", "+1000000000-01-01", "-1000000000-01-01", "9999-12-31T23:59:59.999999999Z", "2026-02-30",
    "0000-00-00", "2026-08-21T24:00:00+26:00", "20260821", "2026-W34-5", "Europe/Berlin", "UTC", "+99:99", "-26:00",
    "yyyy-MM-dd HH:mm:ss.SSSSSSSSS", "''", "'", "E", "Q", "M0 0", "M0 0L1e9 1e9Z", "M0,0a1 1 0 1 1 1e300 1", "Mz",
    "m0 0h10v10z m-1e15 0", "100%", "-100%", "1e300%", "#", "#fff", "rgb(1e300,2,3)", "rgba(1 2 3 / 5e-324)",
    "hsl(0,0%,0%)", "url(javascript:x)", "\\", "\r\n", "\t", "---", "...", "*a", "&a", "!!binary x", "? ", "- ",
  ]

  static let structures: [JSON] = [
    .null, .bool(true), .bool(false), [], [:], [[]], [[:]], ["": .null], ["a": ["a": ["a": ["a": .null]]]],
    .array(Array(repeating: 0, count: 1_000)), .array(Array(repeating: .null, count: 300)), ["$ref": "#"],
    ["__proto__": 1], ["buffer": 0], ["buffer": 4_096, "type": "int64"], ["buffer": -1], ["csv": "/etc/passwd"],
    .array([.integer(.min), .integer(.max)]), .array([1, .null, "x", [1, 2], ["x": 1, "y": 2]]),
  ]

  /// A value that nests so deep.
  static func nested(_ depth: Int) -> JSON {
    (0..<depth).reduce(1) { inner, level in level % 2 == 0 ? [inner] : ["a": inner] }
  }
}
