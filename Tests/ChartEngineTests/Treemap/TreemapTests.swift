import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

/// Treemaps to test with.
enum Treemaps {
  static let world = #"""
    {"kind": "treemap", "title": "World", "slices": [
      {"label": "Asia", "children": [
        {"label": "East", "children": [{"label": "China", "value": 14}, {"label": "Japan", "value": 1.2}]},
        {"label": "South", "children": [{"label": "India", "value": 14.5}, {"label": "Nepal", "value": 0.3}]}]},
      {"label": "Africa", "children": [{"label": "Nigeria", "value": 2.3}, {"label": "Egypt", "value": 1.1}]},
      {"label": "Oceania", "value": 0.5}]}
    """#

  static func chart(_ text: String = world, size: Size? = nil) throws -> Chart {
    Chart(id: "test", spec: try ChartSpec(json: JSON(parsing: text)), size: size)
  }
}

extension Chart {
  var treemap: TreemapLayout { get throws { try #require(layout() as? TreemapLayout) } }
}

@Suite("M11 Treemaps")
struct TreemapTests {
  private func tile(_ path: [Int], in chart: Chart) throws -> TreemapTile {
    try #require(try chart.treemap.tiles.first { $0.path == path })
  }

  private func center(_ path: [Int], in chart: Chart) throws -> Point {
    let tile = try tile(path, in: chart)
    return (tile.header ?? tile.rect).center
  }

  @Test("Shares are those of the part that is gone into, at tiles, in markers and in words")
  func sharesOfParts() throws {
    var chart = try Treemaps.chart(
      Treemaps.world.replacing(#""title""#, with: #""labels": "{label} {percent}", "title""#),
      size: Size(width: 1200, height: 700))
    _ = chart.apply(.tap(try center([0], in: chart)))
    #expect(chart.state.view.root == [0])
    let layout = try chart.treemap
    #expect(layout.report()["slices"]?.arrayValue?.first { $0["label"] == "East" }?["percent"] == "51%")
    #expect(layout.words().contains("East: 15.2 (51%)") && layout.words(for: [0, 1, 0]) == "India: 14.5 (48%)")
    #expect(layout.marker(for: [0, 1, 0])?.text.contains("(48%)") == true)
    #expect(try Treemaps.chart().treemap.words(for: [0, 1, 0]) == "India: 14.5 (43%)")
  }

  @Test("Of siblings the cells are as large as their values say, and all are inside their parent, below its name")
  func areas() throws {
    for size in [Size(width: 320, height: 200), Size(width: 640, height: 360), Size(width: 1200, height: 700)] {
      let layout = try Treemaps.chart(size: size).treemap
      for parent in layout.tiles where parent.header != nil {
        let children = layout.tiles.filter {
          $0.path.count == parent.path.count + 1 && $0.path.starts(with: parent.path)
        }
        let area = children.reduce(0) { $0 + $1.cell.width * $1.cell.height }
        let total = children.reduce(0) { $0 + $1.slice.weight }
        for child in children {
          #expect(abs(child.cell.width * child.cell.height / area - child.slice.weight / total) < 1e-9)
          #expect(parent.rect.contains(child.rect) && child.rect.minY >= (parent.header?.maxY ?? 0) - 0.01)
        }
      }
      let top = layout.tiles.filter { $0.path.count == 1 }
      let area = top.reduce(0) { $0 + $1.cell.width * $1.cell.height }
      #expect(abs(area - layout.plot.width * layout.plot.height) < 1e-6 * area)
      for tile in top { #expect(abs(tile.cell.width * tile.cell.height / area - tile.slice.weight / 33.9) < 1e-9) }
    }
  }

  @Test(
    "What is hit is what is drawn there, the last of all that cover a place",
    arguments: [nil, [0], [0, 1]] as [[Int]?])
  func hits(root: [Int]?) throws {
    var chart = try Treemaps.chart()
    chart.state.view.root = root
    let layout = try chart.treemap
    var seen: Set<[Int]> = []
    for y in stride(from: 0.5, to: 360, by: 3) {
      for x in stride(from: 0.5, to: 640, by: 3) {
        let point = Point(x: x, y: y)
        var expected: [Int]?
        for tile in layout.tiles
        where tile.rect.x <= x && x < tile.rect.x + tile.rect.width && tile.rect.y <= y
          && y < tile.rect.y + tile.rect.height
        {
          expected = tile.path
        }
        let hit = layout.hit(at: point)
        guard hit.kind != .crumb else { continue }
        #expect(hit.path == expected && (hit.kind == .slice) == (expected != nil), "\(point)")
        if let expected { seen.insert(expected) }
      }
    }
    #expect(seen == Set(layout.paths))
  }

  @Test("A tap on a name goes in, one on the way back goes out, and a tap on what has no parts selects it")
  func taps() throws {
    var chart = try Treemaps.chart()
    let into = chart.apply(.tap(try center([0], in: chart)))
    #expect(into.changed && into.events == [.rootChanged([0])] && chart.state.view.root == [0])
    #expect(try chart.treemap.paths.allSatisfy { $0.starts(with: [0]) && $0.count > 1 })
    _ = chart.apply(.tap(try center([0, 1], in: chart)))
    #expect(chart.state.view.root == [0, 1])
    let china = chart.apply(.tap(try center([0, 1, 0], in: chart)))
    #expect(china.events.count == 1 && chart.state.view.selection == [0, 1, 0])
    let crumbs = try #require(try chart.treemap.crumbs)
    #expect(
      crumbs.crumbs.map(\.label) == ["All", "Asia", "South"] && crumbs.crumbs.map(\.root) == [nil, [0], [0, 1]])
    #expect(chart.apply(.tap(crumbs.crumbs[1].box.center)).events == [.rootChanged([0])])
    #expect(chart.state.view.selection == [0, 1, 0])
    _ = chart.apply(.tap(try #require(try chart.treemap.crumbs).crumbs[0].box.center))
    #expect(chart.state.view.root == nil)
    let africa = chart.apply(.tap(try center([1], in: chart)))
    #expect(africa.events.contains(.rootChanged([1])) && africa.events.contains(.nothingSelected))
  }

  @Test("Keys walk along siblings and between levels, Enter goes in, Escape comes out and then clears")
  func keys() throws {
    var chart = try Treemaps.chart()
    func press(_ keys: Key...) -> [Int]? {
      for key in keys { _ = chart.apply(.key(key)) }
      return chart.state.view.selection
    }
    #expect(press(.right) == [0] && press(.right) == [1] && press(.left, .left) == [2] && press(.home) == [0])
    #expect(press(.down) == [0, 0] && press(.right) == [0, 1] && press(.up) == [0] && press(.end) == [2])
    #expect(press(.home, .enter) == nil && chart.state.view.root == [0])
    #expect(press(.right) == [0, 0] && press(.enter) == nil && chart.state.view.root == [0, 0])
    #expect(press(.right, .right) == [0, 0, 1] && press(.up) == [0, 0, 0])
    #expect(press(.escape) == [0, 0] && chart.state.view.root == [0])
    #expect(press(.escape) == [0] && chart.state.view.root == nil)
    #expect(press(.escape) == nil && press(.escape) == nil)
  }

  @Test("By pointer the way in is seen as movement, which ends, and by anything else it is not")
  func movement() throws {
    var chart = try Treemaps.chart()
    let place = try center([1], in: chart)
    let cell = try tile([1], in: chart).cell
    chart.pointer(.down, place, time: 10)
    chart.pointer(.up, place, time: 10.1)
    #expect(chart.state.view.root == [1] && chart.state.travel != nil)
    // At first all is where it was.
    let first = try chart.treemap
    let parts = first.tiles.filter { $0.path.starts(with: [1]) && $0.path.count == 2 }
    let drawn = parts.reduce(0) { $0 + $1.cell.width * $1.cell.height }
    #expect(abs(drawn - cell.width * cell.height) < 1e-6 * drawn)
    #expect(first.tiles.contains { $0.path == [0] })
    var last = drawn
    for step in 1...9 {
      _ = chart.apply(.advance(time: 10.1 + 0.04 * Double(step)))
      let layout = try chart.treemap
      let area = layout.tiles.filter { $0.path.starts(with: [1]) && $0.path.count == 2 }
        .reduce(0) { $0 + $1.cell.width * $1.cell.height }
      #expect(area > last)
      last = area
      let point = Point(x: 320, y: 200)
      #expect(layout.hit(at: point).path == layout.tiles.last { $0.rect.contains(point) }?.path)
    }
    _ = chart.apply(.advance(time: 11))
    #expect(chart.state.travel == nil && chart.state.view.travel == nil)
    var jumped = try Treemaps.chart()
    _ = jumped.apply(.tap(place))
    #expect(try jumped.treemap.tiles.map(\.rect) == chart.treemap.tiles.map(\.rect))
    _ = jumped.apply(.key(.escape))
    #expect(jumped.state.travel == nil && jumped.state.view.root == nil)
  }

  @Test("A drag is no tap, a second finger and a pointer that went nowhere are none either")
  func drags() throws {
    var chart = try Treemaps.chart()
    let place = try center([1], in: chart)
    chart.pointer(.down, place)
    chart.pointer(.move, Point(x: place.x + 30, y: place.y))
    chart.pointer(.up, place)
    #expect(chart.state.view.root == nil && chart.state.gesture == nil)
    chart.pointer(.down, place)
    chart.pointer(.up, Point(x: .nan, y: 0))
    chart.pointer(.up, place)
    #expect(chart.state.view.root == nil)
  }

  @Test("By program a part is selected where it is seen; the legend hides, and one is not left in what is hidden")
  func programs() throws {
    var chart = try Treemaps.chart(
      Treemaps.world.replacing(#""title""#, with: #""legend": "top", "depth": 1, "title""#))
    _ = chart.apply(.highlight(path: [0, 1, 0], notify: false))
    #expect(chart.state.view.selection == [0, 1, 0] && chart.state.view.root == [0, 1])
    #expect(chart.apply(.highlight(path: [9], notify: true)).changed == false)
    _ = chart.apply(.toggle(series: 0))
    #expect(chart.state.view.root == nil && chart.state.view.hidden == [0] && chart.state.view.selection == nil)
    let layout = try chart.treemap
    #expect(layout.paths == [[1], [2]] && layout.tree.total == 3.9)
    let entry = try #require(layout.legend?.entries.first)
    #expect(layout.hit(at: entry.box.center).kind == .legend)
    _ = chart.apply(.tap(entry.box.center))
    #expect(chart.state.view.hidden.isEmpty)
  }

  @Test("Without `drill` a tap selects, whatever is in it")
  func selecting() throws {
    var chart = try Treemaps.chart(Treemaps.world.replacing(#""title""#, with: #""drill": false, "title""#))
    _ = chart.apply(.tap(try center([0], in: chart)))
    #expect(chart.state.view.selection == [0] && chart.state.view.root == nil)
  }

  @Test("What a parent has more than its parts stays empty; what it has less is said")
  func rest() throws {
    let half = try Treemaps.chart(
      #"{"kind": "treemap", "slices": [{"label": "a", "value": 10, "children": [{"label": "b", "value": 5}]}]}"#
    ).treemap
    let (parent, child) = (half.tiles[0], half.tiles[1])
    let inner = (parent.rect.width - 3) * (parent.rect.height - (parent.header?.height ?? 0) - 1.5)
    #expect(abs(child.cell.width * child.cell.height / inner - 0.5) < 1e-9)
    let more = try Treemaps.chart(
      #"{"kind": "treemap", "slices": [{"label": "a", "value": 1, "children": [{"label": "b", "value": 5}]}]}"#)
    #expect(more.layout().warnings.contains { $0.contains("share its area") })
  }

  @Test(
    "Specs that are wrong say where",
    arguments: [
      (#"{"kind": "treemap", "slices": [{"label": "a", "value": -1}]}"#, "slices[0].value"),
      (#"{"kind": "treemap", "slices": [{"label": "a"}]}"#, "slices[0].value"),
      (
        #"{"kind": "treemap", "slices": [{"label": "a", "children": [{"label": "b"}]}]}"#, "slices[0].children[0].value"
      ),
      (#"{"kind": "treemap", "depth": 0}"#, "depth"), (#"{"kind": "treemap", "labels": "{valu}"}"#, "labels"),
      (#"{"kind": "treemap", "animation": "sweep"}"#, "animation.kind"), (#"{"kind": "treemap", "hole": 1}"#, "hole"),
      (#"{"kind": "treemap", "slices": {"a": 1}, "data": "a.csv"}"#, "data"),
    ])
  func faults(spec: String, place: String) throws {
    let fault = #expect(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: spec)) }
    #expect(fault?.path.description == place)
  }

  @Test("Short ways to write it: names with their values, labels as a text or whether there are any")
  func shorthands() throws {
    let chart = try Treemaps.chart(#"{"kind": "treemap", "slices": {"a": 3, "b": 1}, "labels": "{label} {percent}"}"#)
    let texts = try chart.treemap.labels.labels.map { $0.texts.map { $0.runs[0].text } }
    #expect(texts == [["a 75%"], ["b 25%"]])
    #expect(
      try Treemaps.chart(#"{"kind": "treemap", "slices": {"a": 3}, "labels": false}"#).treemap.labels.labels.isEmpty)
  }

  @Test("A name is wrapped and shortened, a number is written whole or not at all")
  func lines() throws {
    let font = Font(size: 12)
    let line = TreemapLabels.Line(text: "Groceries 1,234,567", isName: true, name: "Groceries")
    for width in stride(from: 10.0, to: 160, by: 1) {
      for rows in 1...3 {
        guard let fitted = TreemapLabels.fitted([line], width: width, rows: rows, font: font) else { continue }
        let text = fitted.lines.map(\.text).joined(separator: " ")
        #expect(text == "Groceries 1,234,567" || !text.contains { $0.isNumber }, "\(text)")
        #expect(fitted.lines.allSatisfy { Font(size: 12, isBold: true).width(of: $0.text) <= width })
      }
    }
    let long = TreemapLabels.Line(text: "Democratic Republic of the Congo", isName: true)
    let fitted = try #require(TreemapLabels.fitted([long], width: 90, rows: 3, font: font))
    #expect(
      fitted.lines.count == 3 && fitted.lines.map(\.text).joined(separator: " ") == long.text && !fitted.isShortened)
    let ideographs = TreemapLabels.Line(text: "人工智能与机器学习研究院", isName: true)
    let broken = try #require(TreemapLabels.fitted([ideographs], width: 50, rows: 3, font: font))
    #expect(broken.lines.map(\.text) == ["人工智能", "与机器学", "习研究院"])
  }

  @Test("Numbers, names and trees that nobody wants are drawn without a trap")
  func extremes() throws {
    func deep(_ levels: Int) -> SliceSpec {
      levels == 0 ? SliceSpec(label: "leaf", value: 1) : SliceSpec(label: "\(levels)", children: [deep(levels - 1)])
    }
    let lists: [[SliceSpec]] = [
      [], [SliceSpec(label: "a", value: .nan)],
      [SliceSpec(label: "a", value: .infinity), SliceSpec(label: "b", value: 1)],
      [SliceSpec(label: "a", value: -5)], [SliceSpec(label: "", value: 0)], [deep(100)],
      (0..<10_000).map { SliceSpec(label: "\($0)", value: Double($0)) },
      [
        SliceSpec(label: "a", value: 1e308), SliceSpec(label: "b", value: 1e308),
        SliceSpec(label: "c", value: .leastNonzeroMagnitude),
      ],
      [SliceSpec(label: String(repeating: "long ", count: 10_000), value: 1)],
    ]
    for list in lists {
      for size in [
        Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 320, height: 200),
        Size(width: 20_000, height: 3),
      ] {
        var spec = TreemapSpec(slices: list)
        (spec.padding, spec.cornerRadius, spec.depth) = (.nan, .infinity, .max)
        spec.common.title = "T"
        var chart = Chart(id: "test", spec: ChartSpec(spec), size: size)
        for key in Key.allCases { _ = chart.apply(.key(key)) }
        _ = chart.apply(.tap(Point(x: .nan, y: .infinity)))
        _ = chart.apply(.highlight(path: [0, 0, .max], notify: true))
        _ = chart.apply(.highlight(path: [-1], notify: true))
        _ = chart.apply(.toggle(series: .min))
        _ = chart.apply(.advance(time: .nan))
        let layout = chart.layout()
        _ = (layout.scene(), layout.report(), layout.words(), layout.warnings, layout.marker(for: [0]))
        var state = ChartState()
        (state.view.root, state.view.selection) = ([0, 99, .min], [.max])
        chart.restore(state)
        #expect(chart.state.view.root == nil && chart.state.view.selection == nil)
      }
    }
  }

  @Test("A patch keeps where one is, if that is still there")
  func patch() throws {
    var chart = try Treemaps.chart()
    _ = chart.apply(.tap(try center([0], in: chart)))
    let state = chart.state
    let same = try #require(chart.spec.content as? TreemapSpec)
    var other = same
    other.slices = [SliceSpec(label: "a", value: 1)]
    let (old, new) = (TreemapChart(spec: same), TreemapChart(spec: other))
    #expect(old.state(state, movedFrom: old, canvas: chart.canvas()).view.root == [0])
    #expect(new.state(state, movedFrom: old, canvas: chart.canvas()).view.root == nil)
  }

  @Test("The draw-in: a wipe shows and hits what it has uncovered, and what grows is hit where it is")
  func drawIn() throws {
    let wipe = try Treemaps.chart(Treemaps.world.replacing(#""title""#, with: #""animation": "wipe", "title""#))
    let half = try #require(wipe.layout(phase: 0.5) as? TreemapLayout)
    #expect(half.hit(at: Point(x: half.plot.midX - 3, y: half.plot.midY)).kind == .slice)
    #expect(half.hit(at: Point(x: half.plot.midX + 3, y: half.plot.midY)).kind == .none)
    let grow = try Treemaps.chart(Treemaps.world.replacing(#""title""#, with: #""animation": "grow", "title""#))
    let grown = try #require(grow.layout(phase: 0.25) as? TreemapLayout)
    let top = grown.tiles.map(\.rect.minY).min() ?? 0
    #expect(abs(top - (grown.plot.maxY - grown.plot.height * 0.25)) < 3)
    #expect(grown.hit(at: Point(x: grown.plot.midX, y: top - 5)).kind == .none)
    #expect(grow.layout(phase: 0).scene().nodes.count > 0)
    #expect(grow.layout().scene(animated: true).animation != nil)
  }

  @Test("It is told in words: where one is, what is there, and what is in it")
  func words() throws {
    var chart = try Treemaps.chart()
    let words = chart.layout().words()
    #expect(words.hasPrefix("Treemap “World”: 3 parts, total 33.9.\nAsia: 30 (89%), with 2 within it."))
    _ = chart.apply(.key(.home))
    _ = chart.apply(.key(.enter))
    #expect(chart.layout().words().hasPrefix("Treemap “World”, in Asia: 2 parts, total 30."))
    let scene = chart.layout().scene()
    #expect(chart.layout().markPaths(atMost: 100).count == 6 && scene.title == "World")
  }
}
