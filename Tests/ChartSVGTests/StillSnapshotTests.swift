import ChartEngine
import ChartModel
import Testing

/// Pictures of radars, polar bars, gauges and funnels.
@Suite("Pictures of charts that stand still")
struct StillSnapshotTests {
  private static let cars = """
    {"kind": "radar", "title": "Two cars", "labels": ["Speed", "Range", "Comfort", "Price", "Safety", "Boot space"],
      "series": [{"name": "Alpha", "values": [4, 3, 5, 2, 4, 3.5]}, {"name": "Beta", "values": [2, 5, 1, 4, 3, 4]}]
    """
  private static let wind = """
    {"kind": "polar", "title": "Wind", "labels": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], "series": [
      {"name": "0–5 m/s", "values": [8, 4, 3, 2, 6, 9, 12, 10]}, {"name": "5–10 m/s", "values": [3, 1, 0, null, 2, 5, 7, 6]}]
    """
  private static let load = """
    {"kind": "gauge", "title": "Load", "value": 72, "measure": "per cent",
      "bands": [{"to": 60, "label": "low"}, {"to": 85, "label": "high"}, {"to": 100, "label": "too high"}]
    """
  private static let shop =
    #"{"kind": "funnel", "title": "Shop", "stages": {"Visits": 9000, "Baskets": 3600, "Orders": 900, "Returns": 45}"#

  static let cases: [Snapshot.Case] = [
    .init(name: "M9-radar", spec: cars + #", "legend": "top"}"#),
    .init(
      name: "M9-radar-circle-dark", spec: cars + #", "rings": "circle", "legend": "right"}"#,
      interactions: [.highlight(path: [1, 1], notify: true)], theme: .dark),
    .init(
      name: "M9-radar-gaps",
      spec: """
        {"kind": "radar", "size": {"width": 320, "height": 200}, "fillOpacity": 0, "series": [
          {"name": "A", "values": [1, 4, null, 2, 3, 5]}, {"name": "B", "values": [-2, 1, 3, null, 0, 2]}]}
        """),
    .init(name: "M9-radar-grow-half", spec: cars + #", "animation": "grow"}"#, phase: 0.5),
    .init(name: "M9-radar-wipe-half", spec: cars + #", "animation": "wipe"}"#, phase: 0.4),
    .init(name: "M9-radar-playing", spec: cars + #", "animation": "grow"}"#, isAnimated: true),
    .init(name: "M9-polar", spec: wind + #", "legend": "right"}"#),
    .init(
      name: "M9-polar-sqrt-dark", spec: wind + #", "scale": "sqrt", "hole": 0.2, "legend": "bottom"}"#,
      interactions: [.toggle(series: 1), .highlight(path: [0, 6], notify: true)], theme: .dark),
    .init(name: "M9-polar-playing", spec: wind + #", "animation": "wipe"}"#, isAnimated: true),
    .init(name: "M9-radar-empty", spec: #"{"kind": "radar", "labels": ["a", "b", "c"]}"#),
    .init(name: "M10-gauge", spec: load + "}"),
    .init(
      name: "M10-gauge-arc-dark", spec: load + #", "pointer": "arc", "startAngle": 180, "sweep": 180}"#, theme: .dark),
    .init(name: "M10-gauge-selected", spec: load + "}", interactions: [.highlight(path: [2], notify: true)]),
    .init(name: "M10-gauge-sweep-half", spec: load + #", "animation": "sweep"}"#, phase: 0.5),
    .init(name: "M10-gauge-playing", spec: load + #", "animation": "sweep"}"#, isAnimated: true),
    .init(
      name: "M10-gauge-arc-playing", spec: load + #", "pointer": "arc", "animation": "sweep"}"#, isAnimated: true),
    .init(
      name: "M10-gauge-none", spec: #"{"kind": "gauge", "size": {"width": 320, "height": 200}, "measure": "unknown"}"#),
    .init(name: "M10-funnel", spec: shop + "}"),
    .init(
      name: "M10-funnel-dark",
      spec: shop + #", "legend": "bottom", "labels": {"after": "{percent} of all, {previous}"}}"#,
      interactions: [.toggle(series: 1), .highlight(path: [2], notify: true)], theme: .dark),
    .init(name: "M10-funnel-playing", spec: shop + #", "animation": "grow"}"#, isAnimated: true),
    .init(name: "M10-funnel-zeros", spec: #"{"kind": "funnel", "stages": {"a": 0, "b": 0}}"#),
  ]

  @Test("Golden file", arguments: cases)
  func golden(_ example: Snapshot.Case) throws { try example.check() }
}
