@testable import ChartEngine
import ChartModel
import Testing

@Suite("P12 Legend")
struct LegendTests {
  private func chart(_ position: LegendSpec.Position = .right, _ change: (inout PieSpec) -> Void = { _ in }) -> Chart {
    Pies.chart(Pies.five) {
      $0.common.legend.position = position
      $0.radius = nil
      change(&$0)
    }
  }

  @Test("A title of a legend that there is none of is told")
  func title() throws {
    for (legend, isTold) in [
      (#"{"title": "Costs"}"#, true), (#"{"title": "Costs", "position": "bottom"}"#, false), ("false", false),
    ] {
      let chart = try Plots.chart("{\"kind\": \"pie\", \"slices\": {\"a\": 1, \"b\": 2}, \"legend\": \(legend)}")
      #expect(chart.layout().warnings.contains { $0.hasPrefix("legend.title: there is no legend") } == isTold)
    }
  }

  @Test("P12 Toggling hides a slice; the shares are taken anew, the colours stay", arguments: 0..<5)
  func toggle(hidden: Int) throws {
    var chart = chart()
    let before = try chart.pie
    #expect(chart.apply(.toggle(series: hidden)).changed)
    let after = try chart.pie
    let left = Pies.five.enumerated().filter { $0.offset != hidden }
    let total = left.reduce(0) { $0 + $1.element }
    #expect(after.marks.map(\.index) == left.map(\.offset) && after.total == total)
    for mark in after.marks {
      #expect(abs(mark.fraction - mark.value / total) < 1e-12)
      #expect(abs(mark.sector.sweep - mark.value / total * 360) < 1e-9)
      #expect(mark.color == before.marks[mark.index].color)
    }
    #expect(after.legend?.entries.map(\.isHidden) == (0..<5).map { $0 == hidden })
    #expect(after.legend?.entries.map(\.color) == before.legend?.entries.map(\.color))
    for angle in stride(from: 0.0, to: 360, by: 0.5) { #expect(after.rootIndex(at: angle) != hidden) }

    #expect(chart.apply(.toggle(series: hidden)).changed)
    #expect(chart.state == chart.initialState)
  }

  @Test("P12 The selection is kept where it still exists, and cleared with its slice")
  func selection() {
    var chart = chart()
    _ = chart.apply(.highlight(path: [2], notify: true))
    #expect(chart.apply(.toggle(series: 0)).events.isEmpty && chart.state.view.selection == [2])
    #expect(chart.apply(.toggle(series: 2)).events == [.nothingSelected] && chart.state.view.selection == nil)
    #expect(chart.apply(.toggle(series: 2)).events.isEmpty && chart.state.view.selection == nil)
  }

  @Test("P12 A hidden slice can't be selected, nor one that isn't there")
  func notSelectable() {
    var chart = chart()
    _ = chart.apply(.toggle(series: 1))
    for path in [[1], [], [5], [-1], [0, 0], [.max], [.min]] {
      #expect(!chart.apply(.highlight(path: path, notify: true)).changed)
    }
  }

  @Test("P12 A slice of value 0 can't be selected, and an update that makes it one clears it")
  func zero() {
    var chart = chart { $0.slices[3].value = 0 }
    #expect(!chart.apply(.highlight(path: [3], notify: true)).changed)
    _ = chart.apply(.highlight(path: [1], notify: true))
    guard var spec = chart.spec.content as? PieSpec else { return }
    spec.slices[1].value = 0
    chart.update(spec: .pie(spec))
    #expect(chart.state.view.selection == nil)
  }

  @Test("P12 All hidden: nothing is drawn or hit, and that is said")
  func allHidden() throws {
    var chart = chart()
    for index in 0..<5 { _ = chart.apply(.toggle(series: index)) }
    let layout = try chart.pie
    #expect(layout.marks.isEmpty && layout.total == 0)
    #expect(layout.warnings == ["all slices are hidden or 0: nothing to show"])
    for angle in stride(from: 0.0, to: 360, by: 9) {
      #expect(layout.hit(at: layout.point(angle: angle, radius: 50)).kind == .none)
      #expect(chart.sliceIndex(at: angle) == nil)
    }
    _ = chart.apply(.toggle(series: 4))
    #expect(try chart.pie.marks.map(\.index) == [4])
  }

  @Test("P12 Toggling what isn't there changes nothing", arguments: [-1, 5, .max, .min])
  func noSuchSeries(series: Int) {
    var chart = chart()
    #expect(!chart.apply(.toggle(series: series)).changed)
  }

  @Test(
    "P12 A tap on an entry toggles it, wherever the legend stands",
    arguments: [
      LegendSpec.Position.top, .bottom, .left, .right,
    ])
  func tapping(position: LegendSpec.Position) throws {
    var chart = chart(position)
    for index in 0..<5 {
      let legend = try #require(try chart.pie.legend)
      let entry = try #require(legend.entries.first { $0.index == index })
      let outcome = chart.apply(.tap(entry.box.center))
      #expect(outcome.hit?.kind == .legend && outcome.hit?.index == index && outcome.hit?.label == "Slice \(index)")
      #expect(chart.state.view.hidden == [index])
      _ = chart.apply(.tap(entry.box.center))
      #expect(chart.state.view.hidden.isEmpty)
    }
  }

  @Test(
    "P12 Legends lie within the chart, clear of the pie and of each other",
    arguments: [
      LegendSpec.Position.top, .bottom, .left, .right,
    ])
  func places(position: LegendSpec.Position) throws {
    for (count, label, size) in [
      (5, "Name", Size.standard), (40, "A", Size.standard), (40, "A rather long name of a slice", .standard),
      (3, "x", Size(width: 150, height: 90)), (200, "日本語", Size(width: 400, height: 200)), (2000, "", .standard),
      (12, "tab\t\tand\nline", Size(width: 300, height: 300)),
    ] {
      for fontSize in [4, 12, 30, 100] as [Double] {
        let layout = try Pies.chart(Array(repeating: 1, count: count), size: size) {
          $0.common.legend.position = position
          $0.common.legend.fontSize = .given(fontSize)
          $0.radius = nil
          for index in $0.slices.indices { $0.slices[index].label = label }
        }.pie
        guard let legend = layout.legend else { continue }
        let font = Font(size: fontSize)
        var boxes = legend.entries.map(\.box)
        for entry in legend.entries {
          #expect(entry.swatch.maxX + 7 + font.width(of: entry.text) <= entry.box.maxX + 1e-9)
        }
        if let missing = legend.missing {
          let width = font.width(of: "+ \(missing.count) more")
          let isColumn = position == .left || position == .right
          boxes.append(
            Rect(
              x: missing.position.x - (isColumn ? 0 : width / 2), y: missing.position.y - font.capHeight, width: width,
              height: font.capHeight))
        }
        #expect(legend.entries.count + (legend.missing?.count ?? 0) == count)
        let pie = Rect(
          x: layout.center.x - layout.radius, y: layout.center.y - layout.radius, width: 2 * layout.radius,
          height: 2 * layout.radius)
        var wrong = Mismatches()
        for (index, box) in boxes.enumerated() {
          let isInside =
            box.minX >= -1e-9 && box.minY >= -1e-9 && box.maxX <= size.width + 1e-9 && box.maxY <= size.height + 1e-9
          wrong.expect(isInside, "\(count) '\(label)' \(position) at \(fontSize) px: \(box) leaves \(size)")
          wrong.expect(
            !box.intersects(pie) || layout.radius == 0, "\(count) '\(label)' at \(fontSize) px: over the pie")
          for other in boxes[(index + 1)...].prefix(50) {
            wrong.expect(
              !box.inset(left: 0.01, top: 0.01, right: 0.01, bottom: 0.01).intersects(other), "\(box) over \(other)")
          }
        }
        wrong.check()
      }
    }
  }

  @Test("P12 After an update of the spec colours follow their slices' places, hidden ones beyond the end are forgotten")
  func update() {
    var chart = chart()
    _ = chart.apply(.toggle(series: 4))
    _ = chart.apply(.toggle(series: 0))
    _ = chart.apply(.highlight(path: [3], notify: true))
    guard var spec = chart.spec.content as? PieSpec else { return }
    spec.slices.removeLast(2)
    chart.update(spec: .pie(spec))
    #expect(chart.state.view.hidden == [0] && chart.state.view.selection == nil)
  }
}
