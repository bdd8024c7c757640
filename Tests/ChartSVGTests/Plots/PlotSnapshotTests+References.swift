import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  /// The reference sheets, redrawn.
  static let references: [Case] = [
    Case(name: "R0-gradient-line", spec: r0),
    Case(name: "R0-half-drawn", spec: r0, phase: 0.5),
    Case(name: "R0-playing", spec: r0, isAnimated: true),
    Case(name: "R1-line", spec: r1),
    Case(name: "R2-history", spec: r2, interactions: [.highlight(path: [0, 35], notify: true)]),
    Case(name: "R2-day", spec: r2Day),
    Case(name: "R2-threshold-line", spec: r2Thresholds),
    Case(name: "R3-lines", spec: r3, interactions: [.highlight(path: [0, 4], notify: true)]),
    Case(name: "R4-bars", spec: r4Bars),
    Case(name: "R4-lines", spec: r4Lines),
  ]

  static let r0 = """
    {"kind": "line", "size": {"width": 340, "height": 170}, "background": "rgb(243, 243, 243)", "padding": 0,
      "x": {"lastDays": {"count": 7, "before": "2026-08-21"}, "band": 25, "tickLabels": {"fontSize": 10, "color": "rgb(158, 158, 158)", "align": "center"}},
      "y": {"min": 0, "max": 60, "ticks": [0, 10, 20, 30, 40, 50], "band": 25, "grid": {"color": "rgb(231, 231, 231)"},
        "tickLabels": {"fontSize": 10, "color": "rgb(158, 158, 158)", "align": "center"}},
      "animation": {"kind": "stroke", "duration": 2.5},
      "series": [{"name": "Line", "values": [10, 20, 15, 20, 40, 10, 20], "width": 4, "gradient": ["#fda408", "#fb252d"],
        "dots": "ends", "endBubble": true}]}
    """

  static let r1 = """
    {"kind": "line", "size": {"width": 375, "height": 300}, "padding": {"left": 30, "right": 30, "top": 30, "bottom": 30},
      "x": {"placement": "edges", "visible": false, "values": [0, 1, 2, 3, 4, 5, 6]}, "y": {"min": 0, "max": 30, "visible": false, "grid": false},
      "series": [{"name": "Line", "color": "red", "width": 1, "values": [3, 18, 10, 30, 12, 24, 5],
        "dots": {"place": "all", "style": "hollow", "radius": 6, "color": "red", "border": "white", "borderWidth": 1}}]}
    """

  static let r2 = """
    {"kind": "combined", "size": {"width": 375, "height": 260}, "theme": "dark", "background": "black", "bars": {"width": 0.9},
      "padding": {"top": 5}, "x": {"position": "top", "spaceMin": 0.5, "spaceMax": 0.5,
        "labels": \(names(40) { "\($0 % 30 + 1)" }), "tickLabels": {"fontSize": 12, "color": "rgba(255, 255, 255, 0.6)",
          "selected": {"fontSize": 14, "color": "white"}}},
      "y": {"headroom": 10, "nice": false, "min": 0, "visible": false, "grid": false},
      "right": {"headroom": 10},
      "viewport": {"visibleCount": 9, "start": "end", "snap": true}, "marker": false,
      "limits": [{"value": 1000, "axis": "right", "color": "white", "dash": [5, 10, 15], "above": false}],
      "series": [{"type": "bar", "name": "Steps", "axis": "right", "color": "#5b8def", "values": \(wave(40, from: 100, to: 1900, step: 371))}]}
    """

  /// The steps in 20 minutes each: none at night, and none in every fifth.
  private static let buckets: String = {
    let steps = (0..<72).map { index -> Int in index < 21 || index % 5 == 0 ? 0 : index * index * 13 % 180 + 20 }
    return "[" + steps.map(String.init).joined(separator: ", ") + "]"
  }()

  static let r2Day = """
    {"kind": "bar", "size": {"width": 375, "height": 220}, "theme": "dark", "background": "black", "bars": {"width": 0.9},
      "x": {"labels": \(names(72) { "\($0 / 3):\($0 % 3 * 2)0" }), "ticks": ["0:00", "6:00", "12:00", "18:00", "23:40"],
        "tickLabels": {"color": "rgba(255, 255, 255, 0.6)"}},
      "y": {"visible": false, "grid": false},
      "series": [{"name": "Steps", "zero": {"color": "gray", "height": 3},
        "values": \(buckets), "colors": \(names(72) { $0 % 2 == 0 ? "#5b8def" : "#8fd14f" })}]}
    """

  static let r2Thresholds = """
    {"kind": "line", "size": {"width": 375, "height": 260}, "theme": "dark", "background": "black",
      "x": {"labels": \(names(12) { "\($0 + 1)" }), "position": "top"}, "right": {"headroom": 10, "grid": true},
      "viewport": {"visibleCount": 9, "start": "end"},
      "series": [{"name": "Steps", "axis": "right", "width": 3, "values": [400, 4800, 900, 2500, 6000, 300, 3600, 1200, 2900, 4100, 700, 5200],
        "thresholds": [{"below": 1000, "color": "lime"}, {"below": 3000, "color": "dodgerblue"}, {"below": 5000, "color": "red"}]}]}
    """

  static let r3 = """
    {"kind": "line", "size": {"width": 375, "height": 300}, "padding": {"left": 10, "right": 20, "top": 20, "bottom": 10},
      "x": {"labels": \(names(12) { "\($0 + 1)月" }), "spacing": 50, "placement": "edges", "line": {"color": "rgb(222, 222, 222)", "width": 0.5},
        "grid": {"color": "rgb(222, 222, 222)", "width": 0.5}, "tickLabels": {"gap": 5, "fontSize": 10}},
      "y": {"line": {"color": "rgb(222, 222, 222)", "width": 0.5}, "grid": {"color": "rgb(222, 222, 222)", "width": 0.5}, "min": 0, "max": 50, "step": 10,
        "tickLabels": {"gap": 5, "fontSize": 10}},
      "popups": {"enabled": true, "text": "单价：{value}/㎡", "width": 92},
      "series": [
        {"name": "A", "color": "#4477aa", "values": [12, 15, 14, 18, 22, 21, 25, 28, 31, 29, 35, 40], "dots": {"place": "all", "style": "double", "radius": 5}},
        {"name": "B", "color": "#ee6677", "values": [42, 38, 40, 33, 35, 30, 31, 26, 24, 27, 20, 18], "dots": {"place": "all", "style": "double", "radius": 5}}]}
    """

  static let r4Bars = """
    {"kind": "bar", "size": {"width": 375, "height": 260}, "x": {"labels": \(names(8) { "G\($0 + 1)" })}, "viewport": {"visibleCount": 5},
      "padding": {"top": 20, "left": 8, "right": 8, "bottom": 8}, "animation": {"kind": "grow"}, "legend": "bottom",
      "series": [
        {"name": "A", "values": [120, 340, 210, 180, 410, 90, 260, 300]}, {"name": "B", "values": [90, 140, 310, 280, 110, 190, 60, 200]},
        {"name": "C", "gradient": ["#fda408", "#fb252d"], "values": [220, 40, 110, 380, 210, 290, 160, 100]},
        {"name": "D", "values": [20, 240, 410, 80, 310, 490, 360, 0]}]}
    """

  static let r4Lines = """
    {"kind": "line", "size": {"width": 375, "height": 260}, "x": {"labels": \(names(7) { "\($0 + 1)" }), "placement": "edges"},
      "animation": {"kind": "wipe"}, "legend": "bottom", "series": [
        {"name": "Smooth", "values": [20, 45, 28, 80, 39, 60, 52], "curve": "smooth", "smooth": 0.6, "area": {"opacity": 0.3}},
        {"name": "Straight", "values": [60, 25, 48, 30, 69, 40, 72], "area": {"opacity": 0.3}}]}
    """
}
