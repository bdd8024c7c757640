import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M2 Horizontal charts")
struct OrientationTests {
  private static let groups: [(String, @Sendable (inout CartesianSpec) -> Void)] = [
    ("alone", { $0.series.removeLast(2) }), ("grouped", { _ in }), ("stacked", { $0.stacking = .sum }),
    ("scrolled", { $0.viewport.visibleCount = 2.5 }), ("rounded", { $0.series[0].bar?.shape.kind = .rounded }),
    (
      "with a line",
      { spec in
        var style = LineStyleSpec()
        (style.width, style.dots.place) = (5, .all)
        spec.series[2] = SeriesSpec(.line(style), name: "Line", values: .numbers([3, 8, -2, 7]))
      }
    ), ("with a second axis", { $0.series[1].axis = .right }),
  ]

  private func chart(_ size: Size, _ change: (inout CartesianSpec) -> Void) -> Chart {
    let series = [[5, -3, 8, 2], [1, 4, -6, 9], [7, 7, 2, -1]].map { Plots.bar($0) }
    return Plots.chart(.combined, series, size: size) { spec in
      spec.bare()
      spec.x.labels = ["a", "b", "c", "d"]
      // Which ends are round enough depends on how many labels find room.
      for axis in [\CartesianSpec.y, \.right] { (spec[keyPath: axis].min, spec[keyPath: axis].max) = (-10, 20) }
      change(&spec)
    }
  }

  @Test(
    "Without its texts it is the vertical one turned by a quarter: what is drawn, hit, and told",
    arguments: groups.indices)
  func turned(_ index: Int) throws {
    let (name, change) = OrientationTests.groups[index]
    let upright = try chart(Size(width: 300, height: 400), change).plot
    let lying = try chart(Size(width: 400, height: 300)) { spec in
      change(&spec)
      spec.orientation = .horizontal
    }.plot
    func seen(_ point: Point) -> Point { Point(x: 400 - point.y, y: point.x) }
    var differing: [Point] = []
    for x in sample(stride(from: -2.3, through: 302.5, by: 5)) {
      for y in stride(from: -2.3, through: 402.5, by: 5) {
        let (here, there) = (Point(x: x, y: y), seen(Point(x: x, y: y)))
        let (one, other) = (upright.hit(at: here), lying.hit(at: there))
        let isSame = (one.kind, one.series, one.index) == (other.kind, other.series, other.index)
        if !isSame || other.point != there || upright.path(pickedBy: one) != lying.path(pickedBy: other) {
          differing.append(there)
        }
      }
    }
    #expect(differing.isEmpty, "\(name)")
    let (told, toldLying) = (upright.report(), lying.report())
    let marks = told["series"]?.arrayValue ?? []
    let lyingMarks = toldLying["series"]?.arrayValue ?? []
    #expect(!marks.isEmpty && marks.count == lyingMarks.count)
    for (series, lyingSeries) in zip(marks, lyingMarks) {
      for (mark, lyingMark) in zip(series["marks"]?.arrayValue ?? [], lyingSeries["marks"]?.arrayValue ?? []) {
        let place = seen(
          Point(x: mark["x"]?.doubleValue ?? .nan, y: mark["y"]?.doubleValue ?? .nan))
        #expect(abs((lyingMark["x"]?.doubleValue ?? .nan) - place.x) < 1e-9)
        #expect(abs((lyingMark["y"]?.doubleValue ?? .nan) - place.y) < 1e-9)
      }
    }
  }

  @Test("What is drawn there is hit there", arguments: groups.indices)
  func drawn(_ index: Int) throws {
    let (name, change) = OrientationTests.groups[index]
    let layout = try chart(Size(width: 400, height: 300)) { spec in
      change(&spec)
      spec.orientation = .horizontal
    }.plot
    let bars = OrientationTests.bars(layout.scene().nodes, cropped: nil)
    #expect(bars.count >= 4)
    var differing: [Point] = []
    for x in stride(from: 0.25, to: 400, by: 3) {
      for y in stride(from: 0.25, to: 300, by: 3) {
        let place = Point(x: x, y: y)
        let hit = layout.hit(at: place)
        let above = bars.last { $0.shape.contains(place) && $0.crop.contains(place) }
        if hit.kind != .point, above?.path != hit.series.map({ [$0, hit.index ?? -1] }) { differing.append(place) }
      }
    }
    #expect(differing.isEmpty, "\(name)")
  }

