import ChartModel
import Testing

@testable import ChartEngine

@Suite("W3 Texts around a plot give way before it is too low to be read")
struct SparedTextTests {
  private func layout(_ more: String, height: Int = 200) throws -> CartesianLayout {
    try Plots.layout(
      """
      {"kind": "line", "size": {"width": 320, "height": \(height)}, "x": {"title": "Month", "labels": ["a", "b", "c"]},
        "title": "A title that is so long that it needs two lines of a small picture", "series": [
          {"name": "North", "values": [1, 3, 2]}, {"name": "South", "values": [2, 1, 3]}]\(more)}
      """)
  }

  private static let all = #", "subtitle": "Million people, 2023", "caption": "Source: ITU""#

  @Test("At 320x200 the plot has 40 % of the height, whatever is to be written, and what is left out is told")
  func small() throws {
    for more in ["", SparedTextTests.all, #", "caption": "Source: ITU""#, #", "subtitle": "Million people""#] {
      let layout = try layout(more)
      #expect(layout.plot.height >= 0.4 * 200, "\(more): \(layout.plot.height)")
      #expect(layout.frame.title != nil)
      let hasCaption = more.contains("caption")
      #expect(!hasCaption || layout.warnings.contains("caption: left out: there is no room for it"))
    }
  }

  @Test("Where there is room nothing gives way")
  func large() throws {
    let layout = try layout(SparedTextTests.all, height: 400)
    #expect(layout.warnings.isEmpty && layout.plot.height >= 160)
    #expect(layout.frame.legend != nil && !layout.frame.x.title(plot: layout.plot, on: layout.canvas.surface).isEmpty)
  }

  @Test("A legend that its author has put somewhere stays")
  func legend() throws {
    #expect(try layout(SparedTextTests.all + #", "legend": "bottom""#).frame.legend != nil)
  }

  @Test("In a horizontal chart it is the title of the value axis that gives way, which is told")
  func horizontal() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "orientation": "horizontal", "size": {"width": 320, "height": 200}, "y": {"title": "People"},
        "x": {"labels": ["a", "b", "c"]}, "title": "A title that is so long that it needs two lines of a picture",
        "series": [{"values": [1, 3, 2]}]\(SparedTextTests.all)}
      """)
    #expect(layout.space.picture(layout.plot).height >= 0.4 * 200)
    #expect(layout.warnings.contains("caption: left out: there is no room for it"))
  }
}
