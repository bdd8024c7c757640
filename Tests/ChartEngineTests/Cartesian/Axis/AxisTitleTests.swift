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
        let title = try #require(layout.frame.left.title(plot: layout.plot, on: layout.canvas.surface))
        #expect(title.rotation == 0, "\(unit)")
        #expect(layout.canvas.bounds.contains(title.box))
        let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
        #expect(!labels.contains { $0.box.inset(by: -4).intersects(title.box) }, "\(side) \(unit)")
      }
      let long = try layout("Weight in kg", side: side)
      #expect(long.frame.left.title(plot: long.plot, on: long.canvas.surface)?.rotation == -90)
    }
  }

  @Test("Level it takes hardly more of the width than turned")
  func width() throws {
    #expect(try layout("kg").plot.minX - layout("Weight").plot.minX < 12)
    #expect(try layout("m/s").plot.minX - layout("Weight").plot.minX < 16)
  }
}
