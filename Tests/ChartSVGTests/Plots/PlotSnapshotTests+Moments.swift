import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  /// M1: moments along the values.
  static let moments: [Case] = {
    let delivered = """
      {"kind": "scatter", "title": "Ordered and delivered", "x": {"title": "ordered"}, "y": {"title": "delivered", "scale": "time"},
       "series": [{"x": ["2026-01-05", "2026-01-12", "2026-02-02", "2026-02-20", "2026-03-04", "2026-03-21", "2026-04-09"],
         "values": ["2026-01-09", "2026-02-18", "2026-02-09", "2026-03-06", "2026-03-30", "2026-04-02", "2026-06-11"]}],
       "annotations": [{"text": "late", "x": "2026-04-09", "y": "2026-06-11"}]SIZE}
      """
    let tasks = """
      {"kind": "bar", "title": "A release", "orientation": "horizontal",
       "x": {"labels": ["Design", "Build", "Test", "Write", "Release"]},
       "series": [{"base": ["2026-01-05", "2026-01-26", "2026-03-02", "2026-02-16", "2026-04-13"],
         "values": ["2026-02-06", "2026-03-20", "2026-04-10", "2026-04-03", "2026-04-17"]}],
       "limits": [{"value": "2026-03-15", "label": "today"}]SIZE}
      """
    let small = #", "size": {"width": 320, "height": 200}"#
    let large = #", "size": {"width": 700, "height": 400}"#
    let themes: [(Theme, String)] = [(.light, ""), (.dark, "-dark")]
    return themes.flatMap { theme, suffix in
      [
        Case(name: "M1-moments\(suffix)", spec: delivered.replacing("SIZE", with: large), theme: theme),
        Case(
          name: "M1-gantt\(suffix)", spec: tasks.replacing("SIZE", with: large),
          interactions: [.highlight(path: [0, 1], notify: true)], theme: theme),
        Case(name: "M1-gantt-small\(suffix)", spec: tasks.replacing("SIZE", with: small), theme: theme),
      ]
    } + [
      Case(name: "M1-moments-small", spec: delivered.replacing("SIZE", with: small)),
      Case(
        name: "M1-moments-box",
        spec: """
          {"kind": "box", "format": "de", "series": [{"x": ["a", "a", "a", "a", "b", "b", "b", "b"], "points": "all", "mean": true,
            "values": ["2020-01-01", "2020-02-03", "2020-05-05", "2020-04-01", "2020-09-01", "2020-10-01", "2020-12-01", "2020-11-11"]}]}
          """.replacing("\"format\": \"de\"", with: "\"format\": {\"locale\": \"de\"}")),
      Case(
        name: "M1-moments-line",
        spec: """
          {"kind": "line", "x": {"labels": ["Mo", "Tu", "We", "Th"], "timeZone": "+02:00"}, "y": {"tickLabels": {"format": "E HH:mm"}},
           "series": [{"name": "Until", "values": ["2026-03-02T16:41Z", "2026-03-03T18:39Z", null, "2026-03-05T20:34Z"],
             "error": 0.2, "dots": "all"}]}
          """),
    ]
  }()
}
