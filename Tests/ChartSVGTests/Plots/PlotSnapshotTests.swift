import ChartEngine
import ChartModel
import ChartSVG
import JSONModel
import Testing

/// One picture, at least, for each row of the requirements of lines, bars and axes, and for each reference sheet.
@Suite("Pictures of plots")
struct PlotSnapshotTests {
  /// The golden file's name, the spec, what is done to the chart, and how it is drawn.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let spec: String
    var interactions: [Interaction] = []
    var phase: Double?
    var theme = Theme.light
    var isAnimated = false
    var testDescription: String { name }
  }

  @Test("Golden file", arguments: lines + lineMovements + bars + axes + windows + references)
  func golden(_ example: Case) throws {
    var chart = try Snapshot.chart("example", example.spec)
    for interaction in example.interactions { _ = chart.apply(interaction) }
    let scene = chart.layout(phase: example.phase, theme: example.theme).scene(animated: example.isAnimated)
    try Snapshot.expect(example.name, SVGWriter.string(scene))
  }

  /// Numbers that go up and down the same in every run.
  static func wave(_ count: Int, from low: Int, to high: Int, step: Int = 37) -> String {
    "[" + (0..<count).map { String(low + ($0 * $0 * 7 + $0 * step) % (high - low + 1)) }.joined(separator: ", ") + "]"
  }

  static func names(_ count: Int, _ name: (Int) -> String) -> String {
    "[" + (0..<count).map { "\"\(name($0))\"" }.joined(separator: ", ") + "]"
  }
}
