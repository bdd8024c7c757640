import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  /// Weight and consumption of cars, as it were: two clouds with an outlier.
  private static let cloud = (0..<60).map { index -> (x: Int, y: Int, size: Int, name: String) in
    let group = index % 3
    return (
      x: 20 + group * 24 + (index * index * 7 + index * 13) % 23,
      y: 300 - group * 70 + (index * index * 3 + index * 29) % 90,
      size: 1 + (index * index * 5 + index * 17) % 100, name: ["Asia", "Europe", "Africa"][group]
    )
  }

  private static func list<Value>(_ value: ((x: Int, y: Int, size: Int, name: String)) -> Value) -> String {
    "[" + cloud.map { "\(value($0))" }.joined(separator: ", ") + "]"
  }

  private static let points = "\"x\": \(list(\.x)), \"values\": \(list(\.y))"
  private static let names = "[" + cloud.map { "\"\($0.name)\"" }.joined(separator: ", ") + "]"

  private static func scatter(_ more: String, _ options: String = "") -> String {
    """
    {"kind": "scatter", "x": {"title": "Weight"}, "y": {"title": "Range"}\(options.isEmpty ? "" : ", \(options)"),
     "series": [{"name": "Cars", \(points)\(more.isEmpty ? "" : ", \(more)")}]}
    """
  }

  /// What the legend says of numbers: beside the plot and above it.
  private static let keys: [Case] = [("right", Theme.light), ("top", .dark)].map { side, theme in
    Case(
      name: "M1-keys-\(side)",
      spec: scatter(
        """
        "colorBy": {"values": \(list(\.y)), "title": "engine"}, "size": {"values": \(list(\.size)), "title": "people", "greatest": 16}
        """, "\"legend\": \"\(side)\""), theme: theme)
  }

  static let scatters: [Case] =
    [
      Case(name: "M1-scatter", spec: scatter("")),
      Case(name: "M1-scatter-dark", spec: scatter(""), theme: .dark),
      Case(name: "M1-sizes", spec: scatter("\"size\": \(list(\.size)), \"opacity\": 0.6, \"border\": \"white\"")),
      Case(name: "M1-colors-by-value", spec: scatter("\"colorBy\": \(list(\.size))")),
      Case(name: "M1-colors-by-value-dark", spec: scatter("\"colorBy\": \(list(\.size))"), theme: .dark),
      Case(
        name: "M1-colors-by-name", spec: scatter("\"colorBy\": \(names)", "\"legend\": \"top\"")),
    ]
    + keys
    + [
      Case(
        name: "M1-edges",
        spec: """
          {"kind": "scatter", "x": {"min": 0, "max": 10}, "y": {"min": 0, "max": 10}, "legend": "bottom", "series": [
            {"name": "A", "x": [0, 0, 10, 10, 5], "values": [0, 10, 0, 10, 5], "size": [1, 4, 9, 16, 25]},
            {"name": "B", "shape": "square", "x": [0, 10, 5], "values": [5, 5, 0]}]}
          """),
      Case(
        name: "M1-keys-of-two",
        spec: """
          {"kind": "scatter", "legend": "right", "x": {"title": "Weight"}, "y": {"title": "Range"}, "series": [
            {"name": "Cars", \(points), "colorBy": {"values": \(list(\.y)), "title": "engine"}},
            {"name": "Vans", "shape": "diamond", "x": [30, 50, 85], "values": [210, 60, 140], "radius": 7,
             "colorBy": {"values": [2.5, 1, 4], "title": "seats", "scheme": "cividis"}}]}
          """),
      Case(
        name: "M1-shapes",
        spec: """
          {"kind": "scatter", "legend": "right", "x": {"labels": ["a", "b", "c", "d", "e"]}, "y": {"min": 0, "max": 8}, "series": [
          """
            + ScatterStyleSpec.Shape.allCases.enumerated().map { place, shape in
              """
              {"name": "\(shape.rawValue)", "shape": "\(shape.rawValue)", "radius": 9, "values": [\((0..<5).map { _ in "\(place + 1)" }.joined(separator: ", "))]}
              """
            }.joined(separator: ", ") + "]}"),
      Case(
        name: "M1-selected",
        spec: scatter("\"size\": {\"values\": \(list(\.size)), \"title\": \"engine\"}, \"colorBy\": \(names)"),
        interactions: [.highlight(path: [0, 4], notify: true)]),
      Case(
        name: "M1-above-bars",
        spec: """
          {"kind": "combined", "x": {"labels": ["Q1", "Q2", "Q3", "Q4"]}, "series": [{"type": "bar", "values": [12, 19, 8, 15]},
            {"type": "line", "values": [10, 14, 11, 16]}, {"type": "scatter", "values": [11, null, 16, 12], "shape": "diamond", "radius": 8}]}
          """, theme: .dark),
      Case(
        name: "M1-log",
        spec: """
          {"kind": "scatter", "x": {"scale": "log"}, "y": {"scale": "log"}, "series": [{"x": [1, 10, 100, 1000, 0], "values": [0.01, 3, 20, 4000, 7]}]}
          """),
      Case(
        name: "M1-time",
        spec: """
          {"kind": "scatter", "size": {"width": 360, "height": 220}, "series": [
            {"x": ["2026-08-01", "2026-08-03", "2026-08-21"], "values": [3, 9, 4]}]}
          """),
    ]
    + ["wipe", "stroke", "grow", "count"].flatMap { kind in
      [
        Case(name: "M1-\(kind)-half", spec: scatter("", "\"animation\": \"\(kind)\""), phase: 0.5),
        Case(name: "M1-\(kind)-playing", spec: scatter("", "\"animation\": \"\(kind)\""), isAnimated: true),
      ]
    }
}
