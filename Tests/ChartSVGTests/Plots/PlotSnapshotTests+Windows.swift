import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  private static func history(_ viewport: String, _ more: String = "") -> String {
    """
    {"kind": "combined", "x": {"labels": \(names(40) { "08-\($0 < 9 ? "0" : "")\($0 + 1)" })}, "viewport": {\(viewport)}, \(more)
      "series": [{"type": "bar", "name": "Steps", "values": \(wave(40, from: 100, to: 2900, step: 371))},
        {"type": "line", "name": "Mean", "values": \(wave(40, from: 900, to: 1900, step: 53)), "curve": "monotone", "width": 3}]}
    """
  }

  /// What a viewport shows, what is highlighted in it, and what lies above what.
  static let windows: [Case] = [
    Case(name: "V1-the-last-nine", spec: history(#""visibleCount": 9, "start": "end""#)),
    Case(
      name: "V2-snapped", spec: history(#""visibleCount": 9, "start": 20, "snap": true"#),
      interactions: [.highlight(path: [0, 24], notify: true)], theme: .dark),
    Case(
      name: "V3-gliding", spec: history(#""visibleCount": 9, "start": 20"#),
      interactions: [(0, 400), (0.05, 330), (0.1, 260)].map { time, x in
        .pointer(
          PointerReport(
            phase: time == 0 ? .down : .move, position: Point(x: x, y: 150), time: time, pointer: 0))
      } + [
        .pointer(PointerReport(phase: .up, position: Point(x: 260, y: 150), time: 0.1, pointer: 0)),
        .advance(time: 0.35),
      ]),
    Case(
      name: "V4-zoomed", spec: history(#""zoom": "both""#),
      interactions: [.zoom(.by(4, x: 400, y: 200)), .highlight(path: [1, 24], notify: true)]),
    Case(
      name: "V1-overview", spec: history(#""overview": true"#), interactions: [.zoom(.by(4, x: 400, y: nil))]),
    Case(
      name: "V1-overview-of-rows",
      spec: #"""
        {"kind": "bar", "title": "Rows", "orientation": "horizontal", "viewport": {"overview": true, "visibleCount": 5},
         "x": {"labels": ["Bonn", "Köln", "Rome", "Paris", "Vienna", "Oslo", "Lagos", "Lima"]}, "y": {"title": "Visits"},
         "series": [{"values": [4, 8, 2, 9, 5, 3, 7, 6]}]}
        """#, theme: .dark),
    Case(
      name: "W7-brushed", spec: history(#""zoom": "both""#, #""select": "x","#),
      interactions: [.brush(Brush(x: 9.5...20.5, y: nil))], theme: .dark),
    Case(
      name: "W7-brushed-both-ways",
      spec: #"""
        {"kind": "scatter", "title": "Both", "size": {"width": 320, "height": 200}, "select": "both",
         "x": {"values": [1, 2, 3, 4, 5, 6, 7, 8]}, "series": [{"values": [4, 8, 2, 9, 5, 3, 7, 6]}]}
        """#, interactions: [.brush(Brush(x: 2.5...6.5, y: 2.5...8))]),
    Case(
      name: "V5-highlighted-by-value", spec: history(#""visibleCount": 9, "start": "end""#),
      interactions: [.highlight(path: [1, 35], notify: false)]),
    Case(
      name: "V6-nearest", spec: history(#""visibleCount": 9, "start": "end""#),
      interactions: [.tap(Point(x: 100, y: 40))]),
    Case(
      name: "V7-marker",
      spec: history(
        #""visibleCount": 9, "start": "end""#,
        """
        "marker": {"background": "#fff8e1", "cornerRadius": 8, "text": [
          {"text": "{x}\\n", "weight": "bold", "size": 14}, {"text": "{series}: ", "color": "#888"},
          {"text": "{value}", "weight": "bold", "color": "#228833"}]},
        """),
      interactions: [.highlight(path: [0, 39], notify: true)]),
    Case(
      name: "V8-lines-above", spec: history(#""visibleCount": 12"#, #""legend": "top","#)),
    Case(
      name: "V8-bars-above", spec: history(#""visibleCount": 12"#, #""legend": "top", "drawOrder": ["line", "bar"],"#),
      theme: .dark),
    Case(
      name: "V8-areas",
      spec: """
        {"kind": "combined", "x": {"labels": \(names(8) { "\($0 + 1)" })}, "legend": "bottom", "series": [
          {"type": "line", "name": "Area", "values": [5, 9, 7, 12, 11, 14, 22, 18], "area": true, "curve": "smooth"},
          {"type": "bar", "name": "Bars", "values": [3, 11, 6, 9, 13, 8, 15, 10]},
          {"type": "line", "name": "Line", "values": [12, 8, 14, 6, 10, 16, 9, 13], "dots": {"place": "all", "style": "hollow"}}]}
        """),
  ]
}
