import ChartEngine
import ChartModel
import Testing

@Suite("Pictures of treemaps")
struct TreemapSnapshotTests {
  private static let world = """
    {"kind": "treemap", "title": "People, millions", "slices": [
      {"label": "Asia", "children": [
        {"label": "East", "children": [{"label": "China", "value": 1411}, {"label": "Japan", "value": 124}]},
        {"label": "South", "children": [{"label": "India", "value": 1428}, {"label": "Nepal", "value": 31}]},
        {"label": "Indonesia", "value": 277}]},
      {"label": "Africa", "children": [
        {"label": "Nigeria", "value": 223}, {"label": "Democratic Republic of the Congo", "value": 102},
        {"label": "Egypt", "value": 112}]},
      {"label": "Americas", "value": 1030}, {"label": "Oceania", "value": 45, "color": "#e9c46a"}]
    """

  private static let sunburst =
    world.replacing("treemap", with: "pie") + #", "drill": true, "hole": 0.3, "labels": "inside""#

  typealias Case = Snapshot.Case

  static let cases: [Case] = [
    Case(name: "M11-treemap", spec: world + "}"),
    Case(name: "M11-treemap-dark", spec: world + "}", theme: .dark),
    Case(name: "M11-treemap-selected", spec: world + "}", interactions: [.highlight(path: [0, 1], notify: true)]),
    Case(
      name: "M11-treemap-in", spec: world + "}",
      interactions: [.key(.home), .key(.enter), .key(.right), .key(.enter), .key(.right)]),
    Case(
      name: "M11-treemap-going-in", spec: world + "}",
      interactions: [
        .pointer(PointerReport(phase: .down, position: Point(x: 100, y: 50), time: 1)),
        .pointer(PointerReport(phase: .up, position: Point(x: 100, y: 50), time: 1.1)), .advance(time: 1.3),
      ]),
    Case(
      name: "M11-treemap-small",
      spec: world + #", "depth": 1, "legend": "right", "format": "compact", "size": {"width": 320, "height": 200}}"#),
    Case(name: "M11-treemap-wipe-half", spec: world + #", "animation": "wipe"}"#, phase: 0.5),
    Case(name: "M11-treemap-grow-half", spec: world + #", "animation": "grow"}"#, phase: 0.5),
    Case(name: "M11-treemap-grow-playing", spec: world + #", "animation": "grow"}"#, isAnimated: true),
    Case(
      name: "M11-treemap-partial",
      spec: """
        {"kind": "treemap", "padding": 6, "cornerRadius": 6, "labels": "{label} {percent}", "slices": [
          {"label": "Budget", "value": 100, "children": [{"label": "Spent", "value": 40}, {"label": "", "value": 20}]},
          {"label": "人工智能与机器学习研究院的年度预算分配情况说明", "value": 30}, {"label": "none", "value": 0}]}
        """),
    Case(
      name: "M11-sunburst-in", spec: sunburst + "}",
      interactions: [.key(.home), .key(.enter), .key(.right), .key(.down)]),
    Case(
      name: "M11-sunburst-going-out-dark", spec: sunburst + "}",
      interactions: [
        .key(.home), .key(.enter), .pointer(PointerReport(phase: .down, position: Point(x: 320, y: 210), time: 1)),
        .pointer(PointerReport(phase: .up, position: Point(x: 320, y: 210), time: 1.1)), .advance(time: 1.3),
      ], theme: .dark),
    Case(name: "M11-treemap-empty", spec: #"{"kind": "treemap", "title": "Nothing yet"}"#),
  ]

  @Test("M11 The picture is the one that was looked at", arguments: cases)
  func picture(_ example: Case) throws { try example.check() }
}
