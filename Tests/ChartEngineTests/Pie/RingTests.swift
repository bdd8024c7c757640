import BigInt
@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

/// A slice and those within it.
struct Tree: Sendable {
  var value = 0
  var children: [Tree] = []

  var total: Int { children.isEmpty ? value : children.reduce(0) { $0 + $1.total } }
  var spec: SliceSpec { SliceSpec(value: children.isEmpty ? Double(value) : nil, children: children.map(\.spec)) }

  static func random(depth: Int, using random: inout SplitMix64) -> Tree {
    guard depth > 0, random.chance(0.8) else { return Tree(value: random.whole(0...12)) }
    return Tree(children: (0..<random.whole(1...5)).map { _ in Tree.random(depth: depth - 1, using: &random) })
  }

  /// The path of the slices that own `position` of `count` equally spaced angles, in exact arithmetic.
  static func path(_ trees: [Tree], position: BigInt, count: BigInt) -> [Int] {
    let total = BigInt(trees.reduce(0) { $0 + $1.total })
    var before = BigInt(0)
    for (index, tree) in trees.enumerated() {
      let weight = BigInt(tree.total)
      // position / count lies in [before, before + weight) / total
      let inside = position * total - before * count
      if inside >= 0, inside < weight * count {
        return [index] + (tree.children.isEmpty ? [] : path(tree.children, position: inside, count: weight * count))
      }
      before += weight
    }
    return []
  }
}

@Suite("P8 Nested rings")
struct RingTests {
  private func chart(_ trees: [Tree], _ change: (inout PieSpec) -> Void = { _ in }) -> Chart {
    Pies.chart([]) {
      $0.slices = trees.map(\.spec)
      change(&$0)
    }
  }

  @Test("P13 The arrow down goes from a slice to the first of its own, and up goes back")
  func keys() throws {
    var chart = try Pies.chart(
      """
      {"kind": "pie", "slices": [{"label": "A", "value": 1}, {"label": "B", "children": [
        {"label": "B1", "children": [{"label": "B11", "value": 1}]}, {"label": "B2", "value": 2}]}]}
      """)
    _ = chart.apply(.highlight(path: [1], notify: false))
    for (key, path) in [
      (Key.down, [1, 0]), (.down, [1, 0, 0]), (.down, [1, 0, 0]), (.up, [1, 0]), (.up, [1]), (.up, [1]),
    ] {
      _ = chart.apply(.key(key))
      #expect(chart.state.view.selection == path)
    }
  }

  @Test("P8 Every angle in tenths finds, in every ring, what exact arithmetic finds", arguments: sample(1...30))
  func everyAngle(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let trees = (0..<random.whole(1...5)).map { _ in Tree.random(depth: 3, using: &random) }
    guard trees.contains(where: { $0.total > 0 }) else { return }
    let startTenths = random.whole(0...3599)
    let chart = chart(trees) { $0.startAngle = Double(startTenths) / 10 }
    let layout = try chart.pie
    var wrong = Mismatches()
    for tenth in 0..<3600 {
      let expected = Tree.path(trees, position: BigInt(tenth), count: 3600)
      let angle = Double((startTenths + tenth) % 3600) / 10
      let found = layout.branch(at: angle).last?.path ?? []
      wrong.expect(found == expected, "\(found) instead of \(expected) at \(angle)°")
    }
    wrong.check()
    for ring in 0..<4 {
      let expected = Tree.path(trees, position: 1234, count: 3600)
      let angle = Double((startTenths + 1234) % 3600) / 10
      #expect(chart.sliceIndex(at: angle, ring: ring) == (expected.indices.contains(ring) ? expected[ring] : nil))
    }
  }

  @Test("P8 Children of thirds, sevenths and ninths begin exactly where they begin")
  func boundaries() throws {
    var wrong = Mismatches()
    for parts in [3, 7, 9, 11, 45] {
      let family = Tree(children: Array(repeating: Tree(value: 1), count: parts))
      for half in sample(0..<720) {
        let start = Double(half) / 2
        let layout = try chart([family, Tree(value: 2 * parts)]) { $0.startAngle = start }.pie
        for index in 0..<parts {
          // Nearest double to a number that is no binary one.
          let boundary = start + 120.0 * Double(index) / Double(parts)
          let found = layout.branch(at: boundary).last?.path
          wrong.expect(found == [0, index], "\(parts) parts from \(start)°: \(found ?? []) instead of \(index)")
        }
      }
    }
    wrong.check()
  }

