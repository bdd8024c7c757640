import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M1 Names on either axis")
struct ValueNamesTests {
  private static let bubbles = """
    {"kind": "scatter"MORE, "x": {"values": ["a", "b", "a", "c"]},
     "series": [{"name": "Bubbles", "values": ["one", "two", "two", "three"], "size": [1, 4, 9, 16]}]}
    """

  private func layout(_ more: String = "") throws -> CartesianLayout {
    try Plots.layout(ValueNamesTests.bubbles.replacing("MORE", with: more))
  }

  @Test("Texts among the values are names, the first one on top, each in the middle of its row")
  func rows() throws {
    let layout = try layout()
    let axis = layout.frame.left
    #expect(axis.labels(plot: layout.plot, in: layout.space).map(\.words) == ["one", "two", "three"])
    let places = ["one", "two", "three"].indices.compactMap { axis.y(of: Double($0)) }
    let row = layout.plot.height / 3
    for (index, place) in places.enumerated() {
      #expect(abs(place - (layout.plot.minY + (Double(index) + 0.5) * row)) < 1e-6)
    }
    // No lines across, and one slot for each name along the positions.
    #expect(layout.spec.y.style.grid == nil && layout.chart.data.axis.labels == ["a", "b", "c"])
    let points = (0..<4).compactMap {
      layout.mark(of: 0)?.place(of: layout.marks[0].series.point(ofSpecIndex: $0) ?? 0)
    }
    #expect(points[0].x == points[2].x && points[1].y == points[2].y && points[0].y < points[1].y)
  }

  @Test("In a horizontal chart the first name is at the left")
  func turned() throws {
    let layout = try layout(#", "orientation": "horizontal""#)
    let ticks = layout.frame.left.labels(plot: layout.plot, in: layout.space)
    #expect(ticks.map(\.words) == ["one", "two", "three"])
    let places = ticks.map { layout.space.picture(Point(x: 0, y: $0.tick)).x }
    #expect(places == places.sorted())
    for label in ticks { #expect(layout.canvas.bounds.contains(layout.space.picture(label.box))) }
  }

  @Test(
    "Slanted or upright they hang where they have room, also where the first is at the right", arguments: [false, true])
  func turnedAndReversed(isTop: Bool) throws {
    let names = [
      "Northern districts", "Southern districts", "Eastern provinces", "Western provinces", "Central region",
      "Islands and overseas",
    ]
    func layout(_ names: [String], width: Int, isReversed: Bool) throws -> CartesianLayout {
      let list = "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
      return try Plots.layout(
        """
        {"kind": "scatter", "orientation": "horizontal", "size": {"width": \(width), "height": 240},
         "y": {"labels": \(list), "reverse": \(isReversed), "position": "\(isTop ? "right" : "left")"},
         "series": [{"values": \(list)}]}
        """)
    }
    for width in [240, 300, 360, 480, 640] {
      for isReversed in [false, true] {
        let upright = try layout(names, width: width, isReversed: isReversed)
        let mirrored = try layout(names.reversed(), width: width, isReversed: !isReversed)
        #expect(
          upright.frame.left.names?.writing == mirrored.frame.left.names?.writing && upright.plot == mirrored.plot)
        let labels = upright.frame.left.labels(plot: upright.plot, in: upright.space)
        #expect(labels.count == names.count, "\(width): \(labels.map(\.text))")
        for label in labels {
          #expect(upright.space.canvas.bounds.contains(label.box) && !label.box.intersects(upright.plot))
        }
      }
    }
  }

  @Test("Words, markers and descriptions say the name")
  func words() throws {
    let layout = try layout()
    #expect(layout.words(for: [0, 3]) == "c, Bubbles: three, size 16")
    #expect(layout.marker(for: [0, 1])?.text == "b, two\nsize 4")
    #expect(layout.words() == "Scatter chart: 1 series, a to c.\nBubbles: a one, a two, b two, c three.")
  }

  @Test("Names that are given are those, in their order, and what is none of them is told")
  func given() throws {
    let layout = try Plots.layout(
      """
      {"kind": "scatter", "y": {"labels": ["two", "none", "one"]}, "series": [{"values": ["one", "two", "four", 1]}]}
      """)
    let mark = layout.marks[0]
    #expect((0..<4).map { mark.series.value(at: $0) }.map { $0.isNaN ? -1 : $0 } == [2, 0, -1, 1])
    #expect(layout.warnings == ["series[0].values: 1 entry is none of the names, and is left out: 'four'"])
  }

  @Test("A miswritten number doesn't make names of all others")
  func few() throws {
    let layout = try Plots.layout(#"{"kind": "scatter", "series": [{"values": [1, 2, "n/a", 4]}]}"#)
    #expect(layout.spec.y.scale == .linear && layout.warnings.count == 1)
  }

  @Test("Long names are written in two lines or shortened, and told when there are too many")
  func long() throws {
    func layout(_ names: [String], _ size: Size) throws -> CartesianLayout {
      let texts = names.map { "\"\($0)\"" }.joined(separator: ", ")
      return try Plots.chart(#"{"kind": "scatter", "series": [{"values": [\#(texts)]}]}"#, size: size).plot
    }
    let wrapped = try layout(
      ["A company with a very long name", "Another company with a long name"], Size(width: 320, height: 200))
    #expect(wrapped.frame.left.names?.writing.isWrapped == true && wrapped.warnings.isEmpty)
    let many = try layout(
      (0..<60).map { "Company number \($0 % 7)x\($0)y" + String(repeating: "z", count: $0 % 3) },
      Size(width: 320, height: 200))
    #expect(many.warnings.contains { $0.hasPrefix("y: ") && $0.contains("names were left out") })
    for label in many.frame.left.labels(plot: many.plot, in: many.space) {
      #expect(many.canvas.bounds.contains(label.box))
    }
  }

  @Test("Points are hit, and rows zoomed into, as anywhere")
  func hits() throws {
    var chart = try Plots.chart(ValueNamesTests.bubbles.replacing("MORE", with: #", "viewport": {"zoom": "both"}"#))
    for index in 0..<4 {
      let layout = try chart.plot
      let point = try #require(layout.marks[0].series.point(ofSpecIndex: index))
      let place = try #require(layout.marks[0].place(of: point))
      #expect(layout.hit(at: place).entry == [0, index])
    }
    _ = chart.apply(.zoom(.by(2, x: nil, y: nil)))
    let layout = try chart.plot
    #expect(layout.frame.left.domain.span < 3)
    #expect(layout.frame.left.ticks.allSatisfy { ["one", "two", "three"].contains($0.label) })
  }

  @Test("Series that need numbers say so")
  func needed() {
    for (spec, path) in [
      (#"{"kind": "bar", "y": {"scale": "category"}, "series": [{"values": [1]}]}"#, "y.scale"),
      (#"{"kind": "line", "y": {"labels": ["a"]}, "series": [{"values": [1]}]}"#, "y.labels"),
    ] {
      #expect {
        try Plots.spec(spec)
      } throws: { error in
        let text = "\(error)"
        return text.hasPrefix(path + ": names along the values are for series of `scatter` and `heatmap`")
      }
    }
  }
}

extension Hit {
  /// The series and the entry in it that is hit; `nil` for everything else.
  fileprivate var entry: [Int]? {
    guard kind == .point, let series, let index else { return nil }
    return [series, index]
  }
}
