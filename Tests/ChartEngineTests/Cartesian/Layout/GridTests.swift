import ChartModel
import Testing

@testable import ChartEngine

@Suite("A3 Grid lines")
struct GridTests {
  /// The lines that stand behind all marks, by their colours: where each begins.
  private func lines(_ layout: CartesianLayout) -> [Paint: [Point]] {
    layout.backdrop.reduce(into: [:]) { lines, node in
      guard case .path(let path) = node.shape, let stroke = node.style.stroke else { return }
      for case .move(let point) in path.elements { lines[stroke, default: []].append(point) }
    }
  }

  @Test("Where values go both ways, 0 is darker than the other lines; where they don't, it is as they are")
  func zero() throws {
    let bars = try Plots.layout(#"{"kind": "bar", "series": [{"values": [3, -2, 4, -1]}]}"#)
    #expect(lines(bars).count == 1 && !bars.zeroLine.isEmpty)
    for kind in ["line", "scatter"] {
      let layout = try Plots.layout(#"{"kind": "\#(kind)", "series": [{"values": [3, -2, 4, -1]}]}"#)
      let dark = try #require(lines(layout)[.color(layout.canvas.surface.line)])
      #expect(dark.count == 1 && abs(dark[0].y - layout.frame.left.baseline) <= 0.5, "\(kind)")
      #expect(lines(layout).count == 2)
    }
    #expect(lines(try Plots.layout(#"{"kind": "line", "series": [{"values": [3, 0, 4]}]}"#)).count == 1)
    let own = #"{"kind": "line", "y": {"grid": {"color": "teal"}}, "series": [{"values": [3, -2]}]}"#
    #expect(lines(try Plots.layout(own)).count == 1, "the author's colour is that of all")
  }

  @Test("Names have lines between their slots; numbers at their ticks")
  func names() throws {
    func places(_ text: String) throws -> (layout: CartesianLayout, places: [Double]) {
      let layout = try Plots.layout(text)
      return (layout, lines(layout).values.flatMap { $0 }.filter { $0.y == layout.plot.minY }.map(\.x).sorted())
    }
    let (layout, between) = try places(
      #"{"kind": "bar", "x": {"labels": ["a", "b", "c"], "grid": true}, "y": {"visible": false}, "series": [{"values": [1, 2, 3]}]}"#
    )
    let map = layout.frame.window.map
    #expect(between.count == 2)
    for (place, slot) in zip(between, [0.5, 1.5]) { #expect(abs(place - map.pixel(of: slot)) <= 0.5) }
    let (numbers, atTicks) = try places(
      #"{"kind": "line", "x": {"values": [0, 1, 2], "grid": true}, "y": {"visible": false}, "series": [{"values": [1, 2, 3]}]}"#
    )
    #expect(atTicks.count == numbers.frame.x.ticks.count)
    // Of very many none are so near that they are a surface.
    let (_, many) = try places(
      #"{"kind": "bar", "x": {"labels": \#(Plots.names(900)), "grid": true}, "y": {"visible": false}, "series": [{"values": [1]}]}"#
    )
    #expect(many.count > 20 && zip(many, many.dropFirst()).allSatisfy { $1 - $0 >= 5 })
  }
}
