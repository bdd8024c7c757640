import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M5 Histograms")
struct HistogramTests {
  /// The bars of a series: where each begins and ends along the axis, and how high it is.
  private func bars(_ layout: CartesianLayout, _ series: Int = 0) throws -> [(
    lower: Double, upper: Double, height: Double
  )] {
    let mark = try #require(layout.mark(of: series) as? BarMark)
    let edges = try #require(mark.bins).counted.edges
    return (0..<mark.series.points.count).map { (edges[$0], edges[$0 + 1], mark.series.value(at: $0)) }
  }

  private func chart(_ values: [Double], _ change: (inout HistogramStyleSpec) -> Void = { _ in }) -> Chart {
    var style = HistogramStyleSpec()
    change(&style)
    return Plots.chart(.histogram, [SeriesSpec(.histogram(style), values: .numbers(values))])
  }

  @Test("Each number is counted once, in the bin it is in, however bins are chosen", arguments: 0..<200)
  func counting(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let scale = [1e-6, 0.1, 1, 1_000, 1e12][seed % 5]
    let isWhole = random.chance(0.3)
    let numbers = (0..<random.whole(1...400)).map { _ in
      let number = random.number(-1...1) * random.number(0...1) * scale
      return isWhole ? number.rounded() : number
    }
    let chart = chart(numbers) { style in
      switch random.whole(0...3) {
      case 0: style.bin.count = random.whole(1...50)
      case 1: style.bin.width = scale * random.number(0.01...0.5)
      case 2: style.bin.edges = [-scale, -scale / 3, 0, scale / 10, scale]
      default: break
      }
    }
    let bars = try bars(chart.plot)
    #expect(bars.allSatisfy { $0.lower < $0.upper } && zip(bars, bars.dropFirst()).allSatisfy { $0.upper == $1.lower })
    for (index, bar) in bars.enumerated() {
      let isLast = index == bars.count - 1
      let expected = numbers.count { $0 >= bar.lower && ($0 < bar.upper || (isLast && $0 == bar.upper)) }
      #expect(bar.height == Double(expected), "\(bar.lower)…\(bar.upper)")
    }
    #expect(bars.reduce(0) { $0 + $1.height } == Double(numbers.count))
  }

