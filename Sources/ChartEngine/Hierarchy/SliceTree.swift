import ChartModel

/// Slices within slices with their shares and colours, before it is known where they are.
struct SliceTree: Sendable {
  /// Slices beside one another, and how much of what they belong to none of them has.
  struct Parts: Sendable {
    let slices: [Slice]
    let rest: Double

    /// How much each has, and last the rest if there is one.
    var weights: [Double] { slices.map(\.weight) + (rest > 0 ? [rest] : []) }

    /// The slices with shares that are printed of another whole.
    /// - Parameters:
    ///   - units: How many units of the last printed digit all of them have.
    ///   - whole: How much of the total that whole is.
    func measured(in units: Int, of whole: Double, _ format: NumberFormat) -> [Slice] {
      let percents = apportion(units, among: weights)
      return zip(slices, percents).map { slice, units in
        let share = whole > 0 ? slice.fraction / whole : 0
        return Slice(
          path: slice.path, spec: slice.spec, weight: slice.weight, color: slice.color, fraction: slice.fraction,
          percentUnits: Slice.printed(units, share: share, format),
          children: slice.parts.measured(in: units, of: whole, format), rest: slice.rest)
      }
    }
  }

  /// One slice that takes part, with those within it.
  struct Slice: Hashable, Sendable {
    let path: [Int]
    let spec: SliceSpec
    let weight: Double
    let color: Color
    /// The share of the total.
    let fraction: Double
    /// The share of what is shown, all or a part that is gone into, as it is printed: in units of the last printed digit.
    let percentUnits: Int
    let children: [Slice]
    /// How much of it none of its children has.
    let rest: Double

    var parts: Parts { Parts(slices: children, rest: rest) }

    /// What is apportioned a unit to make up the sum, but has not half of one, has none.
    static func printed(_ units: Int, share: Double, _ format: NumberFormat) -> Int {
      share * Double(format.percentUnits) < 0.5 ? 0 : units
    }

    /// The part that is all of it, if there is one.
    var onlyPart: Slice? {
      guard rest == 0, let part = children.first(where: { $0.weight > 0 }) else { return nil }
      return children.count { $0.weight > 0 } == 1 ? part : nil
    }

    /// Whether all that is in it is itself once more, by its name, too.
    var repeatsItself: Bool { onlyPart.map { $0.children.isEmpty && $0.spec.label == spec.label } ?? false }
  }

  let slices: [Slice]
  /// How much of the total none of them has.
  let rest: Double
  var parts: Parts { Parts(slices: slices, rest: rest) }
  /// The sum of all values that are not hidden.
  let total: Double
  /// How many slices have none within them.
  var leafCount: Int {
    func count(_ slices: [Slice]) -> Int {
      slices.reduce(0) { $0 + ($1.weight > 0 ? $1.children.isEmpty ? 1 : count($1.children) : 0) }
    }
    return count(slices)
  }
  /// How many levels there are.
  let depth: Int
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - palette: The author's colours; the standard ones if empty.
  ///   - hidden: For each slice whether the legend has hidden it.
  ///   - extent: What slices have as much of as their values say, in a word for warnings: `angles`.
  init(
    _ specs: [SliceSpec], palette: [Color], hidden: [Bool], format: NumberFormat, on surface: Surface, extent: String
  ) {
    var builder = Builder(format: format, surface: surface, extent: extent)
    let weights = specs.enumerated().map { index, slice in hidden[index] ? 0 : slice.weight }
    let colors = specs.enumerated().map { index, slice in
      slice.color ?? Palette.color(at: index, in: palette, on: surface)
    }
    slices = builder.slices(
      specs, weights: weights, colors: colors, parent: [], fraction: 1, units: format.percentUnits)
    rest = 0
    total = min(RunningSum(of: weights).value, .greatestFiniteMagnitude)
    depth = builder.depth
    warnings = builder.warnings
  }

  private init(_ slice: Slice, _ format: NumberFormat) {
    func levels(_ slices: [Slice]) -> Int { slices.reduce(0) { max($0, $1.weight > 0 ? 1 + levels($1.children) : 0) } }
    slices = slice.parts.measured(in: format.percentUnits, of: slice.fraction, format)
    (rest, total, depth) = (slice.rest, slice.weight, levels(slice.children))
  }

  /// What is in the slice at a path, as a whole of its own, of which shares are printed; `nil` if there is no such slice.
  func part(at path: [Int], _ format: NumberFormat) -> SliceTree? { slice(at: path).map { SliceTree($0, format) } }

  /// The names on the way to a path.
  func labels(to path: [Int]) -> [String] { path.indices.map { slice(at: Array(path[...$0]))?.spec.label ?? "" } }

  /// The slice at a path; `nil` if there is none, also for the empty path.
  func slice(at path: [Int]) -> Slice? {
    var (level, found) = (slices, Slice?.none)
    for index in path {
      guard level.indices.contains(index) else { return nil }
      found = level[index]
      level = level[index].children
    }
    return found
  }

  private struct Builder {
    let format: NumberFormat
    let surface: Surface
    let extent: String
    var depth = 0
    var warnings: [String] = []

    /// Says so if a slice's own value is not what its children add up to.
    mutating func check(_ slice: SliceSpec, childWeights: [Double]) {
      let sum = min(RunningSum(of: childWeights).value, .greatestFiniteMagnitude)
      guard let value = slice.value, sum - value > 1e-9 * max(value, sum), warnings.count < 20 else { return }
      warnings.append(
        "'\(slice.label.shortened)' has the value \(format.value(value)), its children add up to \(format.value(sum)); "
          + "they are more than it, and share its \(extent)")
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
        var rest = 0.0
        if !spec.children.isEmpty, weights[index] > 0 {
          var childWeights = spec.children.map(\.weight)
          check(spec, childWeights: childWeights)
          // What the children are less than it has nobody: each is as much as its value says.
          let missing = weights[index] - childWeights.reduce(0, +)
          if missing > 1e-9 * weights[index] {
            rest = missing
            childWeights.append(missing)
          }
          let own = Palette.shades(of: colors[index], count: spec.children.count, on: surface)
          let shades = zip(spec.children, own).map { $0.color ?? $1 }
          children = slices(
            spec.children, weights: childWeights, colors: shades, parent: path, fraction: share, units: percents[index])
        }
        return Slice(
          path: path, spec: spec, weight: weights[index], color: colors[index], fraction: share,
          percentUnits: Slice.printed(percents[index], share: share, format), children: children, rest: rest)
      }
    }
  }
}

extension SliceSpec {
  /// How much it counts: its value, or the sum of its children's; finite and at least 0.
  /// - Complexity: O(*n*) in the number of slices within it.
  var weight: Double {
    let weight = value ?? RunningSum(of: children.lazy.map(\.weight)).value
    return weight > 0 ? min(weight, .greatestFiniteMagnitude) : 0
  }
}
