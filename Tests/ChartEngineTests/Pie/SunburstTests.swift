import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M11 Sunbursts: pies whose slices are gone into")
struct SunburstTests {
  private func chart(_ more: String = "") throws -> Chart {
    try Pies.chart(
      Treemaps.world.replacing("treemap", with: "pie")
        .replacing(#""title""#, with: #""drill": true, "hole": 0.3, "labels": "none", \#(more)"title""#))
  }

  private func place(_ path: [Int], in chart: Chart) throws -> Point {
    let sector = try #require(try chart.pie.marks.first { $0.path == path }).sector
    return sector.point(angle: sector.middle, radius: (sector.inner + sector.outer) / 2)
  }

  @Test("A tap on a slice with children opens it to the whole circle, with as many rings as are in it")
  func opening() throws {
    var chart = try chart()
    #expect(try chart.pie.marks.count == 11)
    let outcome = chart.apply(.tap(try place([0], in: chart)))
    #expect(outcome.events == [.rootChanged([0])] && chart.state.view.root == [0])
    let layout = try chart.pie
    #expect(layout.paths == [[0, 0], [0, 0, 0], [0, 0, 1], [0, 1], [0, 1, 0], [0, 1, 1]] && layout.total == 30)
    let first = layout.marks.filter { $0.path.count == 2 }
    #expect(abs(first.reduce(0) { $0 + $1.sector.sweep } - 360) < 1e-9)
    #expect(abs(first[0].sector.sweep - 360 * 15.2 / 30) < 1e-9)
    #expect(first.allSatisfy { abs($0.sector.inner - layout.holeRadius) < 1e-9 })
    for mark in layout.marks {
      let point = mark.sector.point(angle: mark.sector.middle, radius: (mark.sector.inner + mark.sector.outer) / 2)
      #expect(layout.hit(at: point).path == mark.path)
    }
    #expect(chart.slice(at: first[0].sector.middle)?.path == [0, 0])
    _ = chart.apply(.tap(try place([0, 1, 0], in: chart)))
    #expect(chart.state.view.selection == [0, 1, 0] && chart.state.view.root == [0])
  }

  @Test("Shares are those of the part that is shown, and add up to 100 in each of its slices")
  func sharesOfParts() throws {
    var chart = try chart()
    _ = chart.apply(.tap(try place([0], in: chart)))
    let marks = try chart.pie.marks
    let texts = Dictionary(uniqueKeysWithValues: marks.map { ($0.path, $0.percentText) })
    #expect(texts[[0, 0]] == "51%" && texts[[0, 1]] == "49%")
    #expect(texts[[0, 0, 0]] == "47%" && texts[[0, 0, 1]] == "4%" && texts[[0, 1, 1]] == "1%")
    #expect(chart.layout().words().contains("East: 15.2 (51%)"))
    // Requests are told the share of all still.
    #expect(abs(try #require(chart.layout().mark(at: [0, 0])?.fraction) - 15.2 / 33.9) < 1e-9)
    _ = chart.apply(.key(.escape))
    #expect(try chart.pie.marks.first { $0.path == [0, 0] }?.percentText == "45%")
  }

  @Test("The hole, the way back above and Escape lead out; without `drill` a tap selects as ever")
  func out() throws {
    var chart = try chart()
    _ = chart.apply(.tap(try place([0, 1], in: chart)))
    #expect(chart.state.view.root == [0, 1])
    let hole = chart.apply(.tap(try chart.pie.center))
    #expect(hole.hit?.kind == .crumb && chart.state.view.root == [0])
    _ = chart.apply(.tap(try #require(try chart.pie.crumbs).crumbs[0].box.center))
    #expect(chart.state.view.root == nil)
    for key in [Key.home, .enter, .escape] { _ = chart.apply(.key(key)) }
    #expect(chart.state.view.root == nil && chart.state.view.selection == [0])
    var plain = chart.changed { $0.isDrillable = false }
    _ = plain.apply(.tap(try place([0], in: plain)))
    #expect(plain.state.view.selection == [0] && plain.state.view.root == nil)
  }

  @Test("On the way all is hit where it is, what is around closes, and it ends where a jump leads at once")
  func movement() throws {
    var chart = try chart()
    let start = try place([0, 0], in: chart)
    chart.pointer(.down, start, time: 1)
    chart.pointer(.up, start, time: 1.05)
    #expect(chart.state.view.root == [0, 0])
    var last = 0.0
    for step in 0...9 {
      _ = chart.apply(.advance(time: 1.05 + 0.04 * Double(step)))
      let layout = try chart.pie
      for mark in layout.marks {
        let sector = mark.sector
        #expect(sector.inner >= layout.holeRadius * 0.8 && sector.outer > sector.inner && sector.sweep > 0)
        let point = sector.point(angle: sector.middle, radius: (sector.inner + sector.outer) / 2)
        #expect(layout.hit(at: point).kind == .slice || sector.sweep < 0.1)
      }
      let opened = layout.marks.filter { $0.path.starts(with: [0, 0]) && $0.path.count == 3 }.reduce(0) {
        $0 + $1.sector.sweep
      }
      #expect(opened >= last - 1e-9)
      last = opened
      _ = (layout.scene(), layout.report(), layout.warnings, chart.slice(at: 90), chart.sliceIndex(at: 10, ring: 1))
    }
    _ = chart.apply(.advance(time: 2))
    #expect(chart.state.travel == nil)
    var jumped = try self.chart()
    _ = jumped.apply(.tap(start))
    #expect(try jumped.pie.marks == chart.pie.marks)
  }

  @Test("A legend tells the names of the innermost ring alone: a share is no label further out")
  func shares() throws {
    for place in ["leader", "inside"] {
      let layout = try Pies.chart(
        """
        {"kind": "pie", "size": {"width": 320, "height": 200}, "legend": "bottom", "title": "People", "labels": "\(place)",
         "slices": [{"label": "Asia", "value": 3000}, {"label": "Africa", "children": [{"label": "Nigeria", "value": 223},
           {"label": "Democratic Republic of the Congo", "value": 402}, {"label": "Egypt", "value": 312}]}]}
        """
      ).pie
      let labels = layout.labels
      let outer =
        labels.leaders.filter { $0.path.count > 1 }.map {
          (($0.firstLine.map { [$0] } ?? []) + $0.runs).map(\.text).joined(separator: " ")
        }
        + labels.inside.filter { $0.path.count > 1 }.map(\.text.string)
      #expect(!outer.isEmpty && outer.allSatisfy { !$0.hasPrefix("1") && !$0.hasPrefix("2") }, "\(outer)")
      #expect(labels.leaders.isEmpty || outer.contains { $0.hasPrefix("Dem") })
    }
  }

  @Test("The legend never leaves one in what it hides, and a root that is none is dropped")
  func roots() throws {
    var chart = try chart()
    _ = chart.apply(.key(.home))
    _ = chart.apply(.key(.enter))
    _ = chart.apply(.toggle(series: 0))
    #expect(chart.state.view.root == nil)
    for root in [[2], [0, 0, 0], [9], [-1], [.max, 0]] {
      var state = ChartState()
      state.view.root = root
      chart.restore(state)
      #expect(chart.state.view.root == nil)
    }
  }

  @Test("Random taps, keys and turns leave a valid state, and hits are what is drawn", arguments: 0..<10)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var wrong = Mismatches()
    for kind in ["pie", "treemap"] {
      var chart = try Pies.chart(
        Treemaps.world.replacing("treemap", with: kind).replacing(
          #""title""#, with: #""drill": true, "legend": "top", "title""#))
      var time = 0.0
      for _ in 0..<150 {
        let point = Point(x: random.number(0...640), y: random.number(0...360))
        switch random.whole(0...5) {
        case 0: _ = chart.apply(.tap(point))
        case 1: _ = chart.apply(.key(Key.allCases[random.whole(0...Key.allCases.count - 1)]))
        case 2:
          chart.pointer(.down, point, time: time)
          chart.pointer(.up, point, time: time + 0.05)
        case 3: _ = chart.apply(.advance(time: time))
        case 4: _ = chart.apply(.toggle(series: random.whole(0...2)))
        default: _ = chart.apply(.highlight(path: [random.whole(0...2), random.whole(0...2)], notify: true))
        }
        time += random.number(0...0.3)
        let layout = chart.layout()
        let paths = (layout as? any HierarchyLayout)?.paths ?? []
        let root = chart.state.view.root ?? []
        if chart.state.view.travel == nil {
          wrong.expect(
            paths.allSatisfy { $0.starts(with: root) && $0.count > root.count }, "\(kind): \(root) shows \(paths)")
        }
        let hit = layout.hit(at: point)
        if hit.kind == .slice { wrong.expect(hit.path.map(paths.contains) == true, "\(kind): \(hit) is not drawn") }
        _ = layout.scene()
      }
    }
    wrong.check()
  }

  /// Three rings with 4, 16 and 64 slices.
  private func rings(_ more: String) throws -> Chart {
    let leaves = (0..<4).map { "{\"label\": \"Leaf \($0)\", \"value\": \(3 + $0)}" }.joined(separator: ",")
    let branches = (0..<4).map { "{\"label\": \"Branch \($0)\", \"children\": [\(leaves)]}" }.joined(separator: ",")
    let regions = (0..<4).map { "{\"label\": \"Region \($0)\", \"children\": [\(branches)]}" }.joined(separator: ",")
    return try Pies.chart(
      "{\"kind\": \"pie\", \"size\": {\"width\": 800, \"height\": 600}, \"slices\": [\(regions)]\(more)}")
  }

  @Test(
    "Names of inner rings stand in their slices, turned where there is no room otherwise",
    arguments: ["", ", \"labels\": \"inside\", \"hole\": 0.25"])
  func innerNames(more: String) throws {
    let layout = try rings(more).pie
    let inside = layout.labels.inside
    #expect((0..<4).allSatisfy { index in inside.contains { $0.path == [index] } })
    #expect(inside.count { $0.path.count == 2 } >= 8)
    for label in inside {
      let mark = try #require(layout.marks.first { $0.path == label.path })
      #expect(mark.sector.contains(label.box.center) && label.text.size >= 9)
      #expect((-90...90).contains(label.text.rotation))
    }
  }
}
