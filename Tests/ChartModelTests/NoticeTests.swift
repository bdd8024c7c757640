import JSONModel
import Testing

@testable import ChartModel

@Suite("What is said of pictures of lines of which only some rows are held") struct NoticeTests {
  static func line(held: Bool) -> ChartSpec {
    var series = SeriesSpec(.line(LineStyleSpec()), name: "a", values: .numbers([1, 2]))
    if held { series.held = HeldRows(count: 9, ranks: [0, 8]) }
    return ChartSpec(CartesianSpec(kind: .line, series: [series]))
  }

  @Test("A line says it, and no chart that holds all rows")
  func lines() {
    #expect(NoticeTests.line(held: true).noting(PictureNotice(lines: "x")).common.notice == "x")
    #expect(NoticeTests.line(held: true).noting(PictureNotice(lines: "x")).noting(PictureNotice()).common.notice == nil)
    #expect(NoticeTests.line(held: false).noting(PictureNotice(lines: "x")) == NoticeTests.line(held: false))
  }

  @Test("In a layout each line says it; of small multiples the first one, of all")
  func composites() throws {
    let layout = ChartSpec(LayoutSpec(charts: [false, true, true].map(NoticeTests.line)))
    let charts = try #require(layout.noting(PictureNotice(lines: "x")).content as? LayoutSpec).charts
    #expect(charts.map(\.common.notice) == [nil, "x", "x"])
    let panels = (0..<3).map { FacetedSpec.Panel(column: "\($0)", chart: NoticeTests.line(held: true)) }
    let faceted = ChartSpec(FacetedSpec(NoticeTests.line(held: false), facet: FacetSpec(by: "c"), panels: panels))
    let noted = try #require(faceted.noting(PictureNotice(lines: "x")).content as? FacetedSpec)
    #expect(noted.panels.map(\.chart.common.notice) == ["x", nil, nil])
    #expect(ChartSpec(noted).noting(PictureNotice()) == faceted)
  }

  @Test("Plots are numbered through, also those within small multiples in a layout")
  func numbers() throws {
    let panels = (0..<2).map { FacetedSpec.Panel(column: "\($0)", chart: NoticeTests.line(held: true)) }
    let faceted = ChartSpec(FacetedSpec(NoticeTests.line(held: false), facet: FacetSpec(by: "c"), panels: panels))
    let layout = ChartSpec(LayoutSpec(charts: [NoticeTests.line(held: true), faceted, NoticeTests.line(held: true)]))
    #expect(layout.plotCount == 4)
    var numbers: [HeldLine?] = []
    var numbered = layout.numberingLines(fromPlot: 3, as: .filtered)
    numbered.changePlots { numbers.append($0.series[0].held?.line) }
    #expect(numbers == (3..<7).map { HeldLine(plot: $0, series: 0, rows: .filtered) })
  }
}
