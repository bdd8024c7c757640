import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M7 Candlesticks")
struct CandlestickTests {
  private static let spec = """
    {"kind": "candlestick", "x": {"values": ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"]}, "y": {"min": 0, "max": 20},
      "series": [{"name": "Share", "values": [12, 9, 9, 14], "open": [10, 12, 9, null], "high": [13, 12.5, 10, 15], "low": [8, 7, 8.5, 13]
      MORE}]}
    """

  private func layout(_ more: String = "", _ change: (inout CartesianSpec) -> Void = { _ in }) throws -> CartesianLayout
  {
    let spec = try Plots.spec(CandlestickTests.spec.replacing("MORE", with: more)).changed(change)
    return try Chart(id: "test", spec: spec).plot
  }

  private func candles(_ layout: CartesianLayout) throws -> [CandlestickMark.Candle?] {
    let mark = try #require(layout.marks.first as? CandlestickMark)
    return (0..<4).map { mark.candle(at: $0) }
  }

  @Test("Bodies reach from the first to the last price, lines from the lowest to the highest")
  func prices() throws {
    let layout = try layout()
    let axis = layout.frame.left
    let expected: [(open: Double, close: Double, high: Double, low: Double)] = [
      (10, 12, 13, 8), (12, 9, 12.5, 7), (9, 9, 10, 8.5), (14, 14, 15, 13),
    ]
    for (candle, prices) in zip(try candles(layout), expected) {
      let candle = try #require(candle)
      func value(_ y: Double) -> Double { axis.map.value(at: y) }
      #expect(abs(value(candle.open) - prices.open) < 1e-9 && abs(value(candle.close) - prices.close) < 1e-9)
      #expect(abs(value(candle.high) - prices.high) < 1e-9 && abs(value(candle.low) - prices.low) < 1e-9)
      #expect(candle.isRising == (prices.close >= prices.open) && candle.body.height >= 1)
    }
  }

  @Test("What rose is hollow and what fell is filled, so that no colours are needed")
  func hollow() throws {
    let layout = try layout()
    func bodies(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { node -> [Node] in
        switch node.shape {
        case .rect where node.style.stroke != nil: [node]
        case .group(let nodes), .cropped(_, let nodes): bodies(nodes)
        default: []
        }
      }
    }
    let drawn = bodies(layout.marks[0].drawings(entering: false).flatMap(\.inside))
    #expect(drawn.count == 4)
    let background = Paint.color(layout.canvas.surface.color)
    #expect(drawn.map { $0.style.fill == background } == [true, false, true, true])
    #expect(drawn[0].style.stroke != drawn[1].style.stroke)
  }

