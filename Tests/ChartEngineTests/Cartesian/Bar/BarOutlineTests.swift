import ChartModel
import JSONModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("Outlines of bars (B4)")
struct BarOutlineTests {
  static let rects = [
    Rect(x: 10, y: 20, width: 30, height: 200), Rect(x: -5.3, y: 7.7, width: 61.7, height: 12.1),
    Rect(x: 0.1, y: 0.2, width: 8.4, height: 8.4), Rect(x: 300.25, y: 100.5, width: 4.5, height: 317.75),
    Rect(x: 1, y: 2, width: 250, height: 0.75),
  ]
  static let directions: [BarOutline.Direction] = [.up, .down]
  static let radii: [Double?] = [nil, 0, 0.5, 3, 4.2, 20, 1000]

  /// Points in and about a rectangle; the corners, where there is something to tell, get half of them.
  private static func point(about rect: Rect, radius: Double, _ random: inout SplitMix64) -> Point {
    let margin = max(rect.width, rect.height) / 20
    guard radius > 0, random.chance(0.5) else {
      return Point(
        x: random.number(rect.minX - margin...rect.maxX + margin),
        y: random.number(rect.minY - margin...rect.maxY + margin))
    }
    let across = random.number(-0.1...1.1) * radius
    let along = random.number(-0.1...1.1) * radius
    return Point(
      x: random.chance(0.5) ? rect.minX + across : rect.maxX - across,
      y: random.chance(0.5) ? rect.minY + along : rect.maxY - along)
  }

