@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("Reduction of lines")
struct LineReductionTests {
  static let width = 400
  static let height = 240

  /// Values of a kind that is hard to leave points out of.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let count: Int
    let make: @Sendable (_ count: Int, _ random: inout SplitMix64) -> [Double]
    var testDescription: String { "\(name), \(count)" }
  }

  private static func walk(_ count: Int, _ random: inout SplitMix64) -> [Double] {
    var value = 0.0
    return (0..<count).map { _ in
      value += random.number(-1...1)
      return value
    }
  }

  static let kinds: [Kind] = [
    Kind(name: "random walk", count: 3000, make: walk),
    Kind(name: "random walk", count: 100_000, make: walk),
    Kind(name: "random walk", count: 1_000_000, make: walk),
    Kind(name: "noise", count: 50_000) { count, random in (0..<count).map { _ in random.number(0...1) } },
    Kind(name: "steps", count: 50_000) { count, _ in (0..<count).map { Double($0 / 1700 * 7 % 5) } },
    Kind(name: "spikes of one sample", count: 50_000) { count, _ in
      (0..<count).map { $0 % 3001 == 77 ? Double($0 % 13) - 6 : 0 }
    },
    Kind(name: "sawtooth", count: 50_000) { count, _ in (0..<count).map { Double($0 % 997) } },
    Kind(name: "constant", count: 50_000) { count, _ in [Double](repeating: 3, count: count) },
    Kind(name: "long gaps", count: 100_000) { count, random in
      walk(count, &random).enumerated().map { $0 / 777 % 3 == 0 ? .nan : $1 }
    },
    Kind(name: "gaps of one sample", count: 100_000) { count, random in
      walk(count, &random).enumerated().map { $0 % 1111 == 5 ? .nan : $1 }
    },
    Kind(name: "many gaps in every column", count: 30_000) { count, random in
      walk(count, &random).map { random.chance(0.1) ? .nan : $0 }
    },
    Kind(name: "lone points", count: 40_000) { count, random in
      (0..<count).map { $0 % 37 == 0 ? random.number(0...1) : .nan }
    },
  ]

  static func columns(_ values: [Double]) throws -> PointColumns {
    try PointColumns(PositionColumn(start: 0, step: 1, count: values.count), ValueColumn(values))
  }

  /// Maps that show all of the values.
  static func maps(_ columns: PointColumns) -> (x: PixelMap, y: PixelMap) {
    let extrema = columns.values.extrema(in: 0..<columns.count)
    let (low, high) = (extrema?.min ?? 0, extrema?.max ?? 1)
    return (
      PixelMap(start: 0, scale: Double(width) / Double(max(1, columns.count - 1))),
      PixelMap(origin: high, start: 5, scale: -Double(height - 10) / max(high - low, 1e-9))
    )
  }

  private func raster(_ runs: PointRuns) -> Raster {
    var raster = Raster(width: Self.width, height: Self.height, stroke: 2)
    for run in runs { raster.draw(run) }
    return raster
  }

  /// All points, in px.
  private func full(_ columns: PointColumns, _ x: PixelMap, _ y: PixelMap) -> PointRuns {
    PointRuns(
      (0..<columns.count).map {
        Point(x: x.pixel(of: columns.positions[$0]), y: y.pixel(of: columns.values[$0]))
      })
  }

  @Test(
    "At most 0.1 % of the px differ visibly from the picture of all points, of which few are left",
    .timeLimit(.minutes(15)),
    arguments: sample(kinds))
  func looksTheSame(kind: Kind) throws {
    var random = SplitMix64(seed: 21)
    let columns = try Self.columns(kind.make(kind.count, &random))
    let (x, y) = Self.maps(columns)
    // Columns are of this width or that, as the scale has it: all shares of a px are tried.
    for share in stride(from: 1, to: 2, by: 0.125) {
      let x = PixelMap(start: 0, scale: x.scale * share)
      let reduction = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width))
      let runs = reduction.runs()
      #expect(reduction.isDense)
      #expect(Raster.difference(raster(runs), raster(full(columns, x, y))) <= 0.001, "\(share) times")
      // Gaps need points of their own; without them there are at most four a column, and as many corners between.
      if !columns.values.hasGap(in: 0..<columns.count) { #expect(runs.points.count <= 4 * 4 * Self.width) }
    }
  }

  @Test("Right to left too, and with given positions", arguments: [true, false])
  func otherWays(isReversed: Bool) throws {
    var random = SplitMix64(seed: 22)
    let values = Self.walk(60_000, &random)
    // Dense to the left, sparse to the right.
    let positions = try PositionColumn((0..<values.count).map { (Double($0) / 60_000) * (Double($0) / 60_000) })
    let columns = try PointColumns(positions, ValueColumn(values))
    let y = Self.maps(columns).y
    let width = Double(Self.width)
    let x = PixelMap(start: isReversed ? width : 0, scale: isReversed ? -width : width)
    let runs = LineReduction(columns, x: x, y: y, view: 0...width).runs()
    #expect(runs.points.count < 10_000)
    #expect(Raster.difference(raster(runs), raster(full(columns, x, y))) <= 0.001)
  }

  @Test(
    "Every kept point is one of the line's, in order, and first, least, greatest and last of the view are among them")
  func keptPoints() throws {
    var random = SplitMix64(seed: 23)
    let columns = try Self.columns(Self.walk(50_000, &random))
    let (x, y) = Self.maps(columns)
    let points = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width)).runs().points
    let all = full(columns, x, y).points
    let places = Set(all)
    #expect(points.allSatisfy { places.contains($0) })
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(points.first == all.first && points.last == all.last)
    // The extremes to within the tolerance that straight lines are drawn with.
    #expect(abs((points.map(\.y).min() ?? 0) - 5) <= LineReduction.tolerance)
    #expect(abs((points.map(\.y).max() ?? 0) - Double(Self.height - 5)) <= LineReduction.tolerance)
  }

  @Test("Of single points between gaps, many of them in each px, none is kept twice")
  func singlePoints() throws {
    let columns = try Self.columns((0..<60_000).map { $0.isMultiple(of: 2) ? 50 : .nan })
    let reduction = LineReduction(
      columns, x: Self.maps(columns).x, y: PixelMap(start: 100, scale: -1), view: 0...Double(Self.width))
    let points = reduction.runs().points
    #expect(reduction.isDense && points.count >= Self.width / 2)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0 != $1 } && points.allSatisfy { $0.y == 50 })
  }

  @Test("Few points stay as they are, all of them")
  func fewPoints() throws {
    var random = SplitMix64(seed: 24)
    for count in [0, 1, 2, 3, 100, 2 * Self.width] {
      let columns = try Self.columns(Self.walk(count, &random).map { random.chance(0.1) ? .nan : $0 })
      let (x, y) = Self.maps(columns)
      let reduction = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width), curve: .monotone)
      #expect(!reduction.isDense && reduction.drawnCurve == .monotone)
      let (runs, expected) = (reduction.runs(), full(columns, x, y))
      #expect(runs.points == expected.points)
      #expect(runs.map(\.count) == expected.map(\.count))
    }
  }

  @Test(
    "Out of view only the neighbours are kept on which the line in view depends", arguments: [Curve.linear, .monotone])
  func neighbors(curve: Curve) throws {
    let columns = try Self.columns((0..<1000).map { Double($0 % 7) })
    let x = PixelMap(start: -5000, scale: 10)
    let runs = LineReduction(columns, x: x, y: PixelMap(scale: 1), view: 1...99, curve: curve).runs()
    let count = curve.neighbors
    let places = stride(from: 10 - 10 * count, through: 90 + 10 * count, by: 10).map { Double($0) }
    #expect(runs.points.map(\.x) == places)
    let between = LineReduction(columns, x: x, y: PixelMap(scale: 1), view: 11...19, curve: curve).runs()
    #expect(between.points.count == 2 * count)
    let beside = LineReduction(columns, x: x, y: PixelMap(scale: 1), view: -9000 ... -8000, curve: curve).runs()
    #expect(beside.points.count == count)
  }

  @Test("L13 A gap in a column breaks the line there, and a lone point in it is still a run")
  func gapInAColumn() throws {
    var values = [Double](repeating: 1, count: 100_000)
    values[50_000] = .nan
    values[50_002] = .nan
    values[50_001] = 9
    let columns = try Self.columns(values)
    let (x, y) = Self.maps(columns)
    let runs = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width)).runs()
    #expect(runs.count == 3)
    #expect(runs[1].map { $0 } == [Point(x: x.pixel(of: 50_001), y: y.pixel(of: 9))])
    #expect(runs[0].last?.x == x.pixel(of: 49_999) && runs[2].first?.x == x.pixel(of: 50_003))
  }

  @Test("L13 Of many lone points in a column those near one another are drawn as one, those far apart stay apart")
  func manyLonePoints() throws {
    var random = SplitMix64(seed: 26)
    let values = (0..<100_000).map { index -> Double in
      index % 2 == 1 ? .nan : (index % 4 == 0 ? 0 : 100) + random.number(0...2)
    }
    let columns = try Self.columns(values)
    let (x, y) = Self.maps(columns)
    let runs = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width)).runs()
    let heights = runs.map { run in (run.map(\.y).max() ?? 0) - (run.map(\.y).min() ?? 0) }
    // Two bands of 2 % of the values' range.
    #expect(heights.allSatisfy { $0 <= 0.02 * Double(Self.height) })
    #expect(heights.contains { $0 > 0 })
    #expect(runs.points.count < values.count / 4)
    #expect(Raster.difference(raster(runs), raster(full(columns, x, y))) <= 0.001)
  }

  @Test("L8 A spike of one sample still crosses the threshold it crosses")
  func spikesCrossThresholds() throws {
    var values = [Double](repeating: 0, count: 300_000)
    for index in stride(from: 100, to: 300_000, by: 10_007) { values[index] = 50 }
    let columns = try Self.columns(values)
    let (x, y) = Self.maps(columns)
    let runs = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width)).runs()
    let split = ThresholdSplit([.init(y: 25, color: 0), .init(y: 100, color: 1)], y: y)
    let parts = Curve.linear.subpaths(runs).flatMap(split.parts)
    #expect(parts.filter { $0.color == 1 }.count == values.filter { $0 > 0 }.count)
  }

  @Test(
    "Steps look the same too, drawn as lines through their corners",
    arguments: [Curve.stepBefore, .stepMiddle, .stepAfter])
  func stepped(curve: Curve) throws {
    var random = SplitMix64(seed: 25)
    for count in [2000, 60_000] {
      let columns = try Self.columns(Self.walk(count, &random).map { random.chance(0.001) ? .nan : $0 })
      let (x, y) = Self.maps(columns)
      let reduction = LineReduction(columns, x: x, y: y, view: 0...Double(Self.width), curve: curve)
      #expect(reduction.isDense && reduction.drawnCurve == .linear)
      let steps = curve.subpaths(full(columns, x, y)).map { [$0.start] + $0.segments.map(\.end) }
      let corners = PointRuns(Array(steps.joined(separator: [Point(x: .nan, y: 0)])))
      #expect(Raster.difference(raster(reduction.runs()), raster(corners)) <= 0.001)
    }
  }

  @Test("A smooth curve of points closer than half a px is drawn as a line")
  func denseCurves() throws {
    let columns = try Self.columns((0..<5000).map { Double($0 % 50) })
    let (x, y) = Self.maps(columns)
    for curve in [Curve.smooth(0.6), .monotone] {
      let view = Double(Self.width)
      #expect(LineReduction(columns, x: x, y: y, view: 0...view, curve: curve).drawnCurve == .linear)
      #expect(LineReduction(columns, x: x, y: y, view: 0...5000, curve: curve).drawnCurve == curve)
    }
  }
}
