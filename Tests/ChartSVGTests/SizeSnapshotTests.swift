import ChartEngine
import ChartModel
import Testing

/// Each kind of mark where there is little room, on light, and where there is much, on dark: what fits a picture of the usual
/// size may overlap in a small one, and be lost in a large one.
@Suite("Pictures of other sizes")
struct SizeSnapshotTests {
  private enum Extent: String, CaseIterable {
    case small, large

    var size: String {
      self == .small ? #""size": {"width": 320, "height": 200}"# : #""size": {"width": 1200, "height": 700}"#
    }
  }

  private static func sized(
    _ name: String, _ spec: String, selecting path: [Int]? = nil, _ extents: [Extent] = Extent.allCases
  ) -> [Snapshot.Case] {
    extents.map { extent in
      Snapshot.Case(
        name: "\(name)-\(extent)", spec: "{\(extent.size), \(spec)}",
        interactions: path.map { [.highlight(path: $0, notify: true)] } ?? [],
        theme: extent == .small ? .light : .dark)
    }
  }

  private static let weekdays = #""labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]"#

  /// M2: names of any length on the left, and values on both sides of 0.
  private static let horizontalBars = sized(
    "M2-grouped",
    """
    "kind": "bar", "title": "Change of exports", "orientation": "horizontal", "legend": "bottom", "y": {"title": "%"},
      "x": {"labels": ["China", "United States of America", "Indonesia", "Russian Federation"]}, "series": [
      {"name": "2023", "values": [12.5, 4.1, 7.3, -8.2], "labels": "above"},
      {"name": "2024", "values": [9.8, -2.4, 5.6, -3.9], "labels": "above"}]
    """)

  private static let energy = """
    "x": {"labels": ["2015", "2016", "2017", "2018", "2019", "2020", "2021"]}, "series": [
      {"name": "Coal", "values": [272, 262, 241, 229, 171, 134, 165]},
      {"name": "Gas", "values": [62, 81, 87, 83, 91, 95, 90]},
      {"name": "Wind", "values": [81, 80, 106, 110, 126, 132, 114]}]
    """

  /// M3, with the marker of one of those in the middle.
  private static let areas =
    sized(
      "M3-areas",
      #""kind": "line", "title": "Electricity", "stacked": true, "legend": "bottom", "y": {"title": "TWh"}, \#(energy)"#,
      selecting: [1, 3])
    + sized(
      "M3-percent", #""kind": "line", "stacked": "percent", "legend": "right", "marker": {"shared": true}, \#(energy)"#,
      selecting: [2, 4])

  /// M4: lines with caps, bands, and bars from one end to the other.
  private static let errors =
    sized(
      "M4-bars",
      """
      "kind": "bar", "title": "Yield, t/ha", "legend": "bottom", "x": {"labels": ["None", "Manure", "Mineral", "Both"]},
        "series": [{"name": "Yield", "values": [3.1, 4.2, 5.6, 6.1], "error": [0.4, 0.5, 0.3, 0.7], "labels": "above"},
        {"name": "Control", "values": [3, 3.3, 3.2, 3.1], "error": 0.3, "labels": "inside"}]
      """)
    + sized(
      "M4-band",
      """
      "kind": "line", "y": {"title": "°C"}, "x": {"labels": ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]}, "series": [
        {"name": "Mean", "values": [1, 2, 6, 10, 15, 18], "curve": "monotone",
          "error": {"low": [-3, -3, 0, 4, 8, 12], "high": [4, 6, 11, 16, 21, 24]}},
        {"name": "Station", "values": [3, 5, 4, 12, 16, 20], "dots": "all", "error": {"constant": 1.5, "as": "bars"}}]
      """, selecting: [0, 3])
    + sized(
      "M4-ranges",
      """
      "kind": "bar", "title": "Open", "orientation": "horizontal",
        "y": {"min": 6, "max": 24, "step": 3, "tickLabels": {"format": "{value}:00"}},
        "x": {"labels": ["Library", "Swimming pool", "Museum", "Theatre"]}, "series": [
        {"values": [20, 22, 18, 23], "base": [9, 6.5, 10, 18], "shape": "capsule"}]
      """, selecting: [0, 2])

  /// Numbers of which those in the middle are the most, the same in every run.
  private static func bell(_ count: Int, about middle: Double, by spread: Double) -> String {
    let numbers = (0..<count).map { index -> String in
      let parts = (1...5).map { Double((index * index * (6 + $0) + index * 31 * $0) % 89) / 88 - 0.5 }
      return "\(middle + (parts.reduce(0, +) * spread * 10).rounded() / 10)"
    }
    return "[" + numbers.joined(separator: ", ") + "]"
  }

