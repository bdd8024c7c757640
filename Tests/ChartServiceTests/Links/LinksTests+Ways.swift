import ChartService
import JSONModel
import ServiceTestSupport

// Ways to select rows, each with those that it should select.

extension LinksTests {
  /// A way to select something, and which rows that are.
  struct Way: Sendable, CustomStringConvertible {
    var description: String
    var spec: @Sendable (Sales) -> JSON
    var method: String
    var params: JSON
    var isTaken: @Sendable (Sales.Row) -> Bool
  }

  static let ways: [Way] = [
    Way(
      description: "an interval of a histogram",
      spec: { $0.spec("histogram", ["x": "amount"], ["select": "x"]) }, method: "brush", params: ["x": [50, 120.25]],
      isTaken: { (50...120.25).contains($0.amount) }),
    Way(
      description: "a bin", spec: { $0.spec("histogram", ["x": "amount"], ["series": [["bin": ["width": 50]]]]) },
      method: "highlight", params: ["index": 1], isTaken: { $0.amount >= 50 && $0.amount < 100 }),
    Way(
      description: "an interval of a histogram of values",
      spec: { $0.spec("histogram", ["y": "amount"], ["select": "x"]) }, method: "brush", params: ["x": [50, 120.25]],
      isTaken: { (50...120.25).contains($0.amount) }),
    Way(
      description: "a bin of a series' column",
      spec: {
        $0.spec(
          "histogram", ["x": "month"], ["series": [["name": "paid", "column": "amount", "bin": ["width": 50]]]])
      },
      method: "highlight", params: ["index": 1], isTaken: { $0.amount >= 50 && $0.amount < 100 }),
    Way(
      description: "an interval of two histograms",
      spec: { $0.spec("histogram", [:], ["series": [["column": "amount"], ["column": "cost"]], "select": "x"]) },
      method: "brush", params: ["x": [10, 30]],
      isTaken: { (10...30).contains($0.amount) || (10...30).contains($0.cost) }),
    Way(
      description: "heights that no bin has",
      spec: { $0.spec("histogram", ["x": "amount"], ["series": [["bin": ["width": 50]]], "select": "y"]) },
      method: "brush", params: ["y": [0.25, 0.5]], isTaken: { _ in false }),
    Way(
      description: "sums that no bar has",
      spec: {
        $0.spec(
          "bar", ["x": "region", "y": "n", "transform": [["group": ["by": "region", "n": "count()"]]]],
          ["select": "y"])
      }, method: "brush", params: ["y": [1.25, 1.5]], isTaken: { _ in false }),
    Way(
      description: "bins by how high they are",
      spec: { $0.spec("histogram", ["x": "amount"], ["series": [["bin": ["width": 50]]], "select": "y"]) },
      method: "brush", params: ["y": [0, 49]],
      isTaken: { row in
        let bin = { (row: Sales.Row) in min(Int(row.amount / 50), 4) }
        return Sales().rows.count { bin($0) == bin(row) } <= 49
      }),
    Way(
      description: "a rectangle of points",
      spec: { $0.spec("scatter", ["x": "amount", "y": "cost"], ["select": "both"]) }, method: "brush",
      params: ["x": [20, 130], "y": [10, 60]],
      isTaken: { (20...130).contains($0.amount) && (10...60).contains($0.cost) }),
    Way(
      description: "colours of points",
      spec: { $0.spec("scatter", ["x": "amount"], ["series": [["column": "amount", "colorBy": "cost"]]]) },
      method: "brush", params: ["colors": [10, 60]], isTaken: { (10...60).contains($0.cost) }),
    Way(
      description: "colours that say how many there are",
      spec: { $0.spec("heatmap", ["x": "month", "y": "region"]) }, method: "brush", params: ["colors": [14, 100]],
      isTaken: { row in Sales().rows.count { $0.month == row.month && $0.region == row.region } >= 14 }),
    Way(
      description: "one point", spec: { $0.spec("scatter", ["x": "amount", "y": "cost"]) }, method: "highlight",
      params: ["index": 17],
      isTaken: { [row = Sales().rows[17]] in $0.amount == row.amount && $0.cost == row.cost }),
    Way(
      description: "a bar of a stack",
      spec: {
        $0.spec(
          "bar",
          [
            "x": "month", "y": "total",
            "transform": [["group": ["by": ["month", "region"], "total": "sum(amount)"]]],
          ], ["stacked": true, "series": ["by": "region", "sort": true]])
      }, method: "highlight", params: ["series": 1, "index": 2],
      isTaken: { $0.month == "Mar" && $0.region == "South" }),
    Way(
      description: "an interval of names",
      spec: {
        $0.spec(
          "line", ["x": "month", "y": "mean", "transform": [["group": ["by": "month", "mean": "mean(cost)"]]]],
          ["select": "x"])
      }, method: "brush", params: ["x": ["Feb", "Apr"]], isTaken: { ["Feb", "Mar", "Apr"].contains($0.month) }),
    Way(
      description: "sums between two values",
      spec: {
        $0.spec(
          "bar", ["x": "region", "y": "n", "transform": [["group": ["by": "region", "n": "count()"]]]],
          ["select": "y"])
      }, method: "brush", params: ["y": [80, 1000]],
      isTaken: { row in Sales().rows.count { $0.region == row.region } >= 80 }),
    Way(
      description: "a slice",
      spec: {
        $0.spec("pie", ["label": "region", "value": "n", "transform": [["group": ["by": "region", "n": "count()"]]]])
      },
      method: "highlight", params: ["index": 0], isTaken: { [first = Sales().rows[0].region] in $0.region == first }),
    Way(
      description: "a slice of a ring", spec: { $0.spec("pie", ["levels": ["region", "month"], "value": "amount"]) },
      method: "highlight", params: ["path": [0, 1]],
      isTaken: { [first = Sales().rows[0].region] row in
        let months = Sales().rows.filter { $0.region == first }.map(\.month)
        return row.region == first && row.month == months.first { $0 != months[0] }
      }),
    Way(
      description: "a part of a treemap that is gone into",
      spec: { $0.spec("treemap", ["levels": ["region", "month"], "value": "amount"]) }, method: "tap",
      params: ["x": 20, "y": 20],
      isTaken: { row in
        let sums = Sales.regions.map { region in
          (region, Sales().rows.filter { $0.region == region }.reduce(0) { $0 + $1.amount })
        }
        return row.region == sums.max { $0.1 < $1.1 }?.0
      }),
    Way(
      description: "what the legend leaves",
      spec: { $0.spec("scatter", ["x": "amount", "y": "cost"], ["series": ["by": "region", "sort": true]]) },
      method: "toggle", params: ["series": 0], isTaken: { $0.region != "North" }),
    Way(
      description: "a box", spec: { $0.spec("box", ["x": "region", "y": "amount"]) }, method: "highlight",
      params: ["index": 1],
      isTaken: { row in
        var regions: [String] = []
        for row in Sales().rows where !regions.contains(row.region) { regions.append(row.region) }
        return row.region == regions[1]
      }),
    Way(
      description: "a cell of names", spec: { $0.spec("heatmap", ["x": "month", "y": "region"]) }, method: "highlight",
      params: ["x": "Mar", "y": 0],
      isTaken: { [first = Sales().rows[0].region] in $0.month == "Mar" && $0.region == first }),
    Way(
      description: "a cell of numbers",
      spec: { $0.spec("heatmap", ["x": "amount", "y": "cost"], ["series": [["bin": ["x": 5, "y": 5]]]]) },
      method: "highlight", params: ["x": 60, "y": 30],
      isTaken: { $0.amount >= 50 && $0.amount < 100 && $0.cost >= 20 && $0.cost < 40 }),
    Way(
      description: "a bar of small multiples",
      spec: { $0.spec("histogram", ["x": "month"], ["facet": ["by": "region", "sort": true]]) }, method: "highlight",
      params: ["path": [2, 0, 3]], isTaken: { $0.region == "West" && $0.month == "Apr" }),
    Way(
      description: "what a step has made",
      spec: {
        $0.spec(
          "scatter",
          [
            "x": "share", "y": "cost",
            "transform": [["calculate": ["share": "cost / (amount + 1)"]], ["sort": ["share"]]],
          ],
          ["select": "x"])
      }, method: "brush", params: ["x": [0, 0.5]], isTaken: { $0.cost / ($0.amount + 1) <= 0.5 }),
    Way(
      description: "a spoke",
      spec: {
        $0.spec(
          "radar", ["x": "region", "transform": [["group": ["by": "region", "n": "count()"]]]],
          ["series": [["name": "n"]]])
      }, method: "highlight", params: ["series": 0, "index": 0],
      isTaken: { [first = Sales().rows[0].region] in $0.region == first }),
    Way(
      description: "a stage",
      spec: {
        $0.spec(
          "funnel", ["label": "region", "value": "n", "transform": [["group": ["by": "region", "n": "count()"]]]])
      },
      method: "highlight", params: ["index": 0], isTaken: { [first = Sales().rows[0].region] in $0.region == first }),
  ]
}
