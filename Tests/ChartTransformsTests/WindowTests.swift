import ChartEngine
import ChartModel
import JSONModel
import Testing

@testable import ChartTransforms

@Suite("Windows: what moves along gives what each window gives by itself")
struct WindowTests {
  /// Every width on every length, both alignments, with and without gaps.
  @Test("Small windows, all of them", arguments: [RollingSpec.Function.sum, .mean, .min, .max, .median])
  func small(_ function: RollingSpec.Function) throws {
    let run = TransformRun(zone: .utc)
    for count in 0...9 {
      for gaps in 0..<(1 << min(count, 6)) {
        var values: [Double] = []
        for place in 0..<count {
          let number = Double(place * 7 % 5) - 2
          values.append((gaps >> place) & 1 == 1 ? .nan : number)
        }
        for width in 1...11 {
          for alignment in RollingSpec.Alignment.allCases {
            try check(values, function, width, alignment, least: 1, run)
            try check(values, function, width, alignment, least: width, run)
          }
        }
      }
    }
  }

  private func check(
    _ values: [Double], _ function: RollingSpec.Function, _ width: Int, _ alignment: RollingSpec.Alignment, least: Int,
    _ run: TransformRun
  ) throws {
    var spec = RollingSpec()
    (spec.window, spec.least, spec.alignment) = (width, least, alignment)
    let results = try SlidingWindow(spec).results(values, function, run)
    let ahead = alignment == .center ? (width - 1) / 2 : 0
    for index in values.indices {
      let range = max(0, index + ahead - width + 1)..<min(values.count, index + ahead + 1)
      let window = values[range].filter { !$0.isNaN }
      guard window.count >= least else {
        #expect(results[index].isNaN)
        continue
      }
      #expect(abs(results[index] - result(function, window)) < 1e-12, "\(values), \(width), \(alignment) at \(index)")
    }
  }

  private func result(_ function: RollingSpec.Function, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    switch function {
    case .sum: return values.reduce(0, +)
    case .mean: return values.reduce(0, +) / Double(values.count)
    case .min: return sorted[0]
    case .max: return sorted[sorted.count - 1]
    case .median: return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }

  @Test("A great number that has left the window leaves nothing behind")
  func greatNumbers() throws {
    var spec = RollingSpec()
    spec.window = 2
    let results = try SlidingWindow(spec).results([1e300, 1, 1, 1], .sum, TransformRun(zone: .utc))
    #expect(results.dropFirst(2) == [2, 2])
  }

  @Test(
    "Sums of windows have no more decimals than what is added up, and means are there where sums are beyond all doubles"
  )
  func sums() throws {
    let run = TransformRun(zone: .utc)
    var spec = RollingSpec()
    for window in 1...6 {
      for alignment in RollingSpec.Alignment.allCases {
        (spec.window, spec.alignment, spec.least) = (window, alignment, 1)
        let amounts = [1, 2, 3, 4, 7, 10, 13, 1]
        let results = try SlidingWindow(spec).results(amounts.map { Double($0) / 10 }, .sum, run)
        let whole = try SlidingWindow(spec).results(amounts.map(Double.init), .sum, run)
        #expect(results == whole.map { $0 / 10 })
        let great = try SlidingWindow(spec).results([Double](repeating: 1.7e308, count: 8), .mean, run)
        #expect(great.allSatisfy { abs($0 / 1.7e308 - 1) < 1e-15 })
        let sums = try SlidingWindow(spec).results([Double](repeating: 1.7e308, count: 8), .sum, run)
        #expect(sums.allSatisfy { $0.isNaN || $0 == 1.7e308 })
      }
    }
  }
}

@Suite("Quantiles: of any order what they are of the sorted one")
struct QuantileTests {
  @Test("Every place of random, equal, rising and falling numbers", arguments: [1, 2, 3, 17, 18, 100, 1_000])
  func places(_ count: Int) {
    let orders: [[Double]] = [
      (0..<count).map { Double($0 * 7_919 % 1_009) }, (0..<count).map { Double($0) }, (0..<count).map { -Double($0) },
      [Double](repeating: 3, count: count), (0..<count).map { Double($0 % 2) },
      (0..<count).map { Double(min($0, count - $0)) },
    ]
    for values in orders {
      let sorted = values.sorted()
      for place in 0...min(2 * count, 200) {
        let share = Double(place) / Double(min(2 * count, 200))
        var copy = values
        let found = copy.withUnsafeMutableBufferPointer { Quantile.value(share, of: $0) }
        #expect(found == Quantile.value(share, ofSorted: sorted[...]), "\(share) of \(count)")
        #expect(copy.sorted() == sorted)
      }
    }
  }
}
