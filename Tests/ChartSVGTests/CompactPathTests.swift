@testable import ChartEngine
import ChartModel
import ChartSVG
import Testing
import TestSupport

@Suite("Compact path data")
struct CompactPathTests {
  private static func data(_ path: Path) throws -> String {
    var scene = Scene(
      id: "p", size: Size.standard, title: "", description: "", background: .white,
      nodes: [Node(.path(path), style: Style(stroke: .black))])
    scene.background.alpha = 0
    let svg = SVGWriter.string(scene)
    let start = try #require(svg.firstRange(of: " d=\"")?.upperBound)
    return String(svg[start..<(try #require(svg[start...].firstIndex(of: "\"")))])
  }

  /// What is wrong with a path read back: each place must be where it was told to be, to half a hundredth of a px.
  /// Lines of no length may be left out, unless a piece begins with one.
  private static func fault(of path: Path, _ data: String) -> String? {
    let read = PathData(data)
    if let fault = read.fault { return fault }
    var commands = read.commands[...]
    var (place, start, isAtStart) = (Point.zero, Point.zero, true)
    for (index, element) in path.elements.enumerated() {
      let (letter, points): (Character, [Point]) =
        switch element {
        case .move(let point): ("m", [point])
        case .line(let point): ("l", [point])
        case .curve(let control1, let control2, let end): ("c", [control1, control2, end])
        case .close: ("z", [start])
        case .arc: ("a", [])
        }
      let end = points.last ?? place
      let isShort = max(abs(end.x - place.x), abs(end.y - place.y)) <= 0.01
      if letter == "l", !isAtStart, isShort, commands.first.map({ isFar($0, letter, points) }) ?? true {
        place = end
        continue
      }
      guard let command = commands.popFirst(), !isFar(command, letter, points) else {
        return "element \(index), \(element), is not command \(path.elements.count - commands.count)"
      }
      if letter == "m" { start = end }
      (place, isAtStart) = (end, letter == "m" || letter == "z")
    }
    return commands.isEmpty ? nil : "\(commands.count) commands too many"
  }

  private static func isFar(_ command: PathData.Command, _ letter: Character, _ points: [Point]) -> Bool {
    command.letter != letter || command.points.count != points.count
      || zip(command.points, points).contains { read, told in
        // A few units in the last place for the sums of the oracle itself.
        abs(read.x - told.x) > 0.005 + 1e-6 || abs(read.y - told.y) > 0.005 + 1e-6
      }
  }

  private static func random(_ random: inout SplitMix64) -> Path {
    var path = Path()
    var place = Point(x: random.number(-50...700), y: random.number(-50...400))
    let reach = [0.02, 0.5, 5, 300, 30_000][random.whole(0...4)]
    func step(_ random: inout SplitMix64) -> Point {
      Point(
        x: place.x + (random.whole(0...5) == 0 ? 0 : random.number(-reach...reach)),
        y: place.y + (random.whole(0...5) == 0 ? 0 : random.number(-reach...reach)))
    }
    for _ in 0..<random.whole(1...4) {
      path.move(to: place)
      for _ in 0..<random.whole(0...300) {
        if random.whole(0...3) == 0 {
          let (control1, control2) = (step(&random), step(&random))
          place = step(&random)
          path.curve(control1: control1, control2: control2, to: place)
        } else {
          place = step(&random)
          path.line(to: place)
        }
      }
      if random.whole(0...1) == 0 { path.close() }
      place = step(&random)
    }
    return path
  }

  @Test("Every place of random paths is within 0.005 px of where it should be, however many come before it")
  func rounding() throws {
    var random = SplitMix64(seed: 7)
    for number in sample(0..<200) {
      let path = Self.random(&random)
      let fault = Self.fault(of: path, try Self.data(path))
      #expect(fault == nil, "path \(number)")
      if fault != nil { break }
    }
  }

  @Test("Rounding doesn't add up over thousands of steps of a third of a hundredth")
  func drift() throws {
    var path = Path()
    path.move(to: .zero)
    for index in 1...20_000 { path.line(to: Point(x: Double(index) / 300, y: Double(index % 7) / 3)) }
    let end = try #require(PathData(Self.data(path)).commands.last?.points.last)
    #expect(abs(end.x - 20_000.0 / 300) <= 0.005 + 1e-6)
  }

  @Test("No more than 128 places in turn are relative, and none is far out: renderers add in single precision")
  func anchors() throws {
    var random = SplitMix64(seed: 8)
    var (longest, farthest) = (0, 0.0)
    for _ in 0..<50 {
      var run = 0
      let commands = PathData(try Self.data(Self.random(&random))).commands
      for (command, last) in zip(commands.dropFirst(), commands) where command.letter != "z" {
        run = command.isRelative ? run + 1 : 0
        longest = max(longest, run)
        guard command.isRelative, let start = last.points.last else { continue }
        farthest = max(farthest, abs(start.x), abs(start.y))
      }
    }
    #expect(longest == 128)
    #expect(farthest > 8000 && farthest <= 8192.01)
  }

  static let examples: [(Path, String)] = [
    (
      path([.move(Point(x: 1, y: 2)), .line(Point(x: 4.25, y: 2)), .line(Point(x: 4.25, y: 0)), .close]),
      "M1 2h3.25v-2z"
    ),
    (
      path([
        .move(Point(x: 0, y: 0.5)), .line(Point(x: 0.5, y: 1)), .line(Point(x: 1, y: 0.25)),
        .line(Point(x: 4, y: 3.25)),
      ]), "M0 .5l.5.5.5-.75 3 3"
    ),
    // A dot, and steps that a picture can't show.
    (path([.move(Point(x: 3, y: 3)), .line(Point(x: 3, y: 3)), .line(Point(x: 3.001, y: 3))]), "M3 3h0"),
    (
      path([
        .move(Point(x: 1, y: 1)), .line(Point(x: 2, y: 1)), .move(Point(x: 4, y: 1)), .line(Point(x: 5, y: 2)),
        .curve(control1: Point(x: 6, y: 2), control2: Point(x: 7, y: 1.5), end: Point(x: 8, y: 2)),
      ]), "M1 1h1m2 0 1 1c1 0 2-.5 3 0"
    ),
    (path([.move(Point(x: 0, y: 0)), .line(Point(x: 9000, y: 0)), .line(Point(x: 1, y: 0))]), "M0 0 9000 0 1 0"),
    // With arcs it stays as it was.
    (
      path([
        .move(Point(x: 0, y: 0)), .line(Point(x: 1, y: 0)), .arc(radius: 1, clockwise: true, end: Point(x: 0, y: 1)),
      ]),
      "M0,0L1,0A1 1 0 0 1 0,1"
    ),
    (path([.move(Point(x: .nan, y: 1)), .line(Point(x: .infinity, y: -.infinity))]), "M0 1v-1"),
  ]

  private static func path(_ elements: [Path.Element]) -> Path {
    var path = Path()
    for element in elements {
      switch element {
      case .move(let point): path.move(to: point)
      case .line(let point): path.line(to: point)
      case .arc(let radius, let clockwise, let end): path.arc(radius: radius, clockwise: clockwise, to: end)
      case .curve(let control1, let control2, let end): path.curve(control1: control1, control2: control2, to: end)
      case .close: path.close()
      }
    }
    return path
  }

  @Test("Examples, written by hand")
  func byHand() throws {
    for (path, expected) in Self.examples { #expect(try Self.data(path) == expected) }
  }

  @Test("A random walk of a million points is drawn in at most 60 kB, with all its extremes")
  func size() throws {
    var random = SplitMix64(seed: 9)
    var value = 0.0
    let values = (0..<1_000_000).map { _ in
      value += random.number(-1...1)
      return value
    }
    let columns = try PointColumns(PositionColumn(start: 0, step: 1, count: values.count), ValueColumn(values))
    let (least, greatest) = (try #require(values.min()), try #require(values.max()))
    let runs = LineReduction(
      columns, x: PixelMap(scale: 640 / 1_000_000),
      y: PixelMap(origin: greatest, start: 10, scale: -340 / (greatest - least)), view: 0...640
    ).runs()
    let path = Path(Curve.linear.subpaths(runs))
    let data = try Self.data(path)
    #expect(data.utf8.count <= 60_000)
    #expect(Self.fault(of: path, data) == nil)
    let heights = PathData(data).commands.flatMap { $0.points.map(\.y) }
    #expect(abs((heights.min() ?? 0) - 10) < 0.06 && abs((heights.max() ?? 0) - 350) < 0.06)
  }
}
