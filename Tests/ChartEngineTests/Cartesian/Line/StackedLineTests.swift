import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M3 Stacked areas")
struct StackedLineTests {
  private static let values: [[Double]] = [[3, 5, 2, 8], [4, 1, 6, 2], [2, 2, 9, 1]]

  private func chart(_ stacking: CartesianSpec.Stacking?, _ values: [[Double]] = values) -> Chart {
    Plots.chart(.line, values.map { Plots.line($0) }, size: Size(width: 400, height: 300)) { spec in
      spec.bare()
      spec.stacking = stacking
    }
  }

  /// Where lines end, as values of the axis.
  private func tops(_ chart: Chart) throws -> [[Double]] {
    let layout = try chart.plot
    return layout.marks.map { mark in
      (0..<mark.series.points.count).map { point in
        mark.place(of: point).map { mark.axis.map.value(at: $0.y) } ?? .nan
      }
    }
  }

  @Test("Each line stands on the sum of those before it, or on its share of all of them, or about 0")
  func sums() throws {
    let values = StackedLineTests.values
    for stacking in CartesianSpec.Stacking.allCases {
      let tops = try tops(chart(stacking))
      for index in 0..<4 {
        let whole = values.reduce(0) { $0 + $1[index] }
        var sum = 0.0
        for series in values.indices {
          sum += values[series][index]
          let expected =
            switch stacking {
            case .sum: sum
            case .percent: sum / whole * 100
            case .stream: sum - whole / 2
            }
          #expect(abs(tops[series][index] - expected) < 1e-9, "\(stacking) \(series) \(index)")
        }
      }
    }
  }

  @Test("What an entry says stays its own value, and hits and taps find it at its place")
  func entries() throws {
    for stacking in CartesianSpec.Stacking.allCases {
      var chart = chart(stacking)
      for series in 0..<3 {
        for index in 0..<4 {
          let place = try chart.place(series, index)
          let hit = try chart.plot.hit(at: place)
          #expect(hit.value.map { StackedLineTests.values[hit.series ?? 9][hit.index ?? 9] == $0 } == true)
          chart.tap(place)
          #expect(chart.state.view.selection?[1] == index)
        }
      }
    }
  }

  @Test("A line that is hidden leaves no room: the others close up")
  func hidden() throws {
    var chart = chart(.percent)
    _ = chart.apply(.toggle(series: 1))
    let tops = try tops(chart)
    #expect(tops.count == 2)
    for (index, (one, other)) in zip(StackedLineTests.values[0], StackedLineTests.values[2]).enumerated() {
      #expect(abs(tops[0][index] - one / (one + other) * 100) < 1e-9 && tops[1][index] == 100)
    }
  }

  @Test("A gap is one of its own line alone, and lines that end earlier leave the rest to others")
  func gaps() throws {
    let tops = try tops(chart(.sum, [[3, .nan, 2], [4, 1], [1, 1, 1]]))
    #expect(tops[0][0] == 3 && tops[0][1].isNaN && tops[0][2] == 2)
    #expect(tops[1] == [7, 1])
    #expect(tops[2] == [8, 2, 3])
  }

  @Test("The areas share the plot without gaps and without covering one another")
  func areas() throws {
    for curve in [LineStyleSpec.Curve.linear, .monotone, .step] {
      for stacking in CartesianSpec.Stacking.allCases {
        let chart = Plots.chart(
          .line, StackedLineTests.values.map { values in Plots.line(values) { $0.line?.curve = curve } },
          size: Size(width: 400, height: 300)
        ) { spec in
          spec.bare()
          spec.stacking = stacking
        }
        let layout = try chart.plot
        let areas = layout.marks.map { mark in
          mark.drawings(entering: false).filter { $0.layer == .area }.flatMap { StackedLineTests.paths($0.body) }
        }
        #expect(areas.allSatisfy { $0.count == 1 })
        var covered = 0
        for x in stride(from: 3.3, to: 397, by: 7) {
          for y in stride(from: 3.3, to: 297, by: 7) {
            let inside = areas.filter { $0[0].contains(Point(x: x, y: y)) }.count
            #expect(inside <= 1, "\(curve) \(stacking) at \(x), \(y)")
            covered += inside
          }
        }
        #expect(covered > 300)
      }
    }
  }

