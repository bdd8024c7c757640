import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("V1 The sign that a plot scrolls")
struct ScrollbarTests {
  @Test(
    "Where all is seen there is none, nor where nothing can be scrolled, or its author wants none",
    arguments: [
      #"{"kind": "bar", "series": [{"values": [1, 2, 3]}]}"#,
      #"{"kind": "bar", "x": {"spacing": 20}, "series": [{"values": [1, 2, 3]}]}"#,
      #"{"kind": "bar", "x": {"spacing": 300}, "viewport": {"scroll": false}, "series": [{"values": [1, 2, 3]}]}"#,
      #"{"kind": "bar", "x": {"spacing": 300}, "viewport": {"scrollbar": false}, "series": [{"values": [1, 2, 3]}]}"#,
      #"{"kind": "bar", "x": {"spacing": 300}, "size": {"width": 60, "height": 20}, "series": [{"values": [1, 2, 3]}]}"#,
      #"{"kind": "heatmap", "y": {"labels": ["a", "b"], "spacing": 20}, "series": {"rows": [[1], [2]]}}"#,
    ])
  func none(_ text: String) throws {
    #expect(try Plots.layout(text).scrollbarRects == [])
  }

  @Test("It is as long, and where, as the part that is seen is of all", arguments: [0, 0.25, 0.5, 1], [true, false])
  func place(_ share: Double, _ isHorizontal: Bool) throws {
    var chart = Plots.strip(40, visible: 10) { spec in
      spec.orientation = isHorizontal ? .horizontal : .vertical
      spec.padding = PaddingSpec(12)
    }
    _ = chart.apply(.scroll(.to(.number(share * 30)), snap: false))
    let layout = try chart.plot
    let bar = try #require(layout.scrollbarRects.first)
    #expect(layout.scrollbarRects.count == 1)
    #expect(abs(bar.width - layout.plot.width / 4) < 1e-6 && bar.height == 3)
    #expect(abs(bar.minX - layout.plot.minX - share * layout.plot.width * 3 / 4) < 1e-6)
    // At the foot, or at the right, where it touches nothing.
    let seen = layout.space.picture(bar)
    let plot = layout.space.picture(layout.plot)
    #expect(isHorizontal ? seen.minX == plot.maxX + 2.5 : seen.minY == plot.maxY + 2.5)
  }

  @Test("A zoomed axis of values has one, too: at the right, or at the foot of a horizontal chart")
  func zoomed() throws {
    for isHorizontal in [false, true] {
      var chart = Plots.strip(5, visible: 5) { spec in
        spec.orientation = isHorizontal ? .horizontal : .vertical
        spec.padding = PaddingSpec(12)
        spec.viewport.zoom = .both
      }
      let middle = try chart.plot.plot.center
      let place = try chart.plot.space.picture(middle)
      _ = chart.apply(.zoom(.by(2, x: place.x, y: place.y)))
      let layout = try chart.plot
      #expect(layout.scrollbarRects.count == 2)
      let bar = try #require(layout.scrollbarRects.last)
      #expect(abs(bar.height - layout.plot.height / 2) < 1e-6 && abs(bar.midY - layout.plot.midY) < 1e-6)
      #expect(bar.minX == layout.plot.maxX + 2.5)
    }
  }