  /// The signed distance of a rectangle with round corners (Quílez), below 0 inside.
  private static func distance(_ point: Point, _ rect: Rect, radius: Double) -> Double {
    let x = abs(point.x - rect.midX) - rect.width / 2 + radius
    let y = abs(point.y - rect.midY) - rect.height / 2 + radius
    return (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot() + min(max(x, y), 0) - radius
  }

  @Test(
    "B4: a rounded bar is a rectangle with round corners cut off at the baseline, up or down", arguments: directions)
  func rounded(direction: BarOutline.Direction) {
    var random = SplitMix64(seed: 41)
    var wrong = Mismatches()
    for rect in Self.rects {
      for wanted in Self.radii {
        let radius = min(wanted ?? 6, rect.width / 2, rect.height)
        let outline = BarOutline(.rounded(radius: wanted), in: rect, direction: direction)
        // The same, going on beyond the baseline.
        var longer = rect
        longer.height += 2 * radius
        if direction == .down { longer.y -= 2 * radius }
        for _ in 0..<1000 {
          let point = Self.point(about: rect, radius: radius, &random)
          let distance = Self.distance(point, longer, radius: radius)
          let isInside = distance < 0 && point.y >= rect.minY && point.y < rect.maxY
          wrong.expect(outline.contains(point) == isInside || abs(distance) < 1e-9, "\(point) in \(outline)")
        }
      }
    }
    wrong.check()
  }

  @Test("B4: a capsule is a rectangle with four round corners", arguments: directions)
  func capsule(direction: BarOutline.Direction) {
    var random = SplitMix64(seed: 42)
    var wrong = Mismatches()
    for rect in Self.rects {
      for wanted in Self.radii {
        let radius = min(wanted ?? .infinity, rect.width / 2, rect.height / 2)
        let outline = BarOutline(.capsule(radius: wanted), in: rect, direction: direction)
        for _ in 0..<1000 {
          let point = Self.point(about: rect, radius: radius, &random)
          let distance = Self.distance(point, rect, radius: radius)
          wrong.expect(outline.contains(point) == (distance < 0) || abs(distance) < 1e-9, "\(point) in \(outline)")
        }
      }
    }
    wrong.check()
  }

  @Test("B4: what is seen is what is hit: the shape that is drawn, flattened, holds the same points")
  func seenIsHit() throws {
    var random = SplitMix64(seed: 43)
    var wrong = Mismatches()
    for rect in Self.rects {
      for direction in Self.directions {
        for shape in [
          BarShape.rectangle, .rounded(radius: nil), .rounded(radius: 3), .capsule(radius: nil), .capsule(radius: 3),
        ] {
          let outline = BarOutline(shape, in: rect, direction: direction)
          let flat = FlattenedPath(try #require(outline.shape.outline))
          for _ in 0..<400 {
            let point = Self.point(about: rect, radius: min(rect.width, rect.height) / 2, &random)
            wrong.expect(
              outline.contains(point) == (flat.winding(around: point) != 0) || flat.distance(to: point) < 0.01,
              "\(point) in \(outline)")
          }
        }
      }
    }
    wrong.check()
  }

  @Test(
    "B4: radii are at most half the width, and the height or its half; 6, or as round as possible of capsules, if none is given"
  )
  func limits() throws {
    let table: [(BarShape, Double, Double, Double)] = [
      (.rounded(radius: nil), 20, 100, 6), (.rounded(radius: 5), 20, 100, 5), (.rounded(radius: 50), 20, 100, 10),
      (.rounded(radius: nil), 20, 4, 4), (.rounded(radius: 3), 20, 4, 3), (.rounded(radius: 0), 20, 100, 0),
      (.rounded(radius: -1), 20, 100, 0), (.rounded(radius: .nan), 20, 100, 0),
      (.capsule(radius: nil), 20, 100, 10), (.capsule(radius: 5), 20, 100, 5), (.capsule(radius: 50), 20, 100, 10),
      (.capsule(radius: nil), 20, 4, 2), (.capsule(radius: 1), 20, 4, 1), (.capsule(radius: nil), 1, 1e9, 0.5),
      (.rectangle, 20, 100, 0),
    ]
    for direction in Self.directions {
      for (shape, width, height, radius) in table {
        let outline = BarOutline(shape, in: Rect(x: 3, y: 4, width: width, height: height), direction: direction)
        #expect(outline.shape.cornerRadii.allSatisfy { $0 == radius }, "\(shape)")
        #expect(outline.shape.cornerRadii.isEmpty == false)
      }
    }
  }

  @Test("B4: what can be a rectangle is drawn as one, which is shorter")
  func rectangles() {
    let rect = Rect(x: 1, y: 2, width: 20, height: 40)
    func shape(_ shape: BarShape) -> Node.Shape { BarOutline(shape, in: rect, direction: .up).shape }
    #expect(shape(.rectangle) == .rect(rect, cornerRadius: 0))
    #expect(shape(.capsule(radius: nil)) == .rect(rect, cornerRadius: 10))
    #expect(shape(.rounded(radius: 0)) == .rect(rect, cornerRadius: 0))
  }

  @Test("B4: a rounded bar is drawn from its baseline, without lines of no length")
  func roundedPath() {
    func elements(_ width: Double, _ height: Double, _ radius: Double?, _ direction: BarOutline.Direction) -> [Path
      .Element]
    {
      let rect = Rect(x: 10, y: 20, width: width, height: height)
      return BarOutline(.rounded(radius: radius), in: rect, direction: direction).shape.outline?.elements ?? []
    }
    func line(_ x: Double, _ y: Double) -> Path.Element { .line(Point(x: x, y: y)) }
    func up(_ radius: Double, _ x: Double, _ y: Double) -> Path.Element {
      .arc(radius: radius, clockwise: true, end: Point(x: x, y: y))
    }
    func down(_ radius: Double, _ x: Double, _ y: Double) -> Path.Element {
      .arc(radius: radius, clockwise: false, end: Point(x: x, y: y))
    }
    #expect(
      elements(40, 100, 5, .up) == [
        .move(Point(x: 10, y: 120)), line(10, 25), up(5, 15, 20), line(45, 20), up(5, 50, 25), line(50, 120), .close,
      ])
    #expect(
      elements(40, 100, 5, .down) == [
        .move(Point(x: 10, y: 20)), line(10, 115), down(5, 15, 120), line(45, 120), down(5, 50, 115), line(50, 20),
        .close,
      ])
    #expect(
      elements(40, 20, 20, .up) == [.move(Point(x: 10, y: 40)), up(20, 30, 20), up(20, 50, 40), .close])
  }

  @Test("B4: bars without a width or a height hold nothing, whatever their shape")
  func empty() throws {
    let template = BarShape.template(PathTemplate(try PathData("M0 1V0H1V1Z")))
    let shapes = [BarShape.rectangle, .rounded(radius: nil), .capsule(radius: 2), template]
    let sizes: [(Double, Double)] = [(0, 10), (10, 0), (0, 0), (-10, 10), (10, -10), (.nan, 10), (10, .nan)]
    for (width, height) in sizes {
      let rect = Rect(x: 5, y: 5, width: width, height: height)
      for shape in shapes {
        for direction in Self.directions {
          let outline = BarOutline(shape, in: rect, direction: direction)
          for x in [-5.0, 0, 5, 10, 15] {
            for y in [-5.0, 0, 5, 10, 15] { #expect(!outline.contains(Point(x: x, y: y)), "\(outline)") }
          }
          #expect(outline.shape == .rect(rect, cornerRadius: 0) || width.isNaN || height.isNaN)
        }
      }
    }
  }

  @Test("B4: a bar that grows downwards is the mirror image of one that grows upwards")
  func mirrored() throws {
    var random = SplitMix64(seed: 44)
    var wrong = Mismatches()
    let template = BarShape.template(PathTemplate(try PathData("M0 1C0 .5.3.1.5 0S1 .2 1 1L.6.8Z")))
    for shape in [BarShape.rectangle, .rounded(radius: nil), .rounded(radius: 4), .capsule(radius: nil), template] {
      for rect in Self.rects {
        let (up, down) = (
          BarOutline(shape, in: rect, direction: .up), BarOutline(shape, in: rect, direction: .down)
        )
        for _ in 0..<800 {
          let point = Self.point(about: rect, radius: rect.width / 2, &random)
          let mirrored = Point(x: point.x, y: rect.minY + rect.maxY - point.y)
          wrong.expect(up.contains(point) == down.contains(mirrored), "\(point) in \(up)")
        }
      }
    }
    wrong.check()
  }

  @Test("B4: shapes are those of the spec; a path that lacks leaves the rectangle")
  func specs() throws {
    func shape(_ text: String) throws -> BarShape {
      let spec = try CartesianSpec.schema(.bar).decode(
        JSON(parsing: #"{"kind": "bar", "series": [{"shape": \#(text)}]}"#))
      return BarShape(try #require(spec.series[0].bar).shape)
    }
    #expect(try shape(#""rectangle""#) == .rectangle)
    #expect(try shape(#""rounded""#) == .rounded(radius: nil))
    #expect(try shape(#"{"kind": "capsule", "radius": 3}"#) == .capsule(radius: 3))
    let template = PathTemplate(try PathData("M0 1L.5 0 1 1Z"))
    #expect(try shape(#"{"kind": "path", "path": "M0 1L.5 0 1 1Z"}"#) == .template(template))
    #expect(try shape(#"{"path": "M0 1L.5 0 1 1Z"}"#) == .template(template))
    var spec = BarShapeSpec()
    spec.kind = .path
    #expect(BarShape(spec) == .rectangle)
  }

  @Test("B4: rectangles and points that are none get an answer")
  func wild() throws {
    let template = BarShape.template(PathTemplate(try PathData("M0 1A1 .5 30 1 0 1 1Q.5-3 0 1Z")))
    var random = SplitMix64(seed: 45)
    func wild(_ random: inout SplitMix64) -> Double { Lines.wildNumbers.randomElement(using: &random) ?? 0 }
    for _ in 0..<5000 {
      let rect = Rect(x: wild(&random), y: wild(&random), width: wild(&random), height: wild(&random))
      for shape in [BarShape.rectangle, .rounded(radius: wild(&random)), .capsule(radius: nil), template] {
        let outline = BarOutline(shape, in: rect, direction: random.chance(0.5) ? .up : .down)
        _ = outline.contains(Point(x: wild(&random), y: wild(&random)))
        _ = outline.shape
      }
    }
  }
}

extension Node.Shape {
  /// The outline of a bar as a path.
  var outline: Path? {
    switch self {
    case .path(let path): path
    case .rect(let rect, let radius): Path(rect, cornerRadius: radius)
    default: nil
    }
  }

  /// The radii of a bar's corners.
  fileprivate var cornerRadii: [Double] {
    switch self {
    case .rect(_, let radius): [radius]
    case .path(let path):
      path.elements.compactMap { element in
        if case .arc(let radius, _, _) = element { radius } else { nil }
      }
    default: []
    }
  }
}