  /// The bars of a scene with the outlines that are drawn.
  private static func bars(_ nodes: [Node], cropped: Rect?) -> [(path: [Int], shape: Path, crop: Rect)] {
    nodes.flatMap { node -> [(path: [Int], shape: Path, crop: Rect)] in
      switch node.shape {
      case .group(let nodes): return bars(nodes, cropped: cropped)
      case .cropped(let rect, let nodes): return bars(nodes, cropped: rect)
      case .rect(let rect, _):
        guard let meaning = node.meaning, meaning.kind == "bar", let path = meaning.path else { return [] }
        var outline = Path()
        outline.move(to: Point(x: rect.minX, y: rect.minY))
        outline.line(to: Point(x: rect.maxX, y: rect.minY))
        outline.line(to: Point(x: rect.maxX, y: rect.maxY))
        outline.line(to: Point(x: rect.minX, y: rect.maxY))
        outline.close()
        return [(path, outline, cropped ?? rect)]
      case .path(let outline):
        guard let meaning = node.meaning, meaning.kind == "bar", let path = meaning.path else { return [] }
        return [(path, outline, cropped ?? Rect(x: 0, y: 0, width: 1e4, height: 1e4))]
      default: return []
      }
    }
  }

  @Test("Bars are as long as their values, from the first name at the top on")
  func lengths() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "orientation": "horizontal", "x": {"labels": ["a", "b", "c"]}, "y": {"min": 0, "max": 10},
        "series": [{"values": [10, 2.5, 5]}]}
      """)
    let plot = layout.space.picture(layout.plot)
    let rects = try #require(layout.report()["series"]?.arrayValue?[0]["marks"]?.arrayValue).map { mark in
      try #require(try mark["rect"].map { try Rect.schema.decode($0) })
    }
    for (index, value) in [10, 2.5, 5].enumerated() {
      #expect(abs(rects[index].minX - plot.minX) < 1e-9)
      #expect(abs(rects[index].width - plot.width * value / 10) < 1e-9)
      #expect(abs(rects[index].midY - (plot.minY + plot.height * (Double(index) + 0.5) / 3)) < 1e-9)
    }
  }

  @Test("Long names stand whole and level left of the plot, those that are too long in two lines")
  func names() throws {
    let names = [
      "Agriculture, forestry and fishing", "Mining", "Electricity, gas, steam and air conditioning supply",
      "Construction",
    ]
    let chart = Plots.chart(.bar, [Plots.bar([3, 8, 2, 5])], size: Size(width: 560, height: 300)) { spec in
      spec.orientation = .horizontal
      spec.x.labels = names
    }
    let layout = try chart.plot
    #expect(layout.frame.x.labels.map(\.words) == names)
    let plot = layout.space.picture(layout.plot)
    let texts = OrientationTests.texts(layout.scene().nodes)
    for name in names {
      let lines = texts.filter { text in name.contains(text.runs[0].text) && text.position.x < plot.minX }
      #expect((1...2).contains(lines.count), "\(name)")
      #expect(lines.map { $0.runs[0].text }.joined(separator: " ") == name)
      #expect(lines.allSatisfy { $0.rotation == 0 && $0.anchor == .end })
      // The middle of both lines is beside the bar.
      let height =
        lines.reduce(0) { $0 + $1.position.y } / Double(lines.count) - Font(size: lines[0].size).capHeight / 2
      let slot = Double(names.firstIndex(of: name) ?? 0) + 0.5
      #expect(abs(height - (plot.minY + plot.height * slot / 4)) < 0.5, "\(name)")
    }
    #expect(layout.warnings.isEmpty)
  }

  private static func texts(_ nodes: [Node]) -> [Text] {
    nodes.flatMap { node -> [Text] in
      switch node.shape {
      case .text(let text): [text]
      case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): texts(nodes)
      default: []
      }
    }
  }

  @Test("Every text is level, but for the title of the axis of positions, which is read from below")
  func level() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "orientation": "horizontal", "title": "T", "legend": "bottom",
        "x": {"labels": ["one", "two"], "title": "Names"}, "y": {"title": "Values"}, "limits": [{"value": 3, "label": "goal"}],
        "bands": [{"axis": "left", "from": 1, "to": 2, "label": "band"}],
        "series": [{"name": "S", "values": [4, 5], "labels": "above"}]}
      """)
    let turned = OrientationTests.texts(layout.scene().nodes).filter { $0.rotation != 0 }
    #expect(turned.map { $0.runs[0].text } == ["Names"])
    #expect(turned[0].rotation.remainder(dividingBy: 360) == -90)
  }

  // MARK: - Gestures

  private func strip() -> Chart {
    Plots.chart(.bar, [Plots.bar((0..<40).map { Double($0 % 7 + 1) })], size: Size(width: 120, height: 360)) { spec in
      spec.bare()
      spec.orientation = .horizontal
      spec.viewport.visibleCount = 9
    }
  }

  @Test("It is scrolled up and down, and says how far what is seen has moved in the picture")
  func scrolling() throws {
    var chart = strip()
    let events = chart.drag(from: Point(x: 60, y: 300), by: [Point(x: 0, y: -80)])
    // A slot is 40 px.
    #expect(try chart.window.start == -0.5 + 2)
    #expect(events.contains(.translated(dx: 0, dy: -80)))
    chart.drag(from: Point(x: 60, y: 100), by: [Point(x: 80, y: 0)])
    #expect(try chart.window.start == -0.5 + 2)
    #expect(try chart.plot.movability.hasBefore && chart.plot.movability.hasAfter)
  }

  @Test("Down and up walk along the bars, right and left from series to series")
  func keys() throws {
    var chart = Plots.chart(.bar, [Plots.bar([1, 2, 3]), Plots.bar([3, 2, 1])]) { $0.orientation = .horizontal }
    let walk: [(Key, [Int])] = [
      (.down, [0, 0]), (.down, [0, 1]), (.right, [1, 1]), (.down, [1, 2]), (.up, [1, 1]), (.left, [0, 1]),
      (.home, [0, 0]), (.end, [0, 2]),
    ]
    for (key, path) in walk {
      chart.key(key)
      #expect(chart.state.view.selection == path, "\(key)")
    }
  }

  @Test("A zoom about a place leaves there what is there, and is told for the axes of the picture")
  func zooming() throws {
    var chart = strip()
    _ = chart.apply(.zoom(.by(3, x: nil, y: 100)))
    let window = try chart.window
    #expect(abs(window.length - 3) < 1e-9)
    #expect(abs(window.map.value(at: 100) - (100.0 / 40 - 0.5)) < 1e-9)
    for (zoom, seen) in [(.x, .y), (.y, .x), (.both, .both), (.none, .none)] as [(PlotDirections, PlotDirections)] {
      let chart = Plots.chart(.bar, [Plots.bar([1, 2])]) { ($0.orientation, $0.viewport.zoom) = (.horizontal, zoom) }
      #expect(try chart.plot.movability.zoom == seen)
    }
  }

  @Test("A double tap and two fingers zoom where they are")
  func fingers() throws {
    var chart = Plots.chart(.bar, [Plots.bar((0..<8).map(Double.init))], size: Size(width: 120, height: 320)) { spec in
      spec.bare()
      (spec.orientation, spec.viewport.zoom) = (.horizontal, .x)
    }
    _ = chart.pointer(.down, Point(x: 60, y: 80), pointer: 1)
    _ = chart.pointer(.down, Point(x: 60, y: 160), pointer: 2)
    _ = chart.pointer(.move, Point(x: 60, y: 240), pointer: 2)
    let window = try chart.window
    #expect(abs(window.length - 4) < 1e-9)
    #expect(abs(window.map.value(at: 80) - 1.5) < 1e-9)
  }

  @Test("A bar's marker points to it from beyond its end, from above where there is no room, and does not cover it")
  func marker() throws {
    let chart = Plots.chart(.bar, [Plots.bar([3, 8, 2, 5])]) { spec in
      spec.orientation = .horizontal
      spec.x.labels = ["a", "b", "c", "d"]
    }
    let layout = try chart.plot
    for index in 1...3 {
      let marker = try #require(layout.marker(for: [0, index]))
      let rect = layout.space.picture(try #require(layout.mark(of: 0)?.rect(of: index)))
      #expect(abs(marker.anchor.x - rect.maxX) < 1e-9 && abs(marker.anchor.y - rect.midY) < 1e-9)
      // The longest ends where the plot does.
      #expect(index == 1 ? marker.frame.maxY <= rect.minY : marker.frame.minX >= rect.maxX)
      #expect(!marker.frame.intersects(rect))
    }
  }

  @Test("Bars come in from their axis to the right, a wipe from the top down")
  func entrances() throws {
    for (kind, way) in [(AnimationSpec.Kind.grow, Entrance.Way.right), (.wipe, .down)] {
      let chart = Plots.chart(.bar, [Plots.bar([3, 8, 2])], size: Size(width: 400, height: 300)) { spec in
        spec.orientation = .horizontal
        spec.common.animation.kind = kind
      }
      let layout = try chart.plot
      let baseline = layout.space.picture(Point(x: 0, y: layout.frame.left.baseline)).x
      let entrances = OrientationTests.entrances(layout.scene(animated: true).nodes)
      #expect(!entrances.isEmpty)
      for entrance in entrances {
        switch entrance {
        case .grow(let place, _, let found): #expect(found == way && abs(place - baseline) < 1e-9)
        case .wipe(let rect, _, let found): #expect(found == way && rect.minX <= baseline && rect.maxX >= 380)
        default: Issue.record("\(entrance)")
        }
      }
      // In its middle, half of it is to be seen.
      let half = try chart.plot(phase: 0.5)
      let rect = half.space.picture(try #require(half.mark(of: 0)?.rect(of: 1)))
      let whole = layout.space.picture(try #require(layout.mark(of: 0)?.rect(of: 1)))
      #expect(abs(rect.width - whole.width * (kind == .grow ? 0.5 : 1)) < 1e-9)
    }
  }

  private static func entrances(_ nodes: [Node]) -> [Entrance] {
    nodes.flatMap { node -> [Entrance] in
      let own = node.entrance.map { [$0] } ?? []
      switch node.shape {
      case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): return own + entrances(nodes)
      default: return own
      }
    }
  }
}