  @Test("It lies on no text, and within the picture, wherever axes, labels and titles are")
  func clear() throws {
    var wrong: [String] = []
    for position in ["bottom", "top"] {
      for gap in ["null", "0", "3"] {
        for ticks in ["0", "6"] {
          for orientation in ["vertical", "horizontal"] {
            for labels in ["above", "inside", "none"] {
              for padding in ["", #", "padding": 0"#] {
                let text = """
                  {"kind": "bar", "orientation": "\(orientation)", "title": "Bars"\(padding), "x": {"labels": \(Plots.names(30)), "spacing": 40,
                    "position": "\(position)", "tickLength": \(ticks), "title": "Names"\(gap == "null" ? "" : ", \"tickLabels\": {\"gap\": \(gap)}")},
                    "y": {"title": "Values"}, "series": [{"labels": "\(labels)", "values": [\((1...30).map { "\($0 * 7 % 11 - 3)" }.joined(separator: ", "))]}]}
                  """
                let layout = try Plots.layout(text)
                let written = layout.frame.texts(in: layout.space) + layout.texts.values.labels.map(\.box)
                for bar in layout.scrollbarRects {
                  if written.contains(where: bar.intersects) || !layout.space.canvas.bounds.contains(bar) {
                    wrong.append(text)
                  }
                }
                if layout.scrollbarRects.isEmpty, padding.isEmpty { wrong.append("none: " + text) }
              }
            }
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.first ?? "")")
  }
}

@Suite("V1 Rows of a height")
struct RowSpacingTests {
  private func rows(_ count: Int, _ spacing: Double, _ more: String = "") -> String {
    let names = (0..<count).map { "\"r\($0)\"" }.joined(separator: ", ")
    let rows = (0..<count).map { "[\($0), \($0 + 1)]" }.joined(separator: ", ")
    return """
      {"kind": "heatmap", "size": {"width": 300, "height": 240}, "y": {"labels": [\(names)], "spacing": \(spacing)}, "series": {"rows": [\(rows)]}\(more)}
      """
  }

  /// The names that are written, from the top down.
  private func names(_ layout: CartesianLayout) -> [String] {
    layout.frame.left.labels(plot: layout.plot, in: layout.space).sorted { $0.tick < $1.tick }.map(\.words)
  }

  @Test("A row is as high as its author wants, whether they all fit or not; the first is on top")
  func height() throws {
    for (count, spacing) in [(40, 24.0), (40, 60), (3, 20)] {
      let layout = try Plots.layout(rows(count, spacing))
      let axis = layout.frame.left
      let pitch = try #require(axis.y(of: 1)) - (try #require(axis.y(of: 0)))
      #expect(abs(pitch - spacing) < 1e-6)
      #expect(names(layout).first == "r0")
      if count == 40 { #expect(abs(try #require(axis.y(of: 0)) - layout.plot.minY - spacing / 2) < 1e-6) }
    }
  }

  @Test("Rows scroll by drags, wheels and keys, and no farther than to the last one")
  func scrolling() throws {
    var chart = try Plots.chart(rows(40, 24))
    var movability = try chart.plot.movability
    #expect(!movability.hasBefore && movability.hasAfter)
    let y = { (row: Double, chart: Chart) in try #require(try chart.plot.frame.left.y(of: row)) }
    let before = try y(5, chart)
    let outcome = chart.apply(.scroll(.by(30), snap: false))
    #expect(abs(try y(5, chart) - before + 30) < 1e-6)
    #expect(outcome.events.contains { if case .translated(0, let dy) = $0 { abs(dy + 30) < 1e-6 } else { false } })
    movability = try chart.plot.movability
    #expect(movability.hasBefore && movability.hasAfter)
    _ = chart.apply(.scroll(.toEnd, snap: false))
    #expect(try names(chart.plot).last == "r39")
    #expect(try !chart.plot.movability.hasAfter)
    #expect(try chart.plot.scrollbarRects.count == 1)
    _ = chart.apply(.scroll(.toStart, snap: false))
    #expect(try names(chart.plot).first == "r0")
    // Keys show what they select.
    for _ in 0..<25 { _ = chart.apply(.key(.down)) }
    let place = try #require(chart.state.view.selection.flatMap { path in try chart.plot.entry(at: path)?.place })
    #expect(try chart.plot.plot.contains(place))
  }

  @Test("A zoom keeps the place that it is about, and a fit shows the first rows again")
  func zoom() throws {
    var chart = try Plots.chart(rows(40, 24, #", "viewport": {"zoom": "both"}"#))
    _ = chart.apply(.scroll(.by(200), snap: false))
    let place = try chart.plot.plot.center
    let value = try chart.plot.frame.left.map.value(at: place.y)
    _ = chart.apply(.zoom(.by(2, x: place.x, y: place.y)))
    #expect(abs(try chart.plot.frame.left.map.value(at: place.y) - value) < 1e-6)
    #expect(
      abs(try #require(chart.plot.frame.left.y(of: 1)) - (try #require(chart.plot.frame.left.y(of: 0))) - 48) < 1e-6)
    _ = chart.apply(.zoom(.fit))
    #expect(try names(chart.plot).first == "r0")
  }

  private static let numbers =
    #"{"kind": "bar", "size": {"width": 300, "height": 240}, @"series": [{"values": [5, 99, 40]}]}"#

  private func ticks(_ layout: CartesianLayout) -> [Double] {
    layout.frame.left.labels(plot: layout.plot, in: layout.space).map(\.tick).sorted()
  }

  @Test(
    "Ticks of numbers are as far apart as their author wants, the least of them are seen first",
    arguments: [
      #""y": {"spacing": 60}, "#, #""y": {"spacing": 45, "step": 10}, "#, #""y": {"spacing": 60, "reverse": true}, "#,
      #""orientation": "horizontal", "y": {"spacing": 90, "step": 20}, "#,
    ])
  func numbers(axis: String) throws {
    var chart = try Plots.chart(RowSpacingTests.numbers.replacing("@", with: axis))
    let spacing = try #require(chart.plot.spec.y.spacing)
    for _ in 0..<3 {
      let places = try ticks(chart.plot)
      #expect(places.count > 1 && zip(places, places.dropFirst()).allSatisfy { abs($1 - $0 - spacing) < 1e-6 })
      _ = chart.apply(.scroll(.by(20), snap: false))
    }
    #expect(chart.layout().warnings.isEmpty)
    _ = chart.apply(.scroll(.toStart, snap: false))
    let (axis, plot) = (try chart.plot.frame.left, try chart.plot.plot)
    let least = axis.map.pixel(of: axis.full.lower)
    #expect(abs(least - (axis.isReversed ? plot.minY : plot.maxY)) < 1e-6)
  }

  @Test("Numbers scroll by drags, wheels and keys, to the greatest and no farther, and a drag can be undone by another")
  func scrollingNumbers() throws {
    var chart = try Plots.chart(RowSpacingTests.numbers.replacing("@", with: #""y": {"spacing": 100, "step": 20}, "#))
    let height = { (chart: Chart) in try #require(try chart.plot.frame.left.y(of: 20)) }
    #expect(try chart.plot.scrollbarRects.count == 1)
    var movability = try chart.plot.movability
    #expect(movability.hasBefore && !movability.hasAfter)
    let before = try height(chart)
    chart.drag(from: try chart.plot.plot.center, by: [Point(x: 0, y: 40)])
    #expect(abs(try height(chart) - before - 40) < 1e-6)
    chart.drag(from: try chart.plot.plot.center, by: [Point(x: 0, y: -40)])
    #expect(abs(try height(chart) - before) < 1e-6)
    _ = chart.apply(.scroll(.by(-10_000), snap: false))
    movability = try chart.plot.movability
    #expect(!movability.hasBefore && movability.hasAfter)
    let axis = try chart.plot.frame.left
    #expect(abs(axis.map.pixel(of: axis.full.upper) - (try chart.plot.plot.minY)) < 1e-6)
    // Keys show what they select.
    _ = chart.apply(.scroll(.toStart, snap: false))
    chart.key(.right)
    chart.key(.right)
    let place = try #require(chart.state.view.selection.flatMap { path in try chart.plot.entry(at: path)?.place })
    #expect(chart.state.view.selection == [0, 1])
    #expect(try chart.plot.plot.inset(by: -1).contains(place))
  }

  @Test("Of numbers whose ticks are nearer than they would be anyway nothing scrolls")
  func nearNumbers() throws {
    let layout = try Plots.layout(RowSpacingTests.numbers.replacing("@", with: #""y": {"spacing": 5}, "#))
    #expect(layout.scrollbarRects.isEmpty && !layout.movability.hasBefore && !layout.movability.hasAfter)
    #expect(abs(try #require(layout.frame.left.y(of: 0)) - layout.plot.maxY) < 1e-6)
  }
}
