import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  static let axes: [Case] = [
    Case(
      name: "A1-all-axes",
      spec: """
        {"kind": "line", "x": {"values": [0, 2, 4, 6, 8, 10], "position": "top", "line": true, "tickLength": 5, "grid": true, "title": "Seconds"},
          "y": {"line": {"color": "black", "width": 2}, "tickLength": 5, "grid": {"dash": [2, 3]}, "title": "Speed",
            "tickLabels": {"fontSize": 14, "color": "navy", "format": "{value} m/s"}},
          "right": {"line": true, "tickLength": 5, "title": "Height", "grid": false},
          "series": [{"values": [1, 4, 9, 16, 25, 36]}, {"values": [0.1, 0.5, 0.2, 0.9, 0.4, 0.7], "axis": "right"}]}
        """),
    Case(
      name: "A1-no-axes",
      spec: """
        {"kind": "line", "x": {"visible": false}, "y": {"visible": false, "grid": false}, "padding": 4,
          "size": {"width": 200, "height": 60}, "series": [{"values": [3, 5, 4, 7, 6, 9], "dots": "ends"}]}
        """),
    Case(
      name: "A1-rotated-labels",
      spec: """
        {"kind": "bar", "x": {"tickLabels": {"rotation": -45}, "labels": ["Baden-Württemberg", "Bayern", "Berlin", "Brandenburg",
          "Bremen", "Hamburg", "Hessen", "Mecklenburg-Vorpommern", "Niedersachsen", "Nordrhein-Westfalen"]},
          "series": [{"values": [11.1, 13.1, 3.7, 2.5, 0.7, 1.9, 6.3, 1.6, 8, 17.9]}]}
        """),
    Case(
      name: "A1-rotated-labels-45-dark",
      spec: """
        {"kind": "bar", "x": {"tickLabels": {"rotation": 45}, "labels": ["Baden-Württemberg", "Bayern", "Berlin", "Brandenburg",
          "Bremen", "Hamburg", "Hessen", "Mecklenburg-Vorpommern", "Niedersachsen", "Nordrhein-Westfalen"]},
          "series": [{"values": [11.1, 13.1, 3.7, 2.5, 0.7, 1.9, 6.3, 1.6, 8, 17.9]}]}
        """, theme: .dark),
    Case(
      name: "A1-rotated-labels-90",
      spec: """
        {"kind": "bar", "x": {"tickLabels": {"rotation": -90}, "position": "top", "labels": ["Alpha", "Beta", "Gamma", "Delta", "一月的数据"]},
          "series": [{"values": [11, 13, 4, 2, 7]}]}
        """),
    Case(
      name: "A1-rotated-value-labels",
      spec: """
        {"kind": "line", "size": {"width": 480, "height": 300}, "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri"]},
          "y": {"tickLabels": {"rotation": -45}, "title": "People"}, "right": {"tickLabels": {"rotation": 90}}, "series": [
          {"values": [1200000, 4100000, 2600000, 3900000, 4800000]}, {"values": [0.1, 0.5, 0.2, 0.9, 0.4], "axis": "right"}]}
        """),
    Case(
      name: "A1-log",
      spec: """
        {"kind": "line", "x": {"scale": "log", "values": [1, 3, 10, 50, 200, 1000, 5000], "grid": true}, "y": {"scale": "log"},
          "series": [{"values": [2, 8, 30, 90, 2000, 70000, 1200000], "dots": "all"}]}
        """),
    Case(
      name: "A1-time",
      spec: """
        {"kind": "line", "x": {"grid": true, "tickLength": 4, "line": true, "values": ["2026-03-28T18:00", "2026-03-29T00:00", "2026-03-29T06:00", "2026-03-29T12:00", "2026-03-30T00:00"]},
          "series": [{"values": [1, 3, 2, 5, 4], "curve": "monotone"}]}
        """),
    Case(
      name: "A1-explicit-ticks",
      spec: """
        {"kind": "line", "x": {"values": [0, 1, 2, 3, 4, 5, 6], "ticks": [0, 2.5, 6]},
          "y": {"min": -10, "max": 10, "ticks": [-10, -3, 0, 7, 10]}, "series": [{"values": [-8, 3, 9, -2, 0, 4, -5]}]}
        """),
    Case(
      name: "A1-headroom",
      spec: """
        {"kind": "line", "y": {"headroom": 10, "min": 0, "nice": false}, "x": {"values": [0, 1, 2, 3]},
          "series": [{"values": [20, 55, 83, 61], "dots": "all"}]}
        """),
    Case(
      name: "A2-two-axes",
      spec: """
        {"kind": "combined", "x": {"labels": ["Jan", "Feb", "Mar", "Apr"]}, "legend": "top",
          "y": {"title": "Rain", "tickLabels": {"format": "{value} mm"}}, "right": {"title": "Warmth", "tickLabels": {"format": "{value} °C"}},
          "series": [{"type": "bar", "name": "Rain", "values": [42, 33, 41, 37]},
          {"type": "line", "name": "Warmth", "axis": "right", "values": [0.6, 1.4, 4.8, 9.7], "dots": {"place": "all", "style": "hollow"}}]}
        """),
    Case(
      name: "A2-both-left",
      spec: """
        {"kind": "line", "right": {"position": "left", "line": true}, "y": {"line": true}, "x": {"values": [0, 1, 2, 3]},
          "series": [{"values": [1, 5, 3, 6]}, {"values": [1000, 1800, 1500, 900], "axis": "right"}]}
        """),
    Case(
      name: "A3-no-space",
      spec: """
        {"kind": "bar", "x": {"labels": ["A", "B", "C", "D"], "spaceMin": 0, "spaceMax": 0},
          "series": [{"values": [3, 5, 2, 4]}]}
        """),
    Case(
      name: "A3-space",
      spec: """
        {"kind": "bar", "x": {"labels": ["A", "B", "C", "D"], "spaceMin": 0.5, "spaceMax": 1.5},
          "series": [{"values": [3, 5, 2, 4]}]}
        """),
    Case(
      name: "A4-thinned",
      spec: """
        {"kind": "bar", "x": {"labels": \(names(60) { "Week \($0 + 1)" })}, "series": [{"values": \(wave(60, from: 10, to: 90))}]}
        """),
    Case(
      name: "A4-max-labels",
      spec: """
        {"kind": "bar", "x": {"maxLabels": 6, "labels": \(names(12) { "\($0 + 1)" })}, "y": {"maxLabels": 3},
          "series": [{"values": \(wave(12, from: 10, to: 90))}]}
        """),
    Case(
      name: "A4-long-names",
      spec: """
        {"kind": "bar", "size": {"width": 400, "height": 240}, "x": {"labels": ["Ministry of Education and Research", "Ministry of Health",
          "Ministry of the Interior and Community", "Ministry of Finance"]}, "series": [{"values": [21, 16, 13, 10]}]}
        """),
    Case(
      name: "A5-boxes",
      spec: """
        {"kind": "line", "title": "Boxes", "legend": "left", "padding": {"left": 30, "top": 10, "right": 60, "bottom": 20, "minimum": 50},
          "background": "#f3f3f3", "x": {"values": [0, 1, 2, 3], "line": true, "title": "x"}, "y": {"line": true, "title": "y"},
          "series": [{"name": "Line", "values": [1, 5, 3, 6]}]}
        """),
    Case(
      name: "A6-selected-label",
      spec: """
        {"kind": "bar", "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri"],
          "tickLabels": {"selected": {"fontSize": 14, "color": "#228833"}}}, "series": [{"name": "Steps", "values": [812, 1500, 300, 990, 1240]}]}
        """, interactions: [.highlight(path: [0, 2], notify: true)]),
    Case(
      name: "A7-days-and-cjk",
      spec: """
        {"kind": "line", "title": "最近七天", "x": {"lastDays": {"count": 7, "before": "2026-08-21"}, "title": "日期"}, "y": {"title": "步数（千）"},
          "series": [{"name": "步数", "values": [1, 2, 1.5, 2, 4, 1, 2], "dots": "all"}], "legend": "bottom"}
        """),
    Case(
      name: "A8-limits-and-bands",
      spec: """
        {"kind": "line", "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]},
          "bands": [{"axis": "left", "from": 60, "to": 100, "label": "Resting pulse"},
            {"axis": "x", "from": "Sat", "to": "Sun", "color": "#ccbb4433", "label": "Weekend"}],
          "limits": [{"value": 140, "label": "Goal", "dash": [5, 10, 15], "color": "#ee6677"}, {"value": 40, "above": false, "width": 2}],
          "series": [{"name": "Pulse", "values": [72, 88, 131, 95, 152, 78, 66], "curve": "monotone"}]}
        """),
    Case(
      name: "A8-limits-and-bands-dark",
      spec: """
        {"kind": "bar", "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]},
          "bands": [{"axis": "left", "from": 1000, "label": "Well done"}],
          "limits": [{"value": 1000, "label": "Goal: 1,000", "dash": [5, 10, 15], "color": "white"}],
          "series": [{"name": "Steps", "values": [812, 1500, 300, 990, 1240, 980, 1710]}]}
        """, theme: .dark),
    Case(
      name: "A8-limits-near-one-another",
      spec: """
        {"kind": "line", "size": {"width": 480, "height": 260}, "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]},
          "limits": [{"value": 30, "label": "Enough"}, {"value": 32, "label": "Good", "color": "#228833"},
            {"value": 33, "label": "Better"}, {"value": 36, "label": "Very good", "dash": [4, 4]}, {"value": 40, "label": "The end"}],
          "series": [{"name": "Orders", "values": [12, 19, 8, 15, 31, 24, 27]}]}
        """),
    Case(
      name: "A8-legend-toggled",
      spec: """
        {"kind": "bar", "x": {"labels": ["Q1", "Q2", "Q3", "Q4"]}, "legend": "bottom", "series": [
          {"name": "North", "values": [12, 19, 8, 15]}, {"name": "South", "values": [9, 4, 14, 11]},
          {"name": "West", "values": [6, 8, 9, 17]}]}
        """, interactions: [.toggle(series: 1)]),
    Case(
      name: "A9-fixed-axis",
      spec: """
        {"kind": "combined", "x": {"labels": \(names(30) { "D\($0 + 1)" })}, "viewport": {"visibleCount": 7, "start": 11.4},
          "right": {"line": true}, "y": {"line": true}, "series": [{"type": "bar", "name": "Steps", "values": \(wave(30, from: 100, to: 2900, step: 371))},
          {"type": "line", "name": "Pulse", "axis": "right", "values": \(wave(30, from: 60, to: 140)), "dots": "all"}]}
        """),
    Case(
      name: "bad-input-no-values",
      spec: #"{"kind": "line", "title": "Nothing", "x": {"labels": ["A", "B"]}, "series": [{"values": [null, null]}]}"#),
    Case(name: "bad-input-no-series", spec: #"{"kind": "bar", "series": []}"#, theme: .dark),
    Case(
      name: "bad-input-one-point", spec: #"{"kind": "line", "series": [{"values": [5], "dots": "all", "area": true}]}"#),
    Case(
      name: "bad-input-tiny-plot",
      spec: """
        {"kind": "bar", "size": {"width": 60, "height": 40}, "title": "T", "legend": "right", "x": {"labels": ["A", "B"]},
          "series": [{"name": "S", "values": [1000, 2000]}]}
        """),
    Case(
      name: "bad-input-long-texts",
      spec: """
        {"kind": "bar", "title": "\(String(repeating: "A very long title ", count: 20))", "legend": "right",
          "x": {"title": "\(String(repeating: "long ", count: 60))", "labels": ["\(String(repeating: "Long ", count: 40))", "<b>&amp;", "人工智能与机器学习研究院的年度预算"]},
          "y": {"title": "\(String(repeating: "long ", count: 60))", "tickLabels": {"format": "{value} of a rather long unit that goes on and on"}},
          "limits": [{"value": 2, "label": "\(String(repeating: "goal ", count: 60))"}],
          "series": [{"name": "\(String(repeating: "Series ", count: 20))", "values": [1, 2, 3], "labels": "above"}]}
        """),
  ]
}
