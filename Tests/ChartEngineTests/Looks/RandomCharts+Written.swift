import ChartEngine
import ChartModel
import JSONModel
import TestSupport

// Random charts in the words in which their authors write them.

extension RandomCharts {
  private static func chart(_ spec: JSON) -> Chart {
    do {
      return Chart(id: "random", spec: try ChartSpec(json: spec))
    } catch {
      fatalError("\(error): \(spec.text)")
    }
  }

  private mutating func dressed(_ spec: JSON) -> Chart {
    var chart = RandomCharts.chart(spec).spec
    dress(&chart)
    return Chart(id: "random", spec: chart)
  }

  private mutating func names(_ count: Int) -> JSON { .array((0..<count).map { _ in .string(name()) }) }
  private mutating func numbers(_ count: Int, from least: Double = 0) -> JSON {
    .array(values(count, from: least).map { JSON($0) })
  }

  /// A matrix, with or without numbers in its cells, or a calendar.
  mutating func heatmap() -> Chart {
    let (rows, columns) = (random.whole(1...9), random.whole(1...14))
    let scheme: JSON = ["scheme": pick(["viridis", "cividis", "RdBu", "BrBG"]), "reverse": .bool(random.chance(0.3))]
    if random.chance(0.2) {
      let days = (0..<random.whole(5...300)).map { _ in
        JSON.string("2025-\(random.whole(10...12))-\(random.whole(10...28))")
      }
      let colors: JSON = ["values": numbers(days.count)]
      return dressed([
        "kind": "heatmap", "x": ["values": .array(days)],
        "series": ["calendar": true, "colorBy": colors.merging(patch: scheme)],
      ])
    }
    let least = random.chance(0.3) ? -1.0 : 0
    let cells = (0..<rows).map { _ in numbers(columns, from: least) }
    let spec: JSON = [
      "kind": "heatmap", "x": ["labels": names(columns)], "y": ["labels": names(rows)],
      "series": [
        "name": .string(name()), "rows": .array(cells), "labels": .bool(random.chance(0.6)), "colorBy": scheme,
        "gap": .integer(random.whole(0...4)),
      ],
    ]
    return dressed(spec)
  }

  /// A share's prices.
  mutating func candlesticks() -> Chart {
    let count = random.whole(1...40)
    let (opens, closes) = (values(count, from: 0.3), values(count, from: 0.3))
    let (highs, lows) = (zip(opens, closes).map { max($0, $1) * 1.1 }, zip(opens, closes).map { min($0, $1) * 0.9 })
    func list(_ numbers: [Double]) -> JSON { .array(numbers.map { JSON($0) }) }
    return dressed([
      "kind": "candlestick", "x": ["labels": names(count)], "orientation": .string(pick(["vertical", "horizontal"])),
      "series": [
        "name": .string(name()), "values": list(closes), "open": list(opens), "high": list(highs), "low": list(lows),
        "style": .string(pick(["candles", "bars"])),
      ],
    ])
  }

  /// Texts at places of a plot.
  mutating func annotated() -> Chart {
    var plot = self.plot()
    let count = plot.series.map(\.values.count).max() ?? 1
    let annotations = (0..<random.whole(1...4)).map { _ -> JSON in
      let place = random.whole(0...max(count - 1, 0))
      let value = plot.series[0].values.entries.dropFirst(place).first
      let y: JSON = if case .number(let number)? = value { JSON(number) } else { .integer(1) }
      let x: JSON =
        plot.x.labels.indices.contains(place) ? .string(plot.x.labels[place]) : .integer(place)
      return ["x": x, "y": y, "text": .string(name()), "dot": .bool(random.chance(0.5))]
    }
    // As an author writes them.
    let written = RandomCharts.chart(["kind": "line", "annotations": .array(annotations), "series": ["values": [1]]])
    if let read = written.spec.content as? CartesianSpec { plot.annotations = read.annotations }
    var chart: ChartSpec = .cartesian(plot)
    dress(&chart)
    return Chart(id: "random", spec: chart)
  }

  /// Several charts in one picture.
  mutating func layout() -> Chart {
    let charts = (0..<random.whole(2...4)).map { _ -> ChartSpec in
      var chart: ChartSpec = random.chance(0.3) ? .pie(pie()) : .cartesian(plot())
      if random.chance(0.5) { chart.common.title = name() }
      return chart
    }
    var chart = ChartSpec(LayoutSpec(charts: charts))
    dress(&chart)
    return Chart(id: "random", spec: chart)
  }
}