  @Test("What is drawn is hit, and nothing else", arguments: ["", #", "style": "bars", "lineWidth": 4"#])
  func hits(_ more: String) throws {
    let layout = try layout(more)
    let candles = try candles(layout).compactMap(\.self)
    let half = (try #require(layout.marks.first as? CandlestickMark)).style.lineWidth / 2
    var (hits, differing) = (0, [Point]())
    for x in stride(from: layout.plot.minX + 0.21, to: layout.plot.maxX, by: 2.3) {
      for y in stride(from: layout.plot.minY + 0.37, to: layout.plot.maxY, by: 1.7) {
        let expected = candles.firstIndex { candle in
          let isOnLine = abs(x - candle.x) <= half && y >= candle.high && y <= candle.low
          guard !more.isEmpty else {
            return isOnLine
              || (x >= candle.body.minX && x < candle.body.maxX && y >= candle.body.minY && y < candle.body.maxY)
          }
          return isOnLine || (abs(y - candle.open) <= half && x >= candle.body.minX && x <= candle.x)
            || (abs(y - candle.close) <= half && x >= candle.x && x <= candle.body.maxX)
        }
        let hit = layout.hit(at: Point(x: x, y: y))
        if expected != nil { hits += 1 }
        if hit.index != expected { differing.append(Point(x: x, y: y)) }
      }
    }
    #expect(hits > 200 && differing.isEmpty)
  }

  @Test("Weekends have no room, unless the author wants it")
  func gaps() throws {
    let closed = try layout()
    #expect(closed.frame.x.labels.map(\.words) == ["Jan 4", "Jan 5", "Jan 8", "Jan 9"])
    let places = try candles(closed).compactMap { $0?.x }
    #expect(abs((places[1] - places[0]) - (places[2] - places[1])) < 1e-9)
    let open = try layout { $0.x.hasGaps = true }
    let apart = try candles(open).compactMap { $0?.x }
    #expect(abs((apart[2] - apart[1]) - 3 * (apart[1] - apart[0])) < 1e-6)
  }

  @Test("The axis shows the highest and the lowest price, and words and markers tell all four")
  func words() throws {
    let layout = try layout { ($0.y.min, $0.y.max) = (nil, nil) }
    #expect(layout.frame.left.domain.lower <= 7 && layout.frame.left.domain.upper >= 15)
    #expect(layout.words(for: [0, 0]) == "2024-01-04, Share: 12, from 10, highest 13, lowest 8")
    #expect(layout.words(for: [0, 3]) == "2024-01-09, Share: 14, highest 15, lowest 13")
    #expect(layout.marker(for: [0, 1])?.text == "2024-01-05\n12 → 9\n7 … 12.5")
    let own = try self.layout(#", "marker": "{open} {high} {low} {close}""#)
    #expect(own.marker(for: [0, 0])?.text == "10 13 8 12")
  }

  @Test("Without a last price there is nothing, and columns that are too short are told")
  func missing() throws {
    let layout = try Plots.layout(
      #"{"kind": "candlestick", "series": [{"values": [1, null, 3], "open": [2, 2], "high": []}]}"#)
    let mark = try #require(layout.marks.first as? CandlestickMark)
    #expect(mark.candle(at: 1) == nil && mark.candle(at: 2)?.isRising == true)
    #expect(layout.warnings.contains("series[0].open: 2 for 3 values; entries without look like all others"))
    #expect(layout.warnings.contains("series[0].high: there are no values in it"))
  }

  @Test("The legend tells rising and falling ones apart as the plot does, without their colours")
  func legend() throws {
    #expect(try layout { $0.common.legend.position = .top }.frame.legend?.entries.map(\.symbol) == [.hollow, .swatch])
    #expect(
      try layout(#", "style": "bars""#) { $0.common.legend.position = .top }.frame.legend?.entries.map(\.symbol) == [
        .swatch, .swatch,
      ])
  }

  @Test(
    "Of several series each has its colour, as the legend says: hollow what rose, filled what fell",
    arguments: [true, false])
  func severalColors(areGiven: Bool) throws {
    let layout = try Plots.layout(
      """
      {"kind": "candlestick", "x": {"labels": ["Mo", "Tu"]}, "series": [
        {"name": "X", \(areGiven ? #""color": "teal","# : "") "values": [2, 1], "open": [1, 2], "high": [3, 3], "low": [1, 1]},
        {"name": "Y", \(areGiven ? #""color": "orange","# : "") "values": [3, 2], "open": [2, 3], "high": [4, 4], "low": [1, 1]}]}
      """)
    func bodies(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { node -> [Node] in
        switch node.shape {
        case .rect where node.style.stroke != nil: [node]
        case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): bodies(nodes)
        default: []
        }
      }
    }
    var colors: [Color] = []
    for (index, mark) in layout.marks.enumerated() {
      let bodies = bodies(mark.drawings(entering: false).flatMap { $0.inside + $0.body })
      let color = layout.stage.color(of: mark.series)
      #expect(bodies.count == 2 && bodies.allSatisfy { $0.strokeColor == color })
      #expect(bodies.map(\.fillColor) == [layout.stage.background, color])
      #expect(layout.frame.legend?.entries[index].color == color)
      colors.append(color)
    }
    #expect(colors[0] != colors[1])
    // What rising and falling look like is said once, in nobody's colour.
    let legend = try #require(layout.frame.legend)
    #expect(legend.entries.map(\.label) == ["X", "Y", "rising", "falling"])
    #expect(legend.entries.suffix(2).allSatisfy { !colors.contains($0.color) })
  }
}
