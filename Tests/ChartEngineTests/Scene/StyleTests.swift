import ChartModel
import Testing

@testable import ChartEngine

@Suite("Styles")
struct StyleTests {
  @Test("What is filled with a colour is styled the same whether that is given by itself or as a paint")
  func paints() {
    let color = Theme.light.text
    #expect(Style(fill: color) == Style(fill: .color(color)) && Style(fill: color).strokeWidth == 1)
    #expect(Style(stroke: color) == Style(stroke: .color(color)))
  }
}
