import ChartEngine
import ChartModel
import ChartSVG
import JSONModel
import Testing

/// One picture, at least, for each row of the requirements of lines, bars and axes, and for each reference sheet.
@Suite("Pictures of plots")
struct PlotSnapshotTests {
  typealias Case = Snapshot.Case

  @Test(
    "Golden file",
    arguments:
      lines + lineMovements + bars + axes + windows + references + scatters + distributions + heatmaps + comparisons
      + moments)
  func golden(_ example: Case) throws { try example.check() }

  /// Numbers that go up and down the same in every run.
  static func wave(_ count: Int, from low: Int, to high: Int, step: Int = 37) -> String {
    "[" + (0..<count).map { String(low + ($0 * $0 * 7 + $0 * step) % (high - low + 1)) }.joined(separator: ", ") + "]"
  }

  static func names(_ count: Int, _ name: (Int) -> String) -> String {
    "[" + (0..<count).map { "\"\(name($0))\"" }.joined(separator: ", ") + "]"
  }
}
