import BigInt

/// Shares of a circle in exact arithmetic: an oracle that has nothing in common with the engine.
struct ExactShares {
  /// The weights and their running sums, as whole multiples of one power of two.
  private let weights: [BigInt]
  private let prefixes: [BigInt]

  init(_ weights: [Double]) {
    let parts = weights.map(ExactShares.parts)
    let least = parts.map(\.exponent).min() ?? 0
    self.weights = parts.map { $0.mantissa << ($0.exponent - least) }
    prefixes = self.weights.reduce(into: [BigInt(0)]) { sums, weight in sums.append((sums.last ?? 0) + weight) }
  }

  /// A double as `mantissa · 2^exponent`, without rounding.
  private static func parts(_ value: Double) -> (mantissa: BigInt, exponent: Int) {
    let bits = Int(value.exponentBitPattern)
    let fraction = BigInt(value.significandBitPattern)
    return bits == 0 ? (fraction, -1074) : (fraction + (BigInt(1) << 52), bits - 1075)
  }

  var total: BigInt { prefixes.last ?? 0 }

  /// The owner of each of `count` equally spaced angles, the first at the beginning of the first slice: the only index i
  /// with Σ w (before i) · count ≤ position · Σ w < Σ w (up to i) · count.
  func owners(of count: Int) -> [Int] {
    var owners: [Int] = []
    for position in 0..<count {
      let angle = BigInt(position) * total
      let holding = weights.indices.filter { index in
        prefixes[index] * BigInt(count) <= angle && angle < prefixes[index + 1] * BigInt(count)
      }
      owners.append(holding.count == 1 ? holding[0] : -1)
    }
    return owners
  }
}
