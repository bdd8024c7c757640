import ChartEngine
import ChartModel
import Testing

/// Pictures of charts that are made of charts.
@Suite("Pictures of several charts in one")
struct CompositeSnapshotTests {
  private static let office = """
    {"kind": "layout", "title": "Office", "charts": [
      {"kind": "bar", "title": "Visits", "x": {"labels": ["Mon", "Tue", "Wed", "Thu"]}, "series": {"values": [12, 18, 9, 14]}},
      {"kind": "pie", "title": "Rooms", "slices": {"Meeting": 12, "Desk": 30, "Lab": 8}},
      {"kind": "line", "title": "Power", "y": {"title": "kW"}, "series": [
        {"name": "This week", "values": [3, 4, 3.5, 5, 4]}, {"name": "Last week", "values": [2, 3, 3, 4, 4]}]},
      {"kind": "gauge", "title": "Load", "value": 42}]
    """

  private static func bars(_ values: [Int], _ more: String = "") -> String {
    #"{"kind": "bar", "x": {"labels": ["Q1", "Q2", "Q3", "Q4"]}, "series": {"values": \#(values)}\#(more)}"#
  }

  /// Points of two series, whose second one is 1.5 times as high.
  private static func points(_ xs: [Double], _ ys: [Double], _ more: String = "") -> String {
    """
    {"kind": "scatter", "x": {"title": "Length in mm"}, "y": {"title": "Mass in g"}, "series": [
      {"name": "female", "x": \(xs), "values": \(ys)}, {"name": "male", "x": \(xs), "values": \(ys.map { $0 * 1.5 })}]\(more)}
    """
  }

  private static let cities: [(row: String?, column: String?, spec: String)] = [
    (nil, "Oslo", bars([3, 9, 12, 5])), (nil, "Madrid", bars([14, 22, 30, 18])), (nil, "Rome", bars([12, 20, 28, 16])),
    (nil, "A city whose name is long", bars([-4, 2, 9, 0])), (nil, "Empty", bars([])),
  ]

  private static let species: [(row: String?, column: String?, spec: String)] = [
    ("Biscoe", "Adelie", points([36, 38, 41], [3300, 3700, 4100])),
    ("Biscoe", "Gentoo", points([43, 47, 51], [4300, 5000, 5600])),
    ("Dream", "Adelie", points([35, 39, 42], [3100, 3600, 4200])), ("Dream", "Gentoo", points([], [])),
  ]

  static let cases: [Snapshot.Case] = [
    .init(
      name: "M13-facet",
      spec: bars([1, 1, 1, 1], #", "title": "Sales by city", "y": {"title": "m€"}, "facet": "city""#),
      panels: cities),
    .init(
      name: "M13-facet-free-dark",
      spec: bars(
        [1, 1, 1, 1],
        #", "facet": {"by": "city", "scales": "free", "columns": 2}, "size": {"width": 480, "height": 480}"#),
      panels: cities, interactions: [.highlight(path: [1, 0, 2], notify: true)], theme: .dark),
    .init(
      name: "M13-facet-small", spec: bars([1, 1, 1, 1], #", "facet": "city", "size": {"width": 320, "height": 200}"#),
      panels: cities),
    .init(
      name: "M13-facet-rows", spec: points([1], [1], #", "facet": {"row": "island", "column": "species"}"#),
      panels: species),
    .init(
      name: "M13-facet-rows-large-dark",
      spec: points(
        [1], [1], #", "facet": {"row": "island", "column": "species"}, "size": {"width": 1200, "height": 700}"#),
      panels: species, theme: .dark),
    .init(name: "M13-layout", spec: office + "}"),
    .init(
      name: "M13-layout-dark", spec: office + #", "size": {"width": 1200, "height": 700}, "columns": 4}"#,
      interactions: [.highlight(path: [2, 0, 3], notify: true)], theme: .dark),
    .init(name: "M13-layout-small", spec: office + #", "size": {"width": 320, "height": 200}}"#),
    .init(name: "M13-layout-wide", spec: office + #", "columns": 2, "widths": [2, 1], "heights": [1, 2], "gap": 30}"#),
    .init(name: "M13-layout-playing", spec: office + #", "animation": "grow"}"#, isAnimated: true),
  ]

  @Test("Golden file", arguments: cases)
  func golden(_ example: Snapshot.Case) throws { try example.check() }
}
