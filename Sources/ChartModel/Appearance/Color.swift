public import JSONModel

/// A colour in sRGB with an opacity.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// From 0, invisible, to 255, opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// An opaque colour from a number such as `0x4477AA`.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  public static let white = Color(rgb: 0xFFFFFF)
  public static let black = Color(rgb: 0x000000)

  /// The share of the opacity, from 0 to 1.
  public var opacity: Double { Double(alpha) / 255 }

  /// The colour without its opacity, such as `#4477aa`.
  public var hexadecimal: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The relative luminance of WCAG 2, from 0 (black) to 1 (white).
  public var luminance: Double {
    func linear(_ component: UInt8) -> Double {
      let value = Double(component) / 255
      return value <= 0.04045 ? value / 12.92 : Color.power24((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// x to the power of 2.4 = x² · ⁵√x², the fifth root by Newton's method, since the standard library has no `pow`.
  private static func power24(_ x: Double) -> Double {
    let square = x * x
    var root = 0.3 + 0.7 * x
    for _ in 0..<12 {
      let fourth = root * root * root * root
      root -= (fourth * root - square) / (5 * fourth)
    }
    return square * root
  }

  /// White, or nearly black where white would have less than 3 : 1 against this colour.
  public var legibleText: Color { luminance > 0.3 ? Color(rgb: 0x1A1A1A) : .white }

  /// The colour mixed with another: 0 gives this one, 1 the other.
  public func mixed(with other: Color, share: Double) -> Color {
    let share = min(max(share, 0), 1)
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8((Double(first) * (1 - share) + Double(second) * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// A CSS colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)` or a name.
  public static let schema: Schema<Color> = Schema<String>.string().map(
    expectation: "a colour such as \"#4477aa\"",
    decode: { text throws(InvalidValue) in
      guard let color = Color(css: text) else {
        var fault = InvalidValue(expected: "a colour such as \"#4477aa\"", got: .string(text))
        fault.suggestion = nearestWord(to: text, among: Color.names.keys.sorted())
        throw fault
      }
      return color
    },
    encode: { $0.css }
  ).annotated(["format": "color"])
}