  private static func paths(_ nodes: [Node]) -> [Path] {
    nodes.flatMap { node -> [Path] in
      switch node.shape {
      case .path(let path): [path]
      case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): paths(nodes)
      default: []
      }
    }
  }

  @Test("Shares of nothing are nothing, huge values stay finite, and a logarithm stacks nothing")
  func extremes() throws {
    for stacking in CartesianSpec.Stacking.allCases {
      for values in [
        [[0, 0], [0, 0]], [[1.7e308, 1], [1.7e308, -1]], [[-3, 4], [5, -6]], [[.infinity, 1], [2, 3]],
      ] {
        let layout = try chart(stacking, values).plot
        let isFinite = layout.scene().nodes.allSatisfy { $0.isFinite }
        #expect(isFinite, "\(stacking) \(values)")
        for mark in layout.marks {
          let values = (0..<2).map { mark.series.points.values[$0] }
          #expect(!values.contains(.infinity) && !values.contains(-.infinity), "\(stacking)")
        }
      }
    }
    let log = Plots.chart(.line, [Plots.line([1, 10]), Plots.line([10, 100])]) { spec in
      (spec.stacking, spec.y.scale) = (.sum, .log)
    }
    #expect(try log.plot.marks[1].series.points.values[1] == 2)
  }

  @Test("Bars are stacked the same ways, those below 0 downwards")
  func bars() throws {
    let values: [[Double]] = [[3, -5, 2], [1, 5, -6], [-4, 10, 2]]
    for stacking in CartesianSpec.Stacking.allCases {
      let chart = Plots.chart(.bar, values.map { Plots.bar($0) }) { spec in
        spec.bare()
        spec.stacking = stacking
      }
      let layout = try chart.plot
      for index in 0..<3 {
        let column = values.map { $0[index] }
        let whole = column.reduce(0) { $0 + abs($1) }
        let unit = stacking == .percent ? 100 / whole : 1
        let middle = stacking == .stream ? column.reduce(0, +) / 2 : 0
        var (above, below) = (0.0, 0.0)
        for series in 0..<3 {
          let value = column[series] * unit
          let base = value < 0 ? below : above
          if value < 0 { below += value } else { above += value }
          let span = try #require(layout.stage.stacks.span(series: series, at: index))
          #expect(abs(span.base - (base - middle)) < 1e-9 && abs(span.end - (base + value - middle)) < 1e-9)
        }
      }
    }
  }

  @Test("An axis of shares ends at 100 % and says so")
  func axis() throws {
    for kind in ["line", "bar"] {
      let layout = try Plots.layout(
        """
        {"kind": "\(kind)", "stacked": "percent", "x": {"labels": ["a", "b", "c"]}, "series": [
          {"values": [0.1, 0.7, 3]}, {"values": [0.2, 0.1, 5]}, {"values": [0.3, 0.2, 7]}]}
        """)
      #expect(layout.frame.left.domain == Domain(0, 100))
      let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
      #expect(labels.first?.text == "0%" && labels.last?.text == "100%")
    }
  }

  @Test("Lines with positions of their own stand on one another; where one of these comes twice and they differ, alone")
  func positions() throws {
    func layout(_ second: [Double]) throws -> CartesianLayout {
      try Plots.chart(.line, [Plots.line([1, 2, 3], at: [1, 2, 5]), Plots.line([4, 5, 6], at: second)]) {
        $0.stacking = .sum
      }.plot
    }
    let same = try layout([1, 2, 5])
    #expect((0..<3).map { same.marks[1].series.points.values[$0] } == [5, 7, 9] && same.warnings.isEmpty)
    let twice = try layout([1, 1, 5])
    #expect((0..<3).map { twice.marks[1].series.points.values[$0] } == [4, 5, 6])
    #expect(
      twice.warnings == ["series[1]: stands on none of the others: their positions differ, and some come twice"])
  }

  @Test(
    "Of all ways in which three lines lack rows of a table, each stands on what is there, 0 where a row is missing between two",
    arguments: CartesianSpec.Stacking.allCases)
  func missing(stacking: CartesianSpec.Stacking) throws {
    for code in 1..<512 {
      // Bit 3 s + x: whether series s has a row at x.
      let rows = (0..<3).map { series in (0..<3).filter { code >> (3 * series + $0) & 1 == 1 } }
      func value(_ series: Int, _ x: Int) -> Double? {
        if rows[series].contains(x) { return Double(1 + series * 3 + x) }
        return rows[series].contains { $0 < x } && rows[series].contains { $0 > x } ? 0 : nil
      }
      let chart = Plots.chart(
        .line,
        rows.enumerated().map { series, rows in
          Plots.line(rows.map { Double(1 + series * 3 + $0) }, at: rows.map { Double($0) })
        }, size: Size(width: 120, height: 90)
      ) { spec in
        spec.bare()
        spec.stacking = stacking
      }
      let layout = try chart.plot
      #expect(!layout.warnings.contains { $0.contains("none of the others") })
      for x in 0..<3 {
        let values = (0..<3).map { value($0, x) }
        let whole = values.reduce(0) { $0 + ($1 ?? 0) }
        var sum = stacking == .stream ? -whole / 2 : 0
        // Alone, nothing is shared or moved about 0.
        for series in 0..<3 {
          guard let value = values[series] else { continue }
          sum += stacking == .percent ? whole > 0 ? value / whole * 100 : 0 : value
          guard let point = rows[series].firstIndex(of: x) else { continue }
          let mark = try #require(layout.mark(of: series))
          let isAlone = rows.filter { !$0.isEmpty }.count == 1
          if !isAlone || stacking == .sum {
            #expect(abs(mark.series.points.values[point] - sum) < 1e-9, "\(rows) \(series) \(x)")
          }
          #expect(mark.series.value(at: point) == value)
        }
      }
    }
  }

  @Test("The areas of lines that lack rows of one another share their sides: none covers another one")
  func sides() throws {
    let layout = try Plots.chart(
      .line,
      [
        Plots.line([3, 4, 5], at: [0, 1, 4]), Plots.line([2, 6], at: [0, 4]),
        Plots.line([1, 2, 1, 4], at: [0, 2, 3, 4]),
      ], size: Size(width: 400, height: 300)
    ) { spec in
      spec.bare()
      spec.stacking = .sum
    }.plot
    let areas = layout.marks.map { mark in
      mark.drawings(entering: false).filter { $0.layer == .area }.flatMap { StackedLineTests.paths($0.body) }
    }
    #expect(areas.allSatisfy { $0.count == 1 })
    for x in stride(from: 3.3, to: 397, by: 7) {
      for y in stride(from: 3.3, to: 297, by: 7) {
        let inside = areas.filter { $0[0].contains(Point(x: x, y: y)) }.count
        #expect(inside <= 1, "\(x), \(y)")
      }
    }
  }

  @Test("Points that come later stand on the others, too")
  func growing() throws {
    let longer = StackedLineTests.values.map { $0 + [1] }
    let spec = try #require(chart(.sum, longer).spec.content as? CartesianSpec)
    let engine = chart(.sum).spec.engine().grown(to: .cartesian(spec), dropping: [0, 0, 0])
    let layout = try #require(
      engine?.layout(ChartState.View(), phase: nil, canvas: Canvas(id: "a")) as? CartesianLayout)
    #expect(layout.marks.map { $0.series.points.values[4] } == [1, 2, 3])
  }

  @Test("An area that begins later begins in a point on what is below it, where what is above it goes on")
  func late() throws {
    let layout = try Plots.layout(
      #"""
      {"kind": "line", "stacked": true, "series": [{"name": "a", "values": [5, 6, 5, 4]}, {"name": "b", "values": [null, null, 2, 4]},
        {"name": "c", "values": [1, 1, 1, 1]}]}
      """#)
    let spans = (0..<3).map { layout.stage.standing.stacks.spans(of: $0) }
    #expect(spans[1].map(\.base)[1...] == [6, 5, 4] && spans[1].map(\.end)[1...] == [6, 7, 8])
    #expect(spans[1][0].base.isNaN && spans[2].map(\.base) == [5, 6, 7, 8] && spans[2].map(\.end) == [6, 7, 8, 9])
    // There is no value all the same.
    #expect(layout.words(for: [1, 1])?.contains("–") ?? true)
  }
}
