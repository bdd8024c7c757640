import ChartModel
import Testing

@testable import ChartEngine

@Suite("L11 Bubbles at the ends of several lines")
struct EndBubbleTests {
  @Test(
    "They stand in the order of the values, as near to their lines as they can",
    arguments: [[3, 3.05, 2.9], [10, 10.3, 10.6, 10.9, 11.2], [8.5, 0.2, 0.4, 0.3], [1, 2, 3, 4, 5, 6]])
  func order(last: [Double]) throws {
    for size in [Size(width: 320, height: 200), Size(width: 480, height: 300)] {
      let series = last.map { "{\"values\": [1, 2, \($0)], \"endBubble\": true}" }.joined(separator: ", ")
      let layout = try Plots.chart("{\"kind\": \"line\", \"series\": [\(series)]}", size: size).plot
      let bubbles = layout.texts.bubbles
      #expect(bubbles.count == last.count && layout.warnings.isEmpty)
      let byPlace = bubbles.sorted { $0.frame.midY < $1.frame.midY }
      #expect(byPlace.map(\.tip.y) == bubbles.map(\.tip.y).sorted())
      for (above, below) in zip(byPlace, byPlace.dropFirst()) { #expect(above.frame.maxY <= below.frame.minY) }
      for bubble in bubbles {
        #expect(layout.canvas.bounds.contains(bubble.frame) && !bubble.frame.contains(bubble.tip))
        // No farther away than all of them are high.
        #expect(bubble.frame.distance(to: bubble.tip) <= Double(last.count) * (bubble.frame.height + 2) + 8)
      }
    }
  }

  @Test("One alone stands above its line's end; one that had to move has a line to it")
  func leaders() throws {
    let alone = try Plots.layout(#"{"kind": "line", "series": [{"values": [1, 2, 1.5], "endBubble": true}]}"#)
    #expect(alone.texts.bubbles.map(\.needsLeader) == [false])
    let series = (0..<5).map { _ in "{\"values\": [1, 2, 1.5], \"endBubble\": true}" }.joined(separator: ", ")
    let many = try Plots.layout("{\"kind\": \"line\", \"series\": [\(series)]}")
    #expect(many.texts.bubbles.contains { $0.needsLeader })
  }

  @Test("Of more than there is room for the rest is told")
  func tooMany() throws {
    let series = (0..<60).map { "{\"values\": [1, \($0)], \"endBubble\": true}" }.joined(separator: ", ")
    let layout = try Plots.chart("{\"kind\": \"line\", \"series\": [\(series)]}", size: Size(width: 320, height: 200))
      .plot
    let missing = layout.warnings.filter { $0.contains("endBubble: left out") }.count
    #expect(layout.texts.bubbles.count > 4 && missing == 60 - layout.texts.bubbles.count)
  }

  @Test("The pointer of one ends at its line's end, or at the rim of the dot there", arguments: ["none", "all"])
  func pointers(dots: String) throws {
    for (last, legend) in [
      ([3, 2.2, 1.1], "none"), ([3, 2.2, 1.1], "right"), ([1, 1.02, 3], "right"), ([0.1], "right"),
    ] {
      for size in [Size(width: 320, height: 200), Size(width: 640, height: 360)] {
        let series = last.map {
          "{\"name\": \"a\", \"values\": [1, 2, \($0)], \"dots\": \"\(dots)\", \"endBubble\": true}"
        }
        .joined(separator: ", ")
        let layout = try Plots.chart(
          "{\"kind\": \"line\", \"legend\": \"\(legend)\", \"series\": [\(series)]}", size: size
        ).plot
        for bubble in layout.texts.bubbles where !bubble.needsLeader {
          let path = bubble.outline(bubble.frame, pointingTo: bubble.tip)
          let corners = path.elements.compactMap { if case .line(let point) = $0 { point } else { nil } }
          let nearest = corners.map { ($0 - bubble.tip).length }.min() ?? .infinity
          // Where bubbles are crowded the box itself may lie on the rim.
          #expect(nearest < bubble.radius + 1e-6, "\(nearest) \(bubble.radius)")
          #expect(bubble.radius > 0 && (dots == "all") == (bubble.radius > 2))
        }
      }
    }
  }

  @Test("One alone covers no part of its own line, also where that comes from where it would stand")
  func ownLine() throws {
    for last in stride(from: 6, through: 14, by: 0.5) {
      let spec =
        #"{"kind": "line", "x": {"reverse": true}, "series": [{"values": [3, 5, 4, 6, 8, 7, 9, \#(last)], "endBubble": true}]}"#
      for size in [Size(width: 320, height: 200), Size(width: 640, height: 360)] {
        let layout = try Plots.chart(spec, size: size).plot
        let bubble = try #require(layout.texts.bubbles.first)
        #expect(layout.marks.allSatisfy { !$0.covers(bubble.frame, except: nil) }, "\(last) at \(size.width)")
      }
    }
  }

  @Test(
    "A pointer crosses no label of an axis, where there is a place for it beside that",
    arguments: ["right", "reversed"])
  func besideAxes(side: String) throws {
    let axes = side == "right" ? #""y": {"position": "right"}"# : #""x": {"reverse": true}"#
    for last in stride(from: 0.5, through: 9, by: 0.25) {
      let layout = try Plots.layout(
        #"{"kind": "line", \#(axes), "series": [{"values": [3, 5, 4, 8, \#(last)], "endBubble": true}]}"#)
      let bubble = try #require(layout.texts.bubbles.first)
      let labels = layout.frame.left.labels(plot: layout.frame.plot, in: layout.space).map(\.box)
      let base = bubble.frame.nearest(to: bubble.tip)
      #expect(!labels.contains { $0.isCrossed(from: base, to: bubble.tip) || $0.intersects(bubble.frame) })
      #expect(bubble.frame.distance(to: bubble.tip) > bubble.radius)
    }
  }

  @Test("One alone doesn't hide its own line, which comes from the right where positions are reversed")
  func beside() throws {
    for last in [0.5, 1, 3, 5, 7, 8, 9] {
      for size in [Size(width: 320, height: 200), Size(width: 640, height: 400)] {
        let layout = try Plots.chart(
          #"{"kind": "line", "x": {"reverse": true, "values": [0, 10, 20, 35, 50, 66]}, "series": [{"values": [0, 1.5, 3, 4, 9, \#(last)], "endBubble": true}]}"#,
          size: size
        ).plot
        let bubble = try #require(layout.texts.bubbles.first)
        #expect(!layout.marks.contains { $0.covers(bubble.frame, except: nil) }, "\(last) at \(size)")
      }
    }
  }
}
