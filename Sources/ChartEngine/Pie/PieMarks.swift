import ChartModel

/// The slices of a pie with their angles, shares and colours, before it is known how large the pie is.
struct PieMarks: Sendable {
  /// One slice that takes part, with those in the ring around it.
  struct Slice: Sendable {
    let path: [Int]
    let spec: SliceSpec
    let weight: Double
    let color: Color
    /// The share of the total, and the share as it is printed, in units of the last printed digit.
    let fraction: Double
    let percentUnits: Int
    let children: [Slice]
    let childAngles: SliceAngles?
  }

  let slices: [Slice]
  /// The slices' angles with the draw-in's phase applied.
  let angles: SliceAngles
  /// The sum of all values that are not hidden.
  let total: Double
  /// How many rings there are.
  let depth: Int
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - hidden: For each slice whether the legend has hidden it.
  ///   - sweep: How many degrees the whole pie takes up at the moment.
  init(spec: PieSpec, hidden: [Bool], sweep: Double, format: NumberFormat, on surface: Surface) {
    var builder = Builder(format: format, surface: surface)
    let weights = spec.slices.enumerated().map { index, slice in
      hidden[index] ? 0 : slice.weight
    }
    let colors = spec.slices.enumerated().map { index, slice in
      slice.color ?? Palette.color(at: index, in: spec.common.palette, on: surface)
    }
    slices = builder.slices(
      spec.slices, weights: weights, colors: colors, parent: [], fraction: 1, units: format.percentUnits)
    angles = SliceAngles(weights: weights, sweep: sweep)
    total = min(weights.reduce(0, +), .greatestFiniteMagnitude)
    depth = builder.depth
    warnings = builder.warnings
  }

  private struct Builder {
    let format: NumberFormat
    let surface: Surface
    var depth = 0
    var warnings: [String] = []

    /// Says so if a slice's own value is not what its children add up to.
    mutating func check(_ slice: SliceSpec, childWeights: [Double]) {
      let sum = min(childWeights.reduce(0, +), .greatestFiniteMagnitude)
      guard let value = slice.value, sum - value > 1e-9 * max(value, sum), warnings.count < 20 else { return }
      warnings.append(
        "'\(slice.label.shortened)' has the value \(format.value(value)), its children add up to \(format.value(sum)); "
          + "they are more than it, and share its angles")
    }

    mutating func slices(
      _ specs: [SliceSpec], weights: [Double], colors: [Color], parent: [Int], fraction: Double, units: Int
    ) -> [Slice] {
      depth = max(depth, parent.count + 1)
      let percents = apportion(units, among: weights)
      let largest = weights.max() ?? 0
      let sum = largest > 0 ? weights.reduce(0) { $0 + $1 / largest } : 0
      return specs.indices.map { index in
        let spec = specs[index]
        let path = parent + [index]
        let share = sum > 0 ? weights[index] / largest / sum * fraction : 0
        var children: [Slice] = []
        var childAngles: SliceAngles?
        if !spec.children.isEmpty, weights[index] > 0 {
          var childWeights = spec.children.map(\.weight)
          check(spec, childWeights: childWeights)
          // What the children are less than it has nobody: an angle is as much as a value says.
          let rest = weights[index] - childWeights.reduce(0, +)
          if rest > 1e-9 * weights[index] { childWeights.append(rest) }
          let shades = spec.children.indices.map { child in
            spec.children[child].color
              ?? Palette.shade(of: colors[index], index: child, count: spec.children.count, on: surface)
          }
          children = slices(
            spec.children, weights: childWeights, colors: shades, parent: path, fraction: share, units: percents[index])
          childAngles = SliceAngles(weights: childWeights, sweep: 1)
        }
        return Slice(
          path: path, spec: spec, weight: weights[index], color: colors[index], fraction: share,
          percentUnits: percents[index], children: children, childAngles: childAngles)
      }
    }
  }
}

extension SliceSpec {
  /// How much it counts: its value, or the sum of its children's; finite and at least 0.
  /// - Complexity: O(*n*) in the number of slices within it.
  var weight: Double {
    let weight = value ?? children.reduce(0) { $0 + $1.weight }
    return weight > 0 ? min(weight, .greatestFiniteMagnitude) : 0
  }
}
