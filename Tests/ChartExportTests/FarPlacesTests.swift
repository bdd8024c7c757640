import ChartEngine
import ChartExport
import ChartModel
import Testing

/// Cairo counts in 256ths of a pixel, in 32 bits: what is drawn must not depend on that.
@Suite("Shapes that lead far out are drawn as if they ended beside the picture")
struct FarPlacesTests {
  private let line = Style(stroke: SceneExportTests.red, strokeWidth: 3)
  private let area = Style(fill: SceneExportTests.red)

  private func png(_ shape: Node.Shape, _ style: Style) throws -> [UInt8] {
    try SceneExport(SceneExportTests.scene([Node(shape, style: style)])).png()
  }

  private func expectSame(_ far: Node.Shape, _ near: Node.Shape, _ style: Style) throws {
    let expected = try png(near, style)
    #expect(try png(far, style) == expected)
    #expect(try expected != png(.polyline([]), style), "There is something to be seen")
  }

  private func polyline(_ points: [(Double, Double)]) -> Node.Shape {
    .polyline(points.map { Point(x: $0.0, y: $0.1) })
  }

  @Test("Lines", arguments: [1e7, 1e9, 9e11])
  func lines(far: Double) throws {
    try expectSame(polyline([(-far, 60), (far, 60)]), polyline([(-9_999, 60), (9_999, 60)]), line)
    try expectSame(polyline([(100, -far), (100, far)]), polyline([(100, -9_999), (100, 9_999)]), line)
    try expectSame(polyline([(20, 20), (far, far)]), polyline([(20, 20), (9_999, 9_999)]), line)
    // From outside to outside, round a corner of the picture.
    #expect(try png(polyline([(-far, 0), (0, far * 2)]), line) == png(polyline([]), line))
  }

  @Test("Areas", arguments: [1e7, 1e9, 9e11])
  func areas(far: Double) throws {
    try expectSame(
      polyline([(50, 40), (far, 40), (far, far), (50, far)]), polyline([(50, 40), (999, 40), (999, 999), (50, 999)]),
      area)
    try expectSame(
      .rect(Rect(x: -far, y: 100, width: 2 * far, height: far), cornerRadius: 0),
      .rect(Rect(x: -99, y: 100, width: 999, height: 999), cornerRadius: 0), area)
  }

  @Test("Curves and arcs", arguments: [1e9, 1e11])
  func curves(far: Double) throws {
    var curve = Path()
    curve.move(to: Point(x: -far, y: 60))
    curve.curve(control1: Point(x: -far / 3, y: 60), control2: Point(x: far / 3, y: 60), to: Point(x: far, y: 60))
    curve.line(to: Point(x: far, y: far))
    curve.line(to: Point(x: -far, y: far))
    let below = Node.Shape.rect(Rect(x: -99, y: 60, width: 999, height: 999), cornerRadius: 0)
    try expectSame(.path(curve), below, area)
    // An arc with so large a radius is a line.
    var arc = Path()
    arc.move(to: Point(x: -500, y: 60))
    arc.arc(radius: far, clockwise: true, to: Point(x: 900, y: 60))
    arc.line(to: Point(x: 900, y: 999))
    arc.line(to: Point(x: -500, y: 999))
    try expectSame(.path(arc), below, area)
    // And so is the rim of so large a circle.
    let circle = try png(.circle(center: Point(x: 160, y: 90 + far), radius: far), area)
    #expect(circle == (try png(.rect(Rect(x: -99, y: 90, width: 999, height: 999), cornerRadius: 0), area)))
  }

  @Test("What is no number is 0, and dashes that nobody would wait for are none", .timeLimit(.minutes(1)))
  func noNumbers() throws {
    try expectSame(polyline([(.nan, 60), (.infinity, 1e13), (160, 60)]), polyline([(0, 60), (0, 0), (160, 60)]), line)
    var dashed = line
    dashed.strokeDash = [0.006, 0.006]
    try expectSame(polyline([(-9e11, 60), (9e11, 60)]), polyline([(-9_999, 60), (9_999, 60)]), dashed)
    var wide = line
    wide.strokeWidth = 1e300
    #expect(try !png(polyline([(0, 0), (9, 9)]), wide).isEmpty)
  }
}
