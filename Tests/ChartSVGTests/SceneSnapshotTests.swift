@testable import ChartEngine
import ChartModel
import ChartSVG
import Testing

/// Pictures of what lines, bars and axes are made of.
@Suite("Pictures of shapes, paints and texts")
struct SceneSnapshotTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let nodes: [Node]
    var animation: SceneAnimation?
    var testDescription: String { name }

    var svg: String { SVGWriter.string(scene) }

    var scene: Scene {
      var scene = Scene(
        id: "scene", size: Size(width: 320, height: 180), title: name, description: "", background: .white,
        nodes: nodes)
      scene.animation = animation
      return scene
    }
  }

  static let sunset = LinearGradient(
    from: Point(x: 20, y: 0), to: Point(x: 300, y: 0),
    stops: [.init(0, Color(rgb: 0xFDA408)), .init(1 / 3, Color(rgb: 0xFB7A10)), .init(1, Color(rgb: 0xFB251D))])
  static let fading = LinearGradient(
    from: Point(x: 0, y: 20), to: Point(x: 0, y: 160),
    stops: [.init(0, Color(rgb: 0x4477AA)), .init(1, Color(red: 0x44, green: 0x77, blue: 0xAA, alpha: 0))])
  private static let blue = Color(rgb: 0x4477AA)
  private static let red = Color(rgb: 0xEE6677)

  private static let points = [30, 80, 130, 180, 230, 290].enumerated().map { index, x in
    Point(x: Double(x), y: [140.0, 60, 95, 30, 120, 70][index])
  }
  private static let run = points[...]
  private static func line(_ curve: Curve) -> Path { curve.subpath(run).map { Path($0) } ?? Path() }
  private static func flat(_ y: Double) -> Path {
    Path(Subpath(start: Point(x: 20, y: y), segments: [.line(to: Point(x: 300, y: y))]))
  }
  private static var area: Path { Path(AreaPath.outlines(PointRuns(points), curve: .smooth(0.6), baseline: 160)) }
  private static let plot = Rect(x: 20, y: 20, width: 280, height: 140)

  static let cases: [Case] = [
    Case(
      name: "L2-gradient",
      nodes: [
        Node(.path(line(.linear)), style: Style(stroke: .gradient(sunset), strokeWidth: 4, lineCap: .round)),
        // Its bounds have no height.
        Node(.path(flat(165)), style: Style(stroke: .gradient(sunset), strokeWidth: 4)),
        Node(.polyline([Point(x: 20, y: 15), Point(x: 300, y: 15)]), style: Style(stroke: .gradient(sunset))),
      ]),
    Case(
      name: "L3-strokes",
      nodes: [
        Node(
          .path(flat(20)), style: Style(stroke: .color(blue), strokeWidth: 3, strokeDash: [5, 10, 15])),
        Node(
          .path(flat(40)), style: Style(stroke: .color(blue), strokeWidth: 6, strokeDash: [0, 12], lineCap: .round)),
        Node(.path(flat(60)), style: Style(stroke: .color(blue), strokeWidth: 6, lineCap: .square)),
        // What SVG takes for an error is a line without gaps.
        Node(.path(flat(75)), style: Style(stroke: .color(blue), strokeDash: [4, -1])),
        Node(.path(flat(85)), style: Style(stroke: .color(blue), strokeDash: [0, 0])),
        Node(.path(line(.linear)), style: Style(stroke: .color(red), strokeWidth: 12, lineJoin: .bevel, opacity: 0.4)),
        Node(.path(line(.linear)), style: Style(stroke: .color(red), strokeWidth: 2, lineJoin: .miter)),
        Node(.circle(center: Point(x: 290, y: 70), radius: 6), style: Style(stroke: blue, strokeWidth: 2)),
        // A lone point: a dot by its cap.
        Node(
          .path(Curve.linear.subpath([Point(x: 60, y: 160)][...]).map { Path($0) } ?? Path()),
          style: Style(stroke: .color(blue), strokeWidth: 10, lineCap: .round)),
      ]),
    Case(
      name: "L7-area",
      nodes: [
        Node(.path(area), style: Style(fill: .gradient(fading))),
        Node(
          .path(line(.smooth(0.6))),
          style: Style(stroke: .color(blue), strokeWidth: 2, lineCap: .round, lineJoin: .round)),
        Node(
          .group([
            Node(.circle(center: Point(x: 150, y: 140), radius: 12), style: Style(fill: red)),
            Node(.circle(center: Point(x: 162, y: 140), radius: 12), style: Style(fill: red)),
          ]), style: Style(opacity: 0.5)),
      ]),
    Case(
      name: "B3-gradient-bars",
      nodes: [
        Node(
          .group(
            [60.0, 140, 90].enumerated().map { index, height in
              Node(
                .rect(Rect(x: 40 + Double(index) * 90, y: 160 - height, width: 60, height: height), cornerRadius: 4),
                style: Style(fill: .gradient(fading)),
                meaning: Meaning(role: .symbol, kind: "bar", label: "\(index): <\(height)>", path: [0, index]))
            }), meaning: Meaning(role: .object, kind: "series", label: "Steps & more"))
      ]),
    Case(
      name: "A1-texts",
      nodes: [
        Node(.path(flat(120)), style: Style(stroke: Color(rgb: 0xDEDEDE))),
        Node(
          .group(
            [(-90.0, "Monday"), (-45, "Tuesday"), (0, "<b>&"), (30, "11-24"), (450, "Friday")].enumerated().map {
              index, label in
              let place = Point(x: 40 + Double(index) * 60, y: 120)
              return Node(
                .text(
                  Text(
                    runs: [Text.Run(label.1, color: .black, size: index == 2 ? 14 : nil)], at: place,
                    anchor: label.0 < 0 ? .end : label.0 == 0 ? .middle : .start, size: 12, rotation: label.0)))
            })),
        Node(
          .text(
            Text(
              runs: [
                Text.Run("1,234", color: red, isBold: true, size: 24), Text.Run(" steps ", color: .black),
                Text.Run("on Tuesday", color: blue, size: 9),
              ], at: Point(x: 160, y: 40), anchor: .middle, size: 14))),
      ]),
    Case(
      name: "clip-rects",
      nodes: (0..<3).map { index in
        let offset = Double(index) * 20
        let rect = index < 2 ? plot : Rect(x: 100, y: 60, width: 100, height: 60)
        let circle = Node(
          .circle(center: Point(x: 30 + offset * 3, y: 60 + offset), radius: 50),
          style: Style(fill: index == 1 ? red : blue))
        return Node(.cropped(rect, [circle]), style: Style(opacity: index == 2 ? 0.3 : 1))
      }),
    Case(name: "N2-entrances-playing", nodes: entrances, animation: playing),
    Case(name: "N2-entrances-still", nodes: entrances),
  ]

  static let playing = SceneAnimation(movement: .entrances, duration: 1, easing: .easeInOut)

  /// Bars that grow one after the other, a line that is drawn, one that is uncovered by counts, a dashed one, and a bubble.
  static let entrances: [Node] = [
    Node(
      .group(
        points.dropLast().enumerated().map { index, point in
          let start = Double(index) / 10
          return Node(
            .rect(Rect(x: point.x - 12, y: point.y, width: 24, height: 160 - point.y), cornerRadius: 0),
            style: Style(fill: Color(rgb: 0xBBCCEE)), entrance: .grow(baseline: 160, during: start...start + 0.6))
        })),
    Node(
      .rect(Rect(x: 270, y: 160, width: 24, height: 12), cornerRadius: 0), style: Style(fill: red),
      entrance: .grow(baseline: 160)),
    Node(
      .path(line(.smooth(0.6))), style: Style(stroke: .gradient(sunset), strokeWidth: 4, lineCap: .round),
      entrance: .stroke),
    Node(
      .group(
        points.map { Node(.circle(center: Point(x: $0.x, y: $0.y / 2), radius: 4), style: Style(fill: blue)) }),
      entrance: .wipe(Rect(x: 5, y: 0, width: 310, height: 180), steps: 6)),
    Node(
      .path(flat(100)), style: Style(stroke: .color(red), strokeWidth: 2, strokeDash: [5, 10, 15]), entrance: .stroke),
    Node(.rect(Rect(x: 285, y: 36, width: 30, height: 30), cornerRadius: 6), style: Style(fill: red), entrance: .last),
  ]

  @Test("Golden file", arguments: cases)
  func golden(_ example: Case) throws {
    try Snapshot.expect(example.name, example.svg)
    try Raster.expectSame(example.name, example.scene, scale: 2)
  }

  @Test("L2 Equal gradients are defined once, and in the chart's own space")
  func gradients() {
    let parsed = XMLWellFormedness(Self.cases[0].svg)
    #expect(parsed.elements["linearGradient"] == 1 && parsed.elements["defs"] == 1)
    #expect(parsed.ids.contains("ck-scene-gradient1"))
    #expect(Self.cases[0].svg.contains("gradientUnits=\"userSpaceOnUse\""))
  }

  @Test("Rectangles that crop are defined once, however many nodes they crop")
  func crops() throws {
    let example = try #require(Self.cases.first { $0.name == "clip-rects" })
    let parsed = XMLWellFormedness(example.svg)
    #expect(parsed.elements["clipPath"] == 2 && parsed.elements["g"] == 3)
  }

  @Test("N2 The playing picture differs from the still one in classes, wrappers and rules only: no shape, no place")
  func ending() throws {
    let playing = try #require(Self.cases.first { $0.name == "N2-entrances-playing" }).svg
    let still = try #require(Self.cases.first { $0.name == "N2-entrances-still" }).svg
    let stripped =
      playing
      .replacing(/<style>.*?<\/style>/, with: "")
      .replacing(/<clipPath.*?<\/clipPath>/, with: "")
      .replacing(/<g class="[^"]*"(?: style="[^"]*")?>(<(?:rect|path)[^>]*>)<\/g>/) { $0.output.1 }
      .replacing(/<g class="[^"]*">(<g .*?<\/g>)<\/g>/) { $0.output.1 }
      .replacing(/\sclass="[^"]*" pathLength="1"/, with: "")
      .replacing("playing", with: "still")
    #expect(stripped == still)
    // Every animation is within the query for reduced motion.
    let outside = playing.replacing(/@media \(prefers-reduced-motion:no-preference\)\{[^}]*\}\}/, with: "")
    #expect(!outside.contains("{animation:"))
  }
}
