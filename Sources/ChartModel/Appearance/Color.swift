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

  /// The colour without its opacity.
  public var opaque: Color { Color(red: red, green: green, blue: blue) }

  /// The colour without its opacity, such as `#4477aa`.
  public var hexadecimal: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The relative luminance of WCAG 2, from 0 (black) to 1 (white).
  public var luminance: Double {
    let linear = Color.linear
    return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// The light of each component, looked up: contrasts are asked for by the dozen for a colour, and by marks for each.
  private static let linear = (0...255).map { (component: Int) -> Double in
    let value = Double(component) / 255
    return value <= 0.04045 ? value / 12.92 : power24((value + 0.055) / 1.055)
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

  /// How much it differs in luminance from another one, from 1 (not at all) to 21 (black from white), as WCAG 2 has it. Both
  /// are taken to be opaque.
  public func contrast(to other: Color) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// White, nearly black, or black: the first of them with at least 4.5 : 1 against this colour, which one of them always has.
  public var legibleText: Color {
    let luminance = luminance
    return luminance <= 1.05 / 4.5 - 0.05 ? .white : luminance >= 0.2222 ? Color(rgb: 0x1A1A1A) : .black
  }

  /// The colour itself, or as little mixed with black or white as makes it legible on another one: 4.5 : 1 (WCAG 2, AA).
  public func legible(on background: Color) -> Color { standingOut(from: background, by: 4.5) }

  /// The colour itself, or as little mixed with black or white as gives it a contrast to another one. Where neither of them
  /// has so much, the one that has more.
  public func standingOut(from background: Color, by contrast: Double) -> Color {
    guard self.contrast(to: background) < contrast else { return self }
    let pole = Color.white.contrast(to: background) >= Color.black.contrast(to: background) ? Color.white : .black
    for step in 1..<20 {
      let mixed = mixed(with: pole, share: Double(step) / 20)
      if mixed.contrast(to: background) >= contrast { return mixed }
    }
    return pole
  }

  /// What is seen of it where it lies on an opaque colour.
  /// - Parameter opacity: Of the shape that has the colour, besides the colour's own.
  public func over(_ background: Color, opacity: Double = 1) -> Color {
    background.opaque.mixed(with: opaque, share: self.opacity * min(max(opacity, 0), 1))
  }

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
