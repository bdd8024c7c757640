import ChartModel
import Testing

@testable import ChartEngine

@Suite("A6 Titles of value axes")
struct AxisTitleTests {
  private func layout(_ title: String, side: String = "left") throws -> CartesianLayout {
    try Plots.layout(
      #"{"kind": "line", "y": {"title": "\#(title)", "position": "\#(side)"}, "series": [{"values": [1, 2, 3]}]}"#)
  }

  @Test("A unit stands level beside the labels, clear of them; what is longer is read from below")
  func level() throws {
    for side in ["left", "right"] {
      for unit in ["kg", "°C", "m/s", "%"] {
        let layout = try layout(unit, side: side)
        let title = try #require(layout.frame.left.title(plot: layout.plot, on: layout.canvas.surface).first)
        #expect(title.rotation == 0, "\(unit)")
        #expect(layout.canvas.bounds.contains(title.box))
        let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
        #expect(!labels.contains { $0.box.inset(by: -4).intersects(title.box) }, "\(side) \(unit)")
      }
      let long = try layout("Weight in kg", side: side)
      #expect(long.frame.left.title(plot: long.plot, on: long.canvas.surface).map(\.rotation) == [-90])
    }
  }

  @Test("Level it takes hardly more of the width than turned")
  func width() throws {
    #expect(try layout("kg").plot.minX - layout("Weight").plot.minX < 12)
    #expect(try layout("m/s").plot.minX - layout("Weight").plot.minX < 16)
  }

  @Test(
    "Where the author broke it, it is broken, and in its own room", arguments: ["vertical", "horizontal"],
    ["left", "right"])
  func lines(_ orientation: String, _ side: String) throws {
    for position in ["bottom", "top"] {
      let layout = try Plots.layout(
        """
        {"kind": "line", "orientation": "\(orientation)", "x": {"title": "One\\nTwo", "position": "\(position)"},
         "y": {"title": "First\\nSecond\\nThird", "position": "\(side)"}, "series": [{"values": [1, 2, 3]}]}
        """)
      let (left, x) = (layout.frame.left, layout.frame.x)
      let titles = [
        left.title(plot: layout.plot, on: layout.canvas.surface), x.title(plot: layout.plot, on: layout.canvas.surface),
      ]
      #expect(titles.map(\.count) == [3, 2])
      let labels = (x.labels + left.labels(plot: layout.plot, in: layout.space)).map(\.box)
      for text in titles.flatMap(\.self) {
        #expect(layout.space.canvas.bounds.contains(text.box) && !layout.plot.intersects(text.box.inset(by: 1)))
        #expect(!labels.contains { $0.intersects(text.box.inset(by: 0.5)) })
      }
      // They are read from the top to the bottom, or, turned, from the left to the right.
      for lines in titles {
        let places = lines.map { layout.space.picture($0.box).center }
        let isTurned = layout.space.picture(lines[0].box).width < layout.space.picture(lines[0].box).height
        let along = places.map { isTurned ? $0.x : $0.y }
        #expect(along == along.sorted(), "\(orientation) \(position) \(side)")
      }
    }
  }
}
