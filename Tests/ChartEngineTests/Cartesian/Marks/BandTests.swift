import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M3 Bands between two columns")
struct BandTests {
  private static let spec = """
    {"kind": "line", "legend": true, "x": {"labels": ["Mo", "Tu", "We"]}, "y": {"min": 0, "max": 10}, "series": [
      {"name": "Range", "error": {"low": [1, 2, 4], "high": [5, 4, 9]}}, {"name": "Mean", "values": [2, 3, 6]}]}
    """

  @Test("A line of which only the ends are given is the band between these, without a line of its own")
  func drawn() throws {
    let layout = try Plots.layout(BandTests.spec)
    let mark = try #require(layout.mark(of: 0) as? LineMark)
    let drawings = mark.drawings(entering: false)
    #expect(drawings.first { $0.layer == .area }?.body.isEmpty == false)
    #expect(drawings.first { $0.layer == .line }?.body.isEmpty == true)
    #expect(layout.warnings.isEmpty)
    #expect(layout.report()["legend"]?.arrayValue?.map { $0["label"] } == ["Range", "Mean"])
  }

  @Test("Its entries say from where to where they reach, in markers and in words")
  func words() throws {
    let layout = try Plots.layout(BandTests.spec)
    #expect(layout.marker(for: [0, 1])?.text == "Range 2 to 4")
    let mark = try #require(layout.mark(of: 0))
    #expect(mark.words(of: 2) == "We, Range: 4 to 9")
    #expect(mark.seriesWords == "Range: Mo 1 to 5, Tu 2 to 4, We 4 to 9")
    #expect(mark.filling("low", of: 0) == "1" && mark.filling("high", of: 0) == "5")
    let many = try Plots.layout(
      #"{"kind": "line", "series": {"error": {"low": \#((0..<40).map { $0 }), "high": \#((0..<40).map { $0 + 3 })}}}"#)
    #expect(many.marks[0].seriesWords.hasSuffix("40 ranges between 0 and 42, the last 39 to 42"))
  }

  @Test("It is hit where it is, and nowhere else", arguments: ["linear", "monotone", "step"])
  func hits(curve: String) throws {
    let layout = try Plots.layout(
      """
      {"kind": "line", "x": {"labels": ["a", "b", "c", "d"], "placement": "edges"}, "y": {"min": 0, "max": 10}, "series":
        {"curve": "\(curve)", "error": {"low": [1, 2, null, 4], "high": [5, 4, 7, 9]}}}
      """)
    let plot = layout.plot
    func hit(_ x: Double, _ y: Double) -> [Int]? {
      let hit = layout.hit(at: Point(x: plot.minX + x / 3 * plot.width, y: plot.maxY - y / 10 * plot.height))
      return hit.kind == .point ? [hit.series ?? -1, hit.index ?? -1] : nil
    }
    #expect(hit(0.1, 3) == [0, 0] && hit(0.9, 3) == [0, 1])
    #expect(hit(0.1, 6) == nil && hit(0.9, 1) == nil && hit(0.02, 0.5) == nil)
    #expect(hit(2.5, 6) == nil && hit(1.5, 3) == nil, "beside a gap there is none")
  }

  @Test("At a position between gaps it is a line from end to end, whichever of four positions these are")
  func lone() throws {
    for code in 1..<16 {
      let known = (0..<4).map { code >> $0 & 1 == 1 }
      func list(_ value: Int) -> String { "[" + known.map { $0 ? "\(value)" : "null" }.joined(separator: ", ") + "]" }
      let layout = try Plots.layout(
        """
        {"kind": "line", "x": {"labels": ["a", "b", "c", "d"], "placement": "edges"}, "y": {"min": 0, "max": 10},
          "series": {"error": {"low": \(list(2)), "high": \(list(7))}}}
        """)
      let plot = layout.plot
      let area = try #require(layout.marks[0].drawings(entering: false).first { $0.layer == .area })
      let lines = BandTests.lines(area.body)
      for position in 0..<4 where known[position] {
        let isLone = !(position > 0 && known[position - 1]) && !(position < 3 && known[position + 1])
        let place = Point(x: plot.minX + Double(position) / 3 * plot.width, y: plot.maxY - 0.45 * plot.height)
        // Beside the middle of a line, and in a band where this goes on.
        let isEnd = position == 3 || position > 0 && known[position - 1]
        let inside = Point(x: place.x + (isEnd ? -0.5 : 0.5), y: place.y)
        let hit = layout.hit(at: inside)
        #expect(hit.kind == .point && hit.index == position, "\(known) \(position)")
        guard isLone else { continue }
        let beyond = [Point(x: inside.x, y: plot.maxY - 0.1 * plot.height), Point(x: inside.x, y: plot.minY + 1)]
        #expect(beyond.allSatisfy { layout.hit(at: $0).kind != .point })
        #expect(lines.contains { FlattenedPath($0).distance(to: place) < 0.01 })
      }
    }
  }

  private static func lines(_ nodes: [Node]) -> [Path] {
    nodes.flatMap { node -> [Path] in
      switch node.shape {
      case .path(let path): node.style.stroke == nil ? [] : [path]
      case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): lines(nodes)
      default: []
      }
    }
  }

  @Test("Values of which an axis of logarithms is made lie in the middle of what is seen; keys walk along it")
  func logarithms() throws {
    var chart = try Plots.chart(
      #"{"kind": "line", "y": {"scale": "log"}, "series": {"error": {"low": [1, 10], "high": [100, 1000]}}}"#)
    let layout = try chart.plot
    #expect(abs(layout.marks[0].series.value(at: 0) - 10) < 1e-9)
    chart.key(.right)
    chart.key(.right)
    #expect(chart.state.view.selection == [0, 1])
  }
}
