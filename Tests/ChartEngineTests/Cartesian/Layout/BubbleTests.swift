import ChartModel
import Testing

@testable import ChartEngine

@Suite("Bubbles: markers and pop-ups")
struct BubbleTests {
  @Test("Lines are cut so that the box with its padding is no wider than it may be", arguments: [0, 8, 20] as [Double])
  func width(padding: Double) {
    let text = String(repeating: "wide words ", count: 20)
    let bubble = Bubble(
      [MarkerRunSpec(text)], font: Font(size: 12), color: Theme.light.text, background: Theme.light.background,
      padding: padding, maximum: Size(width: 100, height: 100))
    #expect(bubble.size.width <= 100 && bubble.size.width > 60)
    // What stands behind others on a line has the room that they leave.
    let runs = Bubble(
      [MarkerRunSpec("wide"), MarkerRunSpec(" words "), MarkerRunSpec(text)], font: Font(size: 12),
      color: Theme.light.text,
      background: Theme.light.background, padding: padding, maximum: Size(width: 160, height: 100))
    #expect(runs.size.width <= 160 && runs.size.width > 120)
  }
}
