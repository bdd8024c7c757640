import JSONModel

/// Specs that are right, from which others are made.
enum FuzzSpecs {
  static let names = ["p", "b", "l", "c", "t", "q", "m"]

  static let all: [JSON] = [
    [
      "kind": "pie", "id": "p", "title": "Spending", "hole": 0.4, "center": "{title}",
      "slices": [
        ["label": "Rent", "value": 25], ["label": "Food", "value": 30],
        [
          "label": "Fun", "value": 15, "children": [["label": "Music", "value": 5], ["label": "Films", "value": 10]],
        ],
        ["label": "Nothing", "value": 0], ["label": "Transport", "value": 10],
      ],
    ],
    [
      "kind": "treemap", "id": "m", "title": "Spending", "format": ["style": "compact", "currency": "EUR"],
      "slices": [
        ["label": "Home", "children": [["label": "Rent", "value": 25], ["label": "Power", "value": 3]]],
        ["label": "Fun", "children": [["label": "Music", "children": [["label": "Vinyl", "value": 5]]]]],
        ["label": "Nothing", "value": 0],
      ],
    ],
    [
      "kind": "bar", "id": "b", "x": ["labels": ["Mon", "Tue", "Wed", "Thu"]],
      "series": [
        ["name": "Steps", "values": [3, -1, 4, .null]], ["name": "Floors", "values": [1, 5, 9, 2], "stack": "a"],
      ],
    ],
    [
      "kind": "heatmap", "id": "h", "x": ["labels": ["Mon", "Tue", "Wed"]], "y": ["labels": ["am", "pm"]],
      "legend": "right",
      "series": [
        ["rows": [[1, 2, .null], [-4, 5, 6]], "labels": true, "colorBy": ["scheme": "RdBu", "center": 0]]
      ],
    ],
    [
      "kind": "waterfall", "id": "wf", "x": ["labels": ["Start", "Sales", "Costs", "End"]], "legend": "bottom",
      "series": [["values": [100, 30, -20, .null], "totals": ["Start", 3]]],
    ],
    [
      "kind": "bullet", "id": "bu", "x": ["labels": ["North", "South", "East"]], "legend": "top",
      "series": [
        [
          "values": [27, -18, .null], "target": [20, 22, 9], "ranges": [10, 25, 40],
          "rangeNames": ["poor", "fair", "good"],
        ]
      ],
    ],
    [
      "kind": "bullet", "id": "bo", "x": ["labels": ["Revenue", "Profit"]],
      "series": [
        ["values": [270, 22.5], "scales": "own", "target": 21, "ranges": [[150, 300], [20, 30]], "labels": "above"]
      ],
    ],
    [
      "kind": "heatmap", "id": "hb", "x": ["values": [0, 1, 1.5, 4, 8]],
      "series": [["values": [1, 4, 2, 2, 3], "bin": ["x": 4], "measure": "max", "colorBy": [1, 10, 100, 1, 7]]],
    ],
    [
      "kind": "scatter", "id": "n", "x": ["values": ["a", "b", "a"]], "y": ["scale": "category"],
      "series": [["values": ["one", "two", "two"], "size": [1, 2, 3]]],
    ],
    [
      "kind": "line", "id": "l", "x": ["values": [0, 1, 2.5, 4, 8]], "y": ["min": 0],
      "series": [["values": [1, 4, .null, 2, 3], "name": "A", "area": ["opacity": 0.2], "curve": "monotone"]],
    ],
    [
      "kind": "combined", "id": "c", "x": ["lastDays": 7],
      "series": [
        ["type": "bar", "values": [1, 2, 3, 4, 5, 6, 7]], ["type": "line", "axis": "right", "values": [9, 8, 7]],
      ],
    ],
    [
      "kind": "line", "id": "t",
      "x": ["scale": "time", "timeZone": "Europe/Berlin", "values": ["2026-03-28", "2026-03-29", "2026-03-30T12:00"]],
      "viewport": ["visibleCount": 2], "series": [["values": [1e9, 2e9, -3e9], "dots": "all"]],
    ],
    [
      "kind": "bar", "id": "q", "x": ["labels": ["a"]], "y": ["scale": "log"], "popups": true,
      "series": [["values": [1000], "shape": ["kind": "rounded"]]], "limits": [["value": 500, "label": "limit"]],
    ],
    [
      "kind": "scatter", "id": "q", "x": ["values": [0, 1, 2.5, 4, 8]],
      "series": [
        [
          "values": [1, 4, .null, 2, 3], "shape": "star", "size": ["values": [1, 2, 3, 4, 5]],
          "colorBy": [5, 4, 3, 2, 1],
        ]
      ],
    ],
    ["kind": "pie", "id": "q", "data": ["csv": "good.csv"]],
    [
      "kind": "radar", "id": "p", "labels": ["Speed", "Range", "Price", "Safety"], "legend": "top",
      "series": [["name": "A", "values": [3, .null, 4, 1]], ["name": "B", "values": [1, 5, 2, 2]]],
    ],
    [
      "kind": "polar", "id": "b", "labels": ["N", "E", "S", "W"], "scale": "sqrt",
      "series": [["name": "A", "values": [3, 1, 4, 1]], ["name": "B", "values": [5, .null, 2, -6]]],
    ],
    [
      "kind": "gauge", "id": "l", "value": 42, "measure": "Load", "bands": [["to": 60], ["label": "high"]],
      "text": "{value} of {max}",
    ],
    ["kind": "funnel", "id": "q", "stages": [["label": "Visits", "value": 900], ["label": "Orders", "value": 40]]],
    ["kind": "funnel", "id": "c", "data": ["csv": "good.csv"]],
    [
      "kind": "polar", "id": "t",
      "data": ["x": "label", "columns": ["label": ["a", "b"], "n": ["memory": "odd", "type": "uint8", "count": 2]]],
      "series": ["column": "n"],
    ],
    ["kind": "line", "id": "q", "data": ["json": "good.json"], "series": [["name": "value"]]],
    [
      "kind": "bar", "id": "b", "series": [["column": "a"], ["column": "value", "name": "V"]],
      "data": [
        "x": "label", "where": ["t": [1, "one"]],
        "columns": ["label": ["Mo", "Tu", "We"], "a": [1, .null, 3], "value": [4, 5, 6], "t": [1, 2, "one"]],
      ],
    ],
    [
      "kind": "line", "id": "l", "series": [["column": "y"], ["column": "a"]],
      "data": [
        "x": "x",
        "columns": [
          "x": ["memory": "sealed", "count": 40, "type": "timestamp_ms", "offset": 320],
          "y": ["memory": "file", "count": 40], "a": ["memory": "torn", "count": 40],
        ],
      ],
    ],
    [
      "kind": "line", "id": "c", "viewport": ["zoom": "x"],
      "series": [["values": ["memory": "sealed"]], ["values": ["memory": "torn"]]],
    ],
    [
      "kind": "scatter", "id": "t", "x": ["values": ["memory": "file", "type": "int32", "count": 90]],
      "series": [
        ["values": ["memory": "file", "count": 90], "colorBy": ["values": ["memory": "torn", "count": 90]]]
      ],
    ],
    [
      "kind": "pie", "id": "p",
      "data": [
        "label": "label", "value": "value",
        "columns": ["label": ["a", "b"], "value": ["memory": "odd", "type": "uint8", "count": 2]],
      ],
    ],
    [
      "kind": "histogram", "id": "b", "link": "s", "select": "x", "data": ["x": "n", "columns": sales],
      "series": [["bin": 3, "labels": "above"]],
    ],
    [
      "kind": "bar", "id": "l", "link": "s", "select": ["filter": ["b", "c[1]"]],
      "data": [
        "x": "region", "y": "total", "columns": sales, "transform": [["group": ["by": "region", "total": "sum(n)"]]],
      ],
    ],
    [
      "kind": "scatter", "id": "t", "link": "s", "facet": ["by": "region"], "legend": "right",
      "select": ["brush": "both", "colors": [2, 5]],
      "data": ["x": "n", "columns": sales], "series": [["column": "m", "colorBy": "n"]],
    ],
    [
      "kind": "layout", "id": "c", "columns": 2, "title": "All",
      "charts": [
        ["kind": "pie", "link": "s", "data": ["label": "region", "value": "n", "columns": sales]],
        [
          "kind": "heatmap", "link": "s", "select": ["brush": "both", "filter": true],
          "data": ["x": "n", "columns": sales],
          "series": [["column": "m", "bin": true]],
        ],
        ["kind": "gauge", "value": 4], ["kind": "bar", "series": [["values": [1, 2]]]],
      ],
    ],
    [
      "kind": "layout", "id": "m",
      "charts": [["kind": "treemap", "slices": ["A": 1, "B": ["C": 2]]], ["kind": "line"]],
    ],
    [
      "kind": "box", "id": "q", "x": ["values": ["a", "b", "a", "a"]],
      "series": [["values": [1, 5, 2, 90], "points": "all", "mean": true]],
    ],
    [
      "kind": "candlestick", "id": "p", "x": ["values": ["2026-01-02", "2026-01-05", "2026-01-06"]],
      "series": [["open": [1, 2, 3], "high": [3, 4, 5], "low": [0, 1, 2], "values": [2, 1, 4]]],
    ],
  ]

  /// A table of which several charts are linked.
  private static let sales: JSON = [
    "region": ["N", "S", "N", "W", "S", "N"], "n": [1, 2, 3, 4, 5, 60], "m": [9, .null, 7, 7, 5, -4],
  ]
}
