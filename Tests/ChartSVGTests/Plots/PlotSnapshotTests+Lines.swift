import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  private static let week = #""x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]}"#
  private static let values = "[12, 19, 8, 15, 31, 24, 27]"

  private static func line(_ style: String, _ more: String = "") -> String {
    #"{"kind": "line", \#(week), \#(more) "series": [{"name": "Orders", "values": \#(values), \#(style)}]}"#
  }

  static let lines: [Case] = [
    Case(name: "L1-slots", spec: line(#""dots": "all""#)),
    Case(
      name: "L1-edges",
      spec: """
        {"kind": "line", "x": {"labels": ["Jan", "Feb", "Mar", "Apr", "May", "Jun"], "placement": "edges"},
          "series": [{"values": [3, 5, 4, 7, 6, 9], "dots": "all"}]}
        """),
    Case(
      name: "L1-spacing",
      spec: """
        {"kind": "line", "size": {"width": 420, "height": 260},
          "x": {"labels": \(names(12) { "N\($0 + 1)" }), "placement": "edges", "spacing": 50, "grid": true},
          "series": [{"values": \(wave(12, from: 5, to: 45)), "dots": "all"}]}
        """),
    Case(
      name: "L1-numbers",
      spec: """
        {"kind": "line", "x": {"values": [0, 0.5, 1, 3, 4.5, 9, 10]},
          "series": [{"values": [1, 3, 2, 5, 4, 8, 6], "dots": "all"}]}
        """),
    Case(
      name: "L1-numbers-near-one-another",
      spec: """
        {"kind": "line", "x": {"values": [2, 2.1, 2.2, 2.4, 2.5], "placement": "slots"},
          "series": [{"values": [1, 3, 2, 5, 4]}]}
        """),
    Case(
      name: "L1-time",
      spec: """
        {"kind": "line", "x": {"values": ["2026-03-01", "2026-03-04", "2026-03-05", "2026-03-11", "2026-03-20", "2026-04-02"]},
          "series": [{"values": [1.5, 3, 2, 5, 4, 8], "dots": "all"}]}
        """, theme: .dark),
    Case(name: "L2-gradient-slots", spec: line(##""width": 4, "gradient": ["#fda408", "#fb252d"]"##)),
    Case(
      name: "L2-gradient-of-a-horizontal-line",
      spec: ##"{"kind": "line", "series": [{"values": [5, 5, 5, 5], "width": 4, "gradient": ["#fda408", "#fb252d"]}]}"##
    ),
    Case(
      name: "L3-dashes",
      spec: """
        {"kind": "line", \(week), "legend": "bottom", "series": [
          {"name": "Dashes", "values": [9, 12, 10, 14, 13, 17, 16], "dash": [5, 10, 15], "width": 3},
          {"name": "Butt, miter", "values": [6, 9, 5, 11, 7, 12, 9], "cap": "butt", "join": "miter", "width": 8},
          {"name": "Faint", "values": [2, 4, 3, 6, 4, 7, 5], "opacity": 0.35, "width": 8}]}
        """),
    Case(
      name: "L4-dots",
      spec: """
        {"kind": "line", \(week), "legend": "top", "series": [
          {"name": "Ends", "values": [26, 28, 27, 30, 29, 31, 30], "dots": "ends", "width": 8},
          {"name": "All", "values": [20, 23, 21, 24, 22, 25, 23], "dots": {"place": "all", "radius": 4}},
          {"name": "Hollow", "values": [14, 17, 15, 19, 16, 18, 17], "dots": {"place": "all", "style": "hollow", "radius": 5}},
          {"name": "Border", "values": [8, 11, 9, 12, 10, 13, 11], "dots": {"place": "all", "radius": 5, "border": "white", "borderWidth": 2}},
          {"name": "Double", "values": [2, 5, 3, 6, 4, 7, 5], "dots": {"place": "all", "style": "double"}}]}
        """),
    Case(
      name: "L4-dots-dark",
      spec: """
        {"kind": "line", \(week), "legend": "top", "series": [
          {"name": "Hollow", "values": [14, 17, 15, 19, 16, 18, 17], "dots": {"place": "all", "style": "hollow", "radius": 5}},
          {"name": "Double", "values": [2, 5, 3, 6, 4, 7, 5], "dots": {"place": "all", "style": "double"}}]}
        """, theme: .dark),
    Case(
      name: "L5-hollow",
      spec: """
        {"kind": "line", "x": {"values": [0, 1, 1, 2, 2.1, 3, 4, 4]},
          "series": [{"values": [2, 2, 6, 7, 7.1, 1, 1, 8], "dots": {"place": "all", "style": "hollow", "radius": 8}, "width": 3}]}
        """),
    Case(
      name: "L6-curves",
      spec: """
        {"kind": "line", \(week), "legend": "right", "series": [
          {"name": "smooth", "values": [50, 58, 52, 52, 59, 51, 57], "curve": "smooth", "dots": "all"},
          {"name": "monotone", "values": [40, 48, 42, 42, 49, 41, 47], "curve": "monotone", "dots": "all"},
          {"name": "step", "values": [30, 38, 32, 32, 39, 31, 37], "curve": "step", "dots": "all"},
          {"name": "stepBefore", "values": [20, 28, 22, 22, 29, 21, 27], "curve": "stepBefore", "dots": "all"},
          {"name": "stepAfter", "values": [10, 18, 12, 12, 19, 11, 17], "curve": "stepAfter", "dots": "all"}]}
        """),
    Case(name: "L7-area-smooth", spec: line(#""area": true, "curve": "smooth", "dots": "all""#)),
    Case(
      name: "L7-area-gradient",
      spec: line(
        ##""color": "#66ccee", "curve": "monotone", "area": {"opacity": 1, "gradient": ["#66ccee99", "#66ccee00"]}"##),
      theme: .dark),
    Case(
      name: "L7-area-negative",
      spec: """
        {"kind": "line", \(week), "series": [{"name": "Balance", "values": [12, -8, -15, 6, 20, -4, 9], "area": true, "dots": "all"}]}
        """),
    Case(
      name: "L8-thresholds",
      spec: """
        {"kind": "line", "x": {"values": [0, 1, 2, 3, 4, 5, 6]}, "series": [
          {"name": "Steps", "values": [400, 4800, 900, 2500, 6000, 300, 3600], "width": 4, "dots": {"place": "all", "radius": 5},
            "thresholds": [{"below": 1000, "color": "green"}, {"below": 3000, "color": "blue"}, {"below": 5000, "color": "red"}]}],
          "limits": [{"value": 1000, "dash": [2, 4]}, {"value": 3000, "dash": [2, 4]}]}
        """),
    Case(
      name: "L8-thresholds-stepped",
      spec: """
        {"kind": "line", "x": {"values": [0, 1, 2, 3, 4, 5, 6]}, "series": [
          {"name": "Steps", "values": [400, 4800, 900, 2500, 6000, 300, 3600], "width": 4, "curve": "step",
            "thresholds": [{"below": 1000, "color": "green"}, {"below": 3000, "color": "blue"}, {"below": 5000, "color": "red"}]}]}
        """),
    Case(
      name: "L9-several",
      spec: """
        {"kind": "line", "title": "Visitors and revenue", \(week), "legend": "bottom",
          "y": {"title": "Visitors"}, "right": {"title": "Revenue", "tickLabels": {"format": "{value} €"}}, "series": [
          {"name": "Berlin", "values": [120, 190, 80, 150, 310, 240, 270]},
          {"name": "Paris", "values": [90, 160, 170, 120, 250, 260, 230], "curve": "smooth"},
          {"name": "Revenue", "values": [1500, 2100, 1200, 1800, 3900, 3100, 3300], "axis": "right", "dash": [6, 4]}]}
        """),
    Case(
      name: "L9-several-dark",
      spec: """
        {"kind": "line", "title": "Visitors and revenue", \(week), "legend": "bottom",
          "y": {"title": "Visitors"}, "right": {"title": "Revenue", "tickLabels": {"format": "{value} €"}}, "series": [
          {"name": "Berlin", "values": [120, 190, 80, 150, 310, 240, 270]},
          {"name": "Revenue", "values": [1500, 2100, 1200, 1800, 3900, 3100, 3300], "axis": "right", "dash": [6, 4]}]}
        """, theme: .dark),
    Case(name: "L11-end-bubble", spec: line(#""endBubble": true, "dots": "ends", "width": 4"#)),
    Case(
      name: "L11-end-bubble-inside",
      spec: line(#""endBubble": {"text": "{value} orders"}, "dots": "ends""#, #""y": {"max": 27, "nice": false},"#)),
    Case(
      name: "L12-popups",
      spec: """
        {"kind": "line", "x": {"labels": \(names(8) { "\($0 + 1)月" }), "placement": "edges"},
          "popups": {"text": "单价：{value}/㎡"}, "series": [
          {"name": "A", "values": [12, 15, 14, 18, 22, 21, 25, 28], "dots": {"place": "all", "style": "double"}},
          {"name": "B", "values": [9, 11, 13, 12, 15, 17, 16, 19], "dots": {"place": "all", "style": "double"}},
          {"name": "C", "values": [30, 28, 26, 27, 24, 22, 23, 20], "dots": {"place": "all", "style": "double"}}]}
        """.replacingPopups, interactions: [.highlight(path: [0, 3], notify: true)]),
    Case(
      name: "L12-popups-at-the-right-dark",
      spec: """
        {"kind": "line", "x": {"labels": \(names(8) { "\($0 + 1)月" }), "placement": "edges"},
          "popups": {"text": "单价：{value}/㎡"}, "series": [
          {"name": "A", "values": [12, 15, 14, 18, 22, 21, 25, 28], "dots": {"place": "all", "style": "double"}},
          {"name": "B", "values": [9, 11, 13, 12, 15, 17, 16, 19], "dots": {"place": "all", "style": "double"}}]}
        """.replacingPopups, interactions: [.highlight(path: [1, 7], notify: true)], theme: .dark),
    Case(
      name: "L13-gaps",
      spec: """
        {"kind": "line", "x": {"values": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}, "series": [
          {"name": "Gaps", "values": [6, 8, null, 7, null, null, 9, 8, 7, null], "width": 5, "area": true},
          {"name": "Butt", "values": [2, null, 3, null, 4, null, 3, 2, null, 1], "width": 5, "cap": "butt"}]}
        """),
  ]

  private static let trio = """
    {"kind": "line", \(week), "animation": {"kind": "KIND", "duration": 2.5}, "series": [
      {"name": "Area", "values": [12, 19, 8, 15, 31, 24, 27], "area": true, "curve": "smooth", "dots": "all"},
      {"name": "Plain", "values": [5, 9, 7, 12, 11, 14, 22], "width": 4, "endBubble": true}]}
    """

  private static func moving(_ kind: String) -> String { trio.replacing("KIND", with: kind) }

  /// L10, N1, N2: still frames of each movement, and each as it plays by itself.
  static let lineMovements: [Case] =
    ["stroke", "wipe", "count", "grow"].flatMap { kind in
      [0, 0.25, 0.5, 1].map { phase in
        Case(name: "L10-N1-\(kind)-\(Int(phase * 100))", spec: moving(kind), phase: phase)
      } + [Case(name: "L10-N2-\(kind)-playing", spec: moving(kind), isAnimated: true)]
    }
}

extension String {
  /// Pop-ups are shown where they are enabled.
  fileprivate var replacingPopups: String { replacing(#""popups": {"#, with: #""popups": {"enabled": true, "#) }
}
