import ChartModel
import Testing

@testable import ChartEngine

@Suite("Keys in plots")
struct KeyTests {
  private func walk(_ chart: inout Chart, _ keys: [Key]) -> [[Int]?] {
    keys.map { key in
      chart.key(key)
      return chart.state.view.selection
    }
  }

  @Test("Right and left walk along a series through gaps, zeros and negatives, and stay at its ends")
  func walks() throws {
    var chart = Plots.chart(.bar, [Plots.bar([.nan, 3, .nan, .nan, 0, -2, .nan])])
    #expect(walk(&chart, [.right, .right, .right, .right]) == [[0, 1], [0, 4], [0, 5], [0, 5]])
    #expect(walk(&chart, [.left, .left, .left]) == [[0, 4], [0, 1], [0, 1]])
    #expect(chart.key(.left).events.isEmpty && !chart.key(.left).changed)
    #expect(walk(&chart, [.end, .home, .escape, .left]) == [[0, 5], [0, 1], nil, [0, 5]])
  }

  @Test("Each step tells what is selected; escape and enter clear; enter and down begin")
  func events() throws {
    var chart = Plots.chart(.line, [Plots.line([4, 5, 6])])
    let outcome = chart.key(.right)
    #expect(outcome.events == [.valueSelected(try #require(chart.plot.mark(at: [0, 0])))])
    #expect(chart.key(.escape).events == [.nothingSelected])
    #expect(!chart.key(.escape).changed)
    #expect(chart.key(.enter).events.selected == [[0, 0]])
    #expect(chart.key(.enter).events == [.nothingSelected])
    #expect(chart.key(.down).events.selected == [[0, 0]])
    _ = chart.key(.escape)
    #expect(chart.key(.up).events.selected == [[0, 0]])
  }

  @Test("Down and up go to the other series at the position, round, past hidden, empty and not highlightable ones")
  func series() throws {
    var chart = Plots.chart(
      .combined,
      [
        Plots.bar([1, 2, 3, 4]), Plots.line([1, 1, 1, 1]) { $0.isHighlightable = false },
        Plots.line([5, .nan, .nan, 8]), Plots.line([.nan, .nan, .nan, .nan]), Plots.line([9, 9, 9, 9]),
      ])
    _ = chart.apply(.highlight(path: [0, 1], notify: true))
    // The nearest of the third series is its first.
    #expect(walk(&chart, [.down, .down, .down]) == [[2, 0], [4, 0], [0, 0]])
    #expect(walk(&chart, [.up, .up, .up]) == [[4, 0], [2, 0], [0, 0]])
    _ = chart.apply(.highlight(path: [0, 2], notify: true))
    #expect(walk(&chart, [.down]) == [[2, 3]])
    _ = chart.apply(.toggle(series: 4))
    #expect(walk(&chart, [.down, .down]) == [[0, 3], [2, 3]])
    _ = chart.apply(.toggle(series: 0))
    #expect(walk(&chart, [.down, .up, .home, .escape, .right]) == [[2, 3], [2, 3], [2, 0], nil, [2, 0]])
  }

  @Test("Walking follows positions, not the order in the spec")
  func unordered() throws {
    var chart = try Plots.chart("{\"kind\": \"line\", \"series\": [{\"x\": [3, 1, 2], \"values\": [30, 10, 20]}]}")
    #expect(walk(&chart, [.right, .right, .right, .right]) == [[0, 1], [0, 2], [0, 0], [0, 0]])
    #expect(walk(&chart, [.home, .end]) == [[0, 1], [0, 0]])
  }

  @Test("What is selected is scrolled into view, no farther than it takes, which is told")
  func reveals() throws {
    var chart = Plots.strip(60)
    _ = walk(&chart, Array(repeating: .right, count: 9))
    #expect(try chart.window.start == -0.5 && chart.state.view.selection == [0, 8])
    let outcome = chart.key(.right)
    #expect(outcome.events.first == .translated(dx: -40, dy: 0) && outcome.events.selected == [[0, 9]])
    #expect(try chart.window.start == 0.5)
    for (key, start, index) in [(.end, 50.5, 59), (.left, 50.5, 58), (.home, -0.5, 0)] as [(Key, Double, Int)] {
      chart.key(key)
      #expect(try chart.window.start == start && chart.state.view.selection == [0, index])
    }
  }

  @Test("Walking begins with what is seen; where nothing of a series is, with the nearest of it")
  func beginsInView() throws {
    for (key, expected) in [(.right, 51), (.enter, 51), (.left, 59), (.down, 51), (.home, 0), (.end, 59)]
      as [(Key, Int)]
    {
      var chart = Plots.strip(60) { $0.viewport.start = .end }
      chart.key(key)
      #expect(chart.state.view.selection == [0, expected], "\(key)")
    }
    for (key, expected) in [(.right, 3), (.left, 3)] as [(Key, Int)] {
      var chart = Plots.strip(60) { spec in
        spec.viewport.start = .end
        spec.series = [Plots.bar((0..<60).map { $0 <= 3 ? 1 : .nan })]
      }
      chart.key(key)
      #expect(chart.state.view.selection == [0, expected], "\(key)")
      #expect(try chart.window.contains(3))
    }
  }

  @Test("With snapping, what is selected is brought into the middle, and walking begins there")
  func snapping() throws {
    var chart = Plots.strip(60) { spec in
      spec.viewport.snaps = true
      spec.viewport.start = .end
    }
    #expect(walk(&chart, [.right, .right, .left, .left]) == [[0, 55], [0, 56], [0, 55], [0, 54]])
    #expect(try abs(chart.place(0, 54).x - 180) < 1e-9)
    #expect(walk(&chart, [.end, .left]) == [[0, 59], [0, 58]])
    #expect(try !chart.window.hasAfter)
  }

  @Test("Zoomed content is scrolled up and down, too, to what is selected")
  func revealsHeight() throws {
    var chart = Plots.chart(.line, [Plots.line([0, 100, 50])], size: Size(width: 300, height: 200)) { spec in
      spec.bare()
      spec.viewport.zoom = .both
    }
    _ = chart.apply(.zoom(.by(4, x: 0, y: 200)))
    for index in 0..<3 {
      let events = chart.key(.right).events
      let (place, plot) = (try chart.place(0, index), try chart.plot.plot)
      #expect(place.y >= plot.minY - 1e-9 && place.y <= plot.maxY + 1e-9 && place.x <= plot.maxX + 1e-9)
      #expect(events.selected == [[0, index]] && (index == 0) == (events.count == 1))
    }
  }

  @Test("Keys on charts without entries do nothing", arguments: Key.allCases)
  func nothing(key: Key) throws {
    for series in [
      [], [Plots.bar([])], [Plots.bar([.nan, .nan])], [Plots.line([1]) { $0.isHighlightable = false }],
    ] {
      var chart = Plots.chart(.combined, series) { $0.viewport.zoom = .none }
      let outcome = chart.key(key)
      #expect(!outcome.changed && outcome.events.isEmpty)
    }
  }

  @Test("With pop-ups a step that scrolls tells of the new selection alone")
  func popups() throws {
    var chart = Plots.strip(60) { $0.popups.isEnabled = true }
    _ = chart.apply(.highlight(path: [0, 8], notify: false))
    let outcome = chart.key(.right)
    #expect(
      outcome.events.nothings == 0 && outcome.events.selected == [[0, 9]] && chart.state.view.selection == [0, 9])
  }
}
