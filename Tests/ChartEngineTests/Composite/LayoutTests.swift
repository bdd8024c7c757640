import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

/// Layouts to test with.
enum Layouts {
  static let dashboard = #"""
    {"kind": "layout", "title": "Week", "columns": 2, "charts": [
      {"kind": "bar", "title": "Steps", "x": {"labels": ["Mo", "Tu", "We"]},
       "series": [{"name": "me", "values": [4200, 12000, 8000]}, {"name": "you", "values": [3000, 5000, 7000]}],
       "legend": "top"},
      {"kind": "pie", "title": "Spending", "slices": {"Rent": 25, "Food": 18}, "legend": "right"},
      {"kind": "line", "x": {"labels": ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]},
       "viewport": {"visibleCount": 3}, "series": [{"values": [1, 2, 3, 2, 1, 2, 3]}]},
      {"kind": "treemap", "slices": {"Photos": 40, "Video": 71}}]}
    """#

  static func chart(_ text: String = dashboard, size: Size? = nil) throws -> Chart {
    Chart(id: "test", spec: try ChartSpec(json: JSON(parsing: text)), size: size)
  }
}

extension Chart {
  fileprivate var parts: [ArrangedParts.Part] { get throws { try #require(layout() as? CompositeLayout).parts } }
}

@Suite("M13 Layouts")
struct LayoutTests {
  @Test("The titles of charts in a layout are smaller than its own")
  func titles() throws {
    let chart = try Layouts.chart(size: Size(width: 640, height: 480))
    let found = LayoutTests.textSizes(chart.layout().scene(animated: false).nodes)
    #expect(found["Week"] == 16 && found["Steps"] == 13 && found["Spending"] == 13)
  }

  private static func textSizes(_ nodes: [Node]) -> [String: Double] {
    nodes.reduce(into: [:]) { sizes, node in
      switch node.shape {
      case .text(let text): sizes[text.runs.map(\.text).joined()] = text.size
      case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes):
        sizes.merge(textSizes(nodes)) { $1 }
      default: break
      }
    }
  }

  @Test("Charts share the picture without lying over one another, at sizes from 1 × 1 on")
  func places() throws {
    for size in [(1.0, 1.0), (40, 30), (320, 200), (640, 360), (1200, 700)] {
      let chart = try Layouts.chart(size: Size(width: size.0, height: size.1))
      let parts = try chart.parts
      #expect(parts.count == 4)
      for (index, part) in parts.enumerated() {
        #expect(chart.canvas().bounds.contains(part.box))
        for other in parts[(index + 1)...] where part.box.width > 0 && part.box.height > 0 {
          #expect(!part.box.intersects(other.box) || other.box.width * other.box.height == 0)
        }
      }
      _ = chart.layout().scene()
    }
  }

  @Test("Weights say how wide columns and how high rows are in proportion")
  func weights() {
    let grid = LayoutGrid(columns: 3, gap: 10, widths: [2, 1], heights: [1, 3])
    let boxes = grid.boxes(of: 5, in: Rect(x: 5, y: 7, width: 420, height: 410))
    #expect(boxes.map(\.width) == [200, 100, 100, 200, 100])
    #expect(boxes.map(\.height) == [100, 100, 100, 300, 300])
    #expect(boxes.map(\.x) == [5, 215, 325, 5, 215])
    #expect(boxes.map(\.y) == [7, 7, 7, 117, 117])
  }

  @Test("What is hit is what the chart at that place says is hit there, and its path begins with that chart's index")
  func hits() throws {
    let chart = try Layouts.chart()
    let layout = chart.layout()
    let parts = try chart.parts
    var kinds: Set<Hit.Kind> = []
    for x in stride(from: 3.5, to: 640, by: 7) {
      for y in stride(from: 2.5, to: 360, by: 7) {
        let point = Point(x: x, y: y)
        let hit = layout.hit(at: point)
        guard let index = parts.firstIndex(where: { $0.box.contains(point) }) else {
          #expect(hit.kind == .none && hit.path == nil)
          continue
        }
        let inner = parts[index].layout.hit(at: point - Point(x: parts[index].box.x, y: parts[index].box.y))
        #expect(hit.kind == inner.kind && hit.path?.first == index && hit.point == point)
        #expect(layout.path(pickedBy: hit) == parts[index].layout.path(pickedBy: inner).map { [index] + $0 })
        if hit.kind != .legend { #expect(hit.series == inner.series) }
        kinds.insert(hit.kind)
      }
    }
    #expect(kinds.isSuperset(of: [.bar, .slice, .legend, .none]))
  }

  @Test("One mark is selected in all; blank places clear, and so does Escape")
  func selection() throws {
    var chart = try Layouts.chart()
    let bar = try #require(chart.layout().marker(for: [0, 1, 1])?.anchor)
    let tapped = chart.apply(.tap(Point(x: bar.x, y: bar.y + 3)))
    #expect(chart.state.view.selection == [0, 1, 1])
    #expect(tapped.changed && tapped.hit?.path == [0, 1, 1])
    guard case .inPart(0, .valueSelected(let mark))? = tapped.events.first else {
      Issue.record("no selection told")
      return
    }
    #expect(mark.path == [1, 1] && mark.value == 5000)
    _ = chart.apply(.highlight(path: [1, 0], notify: true))
    #expect(chart.state.view.selection == [1, 0])
    #expect(chart.layout().words(for: [1, 0]) == "Spending: Rent: 25 (58%)")
    #expect(chart.apply(.tap(Point(x: 321, y: 30))).events == [.nothingSelected])
    #expect(chart.state.view.selection == nil)
    _ = chart.apply(.highlight(path: [3, 1], notify: true))
    #expect(chart.apply(.key(.escape)).events == [.nothingSelected])
  }

  @Test("Keys walk in the chart where one is, and page up and down go from chart to chart")
  func keys() throws {
    var chart = try Layouts.chart()
    func press(_ keys: Key...) -> [Int]? {
      for key in keys { _ = chart.apply(.key(key)) }
      return chart.state.view.selection
    }
    #expect(press(.right, .right) == [0, 0, 1])
    #expect(press(.pageDown) == [1, 0])
    #expect(press(.right) == [1, 1])
    #expect(press(.pageDown, .pageDown, .right) == [3, 1])
    #expect(press(.pageDown) == [0, 0, 0])
    #expect(press(.pageUp)?.first == 3)
  }

  @Test("A drag stays with the chart where it began, wherever the pointer goes")
  func drags() throws {
    var chart = try Layouts.chart()
    let start = try #require(try chart.parts[2].box.center as Point?)
    func report(_ phase: PointerReport.Phase, _ x: Double, _ y: Double) {
      _ = chart.apply(.pointer(PointerReport(phase: phase, position: Point(x: x, y: y))))
    }
    report(.down, start.x, start.y)
    for step in 1...20 { report(.move, start.x - Double(step) * 8, start.y - Double(step) * 9) }
    #expect(chart.state.view.children[2].viewport != nil)
    #expect(chart.state.grabs.map(\.child) == [2])
    report(.up, start.x - 160, start.y - 180)
    #expect(chart.state.grabs.isEmpty && chart.state.view.children[0] == ChartState.View())
  }

  @Test("A pointer that went up where nobody saw it clicks anew in another chart, and in the legend of all")
  func lostUp() throws {
    var chart = try Layouts.chart(size: Size(width: 640, height: 480))
    let parts = try chart.parts
    let pie = parts[1].box.center
    chart.pointer(.down, parts[0].box.center)
    for phase in [PointerReport.Phase.down, .up] { chart.pointer(phase, Point(x: pie.x - 20, y: pie.y + 10)) }
    #expect(chart.state.view.selection?.first == 1)
    #expect(chart.state.grabs.isEmpty)
    // The next one is where it is, too.
    for phase in [PointerReport.Phase.move, .down, .up] { chart.pointer(phase, parts[3].box.center) }
    #expect(chart.state.view.selection?.first == 3)
  }

  @Test("Entries of legends are counted through, and each hides what is its own chart's")
  func legends() throws {
    var chart = try Layouts.chart()
    #expect(chart.spec.content.legendLabels.prefix(4) == ["me", "you", "Rent", "Food"])
    _ = chart.apply(.toggle(series: 3))
    #expect(chart.state.view.children.map(\.hidden) == [[], [1], [], []])
    let parts = try chart.parts
    let entry = try #require((parts[1].layout as? PieLayout)?.hit(at: Point(x: 0, y: 0)) as Hit?)
    #expect(entry.kind == .none)
    var hits: Set<Int> = []
    let layout = chart.layout()
    for x in stride(from: 322.0, to: 640, by: 3) {
      for y in stride(from: 0.0, to: 190, by: 3) {
        let hit = layout.hit(at: Point(x: x, y: y))
        if hit.kind == .legend { hits.insert(hit.series ?? -1) }
      }
    }
    #expect(hits == [2, 3])
  }

  @Test("Plots above one another begin at the same place, and those beside one another end at the same height")
  func inLine() throws {
    let text = #"""
      {"kind": "layout", "columns": 2, "charts": [
        {"kind": "line", "series": [{"values": [1, 2]}]}, {"kind": "line", "title": "B", "series": [{"values": [1, 2]}]},
        {"kind": "bar", "series": [{"values": [100000, 2000000]}]}, {"kind": "gauge", "value": 3}]}
      """#
    let parts = try Layouts.chart(text).parts
    func plot(_ index: Int) throws -> Rect {
      try #require(parts[index].layout.alignedPlot).moved(by: parts[index].way)
    }
    #expect(abs(try plot(0).minX - plot(2).minX) < 1e-9)
    #expect(abs(try plot(0).minY - plot(1).minY) < 1e-9)
    #expect(abs(try plot(0).maxY - plot(1).maxY) < 1e-9)
  }

  @Test("A state without those of charts, and one of other charts, are as good as new")
  func states() throws {
    var chart = try Layouts.chart()
    var state = ChartState()
    state.view.selection = [1, 1]
    chart.restore(state)
    #expect(chart.state.view.children.count == 4 && chart.state.view.selection == [1, 1])
    state.view.selection = [7, 0]
    state.wholeChildren = [ChartState(), ChartState()]
    chart.restore(state)
    #expect(chart.state.view.selection == nil)
    #expect(chart.apply(.key(.home)).changed)
  }

  @Test("Marks are addressed by the path that begins with their chart")
  func addresses() throws {
    let chart = try Layouts.chart()
    func choice(_ address: MarkAddress, x: PositionSpec? = nil) -> String {
      do throws(InvalidValue) {
        return "\(try chart.mark(of: MarkRequest(address, x: x)))"
      } catch {
        return error.description
      }
    }
    #expect(choice(MarkAddress(path: [0, 1, 2])) == "mark([0, 1, 2])")
    #expect(choice(MarkAddress(index: .null)) == "none")
    #expect(choice(MarkAddress(path: [2]), x: .text("We")) == "mark([2, 0, 2])")
    #expect(choice(MarkAddress(path: [4, 0])) == "path[0]: expected a chart from 0 to 3, got 4")
    #expect(choice(MarkAddress(path: [0, 5, 0])) == "path[1]: expected a series from 0 to 1, got 5")
    #expect(choice(MarkAddress(index: .at(1))).hasPrefix("path: is required"))
  }
}