  @Test("P8 Children lie within their parent's angles and fill them", arguments: 31...40)
  func alignment(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let layout = try chart((0..<4).map { _ in Tree.random(depth: 4, using: &random) }) { $0.startAngle = 33 }.pie
    for mark in layout.marks where !mark.children.isEmpty {
      let children = mark.children.compactMap { $0.map { layout.marks[$0] } }
      var angle = mark.sector.start
      for child in children {
        #expect(child.path.starts(with: mark.path) && child.ring == mark.ring + 1)
        #expect(abs(angularDifference(child.sector.start, angle)) < 1e-9)
        #expect(abs(child.sector.inner - mark.sector.outer) < 1e-9)
        angle += child.sector.sweep
      }
      #expect(abs(angle - mark.sector.start - mark.sector.sweep) < 1e-9)
      #expect(abs(children.reduce(0) { $0 + $1.fraction } - mark.fraction) < 1e-12)
    }
  }

  @Test("P8 Rings of any depth: a hit in each names ring and path", arguments: [1, 2, 5, 20])
  func depth(depth: Int) throws {
    let nested = (1..<depth).reduce(Tree(value: 1)) { tree, _ in Tree(children: [tree, Tree(value: 1)]) }
    let layout = try chart([nested, Tree(value: 1)]) {
      $0.hole = 0.2
      $0.radius = .pixels(160)
    }.pie
    let thickness = 160 * 0.8 / Double(depth)
    for ring in 0..<depth {
      let hit = layout.hit(at: layout.point(angle: 270 + 1e-4, radius: 32 + (Double(ring) + 0.5) * thickness))
      #expect(hit.kind == .slice && hit.series == ring && hit.path == Array(repeating: 0, count: ring + 1))
      #expect(hit.index == 0)
    }
  }

