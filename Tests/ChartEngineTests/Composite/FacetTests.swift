import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M13 Small multiples")
struct FacetTests {
  /// Panels of points, so many, with values up to those.
  private func chart(
    _ greatest: [Double], scales: String = "shared", columns: Int? = nil, size: Size? = nil
  ) throws -> Chart {
    let text = #"""
      {"kind": "scatter", "legend": "bottom", "x": {"title": "Time"}, "y": {"title": "Height"},
       "series": [{"name": "a", "x": [1, 2], "values": [1, 2]}, {"name": "b", "x": [1, 2], "values": [1, 2]}]}
      """#
    let spec = try ChartSpec(json: JSON(parsing: text))
    var facet = FacetSpec(by: "city")
    facet.scales = try #require(FacetSpec.Scales(rawValue: scales))
    facet.columns = columns
    let panels = greatest.enumerated().map { index, value in
      var own = spec
      if var plot = own.content as? CartesianSpec {
        plot.series[0].values = .numbers([1, value])
        plot.series[1].positions = .numbers([1, Double(index + 2)])
        own.content = plot
      }
      return FacetedSpec.Panel(column: "City \(index)", chart: own)
    }
    return Chart(id: "facets", spec: ChartSpec(FacetedSpec(spec, facet: facet, panels: panels)), size: size)
  }

  private func plots(_ chart: Chart) throws -> [Rect] {
    let layout = try #require(chart.layout() as? CompositeLayout)
    return try layout.parts.map { try #require($0.layout as? CartesianLayout).plot.moved(by: $0.way) }
  }

  private func frames(_ chart: Chart) throws -> [PlotFrame] {
    let layout = try #require(chart.layout() as? CompositeLayout)
    return try layout.parts.map { try #require($0.layout as? CartesianLayout).frame }
  }

  @Test("Three stand side by side where each is 160 px wide, rather than beside an empty place")
  func inOneRow() throws {
    for (size, rows) in [
      (Size(width: 640, height: 360), 1), (Size(width: 400, height: 360), 2), (Size(width: 600, height: 900), 3),
    ] {
      #expect(Set(try plots(chart([2, 9, 4], size: size)).map { $0.minY.rounded() }).count == rows, "\(size)")
    }
  }

  @Test("All plots have one size and stand in line, in pictures of any size that has room")
  func inLine() throws {
    for size in [Size(width: 320, height: 240), Size(width: 640, height: 360), Size(width: 1200, height: 700)] {
      for scales in ["shared", "free", "free-x", "free-y"] {
        let plots = try plots(chart([2, 9, 400, 3, 70], scales: scales, columns: 3, size: size))
        for plot in plots {
          #expect(abs(plot.width - plots[0].width) < 1e-6 && abs(plot.height - plots[0].height) < 1e-6)
        }
        #expect(plots[0].width > 20 && plots[0].height > 14)
        for (index, plot) in plots.enumerated() {
          for other in plots[(index + 1)...] { #expect(!plot.intersects(other)) }
        }
        let lefts = Set(plots.map { ($0.minX * 100).rounded() })
        let tops = Set(plots.map { ($0.minY * 100).rounded() })
        #expect(lefts.count * tops.count >= 5 && lefts.count <= 3)
      }
    }
  }

  @Test("Shared axes go from the least to the greatest of all; free ones are each panel's own")
  func scales() throws {
    func tops(_ scales: String) throws -> Set<Double> {
      Set(try frames(chart([2, 9, 400], scales: scales)).map(\.left.domain.upper))
    }
    func ends(_ scales: String) throws -> Set<Double> {
      Set(try frames(chart([2, 9, 400], scales: scales)).map(\.window.span.upper))
    }
    #expect(try tops("shared").count == 1 && tops("shared").first ?? 0 >= 400)
    #expect(try tops("free-x").count == 1)
    #expect(try tops("free").count == 3 && tops("free-y").count == 3)
    #expect(try ends("shared").count == 1 && ends("free-y").count == 1)
    #expect(try ends("free").count == 3 && ends("free-x").count == 3)
  }

  @Test("Labels of shared axes stand at the outer edge alone: on the left, and below what has nothing below it")
  func labels() throws {
    let frames = try frames(chart([2, 9, 4, 3, 7], columns: 3))
    #expect(frames.map { !$0.x.labels.isEmpty } == [false, false, true, true, true])
    #expect(frames.map(\.left.spec.style.labels.isVisible) == [true, false, false, true, false])
  }

  @Test("One legend hides in all panels, and what is moved in one is moved in all")
  func together() throws {
    var chart = try chart([2, 9, 4])
    #expect(chart.spec.content.legendLabels == ["a", "b"])
    let layout = try #require(chart.layout() as? CompositeLayout)
    let entry = try #require(layout.arranged.legend?.entries.last)
    let outcome = chart.apply(.tap(entry.box.center))
    #expect(outcome.changed && outcome.hit?.kind == .legend)
    #expect(chart.state.view.hidden == [1])
    let after = try #require(chart.layout() as? CompositeLayout)
    #expect(after.parts.allSatisfy { $0.layout.view.hidden == [1] })
    #expect(chart.apply(.highlight(path: [1, 0, 1], notify: true)).changed)
    #expect(chart.state.view.selection == [1, 0, 1])
  }

  @Test("A mark is told of with the name of its panel, and what is brushed once for all of them")
  func words() throws {
    var chart = try chart([2, 9, 4])
    let layout = chart.layout()
    let inner = try #require((layout as? CompositeLayout)?.parts[1].layout.words(for: [0, 1]))
    #expect(layout.words(for: [1, 0, 1]) == "City 1: \(inner)")
    _ = chart.apply(.brush(Brush(x: 1...2, y: nil)))
    #expect(chart.layout().brushWords == "1 to 2")
  }

  @Test("A hundred panels, a picture of a px, and none at all are drawn without a trap")
  func bounds() throws {
    for count in [0, 1, 2, 100] {
      for size in [Size(width: 1, height: 1), Size(width: 60, height: 40), Size(width: 640, height: 360)] {
        let chart = try chart([Double](repeating: 5, count: count), size: size)
        #expect(chart.layout().scene().size == size)
        #expect((chart.layout() as? CompositeLayout)?.parts.count == count)
      }
    }
  }
}
