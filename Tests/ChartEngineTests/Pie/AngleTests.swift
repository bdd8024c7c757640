@testable import ChartEngine
import ChartModel
import Testing

@Suite("P2 Angle of a point")
struct AngleTests {
  private static let chart = Pies.chart([1, 2, 3], size: Size(width: 401, height: 301))

  @Test(
    "P2 It is exact on all four axes, at any distance",
    arguments: [(1.0, 0.0, 0.0), (0, 1, 90), (-1, 0, 180), (0, -1, 270)])
  func axes(x: Double, y: Double, angle: Double) throws {
    let center = try AngleTests.chart.pie.center
    for distance in [0.25, 1, 7, 99.5, 100, 1e6] {
      #expect(AngleTests.chart.angle(at: Point(x: center.x + x * distance, y: center.y + y * distance)) == angle)
    }
  }

  @Test("P2 It is right on the diagonals", arguments: [(1.0, 1.0, 45.0), (-1, 1, 135), (-1, -1, 225), (1, -1, 315)])
  func diagonals(x: Double, y: Double, angle: Double) throws {
    let center = try AngleTests.chart.pie.center
    let found = try #require(AngleTests.chart.angle(at: Point(x: center.x + 20 * x, y: center.y + 20 * y)))
    #expect(abs(found - angle) < 1e-12)
  }

  @Test("P2 It is continuous all the way round, across 0/360 too, and always in [0, 360)")
  func continuity() throws {
    let layout = try AngleTests.chart.pie
    var last: Double?
    for step in -3600...3600 {
      let angle = Double(step) / 10
      let found = try #require(AngleTests.chart.angle(at: layout.point(angle: angle, radius: 80)))
      #expect((0..<360).contains(found))
      #expect(abs(angularDifference(found, angle)) < 1e-9)
      if let last { #expect(abs(angularDifference(found, last) - 0.1) < 1e-9) }
      last = found
    }
  }

  @Test("P2 Just below the east the angle is next to 360, never 360 itself")
  func justBelowEast() throws {
    let center = try AngleTests.chart.pie.center
    for y in [1e-300, 1e-16, 1e-12, 1e-6, 0.01] {
      let found = try #require(AngleTests.chart.angle(at: Point(x: center.x + 50, y: center.y - y)))
      #expect(found < 360)
    }
  }

  @Test("P2 The centre has no angle, nor has what is no point")
  func center() throws {
    let center = try AngleTests.chart.pie.center
    #expect(AngleTests.chart.angle(at: center) == nil)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(AngleTests.chart.angle(at: Point(x: bad, y: center.y)) == nil)
      #expect(AngleTests.chart.angle(at: Point(x: center.x, y: bad)) == nil)
    }
  }
}
