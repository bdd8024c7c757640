import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M13 What is written around small multiples is read apart, whole where there is room, and told where it is not")
struct FacetTextTests {
  private static let long = [
    "Nordrhein-Westfalen und Umgebung", "Mecklenburg-Vorpommern", "Vereinigte Staaten von Amerika",
    "Freie und Hansestadt Hamburg",
  ]
  private static let sizes = [
    Size(width: 320, height: 200), Size(width: 400, height: 300), Size(width: 640, height: 400),
    Size(width: 1000, height: 600),
  ]

  /// - Parameter names: Of the panels, or of their rows.
  private func chart(
    _ kind: String, _ more: String = "", names: [String], rows: Bool = false, columns: Bool = false, size: Size
  ) throws -> Chart {
    let spec = try ChartSpec(json: JSON(parsing: #"{"kind": "\#(kind)"\#(more)}"#))
    var facet = FacetSpec()
    if rows { facet.row = "p" } else if columns { facet.column = "p" } else { facet.by = "p" }
    let panels = names.map { FacetedSpec.Panel(row: rows ? $0 : nil, column: rows ? nil : $0, chart: spec) }
    return Chart(id: "facets", spec: ChartSpec(FacetedSpec(spec, facet: facet, panels: panels)), size: size)
  }

  private func layout(_ chart: Chart) throws -> CompositeLayout { try #require(chart.layout() as? CompositeLayout) }

  /// What stands around plots, in the picture.
  private func boxes(_ layout: CompositeLayout) -> [Rect] {
    layout.arranged.texts.map { $0.box(in: layout.canvas.typeface.font(usual: 12)) }
  }

  private static let bars = #"""
    , "x": {"labels": ["Landwirtschaft und Fischerei", "Verarbeitendes Gewerbe"]}, "series": [{"values": [12000, 3400]}]
    """#

  @Test("Names of panels keep clear of one another, and are whole, in two lines if need be, or it is said")
  func names() throws {
    for size in FacetTextTests.sizes {
      for count in 1...4 {
        for way in 0..<3 {
          let names = Array(FacetTextTests.long.prefix(count))
          let chart = try chart("bar", FacetTextTests.bars, names: names, rows: way == 2, columns: way == 1, size: size)
          let layout = try layout(chart)
          let boxes = boxes(layout)
          for (index, box) in boxes.enumerated() {
            #expect(layout.canvas.bounds.contains(box))
            for other in boxes[(index + 1)...] {
              #expect(!box.inset(by: 1).intersects(other), "\(size) \(count) \(way)")
            }
          }
          let written = layout.arranged.texts.map { $0.runs.map(\.text).joined() }
          let isWhole = names.allSatisfy { name in
            written.contains(name)
              || written.contains { first in
                written.contains { first + $0 == name || "\(first) \($0)" == name }
              }
          }
          let warnings = layout.arranged.warnings
          #expect(
            isWhole != warnings.contains { $0.contains("shortened") || $0.contains("left out") },
            "\(size) \(count) \(way): \(written) \(warnings)")
          if size.width == 1000 || (size.width == 640 && count < 4 && way < 2) {
            #expect(isWhole, "\(size) \(count) \(way): \(written)")
          }
        }
      }
    }
  }

  @Test("Names that are shortened still differ")
  func apart() throws {
    let names = ["Ministry of Agriculture North", "Ministry of Agriculture South", "Ministry of Agriculture East"]
    let layout = try layout(
      chart("bar", FacetTextTests.bars, names: names, columns: true, size: Size(width: 240, height: 200)))
    let written = layout.arranged.texts.map { $0.runs.map(\.text).joined() }
    if !written.isEmpty { #expect(Set(written).count >= 3, "\(written)") }
  }

  @Test(
    "Names beside horizontal plots are whole where they are without small multiples", arguments: ["bar", "scatter"])
  func beside(kind: String) throws {
    for size in FacetTextTests.sizes {
      let more = #", "orientation": "horizontal""# + FacetTextTests.bars
      let layout = try layout(chart(kind, more, names: ["NRW", "MV"], size: size))
      let plots = layout.parts.compactMap { $0.layout as? CartesianLayout }
      let labels = plots.flatMap(\.frame.x.labels)
      let isWhole = plots.allSatisfy { $0.frame.x.lostNames == (0, 0) }
      #expect(isWhole || layout.warnings.contains { $0.contains("shortened") || $0.contains("left out") }, "\(size)")
      #expect(labels.allSatisfy { !$0.text.contains("…") } || !isWhole, "\(size): \(labels.map(\.words))")
      if size.width >= 400 { #expect(isWhole && labels.count >= 2, "\(size): \(labels.map(\.text))") }
    }
  }

  @Test("Numbers below neighbouring horizontal plots are read apart, whatever their signs and however long they are")
  func numbers() throws {
    for size in FacetTextTests.sizes {
      for values in ["[-900, 1200]", "[1, 2]", "[-12000, 3400]", "[0, 1e6]", "[-5e7, -3e7]", "[0.001, 0.002]"] {
        for count in 2...3 {
          let more = #", "orientation": "horizontal", "x": {"labels": ["p", "q"]}, "series": [{"values": \#(values)}]"#
          let layout = try layout(
            chart("bar", more, names: ["a", "b", "c"].prefix(count).map { $0 }, columns: true, size: size))
          let boxes = layout.parts.map { part -> [Rect] in
            guard let plot = part.layout as? CartesianLayout else { return [] }
            return plot.frame.left.labels(plot: plot.plot, in: plot.space).map {
              plot.space.picture($0.box).moved(by: part.way)
            }
          }
          for (before, after) in zip(boxes, boxes.dropFirst()) {
            let (end, start) = (before.map(\.maxX).max() ?? 0, after.map(\.minX).min() ?? .infinity)
            #expect(start - end >= 5, "\(size) \(values) \(count): \(end) \(start)")
          }
        }
      }
    }
  }

  @Test("The same names are turned alike in all panels")
  func turns() throws {
    for width in stride(from: 240.0, through: 900, by: 22) {
      for height in [200.0, 300, 420] {
        for names in [Array(FacetTextTests.long.prefix(2)), FacetTextTests.long] {
          let layout = try layout(
            chart("bar", FacetTextTests.bars, names: names, size: Size(width: width, height: height)))
          let turns = layout.parts.compactMap { ($0.layout as? CartesianLayout)?.turnOfNames }
          #expect(Set(turns).count <= 1, "\(width) × \(height): \(turns)")
        }
      }
    }
  }
}
