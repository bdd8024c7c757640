import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  private static let quarters = #""x": {"labels": ["Q1", "Q2", "Q3", "Q4"]}"#
  private static let steps = "[812, 1500, 300, 0, 1240, 980, 1710]"
  private static let week = #""x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]}"#

  static let bars: [Case] = stillBars + barShapes + barMovements + horizontalBars + standing

  /// M3 and M4: stacked in each way, with errors, from base to end.
  private static let standing: [Case] = {
    let years = #""x": {"labels": ["2015", "2016", "2017", "2018", "2019", "2020", "2021"]}"#
    let energy = """
      "series": [{"name": "Coal", "values": [272, 262, 241, 229, 171, 134, 165]},
        {"name": "Gas", "values": [62, 81, 87, 83, 91, 95, 90]}, {"name": "Wind", "values": [81, 80, 106, 110, 126, 132, 114]}]
      """
    return [
      Case(
        name: "M3-areas",
        spec:
          #"{"kind": "line", "title": "Electricity, TWh", "stacked": true, "legend": "bottom", \#(years), \#(energy)}"#),
      Case(
        name: "M3-percent-dark",
        spec: #"{"kind": "line", "stacked": "percent", "legend": "right", \#(years), \#(energy)}"#,
        interactions: [.highlight(path: [1, 3], notify: true)], theme: .dark),
      Case(
        name: "M3-stream", spec: #"{"kind": "line", "stacked": "stream", "legend": "bottom", \#(years), \#(energy)}"#),
      Case(
        name: "M3-percent-bars",
        spec:
          #"{"kind": "bar", "orientation": "horizontal", "stacked": "percent", "legend": "bottom", \#(years), \#(energy)}"#
      ),
      Case(
        name: "M4-bars",
        spec: """
          {"kind": "bar", "title": "Yield, t/ha", "legend": "bottom", "x": {"labels": ["None", "Manure", "Mineral", "Both"]}, "series": [
            {"name": "Yield", "values": [3.1, 4.2, 5.6, 6.1], "error": [0.4, 0.5, 0.3, 0.7], "labels": "above"},
            {"name": "Control", "values": [3, 3.3, 3.2, 3.1], "error": 0.3, "labels": "inside"}]}
          """),
      Case(
        name: "M4-band-dark",
        spec: """
          {"kind": "line", "x": {"labels": ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]}, "series": [{"name": "Mean",
            "values": [1, 2, 6, 10, 15, 18], "curve": "monotone", "error": {"low": [-3, -3, 0, 4, 8, 12], "high": [4, 6, 11, 16, 21, 24]}},
            {"name": "Point", "values": [3, 5, 4, 12, 16, 20], "dots": "all", "error": {"constant": 1.5, "as": "bars"}}]}
          """, interactions: [.highlight(path: [0, 3], notify: true)], theme: .dark),
      Case(
        name: "M7-candles",
        spec: """
          {"kind": "candlestick", "title": "A share", "subtitle": "Daily prices", "caption": "Source: made up", "legend": "bottom",
            "x": {"values": ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09", "2024-01-10", "2024-01-11"]}, "series": [
            {"name": "Share", "values": [12, 9, 9.5, 14, 13, 16], "open": [10, 12, 9, 9.6, 14, 12.8], "high": [13, 12.5, 10, 15, 14.5, 17],
              "low": [8, 7, 8.5, 9, 12, 12]}]}
          """, interactions: [.highlight(path: [0, 3], notify: true)]),
      Case(
        name: "M7-bars-dark",
        spec: """
          {"kind": "candlestick", "x": {"values": ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"]}, "series": [
            {"name": "Share", "values": [12, 9, 9.5, 14], "open": [10, 12, 9, 9.6], "high": [13, 12.5, 10, 15], "low": [8, 7, 8.5, 9],
              "style": "bars", "lineWidth": 2}]}
          """, theme: .dark),
      Case(
        name: "M4-scatter",
        spec: """
          {"kind": "scatter", "x": {"title": "Dose"}, "series": [{"name": "Response", "x": [1, 2, 3, 5, 8, 13],
            "values": [2.1, 3.9, 5.2, 7, 8.1, 8.5], "error": {"minus": [0.5, 0.6, 0.4, 0.9, 0.7, 1.2], "plus": [0.3, 0.4, 0.8, 0.5, 0.6, 0.4]}}]}
          """),
      Case(
        name: "M4-bases",
        spec: """
          {"kind": "bar", "title": "Open", "orientation": "horizontal", "y": {"min": 6, "max": 24, "step": 3, "tickLabels": {"format": "{value}:00"}},
            "x": {"labels": ["Library", "Swimming pool", "Museum", "Theatre"]}, "series": [
            {"values": [20, 22, 18, 23], "base": [9, 6.5, 10, 18], "shape": "capsule"}]}
          """),
    ]
  }()

  /// M2: grouped, stacked, with both axes, scrolled, marked, coming in.
  private static let horizontalBars: [Case] = {
    let countries =
      #""x": {"labels": ["China", "India", "United States of America", "Indonesia", "Brazil", "Russian Federation"]}"#
    let horizontal = #""orientation": "horizontal""#
    let labelled = """
      {"kind": "bar", "title": "Internet users", \(horizontal), \(countries), "y": {"title": "Users in million"}, "series": [
        {"name": "Users", "values": [1050, 692, 311, 213, 182, 127], "labels": "above"}]}
      """
    return [
      Case(name: "M2-labelled", spec: labelled),
      Case(
        name: "M2-highlighted-dark", spec: labelled, interactions: [.highlight(path: [0, 2], notify: true)],
        theme: .dark),
      Case(
        name: "M2-grouped-negative",
        spec: """
          {"kind": "bar", "title": "Change of trade", \(horizontal), "legend": "bottom",
            "x": {"labels": ["Agriculture and forestry", "Mining", "Manufacturing of machines and vehicles", "Retail"]},
            "limits": [{"value": 20, "label": "Goal"}], "bands": [{"axis": "left", "from": -10, "to": 0, "label": "loss"}],
            "series": [{"name": "Exports", "values": [12, -8, 30, -16], "shape": "rounded"},
              {"name": "Imports", "values": [-7, 11, 22, 14], "gradient": ["#66ccee", "#4477aa"]}]}
          """),
      Case(
        name: "M2-stacked",
        spec: """
          {"kind": "bar", \(horizontal), "stacked": true, \(quarters), "legend": "right", "series": [
            {"name": "Coal", "values": [12, 19, 8, 15], "labels": "inside"}, {"name": "Wind", "values": [9, 4, 14, 11]},
            {"name": "Sun", "values": [6, 8, 9, 17], "shape": "rounded", "labels": "inside"}]}
          """),
      Case(
        name: "M2-two-axes-popups",
        spec: """
          {"kind": "combined", \(horizontal), "popups": true, "x": {"values": [0, 10, 20, 30, 50, 75, 100], "title": "Depth in m"},
            "y": {"title": "Temperature in °C"}, "right": {"title": "Salinity"}, "series": [
            {"type": "line", "name": "Temperature", "values": [18, 17.5, 16, 12, 7, 5, 4.6], "dots": "all", "area": true},
            {"type": "line", "name": "Salinity", "axis": "right", "values": [34, 34.1, 34.3, 34.7, 35, 35.1, 35.1]}]}
          """, interactions: [.highlight(path: [0, 4], notify: true)]),
      Case(
        name: "M2-scrolls",
        spec: """
          {"kind": "bar", \(horizontal), "viewport": {"visibleCount": 6}, "x": {"labels": \(names(30) { "Station \($0 * 7)" })},
            "series": [{"values": \(wave(30, from: 1, to: 90))}]}
          """, interactions: [.scroll(.by(100), snap: false)], theme: .dark),
      Case(
        name: "M2-grow-playing",
        spec: """
          {"kind": "bar", \(horizontal), \(quarters), "animation": {"kind": "grow", "stagger": 0.5}, "series": [
            {"values": [12, -4, 8, 15]}]}
          """, isAnimated: true),
      Case(
        name: "M2-wipe-playing",
        spec: """
          {"kind": "bar", \(horizontal), \(quarters), "animation": {"kind": "wipe"}, "series": [{"values": [12, -4, 8, 15]}]}
          """, isAnimated: true),
    ]
  }()

  /// B4: each shape as it is, and another one for the highlighted bar, up and down; with its track.
  private static let barShapes: [Case] =
    [
      ("rectangle", #""rectangle""#, #""capsule""#), ("rounded", #""rounded""#, #""rectangle""#),
      ("rounded-radius", #"{"kind": "rounded", "radius": 6}"#, #"{"kind": "rounded", "radius": 14}"#),
      ("capsule", #""capsule""#, #""rounded""#),
      ("path", #"{"path": "M0 1L0 .3L.5 0L1 .3L1 1Z"}"#, #"{"path": "M0 1C0 .4 .3 .2 .5 0C.7 .2 1 .4 1 1Z"}"#),
    ].flatMap { name, shape, highlighted in
      let spec = """
        {"kind": "bar", \(week), "marker": false, "series": [{"name": "Balance", "values": [12, -8, -15, 6, 20, 0.3, 9], "track": "#8882",
          "shape": \(shape), "highlighted": {"shape": \(highlighted)}}]}
        """
      return [
        Case(name: "B4-\(name)", spec: spec),
        Case(
          name: "B4-\(name)-highlighted", spec: spec, interactions: [.highlight(path: [0, 4], notify: true)],
          theme: .dark),
      ]
    } + [
      Case(
        name: "B4-shapes-grouped-gradient",
        spec: """
          {"kind": "bar", \(quarters), "legend": "bottom", "series": [
            {"name": "Rounded", "values": [12, 19, -8, 15], "shape": "rounded", "gradient": ["#66ccee", "#4477aa"]},
            {"name": "Capsule", "values": [9, 4, -14, 11], "shape": "capsule", "zero": true},
            {"name": "Path", "values": [6, 8, -9, 17], "shape": {"path": "M0 1L.5 0L1 1Z"}, "labels": "above"}]}
          """)
    ]

  private static let stillBars: [Case] = [
    Case(name: "B1-bars", spec: #"{"kind": "bar", \#(week), "series": [{"name": "Steps", "values": \#(steps)}]}"#),
    Case(
      name: "B1-negative",
      spec: #"{"kind": "bar", \#(week), "series": [{"name": "Balance", "values": [12, -8, -15, 6, 20, -4, 9]}]}"#),
    Case(
      name: "B1-no-gap",
      spec: #"{"kind": "bar", \#(week), "bars": {"width": 1}, "series": [{"values": \#(steps)}]}"#, theme: .dark),
    Case(
      name: "B2-grouped",
      spec: """
        {"kind": "bar", "title": "Sales", \(quarters), "legend": "bottom", "series": [
          {"name": "North", "values": [12, 19, 8, 15]}, {"name": "South", "values": [9, -4, 14, 11]},
          {"name": "West", "values": [6, 8, -9, 17]}]}
        """),
    Case(
      name: "B2-stacked",
      spec: """
        {"kind": "bar", "title": "Energy", \(quarters), "legend": "right", "series": [
          {"name": "Coal", "values": [12, 19, 8, 15], "stack": "a"}, {"name": "Wind", "values": [9, 4, 14, 11], "stack": "a"},
          {"name": "Sun", "values": [6, 8, 9, 17], "stack": "a", "labels": "inside"}]}
        """),
    Case(
      name: "B2-stacked-negative-dark",
      spec: """
        {"kind": "bar", \(quarters), "legend": "right", "series": [
          {"name": "In", "values": [12, 19, 8, 15], "stack": "a"}, {"name": "Out", "values": [-9, -4, -14, -11], "stack": "a"},
          {"name": "Loan", "values": [6, -8, 9, -7], "stack": "a"}, {"name": "Alone", "values": [5, 7, -6, 3]}]}
        """, theme: .dark),
    Case(
      name: "B3-colors",
      spec: """
        {"kind": "bar", \(week), "series": [{"values": \(steps), "zero": true, "labels": "above",
          "colors": ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"]}]}
        """),
    Case(
      name: "B3-gradient",
      spec: ##"{"kind": "bar", \##(week), "series": [{"values": \##(steps), "gradient": ["#66ccee", "#4477aa"]}]}"##),
    Case(
      name: "B4-track",
      spec: ##"{"kind": "bar", \##(week), "series": [{"values": \##(steps), "track": "#8882"}]}"##, theme: .dark),
    Case(
      name: "B5-highlighted",
      spec: #"{"kind": "bar", \#(week), "series": [{"name": "Steps", "values": \#(steps)}]}"#,
      interactions: [.highlight(path: [0, 4], notify: true)]),
    Case(
      name: "B5-highlighted-own",
      spec: """
        {"kind": "bar", \(week), "series": [{"name": "Steps", "values": \(steps),
          "highlighted": {"color": "#ee6677", "opacity": 0.8}}]}
        """, interactions: [.highlight(path: [0, 6], notify: true)], theme: .dark),
    Case(
      name: "B6-labels-above",
      spec: """
        {"kind": "bar", "x": {"labels": \(names(14) { "Day \($0 + 1)" })}, "series": [
          {"values": [1034, 2873, 1999, 412, 3120, 2760, 1870, 990, 1540, 2210, 3065, 2995, 730, 1450], "labels": "above"}]}
        """),
    Case(
      name: "B6-labels-inside",
      spec: """
        {"kind": "bar", \(quarters), "series": [{"name": "A", "values": [12, 19, 8, 15], "labels": "inside"},
          {"name": "B", "values": [-9, 4, -14, 1], "color": "#ccbb44", "labels": "inside"}]}
        """),
    Case(
      name: "B6-labels-above-grouped-negative",
      spec: """
        {"kind": "bar", \(quarters), "series": [{"name": "A", "values": [1234, 1911, -812, 1512], "labels": "above"},
          {"name": "B", "values": [-923, 1420, -1411, 105], "labels": "above"}]}
        """),
    Case(
      name: "B6-labels-above-stacked",
      spec: """
        {"kind": "bar", \(quarters), "series": [{"name": "A", "values": [12, 19, 8, 15], "stack": "s", "labels": "above"},
          {"name": "B", "values": [9, 14, 11, 10], "stack": "s", "labels": "above"}]}
        """),
    Case(
      name: "B6-labels-where-the-axis-ends",
      spec: """
        {"kind": "bar", \(week), "y": {"min": -20, "max": 20}, "padding": 0, "series": [
          {"name": "Balance", "values": [12, -20, -35, 6, 20, 26, 9], "labels": "above"}]}
        """),
    Case(
      name: "B6-labels-without-an-axis",
      spec: """
        {"kind": "bar", "x": {"labels": ["a", "b", "c", "d"], "visible": false}, "y": {"min": -35, "max": 26},
          "padding": 20, "series": [
          {"name": "Balance", "values": [12, -20, -35, 26], "labels": "above"}]}
        """),
    Case(
      name: "B1-log",
      spec: """
        {"kind": "bar", \(week), "y": {"scale": "log"}, "series": [
          {"name": "Cases", "values": [1, 12, 0, 340, 5100, 98000, 1000000], "labels": "above"}]}
        """),
    Case(
      name: "B8-scrolls",
      spec: """
        {"kind": "bar", "x": {"labels": \(names(30) { "D\($0 + 1)" })}, "viewport": {"visibleCount": 9, "start": 10},
          "series": [{"name": "Steps", "values": \(wave(30, from: 100, to: 2900, step: 371))}]}
        """),
  ]

  private static func growing(_ animation: String) -> String {
    """
    {"kind": "bar", \(quarters), "animation": {\(animation)}, "series": [
      {"name": "North", "values": [12, 19, 8, 15], "labels": "above"}, {"name": "South", "values": [9, -4, 14, 11]}]}
    """
  }

  /// B7: all at once, one after the other, by count; half-way, and as they play by themselves.
  private static let barMovements: [Case] = [
    ("grow", #""kind": "grow""#), ("staggered", #""kind": "grow", "stagger": 0.6"#), ("count", #""kind": "count""#),
    ("wipe", #""kind": "wipe""#),
  ].flatMap { name, animation in
    [
      Case(name: "B7-\(name)-half", spec: growing(animation), phase: 0.5),
      Case(name: "B7-N2-\(name)-playing", spec: growing(animation), isAnimated: true),
    ]
  }
}
