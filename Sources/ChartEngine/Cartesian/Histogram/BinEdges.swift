import ChartModel
import JSONModel

/// Where the bins of a histogram end and the next ones begin, as coordinates of its axis.
struct BinEdges {
  /// In rising order, one more than there are bins.
  private(set) var edges: [Double] = []
  /// Whether each bin stands for the whole number in its middle: who counts the spots of dice wants none of them between two.
  private(set) var areWholeNumbers = false
  /// What of the author's wish can't be done.
  private(set) var warning: String?
  /// The width of bins that are all equally wide, to find one without searching; `nil` for others.
  private var commonWidth: Double?

  /// - Parameters:
  ///   - bin: What the author wants.
  ///   - columns: All that is counted, as coordinates of the axis.
  /// - Complexity: O(*n*)
  init(_ bin: HistogramBinSpec, of columns: [GrowingArray<Double>], on axis: PlotAxis) {
    if let wanted = bin.edges {
      edges = wanted.map(axis.transform.coordinate).filter(\.isFinite)
      areWholeNumbers = bin.areWholeNumbers
      if edges.count < 2 { (edges, warning) = ([0, 1], "no two edges have a place on the axis") }
      return
    }
    let extrema = columns.reduce(into: Extrema.none) { $0.add(Extrema(ofFinite: $1)) }
    guard !extrema.isEmpty else { return }
    let (least, greatest) = (extrema.min, extrema.max)
    let areWhole = axis == .linear && columns.allSatisfy(\.areWhole)
    var find: (Double) -> (start: Double, end: Double)
    if case .time(let zone) = axis {
      let count = bin.count ?? min(max(BinEdges.fittingCount(columns), 5), 60)
      var bins =
        bin.unit.map { CalendarBins(unit: $0, step: bin.step ?? 1, zone: zone) }
        ?? CalendarBins(covering: least...greatest, count: count, zone: zone)
      // Between two dates there is no time of the day.
      if bin.unit == nil, [.second, .minute, .hour].contains(bins.unit), BinEdges.areDays(columns, in: zone) {
        bins = CalendarBins(unit: .day, step: 1, zone: zone)
      }
      find = { bins.bin(of: $0) ?? (.nan, .nan) }
      if bin.width != nil { warning = "bins of moments have a `unit`, such as month, and no `width`" }
    } else {
      if bin.unit != nil { warning = "bins of numbers have a `width`, and no `unit`" }
      let bins: NumberBins
      if let width = bin.width {
        bins = NumberBins(width: width)
      } else if let count = bin.count {
        bins = NumberBins(covering: least...greatest, count: count, areWhole: areWhole)
      } else if areWhole, BinEdges.areFew(least, greatest, count: columns.reduce(0) { $0 + $1.count }) {
        bins = NumberBins(width: 1)
      } else {
        let fitting = NumberBins(covering: least...greatest, atMost: Double(BinEdges.fittingCount(columns)))
        bins = areWhole && fitting.width < 1 ? NumberBins(width: 1) : fitting
      }
      areWholeNumbers = areWhole && bins.width == 1
      commonWidth = bins.width
      find = { bins.bin(of: $0) }
    }
    if let tooMany = cover(least, greatest, find) {
      (warning, commonWidth) = (tooMany, nil)
      let bins = NumberBins(covering: least...greatest, atMost: Double(HistogramBinSpec.maximumCount) / 4)
      _ = cover(least, greatest) { bins.bin(of: $0) }
    }
    if areWholeNumbers {
      edges = edges.map { $0 - 0.5 }
    } else if commonWidth != nil, edges.count > 2, edges[edges.count - 2] == greatest {
      // The last bin of numbers has both its edges, rather than one of its own for the greatest number.
      edges.removeLast()
    }
  }

  /// Whether whole numbers are so few that each is to be a bin of its own, and does not make a comb of these.
  private static func areFew(_ least: Double, _ greatest: Double, count: Int) -> Bool {
    greatest - least <= 11 || (greatest - least <= 30 && Double(count) >= 5 * (greatest - least + 1))
  }

  /// Whether all moments are the beginnings of days, as far as the first ones tell.
  private static func areDays(_ columns: [GrowingArray<Double>], in zone: TimeZoneRules) -> Bool {
    columns.allSatisfy { column in
      column.prefix(10_000).allSatisfy { !$0.isFinite || TimeTicks.startsDay($0, in: zone) }
    }
  }

  /// Bins from one that holds the least number to one that holds the greatest.
  /// - Returns: What is wrong if there would be too many.
  private mutating func cover(
    _ least: Double, _ greatest: Double, _ find: (Double) -> (start: Double, end: Double)
  ) -> String? {
    var bin = find(least)
    guard bin.start < bin.end, bin.start.isFinite, bin.end.isFinite else {
      // So large that nothing but itself is near it.
      let half = max(abs(least) * 1e-9, 0.5)
      edges = [(least - half).madeFinite, (max(greatest, least) + half).madeFinite]
      (commonWidth, areWholeNumbers) = (nil, false)
      return least < greatest ? "bins that are so narrow hold one number each; wider ones are taken" : nil
    }
    edges = [bin.start, bin.end]
    while bin.end <= greatest {
      guard edges.count <= HistogramBinSpec.maximumCount else {
        return "there would be more than \(HistogramBinSpec.maximumCount) bins; wider ones are taken"
      }
      let next = find(bin.end)
      guard next.end > bin.end, next.end.isFinite else { break }
      edges.append(next.end)
      bin = (bin.end, next.end)
    }
    return nil
  }

  /// How many bins suit numbers best: as Freedman and Diaconis have it, of a sample where there are very many.
  private static func fittingCount(_ columns: [GrowingArray<Double>]) -> Int {
    let count = columns.reduce(0) { $0 + $1.count }
    let step = max(count / 1_000_000, 1)
    var present: [Double] = []
    for column in columns {
      for index in stride(from: 0, to: column.count, by: step) where column[index].isFinite {
        present.append(column[index])
      }
    }
    return NumberBins.fittingCount(&present, of: Double(count))
  }
}

// MARK: - Counting

extension BinEdges {
  /// What the entries in each bin add up to: each counts 1, or its weight.
  /// - Complexity: O(*n*), of bins that are not equally wide O(*n* log *b*).
  func counts(of numbers: GrowingArray<Double>, weights: GrowingArray<Double>?) -> [Double] {
    edges.withUnsafeBufferPointer { edges in
      guard let bins = BinFinder(edges, width: commonWidth) else { return [] }
      guard weights != nil else { return bins.counts(of: numbers).map(Double.init) }
      var counts = [Double](repeating: 0, count: bins.count)
      for index in 0..<numbers.count {
        let bin = bins.bin(of: numbers[index])
        if bin >= 0, let weight = BinEdges.weight(weights, index) { counts[bin] += weight }
      }
      return counts
    }
  }

  /// How much an entry counts; `nil` if it has no weight.
  static func weight(_ weights: GrowingArray<Double>?, _ index: Int) -> Double? {
    guard let weights else { return 1 }
    guard weights.indices.contains(index), weights[index].isFinite else { return nil }
    return weights[index]
  }

  /// How wide a bin is, as densities have it.
  func width(of bin: Int, on axis: PlotAxis) -> Double { (edges[bin + 1] - edges[bin]) / BinEdges.unit(of: axis) }

  /// What widths are measured in: days of moments, else what the axis is.
  static func unit(of axis: PlotAxis) -> Double { if case .time = axis { 86_400_000 } else { 1 } }
}
