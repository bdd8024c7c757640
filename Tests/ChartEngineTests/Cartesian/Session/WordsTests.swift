import ChartModel
import Testing

@testable import ChartEngine

@Suite("Charts in words")
struct WordsTests {
  @Test("Of many series the first 20 are told, and how many more there are", arguments: [1, 19, 20, 21, 25])
  func series(count: Int) throws {
    let chart = Plots.chart(.line, (0..<count).map { index in Plots.line([1, 2]) { $0.name = "s\(index)" } })
    let lines = try chart.plot.words().split(separator: "\n").map(String.init)
    #expect(lines[0].contains(count == 1 ? "1 series" : "\(count) series"))
    let told = lines.dropFirst().prefix { $0.hasPrefix("s") }
    #expect(told.count == min(count, 20))
    #expect(lines.dropFirst(1 + told.count) == (count > 20 ? ["And \(count - 20) more."] : []))
  }
}
