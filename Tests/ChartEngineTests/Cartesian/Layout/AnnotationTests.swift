import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M12 Annotations")
struct AnnotationTests {
  private static let line = """
    {"kind": "line", "x": {"labels": ["a", "b", "c", "d", "e"]}, "series": {"values": [3, 9, 4, 8, 2], "dots": "all"},
      "annotations": [ANNOTATIONS]MORE}
    """

  private func layout(_ annotations: String, _ more: String = "") throws -> CartesianLayout {
    try Plots.layout(
      AnnotationTests.line.replacing("ANNOTATIONS", with: annotations).replacing("MORE", with: more))
  }

  @Test(
    "A text stands beside its place, off marks and other texts, in both directions",
    arguments: ["vertical", "horizontal"])
  func places(_ orientation: String) throws {
    let layout = try layout(
      #"{"x": "b", "y": 9, "text": "Highest"}, {"x": "c", "y": 4, "text": "A dip"}, {"x": "c", "y": 4, "text": "Once more\nthere"}"#,
      #", "orientation": "\#(orientation)""#)
    let annotations = layout.texts.annotations
    #expect(annotations.map(\.index) == [0, 1, 2] && layout.warnings == [])
    for annotation in annotations {
      #expect(!annotation.hasPlate && layout.plot.contains(annotation.box))
      #expect(!layout.marks.contains { $0.covers(annotation.box, except: nil) })
      #expect(annotation.box.distance(to: annotation.target) < 60)
      for other in annotations where other.index != annotation.index {
        #expect(!other.room.intersects(annotation.room))
      }
    }
    let mark = layout.marks[0]
    #expect(annotations[0].target == mark.place(of: 1) && annotations[1].target == mark.place(of: 2))
    #expect(annotations[2].lines == ["Once more", "there"])
  }

  @Test("In random plots none is over another one, and over marks only on a plate", arguments: 0..<10)
  func random(chunk: Int) throws {
    for seed in chunk * 20..<(chunk + 1) * 20 {
      var random = SplitMix64(seed: UInt64(seed))
      var spec = try #require(RandomPlots.chart(&random).spec.content as? CartesianSpec)
      let first = spec.series[0].values.plainNumbers
      spec.annotations = (0..<random.whole(1...5)).map { _ in
        var annotation = AnnotationSpec()
        let place = random.whole(0...first.count - 1)
        annotation.place.x =
          spec.x.labels.isEmpty ? .number(spec.x.values.plainNumbers[place]) : .text(spec.x.labels[place])
        annotation.place.y = .number(first[place])
        annotation.text = RandomPlots.name(&random) + (random.chance(0.3) ? "\nand more" : "")
        annotation.leader = RandomPlots.pick([nil, AnnotationSpec.Leader.none, .line, .arrow], &random)
        annotation.hasDot = random.chance(0.3)
        if random.chance(0.3) { annotation.end = annotation.place }
        if random.chance(0.2) { annotation.fontSize = .given(random.number(4...40)) }
        return annotation
      }
      if random.chance(0.4) { spec.orientation = .horizontal }
      let layout = try Chart(id: "random", spec: .cartesian(spec)).plot
      let placed = layout.texts.annotations
      for (index, annotation) in placed.enumerated() {
        #expect(layout.plot.inset(by: -0.01).contains(annotation.box), "\(seed)")
        let isCovered = layout.marks.contains { $0.covers(annotation.box, except: nil) }
        #expect(annotation.hasPlate || !isCovered, "\(seed)")
        for other in placed.dropFirst(index + 1) where !annotation.lines.isEmpty && !other.lines.isEmpty {
          #expect(!annotation.box.intersects(other.box), "\(seed)")
        }
      }
      for node in layout.scene().nodes { #expect(node.isFinite, "\(seed)") }
    }
  }

  @Test(
    "With an offset the middle of the text is right there, also in a horizontal chart",
    arguments: ["vertical", "horizontal"])
  func offset(_ orientation: String) throws {
    let layout = try layout(
      #"{"x": "c", "y": 4, "text": "Here", "offset": [-30, -40]}"#, #", "orientation": "\#(orientation)""#)
    let annotation = try #require(layout.texts.annotations.first)
    let (text, target) = (layout.space.picture(annotation.box.center), layout.space.picture(annotation.target))
    #expect(abs(text.x - (target.x - 30)) < 1e-9 && abs(text.y - (target.y - 40)) < 1e-9)
    #expect(annotation.leader == .line)
  }

  @Test("An arrow leads from the place to another one, and what is out of view is not drawn")
  func arrows() throws {
    let layout = try layout(#"{"x": "a", "y": 6, "text": "up", "to": {"x": "d", "y": 8}}"#)
    let annotation = try #require(layout.texts.annotations.first)
    #expect(annotation.end == layout.marks[0].place(of: 3))
    let scrolled = try self.layout(
      #"{"x": "e", "y": 2, "text": "last"}"#, #", "viewport": {"visibleCount": 2}"#)
    #expect(scrolled.texts.annotations.isEmpty && scrolled.warnings == [])
  }

  @Test("What is nowhere, or has no room, is told")
  func warnings() throws {
    #expect(try layout(#"{"x": "z", "y": 6, "text": "?"}"#).warnings == ["annotations[0]: there is no such place"])
    #expect(
      try layout(#"{"x": "a", "y": 3, "text": "!", "to": {"x": "z", "y": 1}}"#).warnings
        == ["annotations[0].to: there is no such place"])
    let long = String(repeating: "very ", count: 60) + "long"
    #expect(
      try layout(#"{"x": "b", "y": 9, "text": "\#(long)"}"#).warnings.first
        == "annotations[0].text: shortened: there is no room for all of it")
  }

  @Test("What is beyond the axes, or empty, is told")
  func nothing() throws {
    #expect(
      try layout(#"{"x": "b", "y": 900, "text": "far"}"#).warnings
        == ["annotations[0]: left out: its place is beyond the ends of the axes"])
    #expect(
      try layout(#"{"x": "b", "y": 9, "text": " "}"#).warnings == ["annotations[0].text: is empty: nothing is drawn"])
    #expect(try layout(#"{"x": "b", "y": 9, "dot": true}"#).warnings == [])
  }

  @Test(
    "The greatest value's text has room beyond it, off limits and without a line to it", arguments: [200, 300, 400],
    [false, true])
  func headroom(height: Int, isReversed: Bool) throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "size": {"width": 480, "height": \(height)}, "x": {"labels": ["a", "b", "c", "d"]},
       "y": {"reverse": \(isReversed)},
       "series": {"values": [30, 50, 80, 40]}, "limits": [{"value": 60, "label": "Target"}],
       "annotations": [{"x": "c", "y": 80, "text": "Best year ever"}]}
      """)
    let annotation = try #require(layout.texts.annotations.first)
    let (box, target) = (annotation.box, annotation.target)
    #expect(isReversed ? box.minY > target.y : box.maxY < target.y)
    #expect(annotation.leader == .none && !annotation.hasPlate)
    #expect(layout.plot.contains(annotation.box))
  }

  @Test("An arrow that its author wants is no stub: its text stands so far away, or it has none")
  func stubs() throws {
    for (width, height) in [(320, 200), (480, 300)] {
      let layout = try Plots.layout(
        """
        {"kind": "line", "size": {"width": \(width), "height": \(height)}, "x": {"labels": ["May", "Jun", "Jul", "Aug", "Sep"]},
         "series": {"values": [14, 18, 22, 21, 15], "dots": "all"},
         "annotations": [{"x": "Jul", "y": 22, "text": "The best month\\nof all", "leader": "arrow"}]}
        """)
      let annotation = try #require(layout.texts.annotations.first)
      #expect(annotation.box.distance(to: annotation.target) >= 20)
      #expect(annotation.lines(on: layout.canvas.surface).count == 2)
    }
    // Where the author has placed the text right beside.
    let near = try layout(#"{"x": "c", "y": 4, "text": "A dip", "leader": "arrow", "offset": [0, 16]}"#)
    #expect(near.texts.annotations[0].lines(on: near.canvas.surface).isEmpty)
  }

  @Test("Lines to places go through no other text, and texts lie on no such line")
  func leaders() throws {
    let values = [54, 61, 64, 65, 71, 71, 73, 69, 62, 48, 49, 44].map(String.init).joined(separator: ", ")
    for (width, height) in [(320, 200), (480, 300), (640, 400)] {
      let layout = try Plots.layout(
        """
        {"kind": "line", "size": {"width": \(width), "height": \(height)}, "series": {"values": [\(values)], "dots": "all"},
         "limits": [{"value": 60, "label": "Goal"}],
         "annotations": [{"x": 11, "y": 44, "text": "The last month"}, {"x": 9, "y": 48, "text": "Storm in\\nthe north"},
           {"x": 3, "y": 65, "text": "A first peak", "leader": "line"}, {"x": 0, "y": 54, "text": "The very first"}]}
        """)
      let annotations = layout.texts.annotations
      #expect(annotations.count == 4)
      for annotation in annotations {
        for (start, end) in annotation.segments {
          for other in annotations where other.index != annotation.index {
            #expect(!other.box.isCrossed(from: start, to: end), "\(width): \(annotation.lines) through \(other.lines)")
          }
        }
      }
    }
  }

  @Test(
    "What is wrong is told where it is",
    arguments: [
      (#"{"text": "x", "y": 1}"#, "annotations[0].x: is required"),
      (#"{"text": "x", "x": 1}"#, "annotations[0].y: is required"),
      (
        #"{"text": "x", "x": 1, "y": 1, "offset": [1]}"#,
        "annotations[0].offset: expected a list of 2, got a list of 1"
      ),
      (
        #"{"text": "x", "x": 1, "y": 1, "leader": "arow"}"#,
        "annotations[0].leader: expected one of none, line, arrow, got \"arow\"; did you mean 'arrow'?"
      ),
    ])
  func faults(_ annotation: String, _ message: String) {
    let error = #expect(throws: InvalidValue.self) {
      _ = try Plots.spec(
        AnnotationTests.line.replacing("ANNOTATIONS", with: annotation).replacing("MORE", with: ""))
    }
    #expect(error?.description == message)
  }

  @Test(
    "An arrow that ends beyond the axes is told", arguments: [(9, 9, true), (2, 9, true), (9, 2, true), (2, 2, false)])
  func beyond(x: Int, y: Int, isTold: Bool) throws {
    let layout = try Plots.layout(
      """
      {"kind": "scatter", "x": {"min": 0, "max": 4}, "y": {"min": 0, "max": 4}, "series": {"x": [1, 2, 3], "values": [1, 2, 3]},
        "annotations": [{"text": "a", "x": 1, "y": 2, "to": {"x": \(x), "y": \(y)}}]}
      """)
    #expect(layout.warnings == (isTold ? ["annotations[0].to: left out: it is beyond the ends of the axes"] : []))
  }
}
