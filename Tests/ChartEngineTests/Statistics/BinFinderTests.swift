import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("Counting in bins of one width")
struct BinFinderTests {
  /// The bin of a number, by a search through all edges.
  private func searched(_ number: Double, _ edges: [Double]) -> Int {
    guard let last = edges.last, number >= edges[0], number <= last else { return -1 }
    return min((edges.lastIndex { $0 <= number } ?? 0), edges.count - 2)
  }

  @Test(
    "Each edge and its neighbours are in the bin that their comparison with edges says",
    arguments: [0.1, 0.25, 3, 1e-9, 1e12])
  func edges(_ width: Double) throws {
    for start in [-30, -1, 0, 7] {
      // As they are rounded in charts: by a quotient, by a product, and by sums.
      let inverse = (1 / width).rounded()
      var sum = Double(start) * width
      let sums = (0...40).map { _ in
        defer { sum += width }
        return sum
      }
      for edges in [(0...40).map { Double(start + $0) * width }, (0...40).map { Double(start + $0) / inverse }, sums]
      where edges.allSatisfy(\.isFinite) {
        edges.withUnsafeBufferPointer { memory in
          guard let bins = BinFinder(memory, width: width) else {
            Issue.record("no bins")
            return
          }
          for edge in edges {
            for number in [edge.nextDown, edge, edge.nextUp, edge + width / 3] {
              #expect(bins.bin(of: number) == searched(number, edges))
            }
          }
        }
      }
    }
  }

  @Test("What is no number, or beyond all, is in no bin, and the greatest and least numbers trap nothing")
  func beyond() {
    let (greatest, least) = (Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
    for (edges, width) in [
      ([0, 1, 2], 1.0), ([-greatest, greatest], greatest), ([0, least, 2 * least], least), ([1, 1.0.nextUp], 1.0.ulp),
    ] {
      edges.withUnsafeBufferPointer { memory in
        for number in [.nan, .infinity, -.infinity, greatest, -greatest, 0, -0.0, least, -least, 1, 1.0.nextUp, 2] {
          #expect(BinFinder(memory, width: width)?.bin(of: number) == searched(number, edges))
        }
        #expect(BinFinder(UnsafeBufferPointer(rebasing: memory.prefix(1)), width: width) == nil)
      }
    }
  }

  @Test("Several processors count the same as one, and find the same ends and whole numbers")
  func parts() {
    // More than the parts that are done side by side.
    let count = 2_200_003
    var random = SplitMix64(seed: 3)
    var xs = (0..<count).map { _ in random.number(-1...1) }
    var ys = (0..<count).map { _ in (random.number(0...4) * 2).rounded() / 2 }
    for index in stride(from: 0, to: count, by: 1_001) { xs[index] = [.nan, .infinity, -.infinity, 7][index % 4] }
    let columnEdges = (0...20).map { Double($0) / 10 - 1 }
    let rowEdges = (0...8).map { Double($0) / 2 }
    var expected = [Int](repeating: 0, count: 160)
    for (x, y) in zip(xs, ys) {
      let (column, row) = (searched(x, columnEdges), searched(y, rowEdges))
      if column >= 0, row >= 0 { expected[column * 8 + row] += 1 }
    }
    let found = columnEdges.withUnsafeBufferPointer { columns in
      rowEdges.withUnsafeBufferPointer { rows -> [Int] in
        guard let columns = BinFinder(columns, width: 0.1), let rows = BinFinder(rows, width: 0.5) else { return [] }
        return columns.counts(of: GrowingArray(xs), rows, of: GrowingArray(ys))
      }
    }
    #expect(found == expected)
    let finite = xs.filter(\.isFinite)
    #expect(Extrema(ofFinite: GrowingArray(xs)) == Extrema(min: finite.min() ?? .nan, max: 7))
    let inside = finite.filter { $0 <= 0.5 && $0 >= -0.25 }
    #expect(
      Extrema(ofFinite: GrowingArray(xs), within: -0.25...0.5)
        == Extrema(min: inside.min() ?? .nan, max: inside.max() ?? .nan))
    #expect(!GrowingArray(ys).areWhole)
    ys = ys.map { $0.rounded() }
    (ys[5], ys[6]) = (.nan, .infinity)
    #expect(GrowingArray(ys).areWhole)
    ys[count - 1] = 0.5
    #expect(!GrowingArray(ys).areWhole && !GrowingArray([0x1p50]).areWhole && GrowingArray([-0.0]).areWhole)
  }
}