  /// M5 and M6.
  private static let distributions =
    sized(
      "M5-density",
      """
      "kind": "histogram", "title": "Time to the answer", "legend": "top", "x": {"title": "ms"}, "y": {"title": "requests"},
        "series": [{"name": "Before", "values": \(bell(90, about: 40, by: 14)), "density": true},
        {"name": "After", "values": \(bell(60, about: 55, by: 18))}]
      """, selecting: [0, 3])
    + sized(
      "M6-boxes",
      """
      "kind": "box", "title": "Yield", "legend": "bottom", "y": {"title": "kg"}, "x": {"values": \(groups)}, "series": [
        {"name": "2023", "values": \(bell(60, about: 30, by: 24)), "mean": true},
        {"name": "2024", "values": \(bell(60, about: 38, by: 12)), "points": "beside"}]
      """)

  private static let groups =
    "[" + (0..<60).map { "\"\(["Control", "Treated", "Treated twice"][$0 % 3])\"" }.joined(separator: ", ") + "]"

  /// M7, with the marker of a day on which the price fell.
  private static let prices = sized(
    "M7-candles",
    """
    "kind": "candlestick", "title": "A share", "subtitle": "Daily prices", "y": {"title": "€"},
      "x": {"values": ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09", "2024-01-10", "2024-01-11", "2024-01-12"]},
      "series": [{"name": "Share", "values": [12, 9, 9.5, 14, 13, 16, 15.5], "open": [10, 12, 9, 9.6, 14, 12.8, 16],
        "high": [13, 12.5, 10, 15, 14.5, 17, 16.8], "low": [8, 7, 8.5, 9, 12, 12, 14.9]}]
    """, selecting: [0, 1])

  /// M8: numbers in cells, and both sides of a middle.
  private static let heatmaps =
    sized(
      "M8-matrix",
      """
      "kind": "heatmap", "title": "Visits", "legend": "right", "x": {\(weekdays)},
        "y": {"labels": ["Morning", "Noon", "Late afternoon", "Night"]}, "series": [{"name": "Visits", "labels": true,
        "rows": [[3, 5, 6, 8, 9, 20, 22], [14, 12, 15, 13, 18, 30, 31], [9, 8, null, 7, 12, 16, 11], [1, 2, 1, 1, 4, 9, 3]]}]
      """, selecting: [0, 12])
    + sized(
      "M8-diverging",
      """
      "kind": "heatmap", "legend": "bottom", "x": {\(weekdays)}, "y": {"labels": ["North", "South", "West"]}, "series": [
        {"name": "Change", "colorBy": {"scheme": "RdBu", "title": "change"},
          "rows": [[-8, -5, -1, 2, 6, 9, 3], [4, 1, -2, -6, -9, -3, 0], [2, 5, 7, 3, -1, -4, -2]]}]
      """)

  /// M12: texts with and without leaders, limits up and level, a band, and what is written at their ends.
  private static let annotations = sized(
    "M12-annotations",
    """
    "kind": "line", "title": "Sunny days", "x": {"labels": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"]},
      "series": {"values": [3, 4, 7, 9, 14, 18, 22, 21, 15, 9], "dots": "all"}, "limits": [{"value": 12, "label": "Mean"}],
      "bands": [{"axis": "x", "from": "Jun", "to": "Aug", "label": "Summer"}], "annotations": [
      {"x": "Jul", "y": 22, "text": "The best month\\nof all", "leader": "arrow"},
      {"x": "Mar", "y": 7, "text": "Spring begins"}, {"x": "Sep", "y": 15, "text": "Storms", "dot": true, "color": "crimson"}]
    """)

  /// M1.
  private static let bubbles = sized(
    "M1-bubbles",
    """
    "kind": "scatter", "title": "Cars", "legend": "right", "x": {"title": "Weight, t"}, "y": {"title": "Range, km"}, "series": [
      {"name": "Cars", "x": [0.9, 1.1, 1.2, 1.4, 1.5, 1.7, 1.9, 2.1, 2.4], "opacity": 0.7,
        "values": [820, 760, 790, 650, 700, 560, 610, 480, 400],
        "size": {"values": [40, 55, 60, 80, 95, 120, 150, 210, 300], "title": "power", "greatest": 30},
        "colorBy": {"values": [15, 18, 21, 25, 30, 42, 55, 80, 120], "title": "price"}}]
    """, selecting: [0, 5])

  private static let wind = """
    "kind": "polar", "title": "Wind", "legend": "right", "labels": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], "series": [
      {"name": "0–5 m/s", "values": [8, 4, 3, 2, 6, 9, 12, 10]}, {"name": "5–10 m/s", "values": [3, 1, 0, null, 2, 5, 7, 6]}]
    """
  private static let cars = """
    "kind": "radar", "title": "Two cars", "legend": "bottom", "labels": ["Speed", "Range", "Comfort", "Price", "Safety", "Boot space"],
      "series": [{"name": "Alpha", "values": [4, 3, 5, 2, 4, 3.5]}, {"name": "Beta", "values": [2, 5, 1, 4, 3, 4]}]
    """
  private static let shop =
    #""kind": "funnel", "title": "Shop", "stages": {"Visits": 9000, "Baskets": 3600, "Orders": 900, "Returns": 45}"#
  private static let load = """
    "kind": "gauge", "title": "Load", "value": 72, "measure": "per cent",
      "bands": [{"to": 60, "label": "low"}, {"to": 85, "label": "high"}, {"to": 100, "label": "too high"}]
    """
  private static let year = """
    "kind": "waterfall", "title": "From 2023 to 2024", "legend": "bottom", "y": {"title": "m€"},
      "x": {"labels": ["2023", "Sales", "Services", "Costs", "Half", "Tax", "Other", "2024"]}, "series": {
      "values": [120, 45.5, 20, -38, null, -22.3, 4], "totals": ["2023", "Half", "2024"], "labels": "above"}
    """
  private static let plan = """
    "kind": "bullet", "title": "Sales against plan", "legend": "bottom", "y": {"title": "m€"},
      "x": {"labels": ["North", "South", "East", "West", "Online"]}, "series": {"values": [270, 180, 225, 310, null],
      "target": [250, 210, 225, 280, 160], "ranges": [150, 225, 330], "rangeNames": ["poor", "fair", "good"]}
    """

