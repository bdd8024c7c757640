@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("What is drawn of lines")
struct LineSceneTests {
  private static let red = Color(rgb: 0xFF0000)
  private static let green = Color(rgb: 0x00FF00)
  private static let blue = Color(rgb: 0x0000FF)

  /// A plot of 100 × 100 px without anything around it, where values from 0 to 100 are px from the bottom.
  private func bare(_ series: String, x: String = "[0, 25, 50, 75, 100]", more: String = "", phase: Double? = nil)
    throws
    -> CartesianLayout
  {
    try Plots.layout(
      """
      {"kind": "combined", "size": {"width": 100, "height": 100}, "padding": 0, \(more)
        "x": {"visible": false, "values": \(x), "placement": "edges", "spaceMin": 0, "spaceMax": 0},
        "y": {"visible": false, "min": 0, "max": 100, "grid": false}, "series": [\(series)]}
      """, phase: phase)
  }

  @Test("L3: Width, opacity, dashes, caps and joins as asked for; round if not")
  func styles() throws {
    let layout = try bare(
      """
      {"type": "line", "values": [0, 9, 5, 7, 1], "dash": [5, 10, 15], "width": 3, "opacity": 0.5},
      {"type": "line", "values": [0, 9, 5, 7, 1], "cap": "square", "join": "bevel"}
      """)
    let lines = layout.drawn().filter { $0.path != nil }
    #expect(lines.map(\.style.strokeDash) == [[5, 10, 15], []] && lines.map(\.style.strokeWidth) == [3, 2])
    #expect(lines.map(\.style.lineCap) == [.round, .square] && lines.map(\.style.lineJoin) == [.round, .bevel])
    #expect(layout.scene().nodes.contains { $0.style.opacity == 0.5 })
  }

  @Test("L8: Segments are split exactly at the crossings, several in one included; above the last its colour stays")
  func thresholds() throws {
    let layout = try bare(
      """
      {"type": "line", "values": [0, 100], "x": [0, 100], "width": 4, "dots": {"place": "all", "radius": 3},
        "thresholds": [{"below": 20, "color": "#f00"}, {"below": 50, "color": "#0f0"}, {"below": 70, "color": "#00f"}]}
      """)
    let lines = layout.drawn().filter(\.isLine)
    #expect(lines.map(\.strokeColor) == [LineSceneTests.red, LineSceneTests.green, LineSceneTests.blue])
    let ends = lines.map { $0.path?.points ?? [] }
    #expect(isNear(ends[0][1], Point(x: 20, y: 80)) && isNear(ends[1][0], Point(x: 20, y: 80)))
    #expect(isNear(ends[1][1], Point(x: 50, y: 50)) && isNear(ends[2][0], Point(x: 50, y: 50)))
    #expect(isNear(ends[2].last ?? .zero, Point(x: 100, y: 0)))
    let dots = layout.drawn().filter { $0.circle != nil }
    #expect(dots.map(\.fillColor) == [LineSceneTests.red, LineSceneTests.blue])
  }

  @Test(
    "L8: Stepped lines change colour where they rise through a threshold",
    arguments: ["step", "stepBefore", "stepAfter"])
  func steppedThresholds(curve: String) throws {
    let layout = try bare(
      """
      {"type": "line", "values": [10, 90], "x": [0, 100], "curve": "\(curve)",
        "thresholds": [{"below": 40, "color": "#f00"}, {"below": 60, "color": "#0f0"}]}
      """)
    let lines = layout.drawn().filter(\.isLine)
    let rise = curve == "step" ? 50.0 : curve == "stepBefore" ? 0 : 100
    #expect(lines.count == 2)
    #expect(lines[0].path?.points.last.map { isNear($0, Point(x: rise, y: 60)) } == true)
    #expect(lines[1].path?.points.first.map { isNear($0, Point(x: rise, y: 60)) } == true)
  }

