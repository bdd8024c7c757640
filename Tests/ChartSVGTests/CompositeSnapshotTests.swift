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

  static let cases: [Snapshot.Case] = [
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