  /// M9 and M10.
  private static let still =
    sized("M9-polar", wind, selecting: [0, 6]) + sized("M9-radar", cars, selecting: [1, 1]) + sized("M10-funnel", shop)
    + sized("M10-gauge", load) + sized("M10-waterfall", year) + sized("M10-bullet", plan)

  private static let people = """
    "title": "People, millions", "slices": [
      {"label": "Asia", "children": [{"label": "China", "value": 1411}, {"label": "India", "value": 1428},
        {"label": "Indonesia", "value": 277}, {"label": "Japan", "value": 124}, {"label": "Nepal", "value": 31}]},
      {"label": "Africa", "children": [{"label": "Nigeria", "value": 223},
        {"label": "Democratic Republic of the Congo", "value": 102}, {"label": "Egypt", "value": 112}]},
      {"label": "Americas", "value": 1030}, {"label": "Oceania", "value": 45}]
    """

  /// M11, of which treemaps are large alone, and pies with their labels.
  private static let slices =
    sized("M11-treemap", #""kind": "treemap", \#(people)"#, selecting: [0, 2], [.large])
    + sized("M11-sunburst", #""kind": "pie", "drill": true, "hole": 0.3, "labels": "inside", \#(people)"#)
    + sized("M11-sunburst-legend", #""kind": "pie", "legend": "bottom", \#(people)"#, selecting: [0, 1])
    + sized(
      "P7-pie",
      """
      "kind": "pie", "title": "Spending", "slices": {"Rent": 25, "Food": 30, "Travel": 15, "Books": 10, "Savings": 20}
      """)

  /// Values that grow downwards, as ranks do, with what stands on them and is written at them.
  private static let reversed =
    sized(
      "A1-reversed-bars",
      """
      "kind": "bar", "title": "Depth, m", "legend": "bottom", "y": {"reverse": true}, "x": {"labels": ["North", "Baltic", "Black", "Red"]},
        "series": [{"name": "Mean", "values": [95, 55, 1253, 490], "labels": "above"},
        {"name": "Greatest", "values": [700, 459, 2212, 3040], "error": 120}], "limits": [{"value": 1500, "label": "Midnight zone"}]
      """, selecting: [0, 2])
    + sized(
      "A1-reversed-ranks",
      """
      "kind": "line", "title": "League table", "y": {"reverse": true, "min": 1, "max": 6, "step": 1, "title": "rank"},
        "x": {"labels": ["1", "2", "3", "4", "5", "6"]}, "series": [
        {"name": "United", "values": [4, 3, 3, 1, 2, 1], "dots": "all", "endBubble": {"text": "{series}"}},
        {"name": "City", "values": [1, 1, 2, 3, 1, 2], "dots": "all", "endBubble": {"text": "{series}"}}]
      """)

  /// Those of the usual size that have none of others.
  private static let resized = [
    "M3-stream", "M3-percent-bars", "M4-scatter", "M5-cumulative", "M5-stacked", "M6-all", "M6-beside", "M6-strip",
    "M7-bars-dark", "M8-bins", "M8-calendar", "M8-many", "M1-keys-right", "M1-names-horizontal", "V1-overview",
    "B8-scrolls", "B2-stacked", "M10-bullet-upright",
  ].flatMap { name -> [Snapshot.Case] in
    let all = [
      PlotSnapshotTests.bars, PlotSnapshotTests.scatters, PlotSnapshotTests.distributions, PlotSnapshotTests.heatmaps,
      PlotSnapshotTests.comparisons, PlotSnapshotTests.windows,
    ]
    guard let usual = all.joined().first(where: { $0.name == name }) else { return [] }
    return sized(
      name, String(usual.spec.drop { $0 != "{" }.dropFirst().reversed().drop { $0 != "}" }.dropFirst().reversed()))
  }

  @Test("Each of those that are to be drawn in other sizes is there")
  func names() { #expect(SizeSnapshotTests.resized.count == 2 * 18) }

  @Test(
    "Golden file",
    arguments: reversed + resized + horizontalBars + areas + errors + distributions + prices + heatmaps + annotations
      + bubbles + still
      + slices)
  func golden(_ example: Snapshot.Case) throws { try example.check() }
}
