import ChartEngine
import ChartModel
import TestSupport

extension PlotSnapshotTests {
  private static let hours = """
    "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]}, "y": {"labels": ["Morning", "Noon", "Late afternoon", "Night"]}
    """

  private static let visits =
    "[[3, 5, 6, 8, 9, 20, 22], [14, 12, 15, 13, 18, 30, 31], [9, 8, null, 7, 12, 16, 11], [1, 2, 1, 1, 4, 9, 3]]"

  /// Differences in which both signs matter.
  private static let changes =
    "[[-8, -5, -1, 2, 6, 9, 3], [4, 1, -2, -6, -9, -3, 0], [2, 5, 7, 3, -1, -4, -2], [0, -1, 1, null, 4, 2, -7]]"

  private static func matrix(_ rows: String, _ series: String = "", _ options: String = "") -> String {
    """
    {"kind": "heatmap", "title": "Visits", \(hours), "legend": "right"\(options.isEmpty ? "" : ", \(options)"),
     "series": [{"name": "Visits", "rows": \(rows)\(series.isEmpty ? "" : ", \(series)")}]}
    """
  }

  private static func list(_ entries: [String]) -> String { "[" + entries.joined(separator: ", ") + "]" }

  /// Two clouds of points: their places along both axes.
  private static let points: (xs: String, ys: String) = {
    var (xs, ys): ([String], [String]) = ([], [])
    for index in 0..<400 {
      let side = index % 2
      let x: Int = 20 + side * 40 + (index * index * 7 + index * 13) % 37 + (index * 5) % 11
      let y: Int = 200 - side * 90 + (index * index * 3 + index * 29) % 61 + (index * 11) % 23
      xs.append(String(x))
      ys.append(String(y))
    }
    return (list(xs), list(ys))
  }()

  /// The days of two years, and numbers that go up and down with them.
  private static let days: (dates: String, numbers: String) = {
    var (dates, numbers): ([String], [String]) = ([], [])
    for index in 0..<500 {
      let season: Int = abs(180 - (index + 90) % 365) / 6
      dates.append("\"" + CivilDay(number: 19_900 + index).text + "\"")
      numbers.append(String((index * index * 3) % 17 + season))
    }
    return (list(dates), list(numbers))
  }()

  /// 64 × 50 cells, more than say what they are.
  private static let many: String = {
    var rows: [String] = []
    for row in 0..<50 {
      var cells: [String] = []
      for column in 0..<64 {
        let (down, across) = (row - 20, column - 40)
        let number: Int = (row * row + 3 * column * column + row * column) % 600
        cells.append(down * down + across * across < 60 ? "null" : String(number))
      }
      rows.append(list(cells))
    }
    return list(rows)
  }()

  static let heatmaps: [Case] =
    [
      Case(name: "M8-matrix", spec: matrix(visits, "\"labels\": true")),
      Case(name: "M8-matrix-dark", spec: matrix(visits, "\"labels\": true"), theme: .dark),
      Case(
        name: "M8-matrix-horizontal",
        spec: matrix(visits, "\"gap\": 4, \"radius\": 6", "\"orientation\": \"horizontal\"")),
      Case(
        name: "M8-diverging", spec: matrix(changes, "\"colorBy\": {\"scheme\": \"RdBu\", \"title\": \"change\"}")),
      Case(
        name: "M8-diverging-dark", spec: matrix(changes, "\"colorBy\": {\"scheme\": \"PuOr\", \"reverse\": true}"),
        theme: .dark),
      Case(
        name: "M8-bins",
        spec: """
          {"kind": "heatmap", "legend": "bottom", "x": {"title": "Weight"}, "y": {"title": "Range"}, "series": [
            {"x": \(points.xs), "values": \(points.ys), "bin": {"x": 16, "y": 12},
             "colorBy": {"scheme": "blues", "scale": "log"}}]}
          """),
      Case(
        name: "M8-calendar",
        spec: """
          {"kind": "heatmap", "title": "Days", "legend": "right",
           "x": {"values": \(days.dates)},
           "series": [{"calendar": true, "colorBy": {"values": \(days.numbers), "title": "hours"}}]}
          """),
      Case(
        name: "M8-many",
        spec:
          "{\"kind\": \"heatmap\", \"legend\": \"right\", \"series\": [{\"rows\": \(many), \"colorBy\": {\"scheme\": \"cividis\"}}]}"
      ),
      Case(
        name: "M8-kinds",
        spec: """
          {"kind": "heatmap", "legend": "top", "x": {"values": ["Mon", "Tue", "Mon", "Tue"]},
           "series": [{"values": ["Anna", "Anna", "Ben", "Ben"], "colorBy": ["office", "home", "home", "away"]}]}
          """),
    ]
    + [("M1-names", "vertical"), ("M1-names-horizontal", "horizontal")].map { name, orientation in
      Case(
        name: name,
        spec: """
          {"kind": "scatter", "orientation": "\(orientation)", "legend": "right",
           "x": {"values": ["Newark", "Kennedy", "La Guardia", "Newark", "Newark", "Kennedy"]}, "series": [
            {"name": "Flights", "values": ["United", "JetBlue", "Delta", "JetBlue", "A company with a very long name indeed", "Delta"],
             "size": {"values": [46, 42, 23, 7, 12, 21], "title": "thousands", "greatest": 18}}]}
          """)
    }
}

/// A date by itself, so that pictures don't depend on the engine's.
private struct CivilDay {
  let text: String

  init(number: Int) {
    var (year, rest) = (1970, number)
    func isLeap(_ year: Int) -> Bool { year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 1
    for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      guard rest >= length else { break }
      rest -= length
      month += 1
    }
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    text = "\(year)-\(two(month))-\(two(rest + 1))"
  }
}
