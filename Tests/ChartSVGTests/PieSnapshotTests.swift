import ChartEngine
import ChartModel
import ChartSVG
import JSONModel
import Testing

/// One picture for each row of the pie's requirements.
@Suite("Pictures of pies")
struct PieSnapshotTests {
  private static let spending = """
    {"kind": "pie", "title": "Spending", "slices": [
      {"label": "Rent", "value": 25}, {"label": "Food", "value": 30}, {"label": "Travel", "value": 15},
      {"label": "Books", "value": 10}, {"label": "Savings", "value": 20}]
    """

  typealias Case = Snapshot.Case

  static let cases: [Case] = [
    Case(name: "P1-slices", spec: spending + "}"),
    Case(name: "P1-slices-dark", spec: spending + "}", theme: .dark),
    Case(
      name: "P1-colors",
      spec: """
        {"kind": "pie", "radius": 100, "stroke": {"color": "white", "width": 2}, "slices": [
          {"label": "A", "value": 0.25, "color": "#fda408"}, {"label": "B", "value": 0.3, "color": "red"},
          {"label": "C", "value": 0.15, "color": "rgb(255, 220, 0)"}, {"label": "D", "value": 0.1, "color": "#00f"},
          {"label": "E", "value": 0.2, "color": "brown"}]}
        """),
    Case(name: "P3-one-slice", spec: #"{"kind": "pie", "slices": [{"label": "All", "value": 3}]}"#),
    Case(name: "P4-selected", spec: spending + "}", interactions: [.highlight(path: [1], notify: true)]),
    Case(name: "P5-rotated", spec: spending + "}", interactions: [.rotate(.by(100))]),
    Case(
      name: "P6-hole", spec: spending + #", "hole": 0.6, "center": "Total\n{total} €"}"#),
    Case(
      name: "P6-hole-selected", spec: spending + #", "hole": 0.6, "center": "Total\n{total} €"}"#,
      interactions: [.highlight(path: [4], notify: true)], theme: .dark),
    Case(name: "P6-hole-title", spec: spending + #", "hole": 0.55, "center": "{title}"}"#),
    Case(name: "P7-12-labels", spec: manySlices(12)),
    Case(name: "P7-40-labels", spec: manySlices(40)),
    Case(name: "P7-200-labels", spec: manySlices(200)),
    Case(
      name: "P7-long-labels",
      spec: """
        {"kind": "pie", "slices": [
          {"label": "A label that is so long that it can't possibly fit beside the pie, whatever one does", "value": 3},
          {"label": "人工智能与机器学习研究院的年度预算分配情况说明", "value": 2},
          {"label": "Ünïcödé – “quoted” & <escaped>", "value": 1}, {"label": "日本語", "value": 1}]}
        """),
    Case(name: "P7-inside", spec: spending + #", "labels": "inside", "legend": "bottom"}"#),
    Case(name: "P8-rings", spec: rings + "}"),
    Case(name: "P8-rings-selected", spec: rings + "}", interactions: [.highlight(path: [0], notify: true)]),
    Case(name: "P8-three-rings", spec: threeRings, theme: .dark),
    Case(name: "P9-sweep-half", spec: spending + #", "animation": "sweep"}"#, phase: 0.5),
    Case(name: "P9-wipe-half", spec: spending + #", "animation": "wipe"}"#, phase: 0.4),
    Case(name: "P9-sweep-start", spec: spending + #", "animation": "sweep"}"#, phase: 0),
    Case(
      name: "P11-formats",
      spec: """
        {"kind": "pie", "title": "Einwohner", "labels": {"text": "{label}: {value} ({percent})"},
          "format": {"locale": "de", "percentDecimals": 1}, "slices": [
          {"label": "Berlin", "value": 3878100}, {"label": "Hamburg", "value": 1910160},
          {"label": "München", "value": 1510378}]}
        """),
    Case(name: "P12-legend-right", spec: spending + #", "legend": "right", "labels": "none"}"#),
    Case(
      name: "P12-legend-toggled", spec: spending + #", "legend": "top"}"#, interactions: [.toggle(series: 1)]),
    Case(name: "P12-legend-too-long", spec: manySlices(40, with: #""legend": "right", "labels": "none""#)),
    Case(
      name: "P13-half", spec: spending + #", "sweep": 180, "startAngle": 180, "hole": 0.6, "center": "{total}\nunits"}"#
    ),
    Case(name: "P13-quarter", spec: spending + #", "sweep": 90, "startAngle": 270, "labels": "inside"}"#),
    Case(name: "P14-gap", spec: spending + #", "gap": 6, "hole": 0.5}"#),
    Case(name: "P14-gap-no-hole", spec: spending + #", "gap": 8}"#),
    Case(name: "P14-corners", spec: spending + #", "gap": 4, "cornerRadius": 10, "hole": 0.55}"#, theme: .dark),
    Case(name: "P14-corners-no-hole", spec: spending + #", "cornerRadius": 12}"#),
    Case(name: "N2-sweep-playing", spec: spending + #", "animation": "sweep"}"#, isAnimated: true),
    Case(name: "N2-wipe-playing", spec: spending + #", "animation": "wipe"}"#, isAnimated: true),
    Case(
      name: "bad-input-all-zero", spec: #"{"kind": "pie", "title": "Nothing", "slices": [{"label": "A", "value": 0}]}"#),
    Case(name: "bad-input-empty", spec: #"{"kind": "pie", "slices": []}"#, theme: .dark),
    Case(
      name: "bad-input-tiny-chart", spec: spending + #", "size": {"width": 90, "height": 60}, "legend": "right"}"#),
  ]

  @Test("Golden file", arguments: cases)
  func golden(_ example: Case) throws { try example.check() }

  private static func manySlices(_ count: Int, with more: String? = nil) -> String {
    let slices = (0..<count).map { #"{"label": "Part number \#($0 + 1)", "value": \#(1 + ($0 * 7) % 11)}"# }
    return #"{"kind": "pie", \#(more.map { $0 + "," } ?? "") "slices": [\#(slices.joined(separator: ","))]}"#
  }

  private static let rings = """
    {"kind": "pie", "title": "Energy", "hole": 0.3, "slices": [
      {"label": "Fossil", "children": [{"label": "Coal", "value": 30}, {"label": "Gas", "value": 12}, {"label": "Oil", "value": 3}]},
      {"label": "Nuclear", "value": 15},
      {"label": "Renewable", "children": [{"label": "Wind", "value": 28}, {"label": "Solar", "value": 7}, {"label": "Hydro", "value": 5}]}]
    """

  private static let threeRings = """
    {"kind": "pie", "slices": [
      {"label": "A", "children": [
        {"label": "A1", "children": [{"label": "A1a", "value": 3}, {"label": "A1b", "value": 4}]}, {"label": "A2", "value": 5}]},
      {"label": "B", "children": [{"label": "B1", "value": 6}, {"label": "B2", "children": [{"label": "B2a", "value": 1}, {"label": "B2b", "value": 0}, {"label": "B2c", "value": 2}]}]}]}
    """
}
