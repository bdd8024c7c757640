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
  }

  private static let pixelSchema: Schema<Length> = Schema<Double>.number(min: 0, max: 20_000).map(
    decode: { value throws(InvalidValue) in .pixels(value) }, encode: { $0.pixels(of: 0) })

  private static let shareSchema: Schema<Length> = Schema<String>.string().map(
    expectation: "a percentage such as \"40%\"",
    decode: { text throws(InvalidValue) in
      guard text.hasSuffix("%"), let number = Double(text.dropLast().trimmingSpaces), (0...1000).contains(number) else {
        throw InvalidValue(expected: "a percentage such as \"40%\"", got: .string(text))
      }
      return .share(number / 100)
    },
    encode: { length in
      if case .share(let share) = length { "\(JSON(share * 100).text)%" } else { "" }
    }
  ).annotated(["pattern": "^[0-9.]+ *%$"])
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
