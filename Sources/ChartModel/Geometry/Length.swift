public import JSONModel

/// A length: so many px, or a share of something that the place where it is used names.
public enum Length: Hashable, Sendable {
  case pixels(Double)
  /// A share of the whole, 1 for all of it.
  case share(Double)

  /// The length in px, where `whole` is what shares are of.
  public func pixels(of whole: Double) -> Double {
    switch self {
    case .pixels(let value): value
    case .share(let share): share * whole
    }
  }

  /// A number of px of at least 0, or a percentage in a string, such as `"40%"`.
  public static let schema: Schema<Length> = .either(pixelSchema, or: shareSchema) { length in
    switch length {
    case .pixels: pixelSchema.encode(length)
    case .share: shareSchema.encode(length)
    }
  }.editingNumbers { length, edit in
    switch length {
    case .pixels(let pixels): replace(&length, pixels, by: Length.pixels, lost: 0) { edit(&$0, pixelBounds) }
    case .share(let share): replace(&length, share, by: Length.share, lost: 1) { edit(&$0, shareBounds) }
    }
  }

  private static func replace(
    _ length: inout Length, _ number: Double, by make: (Double) -> Length, lost standard: Double,
    _ edit: (inout Double) -> NumberEditResult
  ) -> NumberEditResult {
    var number = number
    let result = edit(&number)
    guard result != .kept else { return .kept }
    length = make(result == .lost ? standard : number)
    return .changed
  }

  private static let pixelBounds = NumberBounds(min: 0, max: 20_000)
  private static let shareBounds = NumberBounds(min: 0, max: 10)

  private static let pixelSchema: Schema<Length> = Schema<Double>.number(
    min: pixelBounds.min, max: pixelBounds.max
  ).map(
    decode: { value throws(InvalidValue) in .pixels(value) }, encode: { $0.pixels(of: 0) })

  private static let shareSchema: Schema<Length> = Schema<String>.string().map(
    expectation: "a percentage such as \"40%\"",
    decode: { text throws(InvalidValue) in
      guard let number = percentage(text), shareBounds.contains(number / 100) else {
        throw InvalidValue(expected: "a percentage such as \"40%\"", got: .string(text))
      }
      return .share(number / 100)
    },
    encode: { length in
      if case .share(let share) = length { "\(JSON(percentage(of: share)).text)%" } else { "" }
    }
  ).annotated(["pattern": "^[0-9]+([.][0-9]+)?(e-[0-9]+)? *%$"])

  /// The number before a percent sign, in plain digits. (`Double` alone would read hexadecimals and signs, too.)
  private static func percentage(_ text: String) -> Double? {
    guard text.hasSuffix("%") else { return nil }
    var digits = text.dropLast()
    while digits.last == " " { digits.removeLast() }
    guard let first = digits.utf8.first, let last = digits.utf8.last, first.isDigit, last.isDigit,
      digits.utf8.allSatisfy({
        $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    // A positive exponent is nothing that is ever written.
    guard !digits.contains("e") || digits.contains("e-") else { return nil }
    return Double(digits)
  }

  /// The percentage that is read as this share: of 7 / 100 times 100 doubles make 7.000000000000001.
  private static func percentage(of share: Double) -> Double {
    let rounded = (share * 1e11).rounded() / 1e9
    return rounded / 100 == share ? rounded : share * 100
  }
}

extension UInt8 {
  /// Whether it is one of the ASCII digits.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmingSpaces: SubSequence {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
