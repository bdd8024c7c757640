import JSONModel
import OrderedCollections
import TestSupport

extension JSON {
  /// Any value that JSON text can hold.
  static func random(depth: Int, using random: inout SplitMix64) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer(Int(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<64, using: &random)))
    case 3:
      let value = Double(bitPattern: random.next())
      return .number(value.isFinite ? value : 0.1)
    case 4: return .string(randomText(using: &random))
    case 5: return .literal("1\(UInt64.random(in: 0...(.max), using: &random))00000000000000000000")
    case 6:
      return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      var members: OrderedDictionary<String, JSON> = [:]
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        members[randomText(using: &random)] = .random(depth: depth - 1, using: &random)
      }
      return .object(members)
    }
  }

  private static func randomText(using random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let limit: UInt32 = [0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random) ?? 0x80
      text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "\u{FFFD}")
    }
    return text
  }
}