  @Test(
    "P8 A parent's own value counts for its angle: children that are less leave a rest, more of them share it, which is said"
  )
  func ownValue() throws {
    let chart = try Pies.chart(
      #"""
      {"kind": "pie", "slices": [
        {"label": "A", "children": [{"label": "A1", "value": 6, "children": [{"value": 1}, {"value": 1}]}, {"value": 4}]},
        {"label": "B", "value": 30, "children": [{"value": 1}, {"value": 2}]}, {"label": "C", "value": 20, "children": [{"value": 30}, {"value": 10}]}]}
      """#)
    let layout = try chart.pie
    #expect(layout.mark(at: [0])?.value == 10 && layout.mark(at: [1])?.fraction == 0.5)
    // Each is as wide as its value says.
    for path in [[0, 0, 0], [0, 0, 1], [1, 0], [1, 1]] {
      let mark = try #require(layout.marks.first { $0.path == path })
      #expect(abs(mark.sector.sweep - mark.value / 60 * 360) < 1e-9, "\(path)")
      #expect(abs(mark.fraction - mark.value / 60) < 1e-12)
      let middle = layout.point(angle: mark.sector.middle, radius: (mark.sector.inner + mark.sector.outer) / 2)
      #expect(layout.hit(at: middle).path == path)
    }
    #expect(abs((layout.mark(at: [2, 0])?.fraction ?? 0) - 0.25) < 1e-12)
    // Where there is a rest, nothing is hit but what is within it.
    let parent = try #require(layout.marks.first { $0.path == [1] })
    let rest = layout.point(angle: parent.sector.start + parent.sector.sweep - 1, radius: layout.radius * 0.5)
    #expect(layout.hit(at: rest).kind == .none)
    #expect(layout.warnings.filter { $0.hasPrefix("'C' has the value 20, its children add up to 40") }.count == 1)
    #expect(!layout.warnings.contains { $0.hasPrefix("'A1'") || $0.hasPrefix("'B'") })
  }

  @Test(
    "P8 Children have shades of their parent's colour unless given their own, which can be told from the background")
  func shades() throws {
    for theme in Theme.allCases {
      let chart = try Pies.chart(
        #"""
        {"kind": "pie", "slices": [{"color": "#205080", "children": [{"value": 1}, {"value": 1, "color": "red"}, {"value": 1}]},
          {"value": 1, "color": "#c06020"}]}
        """#)
      let layout = try #require(chart.layout(theme: theme) as? PieLayout)
      let shades = [0, 2].compactMap { index in layout.marks.first { $0.path == [0, index] }?.color }
      #expect(shades.count == 2 && Set(shades).count == 2)
      // Blue as their parent is.
      #expect(shades.allSatisfy { $0.red < $0.green && $0.green < $0.blue })
      #expect(layout.marks.first { $0.path == [0, 1] }?.color == Color(rgb: 0xFF0000))
    }
  }

  @Test("P8 The selected branch is enlarged and hit there; no two slices ever lie over one another")
  func selectedBranch() throws {
    let trees = [
      Tree(children: [Tree(children: [Tree(value: 1), Tree(value: 2)]), Tree(value: 3)]), Tree(value: 5),
      Tree(children: [Tree(value: 2), Tree(value: 2)]),
    ]
    var random = SplitMix64(seed: 8)
    for selection in [[0], [0, 0], [0, 0, 1], [0, 1], [1], [2], [2, 1]] {
      var chart = chart(trees) { $0.hole = 0.25 }
      _ = chart.apply(.highlight(path: selection, notify: false))
      let layout = try chart.pie
      let selected = try #require(layout.marks.first { $0.path == selection })
      #expect(selected.isSelected)
      for mark in layout.marks {
        let thickness = 75.0 / 3
        let inner = 25 + Double(mark.ring) * thickness
        let isBeyond = mark.path.count > selection.count && mark.path.starts(with: selection)
        #expect(abs(mark.sector.inner - inner * (isBeyond ? 1.2 : 1)) < 1e-9)
        #expect(abs(mark.sector.outer - (inner + thickness) * (isBeyond || mark.isSelected ? 1.2 : 1)) < 1e-9)
      }
      for _ in 0..<2000 {
        let point = layout.point(angle: random.number(0...360), radius: random.number(1...125))
        let holding = layout.marks.filter { $0.sector.contains(point) }
        #expect(holding.count <= 1)
        #expect(layout.hit(at: point).path == holding.first?.path)
      }
    }
  }

  @Test("P8 A tap in an outer ring selects and clears that slice")
  func tap() throws {
    var chart = chart([Tree(children: [Tree(value: 1), Tree(value: 1)]), Tree(value: 2)]) { $0.startAngle = 0 }
    let outcome = try chart.tap(angle: 100, radius: 75)
    #expect(chart.state.view.selection == [0, 1])
    guard case .valueSelected(let mark) = outcome.events.first else {
      Issue.record("no event")
      return
    }
    #expect(mark.series == 1 && mark.index == 1 && mark.path == [0, 1])
    _ = try chart.tap(angle: 100, radius: 75)
    #expect(chart.state.view.selection == nil)
  }

  @Test("P8, P14 With gap and corners every ring is hit as it is drawn")
  func gaps() throws {
    var random = SplitMix64(seed: 88)
    for _ in 0..<20 {
      let layout = try chart((0..<3).map { _ in Tree.random(depth: 2, using: &random) }) {
        $0.gap = random.number(0...6)
        $0.cornerRadius = random.number(0...8)
        $0.hole = 0.2
      }.pie
      let polygons = layout.marks.map { Polygon($0.sector.path) }
      for _ in 0..<200 {
        let point = layout.point(angle: random.number(0...360), radius: random.number(1...105))
        let hit = layout.hit(at: point)
        guard !layout.hasTinyMarks else { continue }
        let drawn = layout.marks.indices.filter { layout.marks[$0].sector.sweep > 0 && polygons[$0].contains(point) }
        guard polygons.allSatisfy({ $0.distance(to: point) > 0.02 }) else { continue }
        #expect(drawn.map { layout.marks[$0].path } == (hit.path.map { [$0] } ?? []))
      }
    }
  }
}
