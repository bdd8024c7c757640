import ChartModel
import Testing

@testable import ChartEngine

@Suite("V5 Highlighting")
struct HighlightTests {
  private func chart() throws -> Chart {
    try Plots.chart(
      """
      {"kind": "combined", "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri"]}, "legend": {"position": "bottom"},
      "series": [
        {"type": "bar", "name": "Steps", "values": [812, 1500, null, 0, -40]},
        {"type": "line", "name": "Goal", "values": [1000, 1000, 1000, 1000, 900]},
        {"type": "line", "name": "Axis", "values": [1, 2, 3, 4, 5], "axis": "right", "highlightable": false}
      ]}
      """)
  }

  @Test("V5 By path, with the value told or not; what is selected already is not told again")
  func byPath() throws {
    var chart = try chart()
    let told = chart.apply(.highlight(path: [0, 1], notify: true))
    #expect(told.changed && chart.state.view.selection == [0, 1])
    #expect(
      told.events == [
        .valueSelected(MarkReference(series: 0, index: 1, path: nil, label: "Tue", value: 1500, fraction: nil))
      ])
    let again = chart.apply(.highlight(path: [0, 1], notify: true))
    #expect(!again.changed && again.events.isEmpty)
    let quiet = chart.apply(.highlight(path: [1, 4], notify: false))
    #expect(quiet.changed && quiet.events.isEmpty && chart.state.view.selection == [1, 4])
    #expect(chart.apply(.highlight(path: nil, notify: true)).events == [.nothingSelected])
    #expect(!chart.apply(.highlight(path: nil, notify: true)).changed)
    _ = chart.apply(.highlight(path: [0, 0], notify: true))
    let cleared = chart.apply(.highlight(path: nil, notify: false))
    #expect(cleared.changed && cleared.events.isEmpty && chart.state.view.selection == nil)
  }

  @Test(
    "V5 What is no entry, a gap, not highlightable or hidden can't be highlighted, and leaves what is",
    arguments: [[], [0], [0, 2], [0, 5], [0, -1], [3, 0], [-1, 0], [2, 1], [0, 1, 0], [.max, .min]] as [[Int]])
  func noEntry(path: [Int]) throws {
    var chart = try chart()
    _ = chart.apply(.highlight(path: [1, 1], notify: true))
    let outcome = chart.apply(.highlight(path: path, notify: true))
    #expect(!outcome.changed && outcome.events.isEmpty && chart.state.view.selection == [1, 1])
  }

  @Test("V5 A value of 0 and a negative one can be (fault 10)")
  func zero() throws {
    var chart = try chart()
    #expect(chart.apply(.highlight(path: [0, 3], notify: true)).events.selected == [[0, 3]])
    #expect(try chart.plot.marker(for: [0, 3])?.text == "Steps 0")
    #expect(chart.apply(.highlight(path: [0, 4], notify: true)).events.selected == [[0, 4]])
  }

  @Test("V5 By what the axes say: a name, a number or a moment, with y and series to decide")
  func byValue() throws {
    let chart = try chart()
    func path(_ x: PositionSpec, y: Double? = nil, series: Int? = nil) -> [Int]? {
      chart.path(near: PlotPlace(x: x, y: y, series: series))
    }
    #expect(path(.text("Tue")) == [0, 1] && path(.number(1)) == [0, 1])
    #expect(path(.text("Tue"), y: 990) == [1, 1] && path(.text("Tue"), y: 1_400) == [0, 1])
    #expect(path(.text("Tue"), series: 1) == [1, 1])
    // Gaps are passed over, to another series at the place, or else to the nearest entry.
    #expect(path(.text("Wed")) == [1, 2] && path(.text("Wed"), series: 0) == [0, 1])
    #expect(path(.number(2.1), series: 0) == [0, 3])
    #expect(path(.number(-99)) == [0, 0] && path(.number(99)) == [0, 4])
    for nothing in [PositionSpec.text("Sun"), .number(.nan)] { #expect(path(nothing) == nil) }
    #expect(path(.text("Mon"), series: 2) == nil && path(.text("Mon"), series: 7) == nil)
    #expect(path(.text("Mon"), series: -1) == nil && path(.text("Mon"), y: .nan) != nil)

    let time = try Plots.chart(
      """
      {"kind": "line", "x": {"values": ["2026-01-01", "2026-01-02", "2026-01-05"]}, "series": [{"values": [1, 2, 3]}]}
      """)
    #expect(time.path(near: PlotPlace(x: .text("2026-01-03"))) == [0, 1])
    #expect(time.path(near: PlotPlace(x: .text("2026-01-03T12:00:00.001Z"))) == [0, 2])
  }

  @Test("V5 By value, hidden series don't count")
  func byValueHidden() throws {
    var chart = try chart()
    _ = chart.apply(.toggle(series: 0))
    #expect(chart.path(near: PlotPlace(x: .text("Tue"), y: 1500)) == [1, 1])
    #expect(chart.path(near: PlotPlace(x: .text("Tue"), series: 0)) == nil)
  }

  @Test("V5 Fault 3: A tap on what is selected clears it, wherever the tap picks it from")
  func toggles() throws {
    var chart = try chart()
    let bar = try chart.place(0, 1) + Point(x: 0, y: 5)
    for _ in 0..<3 {
      #expect(chart.tap(bar).events.selected == [[0, 1]])
      #expect(chart.tap(bar + Point(x: 2, y: 9)).events == [.nothingSelected])
    }
    #expect(chart.tap(bar).events.selected == [[0, 1]])
    #expect(chart.tap(try chart.place(1, 3)).events.selected == [[1, 3]])
  }

  @Test(
    "V5 Fault 4: After a selection by program a tap on the entry clears it, on another selects that",
    arguments: [true, false])
  func selectedByProgram(notify: Bool) throws {
    var chart = try chart()
    _ = chart.apply(.highlight(path: [0, 1], notify: notify))
    var other = chart
    #expect(other.tap(try other.place(0, 0) + Point(x: 0, y: 5)).events.selected == [[0, 0]])
    #expect(chart.tap(try chart.place(0, 1) + Point(x: 0, y: 5)).events == [.nothingSelected])
  }

  @Test("V5 Taps on the legend hide series and their selection; on labels and outside they clear")
  func elsewhere() throws {
    var chart = try chart()
    let layout = try chart.plot
    let legend = try #require(layout.frame.legend?.entries)
    let label = try #require(layout.frame.x.labels.first).box.center
    let value = try #require(
      layout.frame.left.labels(plot: layout.plot, in: layout.space).first
    ).box.center
    for place in [label, value, Point(x: 1, y: 1), Point(x: -50, y: 1e300)] {
      _ = chart.apply(.highlight(path: [0, 1], notify: true))
      let outcome = chart.tap(place)
      #expect(outcome.events == [.nothingSelected] && chart.state.view.selection == nil, "\(place)")
      #expect(!chart.tap(place).changed)
    }
    _ = chart.apply(.highlight(path: [0, 1], notify: true))
    let other = chart.tap(legend[1].box.center)
    #expect(other.changed && other.events.isEmpty && chart.state.view.hidden == [1] && other.hit?.kind == .legend)
    let own = chart.tap(legend[0].box.center)
    #expect(own.events == [.nothingSelected] && chart.state.view.hidden == [0, 1])
    _ = chart.tap(legend[0].box.center)
    #expect(chart.state.view.hidden == [1] && chart.state.view.selection == nil)
  }

  @Test("V5 Entries farther away than highlight.distance aren't picked: such a tap clears")
  func distance() throws {
    for distance in [0, 10, 60, 500] as [Double] {
      var chart = Plots.strip(9) { spec in
        spec.series = [Plots.line((0..<9).map { Double($0 + 1) })]
        spec.highlight.distance = distance
      }
      let place = try chart.place(0, 4)
      for (away, isSeen) in [(distance - 0.01, true), (distance + 0.01, false)] where away > 3 && away < 50 {
        _ = chart.apply(.highlight(path: [0, 8], notify: false))
        chart.tap(place + Point(x: 0, y: away))
        #expect(chart.state.view.selection == (isSeen ? [0, 4] : nil), "\(distance) \(away)")
      }
    }
    var near = Plots.strip(9) { $0.highlight.distance = 1 }
    // What is hit itself is never too far.
    near.tap(Point(x: try near.place(0, 4).x, y: 110))
    #expect(near.state.view.selection == [0, 4])
  }

  @Test("V5 Where highlighting is off taps pick nothing, and a program still can")
  func disabled() throws {
    var chart = Plots.strip(9) { $0.highlight.isEnabled = false }
    #expect(!chart.tap(Point(x: 180, y: 100)).changed && chart.state.view.selection == nil)
    #expect(chart.apply(.highlight(path: [0, 4], notify: true)).changed)
    #expect(!chart.tap(Point(x: 180, y: 100)).changed)
  }
}
