/// Ticks at equal distances on a linear axis: round numbers, at most so many, each its own label.
struct LinearTicks: Hashable, Sendable {
  /// How much of an axis its values take up at least, if finer ticks bring that about, as a share.
  static let leastUse = 0.68

  /// What the axis shows: as it was given, or widened to the first and last tick.
  let domain: Domain
  /// Rising, all within the domain, no two the same.
  let values: [Double]
  /// Digits after the decimal mark that tell neighbours apart.
  let decimals: Int

  /// More ticks than this are never made, whatever is asked for: an axis with a step of 10⁻⁹ would never end (fault 20).
  static let limit = 10_000

  /// Ticks for a domain.
  ///
  /// The finest step of 1, 2 or 5 · 10ⁿ is taken that has at most `maxCount` multiples in the domain. If it has fewer than
  /// two, as 0.9 … 1.1 with two ticks, they are multiples of a finer step, and every second or third of them is kept. There
  /// are at least two, if `maxCount` and `minStep` allow, unless the domain holds fewer than four doubles or so.
  /// - Parameters:
  ///   - minStep: Finer steps are not taken: 1 for things that are counted. Labels with a given number of decimals would
  ///     otherwise repeat themselves (faults of DGCharts: C315, C2143).
  init(_ domain: Domain, maxCount: Int, minStep: Double = 0) {
    let count = min(max(maxCount, 1), LinearTicks.limit)
    var chosen: (step: DecimalStep, indices: ClosedRange<Int>)?
    var finer: (step: DecimalStep, indices: ClosedRange<Int>)?
    for step in StepLadder.steps(
      over: domain.span, count: count, finest: LinearTicks.finest(in: domain, minStep: minStep))
    {
      guard let indices = step.indices(in: domain) else { continue }
      if indices.count <= count {
        chosen = (step, indices)
        break
      }
      finer = (step, indices)
    }
    self.domain = domain
    if let chosen, chosen.indices.count >= min(2, count) {
      values = LinearTicks.multiples(of: chosen.step, chosen.indices)
      decimals = chosen.step.decimals
    } else if let finer {
      let stride = count == 1 ? finer.indices.count : (finer.indices.count - 1 + count - 2) / (count - 1)
      values = LinearTicks.multiples(
        of: finer.step, Swift.stride(from: finer.indices.lowerBound, through: finer.indices.upperBound, by: stride))
      decimals = finer.step.decimals
    } else {
      // The domain is narrower than the finest step that is allowed.
      values = chosen.map { LinearTicks.multiples(of: $0.step, $0.indices) } ?? []
      decimals = chosen?.step.decimals ?? 0
    }
  }

  /// Ticks with which the axis begins and ends: the domain is widened to multiples of the finest step that then has at
  /// most `maxCount` of them.
  init(nice domain: Domain, maxCount: Int, minStep: Double = 0) {
    // An axis with 0 inside needs one tick there and one on each side.
    let count = min(max(maxCount, domain.lower < 0 && domain.upper > 0 ? 3 : 2), LinearTicks.limit)
    for step in StepLadder.steps(
      over: domain.span, count: count, finest: LinearTicks.finest(in: domain, minStep: minStep))
    {
      guard let indices = step.indices(around: domain), indices.count <= count else { continue }
      let values = LinearTicks.multiples(of: step, indices)
      guard let first = values.first, let last = values.last, first <= domain.lower, last >= domain.upper else {
        continue
      }
      self.init(domain: Domain(first, last), values: values, decimals: step.decimals)
      return
    }
    // Near the largest doubles there may be no round number outside.
    self.init(domain, maxCount: maxCount, minStep: minStep)
  }

  /// Ticks with which the axis begins and ends: where most of it would be empty, finer ones than there is room for at ease; where
  /// not even these have room, every second one or so of them.
  /// - Parameters:
  ///   - data: What of the domain is not free room.
  ///   - most: How many ticks there is room for.
  static func nice(around domain: Domain, showing data: Domain, maxCount: Int, atMost most: Int) -> LinearTicks {
    let made = LinearTicks(nice: domain, maxCount: maxCount)
    func use(_ ticks: LinearTicks) -> Double { data.span / ticks.domain.span }
    guard use(made) < leastUse, most > 0 else { return made }
    let finer = (1...6).map { LinearTicks(nice: domain, maxCount: maxCount + $0) }
    let full = finer.filter { use($0) >= leastUse }
    let best = finer.max { use($0) < use($1) }.flatMap { use($0) > use(made) * 1.2 ? $0 : nil }
    guard let ticks = full.first(where: { $0.values.count <= most }) ?? full.first ?? best else { return made }
    return ticks.thinned(to: max(most, 2))
  }

  /// Multiples of a step that somebody chose; automatic ticks if there would be more than the limit, or none can be told
  /// apart from the next.
  init(_ domain: Domain, step: Double, maxCount: Int) {
    guard let decimal = DecimalStep(step), decimal.size >= LinearTicks.finest(in: domain, minStep: 0),
      let indices = decimal.indices(in: domain), indices.count <= LinearTicks.limit
    else {
      self.init(domain, maxCount: maxCount)
      return
    }
    self.init(
      domain: domain, values: LinearTicks.multiples(of: decimal, indices), decimals: decimal.decimals)
  }

  /// Ticks that somebody chose: those within the domain, in order, each once.
  init(explicit values: [Double], in domain: Domain) {
    self.domain = domain
    self.values = LinearTicks.distinct(values.filter(domain.contains).map { $0 + 0 }.sorted())
    decimals = self.values.map { DecimalStep(abs($0))?.decimals ?? 0 }.max() ?? 0
  }

  /// At most so many of the ticks, at equal distances, 0 among them if it was; all of the domain stays.
  func thinned(to count: Int) -> LinearTicks {
    guard values.count > max(count, 1) else { return self }
    let zero = values.firstIndex(of: 0) ?? 0
    let step = (2...values.count).first { step in
      values.indices.count { ($0 - zero).isMultiple(of: step) } <= max(count, 1)
    }
    guard let step else { return self }
    return LinearTicks(
      domain: domain, values: values.indices.filter { ($0 - zero).isMultiple(of: step) }.map { values[$0] },
      decimals: decimals)
  }

  private init(domain: Domain, values: [Double], decimals: Int) {
    self.domain = domain
    self.values = values
    self.decimals = decimals
  }

  /// Half the distance of doubles at the domain's farther end: finer steps would not have a double each.
  private static func finest(in domain: Domain, minStep: Double) -> Double {
    let half = max(abs(domain.lower), abs(domain.upper)).ulp / 2
    return max(half, minStep.isFinite ? minStep : 0)
  }

  private static func multiples(of step: DecimalStep, _ indices: some Sequence<Int>) -> [Double] {
    distinct(indices.compactMap(step.multiple))
  }

  private static func distinct(_ values: [Double]) -> [Double] {
    values.reduce(into: []) { kept, value in if kept.last != value { kept.append(value) } }
  }
}

extension DecimalStep {
  /// From the last multiple at or below a domain to the first at or above it.
  fileprivate func indices(around domain: Domain) -> ClosedRange<Int>? {
    guard let low = floor(domain.lower), let negative = floor(-domain.upper) else { return nil }
    return low <= -negative ? low ... -negative : nil
  }

  /// The number of the last multiple that is not above a value.
  private func floor(_ value: Double) -> Int? {
    let below = (value - 2 * max(size, value.ulp)).madeFinite
    return below < value ? indices(in: Domain(below, value))?.upperBound : nil
  }
}