  @Test("Bins are as near to as many as wanted as any round width comes, or multiples of the width", arguments: 1...60)
  func edges(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let scale = [1, 0.013, 700, 1e-6][seed % 4]
    let numbers = (0..<200).map { _ in random.number(0...10) * scale + random.number(-1...1) * scale }
    let (least, greatest) = (try #require(numbers.min()), try #require(numbers.max()))
    let widths = (-12...6).flatMap { exponent in [1, 2, 2.5, 5].map { $0 * power(10, Double(exponent)) } }
    for count in [1, 5, 8, 12, 24, 30, 100] {
      func distance(_ made: Double) -> Double { max(made / Double(count), Double(count) / made) }
      let best = widths.map { distance((greatest / $0).rounded(.up) - (least / $0).rounded(.down)) }.min()
      let bars = try bars(chart(numbers) { $0.bin.count = count }.plot)
      let width = try #require(bars.first).upper - (try #require(bars.first)).lower
      #expect(distance(Double(bars.count)) == best)
      #expect(widths.contains { abs($0 / width - 1) < 1e-9 })
    }
  }

  @Test("24 bins from 0 to 60 are 24, and none of whole numbers holds more of these than its neighbour")
  func asked() throws {
    let numbers = (0..<1_000).map { Double($0) * 0.06 }
    #expect(try bars(chart(numbers) { $0.bin.count = 24 }.plot).count == 24)
    let whole = try bars(chart((0..<60).map(Double.init)) { $0.bin.count = 24 }.plot)
    #expect(whole.count == 30 && whole.allSatisfy { $0.height == 2 })
  }

  @Test("Bins of a width are between its multiples")
  func width() throws {
    let numbers = (0..<1_000).map { Double($0) / 7 }
    let wide = try bars(chart(numbers) { $0.bin.width = 2.5 }.plot)
    #expect(wide.allSatisfy { $0.lower.truncatingRemainder(dividingBy: 2.5) == 0 && $0.upper - $0.lower == 2.5 })
  }

  /// numpy.histogram(x, bins=[2, 3, 4, 5, 6, 7, 8]) of NumPy 2; Freedman and Diaconis's width is 1.446.
  private static let sample = [2.1, 2.4, 2.5, 2.9, 3.0, 3.3, 3.3, 3.8, 4.1, 4.6, 5.2, 5.9, 7.5]

  @Test("Counts are NumPy's, and the width is the round one after Freedman and Diaconis's")
  func numpy() throws {
    let given = try bars(chart(HistogramTests.sample) { $0.bin.edges = [2, 3, 4, 5, 6, 7, 8] }.plot)
    #expect(given.map(\.height) == [4, 4, 2, 2, 0, 1])
    let bars = try bars(chart(HistogramTests.sample).plot)
    #expect(bars.map(\.lower) == [2, 4, 6] && bars.map(\.height) == [8, 4, 1])
  }

  @Test("Of small whole numbers each is a bin about itself, and the greatest of others shares the last bin")
  func whole() throws {
    let dice = try bars(chart([1, 2, 6, 6, 3, 5]).plot)
    #expect(dice.map(\.lower) == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5] && dice.map(\.height) == [1, 1, 1, 0, 1, 2])
    let percent = try bars(chart((0...100).map(Double.init)) { $0.bin.width = 10 }.plot)
    #expect(percent.count == 10 && percent.last?.height == 11)
  }

  @Test("Shares are of 100, densities have an area of 1, and sums end at all there are")
  func measures() throws {
    let numbers = HistogramTests.sample
    let percent = try bars(chart(numbers) { $0.measure = .percent }.plot)
    #expect(abs(percent.reduce(0) { $0 + $1.height } - 100) < 1e-9)
    let density = try bars(chart(numbers) { $0.measure = .density }.plot)
    #expect(abs(density.reduce(0) { $0 + $1.height * ($1.upper - $1.lower) } - 1) < 1e-12)
    let sums = try bars(chart(numbers) { $0.isCumulative = true }.plot)
    #expect(sums.map(\.height) == [8, 12, 13])
    let weighted = try bars(
      chart(numbers) { style in
        style.weights = NumberChannelSpec(.numbers((1...13).map(Double.init)))
        style.bin.edges = [2, 3, 4, 5, 6, 7, 8]
      }.plot)
    // numpy.histogram(x, bins=[2, 3, 4, 5, 6, 7, 8], weights=range(1, 14))
    #expect(weighted.map(\.height) == [10, 26, 19, 23, 0, 13])
  }

  @Test("A weight below 0 is told, as it takes away from what others count")
  func negativeWeights() throws {
    for (values, many) in [("[1, 2, 2, 3]", 1), (#"["a", "b", "b", "c"]"#, 1)] {
      let layout = try Plots.layout(
        #"{"kind": "histogram", "series": [{"values": \#(values), "weights": [1, -2, 3, 4]}]}"#)
      #expect(
        layout.warnings == ["series[0].weights: \(many) weight is below 0, and takes away from what others count"])
    }
    #expect(
      try Plots.layout(#"{"kind": "histogram", "series": [{"values": [1, 2], "weights": [1, 2]}]}"#).warnings.isEmpty)
  }

  @Test("Shares are told with as many digits as are read, in words, too")
  func readableShares() throws {
    let numbers = (0..<50).map { String($0 % 7 * $0 % 13) }.joined(separator: ", ")
    let layout = try Plots.layout(
      #"{"kind": "histogram", "series": [{"measure": "percent", "values": [\#(numbers)], "bin": {"width": 0.3}}]}"#)
    #expect(
      layout.words() == "Histogram chart: 1 series, 0.15 to 11.85.\nSeries 1: 40 values from 0% to 22%, the last 6%.")
    #expect(layout.marks[0].words(of: 0) == "0 – 0.3: 22%")
  }

  /// scipy.stats.gaussian_kde of SciPy 1, at 2, 3, … 8: by bandwidths of 0.5, of Silverman's rule (0.68359) and of 0.5 with weights.
  private static let curves: [(bandwidth: Double?, weights: [Double]?, expected: [Double])] = [
    (0.5, nil, [0.1666897563, 0.3262070148, 0.2111098063, 0.1293718894, 0.0791735534, 0.0427786463, 0.037235343]),
    (nil, nil, [0.1674217091, 0.2927080828, 0.217261706, 0.1334449136, 0.0778416753, 0.0481578618, 0.0347667908]),
    (
      0.5, (1...13).map(Double.init),
      [0.0541561123, 0.2266986804, 0.2425036273, 0.193449347, 0.1330162543, 0.0786392362, 0.0691500531]
    ),
  ]

  @Test("The density curve is SciPy's", arguments: 0..<3)
  func density(index: Int) throws {
    let (bandwidth, weights, expected) = HistogramTests.curves[index]
    let chart = chart(HistogramTests.sample) { style in
      style.density = DensityCurveSpec()
      style.density?.bandwidth = bandwidth
      style.weights = weights.map { NumberChannelSpec(.numbers($0)) }
      style.measure = .density
      style.bin.edges = [2, 3, 4, 5, 6, 7, 8]
    }
    let curve = try #require((chart.plot.marks[0] as? BarMark)?.bins).curve
    for (place, density) in zip([2.0, 3, 4, 5, 6, 7, 8], expected) {
      let after = curve.firstIndex { $0.x >= place } ?? curve.count - 1
      let (left, right) = (curve[max(after - 1, 0)], curve[after])
      let share = right.x > left.x ? min((place - left.x) / (right.x - left.x), 1) : 1
      let found = left.y + (right.y - left.y) * share
      #expect(abs(found - density) < 0.001 * 0.33, "\(place): \(found), not \(density)")
    }
  }

  @Test("Numbers that are names are called as everywhere else, and found by that")
  func yearsAsNames() throws {
    let chart = try Plots.chart(
      #"{"kind": "histogram", "x": {"scale": "category"}, "series": {"values": [1955, 2000, 1955, 1e6]}}"#)
    #expect(try chart.plot.chart.data.axis.labels == ["1955", "2000", "1000000"])
    #expect(try chart.brush(x: [.number(1955), .number(1955)], y: nil)?.x == -0.5...0.5)
  }

  @Test("Of values that are all the same there is no curve, and that is told")
  func noCurve() throws {
    let layout = try Plots.layout(
      #"{"kind": "histogram", "series": {"values": [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], "density": true}}"#)
    #expect(layout.warnings.contains { $0.contains("density: there is no curve") }, "\(layout.warnings)")
    #expect(layout.frame.left.domain.upper < 20)
  }

  @Test("A width that tells nothing apart is told, and wider bins are taken")
  func tooNarrow() throws {
    let layout = try Plots.layout(
      #"{"kind": "histogram", "series": {"values": [1, 2, 3, 50, 100], "bin": {"width": 1e-16}}}"#)
    #expect(layout.warnings.contains { $0.contains("so narrow") }, "\(layout.warnings)")
    #expect(try bars(layout).count > 1)
  }

  @Test("All histograms of a chart have the same bins, lie over one another in full width, or stand on one another")
  func several() throws {
    let spec = """
      {"kind": "histogram", "series": [{"name": "a", "values": [1.5, 2.5, 2.6, 8]}, {"name": "b", "values": [2.1, 7.5, 9.9], "bin": {"width": 2}}]MORE}
      """
    let over = try Plots.layout(spec.replacing("MORE", with: ""))
    let (first, second) = (try bars(over, 0), try bars(over, 1))
    #expect(first.map(\.lower) == [0, 2, 4, 6, 8] && first.map(\.lower) == second.map(\.lower))
    #expect(first.map(\.height) == [1, 2, 0, 0, 1] && second.map(\.height) == [0, 1, 0, 1, 1])
    let marks = over.marks.compactMap { $0 as? BarMark }
    #expect(marks[0].bar(at: 1)?.rect.minX == marks[1].bar(at: 1)?.rect.minX)
    #expect(marks[0].bar(at: 1)?.rect.width == marks[1].bar(at: 1)?.rect.width)
    #expect(over.warnings == [])
    let stacked = try Plots.layout(spec.replacing("MORE", with: ", \"stacked\": true"))
    let bars = stacked.marks.compactMap { ($0 as? BarMark)?.bar(at: 1)?.rect }
    #expect(bars.count == 2 && abs(bars[1].maxY - bars[0].minY) < 1e-9)
  }

  @Test("What is drawn is hit, and said: in words, in the marker, by its position")
  func hits() throws {
    for (more, words) in [
      ("", "4 – 6, a: 2"), (", \"cumulative\": true", "up to 6, a: 3"), (", \"measure\": \"percent\"", "4 – 6, a: 50%"),
    ] {
      let layout = try Plots.layout(
        #"{"kind": "histogram", "series": {"name": "a", "values": [1, 4.2, 5, 7.1], "bin": {"width": 2}MORE}}"#
          .replacing("MORE", with: more))
      let mark = try #require(layout.marks.first as? BarMark)
      let rect = try #require(mark.bar(at: 2)?.rect)
      let hit = layout.hit(at: rect.center)
      #expect(hit.kind == .bar && hit.index == 2 && mark.words(of: 2) == words)
      // Between two bars there is nothing.
      #expect(layout.hit(at: Point(x: rect.maxX + 0.5, y: rect.midY)).index == nil)
      #expect(layout.plot.maxX - (mark.bar(at: 3)?.rect.maxX ?? 0) < 1.1)
    }
  }

  @Test("Percent are written as such wherever a histogram's values are: at bars, in markers, in words, at limits")
  func percent() throws {
    for (format, none, half, quarter) in [
      ("{}", "0%", "50%", "25%"), (#"{"locale": "de", "decimals": 1}"#, "0,0 %", "50,0 %", "25,0 %"),
    ] {
      let layout = try Plots.layout(
        """
        {"kind": "histogram", "format": \(format), "marker": {"text": "{value}"}, "limits": [{"value": 37.5}],
         "series": {"name": "a", "values": [1, 4.2, 5, 7.1], "bin": {"width": 2}, "measure": "percent", "labels": "above"}}
        """)
      func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
      #expect(layout.texts.values.labels.map { plain($0.text) } == [quarter, none, half, quarter], "\(format)")
      #expect(layout.marker(for: [0, 2]).map { plain($0.text) } == half)
      #expect(layout.words(for: [0, 2]).map { plain($0).hasSuffix(half) } == true)
      #expect(plain(layout.marks[0].seriesWords).contains(half))
      #expect(layout.noteWords.map(plain) == [format == "{}" ? "Limit 37.5%." : "Limit 37,5 %."])
    }
    // Where series are stacked to 100 % their values are no percent.
    let stacked = try Plots.layout(
      #"{"kind": "bar", "stacked": "percent", "x": {"labels": ["a"]}, "series": [{"values": [3]}, {"values": [1]}]}"#)
    #expect(stacked.marker(for: [0, 0])?.text.hasSuffix("3") == true)
  }

  @Test("Moments are counted by the calendar, names by themselves, numbers on a log axis by their logarithms")
  func kinds() throws {
    let moments = try Plots.layout(
      #"{"kind": "histogram", "x": {"values": ["2024-01-31", "2024-02-01", "2024-02-29", "2024-04-01"]}, "series": {"bin": {"unit": "month"}}}"#
    )
    #expect(try bars(moments).map(\.height) == [1, 2, 0, 1])
    #expect(moments.marks[0].words(of: 1) == "Feb 1, 2024 – Mar 1, 2024: 2")
    let days = try Plots.layout(
      #"{"kind": "histogram", "series": {"x": ["2024-01-31", "2024-02-01", "2024-02-01"], "bin": {"unit": "day"}}}"#)
    #expect(days.marks[0].words(of: 1) == "Feb 1, 2024: 2")
    let dates = try Plots.layout(
      #"{"kind": "histogram", "series": {"x": ["2024-01-31", "2024-02-01", "2024-02-03"]}}"#)
    #expect(try bars(dates).map(\.height) == [1, 1, 0, 1])
    let shares = try Plots.layout(
      #"{"kind": "histogram", "stacked": "percent", "series": [{"values": ["a", "b"]}, {"values": ["b"]}]}"#)
    #expect(shares.frame.left.ticks.count < 12)
    let names = try Plots.layout(
      #"{"kind": "histogram", "series": [{"values": ["b", "a", "b", null]}, {"values": ["c"]}]}"#)
    #expect(names.chart.data.axis.labels == ["b", "a", "c"])
    #expect((0..<3).map { names.marks[0].series.value(at: $0) } == [2, 1, 0])
    #expect((0..<3).map { names.marks[1].series.value(at: $0) } == [0, 0, 1])
    let log = try Plots.layout(
      #"{"kind": "histogram", "x": {"scale": "log"}, "series": {"values": [1, 2, 20, 30, 200, 0], "bin": {"width": 1}}}"#
    )
    #expect(try bars(log).map(\.height) == [2, 2, 1])
    #expect(log.warnings == ["series[0]: 1 of 6 entries has no place on a log axis, and is not counted"])
  }

  @Test("Nothing, one number, and numbers of all sizes are no trap")
  func extremes() throws {
    for values in [
      [], [5], [.nan], [.infinity], [5, 5, 5], [1e300, -1e300], [.greatestFiniteMagnitude, -.greatestFiniteMagnitude],
      [.leastNonzeroMagnitude, 0], [1e17, 1e17 + 16], [0, 1e-300], [-0.0, 0.0],
    ] as [[Double]] {
      for change in [
        { (_: inout HistogramStyleSpec) in }, { $0.bin.width = 1e-300 }, { $0.bin.count = 10_000 },
        { $0.bin.edges = [0, 1e-308] }, { $0.density = DensityCurveSpec() },
        { $0.measure = .density }, { $0.bin.unit = .day },
      ] {
        let layout = try chart(values, change).plot
        _ = (layout.scene(), layout.words(), layout.report(), layout.hit(at: layout.plot.center))
      }
    }
    let tooMany = try chart([0, 1e9]) { $0.bin.width = 1 }.plot
    #expect(tooMany.warnings == ["series[0].bin: there would be more than 10000 bins; wider ones are taken"])
  }

  @Test(
    "What is wrong is told where it is",
    arguments: [
      (#"{"kind": "histogram", "series": {"bin": 0}}"#, "series.bin: expected a whole number from 1 to 10000, got 0"),
      (
        #"{"kind": "histogram", "series": {"bin": false}}"#,
        "series.bin: expected true, a number of bins, or an object such as {width: 5}, got false"
      ),
      (
        #"{"kind": "histogram", "series": {"bin": {"width": 1, "count": 2}}}"#,
        "series.bin.width: give one of `count`, `width`, `unit` and `edges`"
      ),
      (
        #"{"kind": "histogram", "series": {"bin": {"edges": [1, 1]}}}"#,
        "series.bin.edges[1]: expected more than 1, the edge before it, got 1"
      ),
      (#"{"kind": "histogram", "series": {"bin": {"step": 2}}}"#, "series.bin.step: is for bins with a `unit`"),
      (
        #"{"kind": "histogram", "series": {"density": {"bandwidth": 0}}}"#,
        "series.density.bandwidth: expected a number above 0, got 0"
      ),
    ])
  func faults(_ spec: String, _ message: String) throws {
    let error = #expect(throws: InvalidValue.self) { _ = try Plots.spec(spec) }
    #expect(error?.description == message)
  }
}