  @Test("L4: All markers lie above all lines, and areas below both, each in the order of the series")
  func order() throws {
    let series = (0..<3).map { index in
      """
      {"type": "line", "values": [\(index), 50, 20, 60, 90], "area": true, "color": "rgb(\(index), 0, 0)",
        "dots": {"place": "all", "style": "hollow"}}
      """
    }
    let nodes = try bare(series.joined(separator: ",")).drawn()
    func kind(_ node: Node) -> Int? {
      if node.circle != nil { return 2 }
      return node.isLine ? 1 : node.path != nil && node.style.fill != nil ? 0 : nil
    }
    let kinds = nodes.compactMap(kind)
    #expect(kinds == kinds.sorted() && kinds.count { $0 == 0 } == 3 && kinds.count { $0 == 2 } == 15)
    for wanted in 0..<3 {
      let reds = nodes.filter { kind($0) == wanted }.compactMap { ($0.strokeColor ?? $0.fillColor)?.red }
      #expect(reds == reds.sorted())
    }
  }

  @Test("L4: Every kind of marker: radius, border and colours")
  func dots() throws {
    func dots(_ spec: String) throws -> [Node] {
      try bare(
        "{\"type\": \"line\", \"values\": [10, 50, 20, 60, 90], \"color\": \"#f00\", \"width\": 6, \"dots\": \(spec)}"
      )
      .drawn().filter { $0.circle != nil }
    }
    #expect(try dots("\"none\"").isEmpty)
    #expect(try dots("\"ends\"").map { $0.circle?.center.x } == [0, 100])
    #expect(try dots("\"ends\"").allSatisfy { $0.circle?.radius == 3 && $0.fillColor == LineSceneTests.red })
    #expect(try dots("\"all\"").count == 5)
    let hollow = try dots(#"{"place": "all", "style": "hollow", "radius": 4, "borderWidth": 2}"#)[0]
    #expect(hollow.fillColor == .white && hollow.strokeColor == LineSceneTests.red && hollow.style.strokeWidth == 2)
    let border = try dots(##"{"place": "all", "border": "#0f0"}"##)[0]
    #expect(border.fillColor == LineSceneTests.red && border.strokeColor == LineSceneTests.green)
    let double = try dots(#"{"place": "all", "style": "double", "radius": 5}"#)
    #expect(double.count == 10 && double[0].fillColor == .white && double[1].fillColor == LineSceneTests.red)
    #expect(double[0].circle?.radius == 5 && double[1].circle?.radius == 2.5)
  }

  @Test("Dots at all values can be seen beside a thin line")
  func visibleDots() throws {
    let nodes = try bare(#"{"type": "line", "values": [10, 50, 20, 60, 90], "dots": "all"}"#).drawn()
    #expect(nodes.compactMap { $0.circle?.radius }.allSatisfy { $0 == 3 })
  }

  @Test("L5: Hollow markers cut segments by their radius, also upright ones; too near ones have none between them")
  func hollow() throws {
    let layout = try bare(
      #"{"type": "line", "values": [10, 60, 60, 63], "x": [20, 20, 70, 74], "dots": {"place": "all", "style": "hollow", "radius": 5}}"#,
      x: "[0, 100], \"min\": 0, \"max\": 100")
    let points = try #require(layout.drawn().first { $0.isLine }?.path).points
    #expect(points.count == 4)
    for (point, wanted) in zip(points, [(20.0, 85.0), (20, 45), (25, 40), (65, 40)]) {
      #expect(isNear(point, Point(x: wanted.0, y: wanted.1)))
    }
  }

  @Test(
    "L13: A null breaks the line; a lone point is a disc as wide as the line, and wide enough to be seen",
    arguments: [("round", 6.0), ("butt", 6), ("round", 1), ("butt", 1)])
  func gaps(cap: String, width: Double) throws {
    let layout = try bare(
      "{\"type\": \"line\", \"values\": [10, 20, null, 40, null, 60, 70], \"width\": \(width), \"cap\": \"\(cap)\"}",
      x: "[0, 10, 20, 30, 40, 50, 60]", more: "")
    let nodes = layout.drawn()
    let path = try #require(nodes.first { $0.path != nil && $0.style.stroke != nil }?.path)
    #expect(path.pieceCount == 3)
    let disc = nodes.compactMap(\.circle)
    #expect(disc.count == 1)
    #expect(disc.allSatisfy { $0.radius == max(width / 2, 2.5) && isNear($0.center, Point(x: 50, y: 60)) })
    #expect(layout.hit(at: Point(x: 50, y: 62)).index == 3 && layout.hit(at: Point(x: 50, y: 64)).kind == .plot)
  }

  @Test(
    "L7: Areas have their line's curve and close to the axis's baseline: 0, a value, or the nearest end",
    arguments: [
      ("", "0, \"max\": 100", 100.0), (", \"baseline\": 30", "0, \"max\": 100", 70), ("", "-100, \"max\": 100", 50),
      ("", "10, \"max\": 110", 100), ("", "-110, \"max\": -10", 0),
    ])
  func areas(baseline: String, axis: String, y: Double) throws {
    let layout = try Plots.layout(
      """
      {"kind": "line", "size": {"width": 100, "height": 100}, "padding": 0,
        "x": {"visible": false, "values": [0, 50, 100]}, "y": {"visible": false, "min": \(axis), "grid": false},
        "series": [{"values": [20, 60, 40], "curve": "smooth", "area": {"opacity": 0.3 \(baseline)}}]}
      """)
    let nodes = layout.drawn()
    let area = try #require(nodes.first { $0.path != nil && $0.style.fill != nil })
    let line = try #require(nodes.first { $0.isLine }?.path)
    let elements = try #require(area.path).elements
    #expect(Array(elements.prefix(line.elements.count)) == line.elements)
    #expect(elements.last == .close)
    let corners = (area.path?.points ?? []).suffix(2)
    #expect(corners.allSatisfy { isNear($0.y, y, 1e-6) } && corners.map(\.x) == [100, 0])
    #expect(area.style.opacity == 0.3)
  }

  @Test(
    "V8: The draw order decides who is above, and a hit names who is there",
    arguments: [["bar", "line"], ["line", "bar"]])
  func drawOrder(order: [String]) throws {
    let layout = try bare(
      #"{"type": "line", "values": [50, 50, 50, 50, 50], "width": 20}, {"type": "bar", "values": [80, 80, 80, 80, 80]}"#,
      more: "\"drawOrder\": [\"\(order[0])\", \"\(order[1])\"],")
    let nodes = layout.drawn()
    let line = try #require(nodes.firstIndex { $0.isLine })
    let bar = try #require(nodes.firstIndex { $0.meaning?.kind == "bar" })
    #expect((bar < line) == (order == ["bar", "line"]))
    let hit = layout.hit(at: Point(x: 50, y: 50))
    #expect(
      hit.kind == (order == ["bar", "line"] ? .point : .bar) && hit.series == (order == ["bar", "line"] ? 0 : 1))
    #expect(layout.hit(at: Point(x: 50, y: 90)).series == 1)
  }

  @Test("A line beyond its axis's ends stays in the plot; what the plot's edge would cut in two is whole")
  func edges() throws {
    let inside = try bare(#"{"type": "line", "values": [0, 100, 0, 100, 0], "width": 8}"#)
    let outside = try bare(#"{"type": "line", "values": [0, 150, 0, 100, 0], "width": 8}"#)
    let crops = try [inside, outside].map { layout in
      let line = try layout.lineMark(0)
      return line.crop(reach: line.reach)
    }
    #expect(crops[0] == Rect(x: -5, y: -5, width: 110, height: 110))
    #expect(crops[1] == Rect(x: -5, y: 0, width: 110, height: 105))
  }

  @Test("A1: Values without a place on a log axis are gaps, and that is said")
  func log() throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "y": {"scale": "log"}, "series": [{"values": [1, 0, 10, -5, 100, 1000]}]}"#)
    #expect(layout.warnings == ["series[0].values: 2 values of 0 or less have no place on a log axis"])
    let places = try layout.places(0)
    #expect(places.count == 4)
    let steps = zip(places.suffix(2), places.dropFirst(1).suffix(1)).map { $0.0.y - $0.1.y }
    #expect(steps.allSatisfy { $0 > 0 })
    // A decade is a third of the axis from 1 to 1,000.
    #expect(isNear(places[0].y - places[1].y, layout.plot.height / 3, 1e-6))
    #expect(try #require(layout.drawn().first { $0.isLine }?.path).pieceCount == 3)
  }
}
