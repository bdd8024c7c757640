import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("Labels of value axes (A1)")
struct ValueLabelTests {
  private func layout(_ y: String, values: String = "[1e6, 4e6, 2.5e6]", size: (Int, Int) = (320, 200)) throws
    -> CartesianLayout
  {
    try Plots.layout(
      """
      {"kind": "line", "size": {"width": \(size.0), "height": \(size.1)}, "y": \(y), "series": [{"values": \(values)}]}
      """)
  }

  @Test("Turned labels that are a line of text apart can both be read, and nearer ones can't")
  func turned() {
    let font = Font(size: 10)
    func label(_ x: Double) -> AxisLabel {
      AxisLabel(
        value: 0, text: "label", tick: x, position: Point(x: x, y: 0), anchor: .end, font: font,
        color: Theme.light.text, rotation: -90, isSelected: false)
    }
    let height = Font(size: 10).ascent + Font(size: 10).descent
    #expect(!label(0).isTooNear(label(height)))
    #expect(label(0).isTooNear(label(height.nextDown)))
  }

  @Test("Turned labels on one line are clear of one another 2 px behind the end, and nearer ones are not")
  func turnedOnOneLine() {
    let font = Font(size: 10)
    func label(_ y: Double) -> AxisLabel {
      AxisLabel(
        value: 0, text: "label", tick: y, position: Point(x: 0, y: y), anchor: .start, font: font,
        color: Theme.light.text, rotation: 90, isSelected: false)
    }
    let end = font.width(of: "label") + 2
    #expect(!label(0).isTooNear(label(end)))
    #expect(label(0).isTooNear(label(end.nextDown)))
  }

  private func labels(_ layout: CartesianLayout) -> [AxisLabel] {
    layout.frame.left.labels(plot: layout.plot, in: layout.space)
  }

  @Test(
    "A1 Turned by any angle they end beside their ticks, don't overlap nor leave the chart, and have their band",
    arguments: [-90, -75, -45, -20, 0, 15, 30, 60, 90])
  func turned(rotation: Int) throws {
    for side in ["left", "right"] {
      let layout = try layout("{\"position\": \"\(side)\", \"tickLabels\": {\"rotation\": \(rotation)}}")
      let labels = labels(layout)
      #expect(labels.count >= 2 && labels.allSatisfy { $0.rotation == Double(rotation) })
      let boxes = labels.map(OrientedBox.init)
      for (index, label) in labels.enumerated() {
        #expect(boxes[index].isInside(layout.canvas.bounds) && !boxes[..<index].contains { $0.overlaps(boxes[index]) })
        // The middle of the letters' height, at the end that is at the tick.
        let turn = sineAndCosine(degrees: label.rotation)
        let half = label.font.capHeight / 2
        let middle = label.position + Point(x: turn.sine * half, y: -turn.cosine * half)
        #expect(isNear(middle.y, label.tick, label.font.size))
        let box = layout.frame.left.box
        #expect(label.box.minX >= box.minX - 1 && label.box.maxX <= box.maxX + 1, "\(label.box) in \(box)")
        // Those that weren't moved inside the chart are exactly beside their ticks.
        if label.box.minY > 0.01, label.box.maxY < 199.99 { #expect(isNear(middle.y, label.tick, 1e-6)) }
      }
    }
  }

  @Test(
    "A1 Turned by any angle they keep off the plot of lying bars, whichever way values go",
    arguments: [-90, -75, -45, -20, 0, 15, 30, 60, 90])
  func turnedBelow(rotation: Int) throws {
    for (side, isReversed) in [("left", false), ("left", true), ("right", false), ("right", true)] {
      let layout = try Plots.layout(
        """
        {"kind": "bar", "orientation": "horizontal", "size": {"width": 360, "height": 220},
         "y": {"position": "\(side)", "reverse": \(isReversed), "tickLabels": {"rotation": \(rotation)}},
         "series": [{"values": [123456, 523456, 823456]}]}
        """)
      let (labels, box) = (labels(layout), layout.frame.left.box)
      #expect(labels.count >= 2)
      for label in labels {
        #expect(label.box.minX >= box.minX - 1 && label.box.maxX <= box.maxX + 1, "\(side): \(label.box) in \(box)")
        #expect(OrientedBox(label).isInside(layout.space.canvas.bounds))
      }
    }
  }

  @Test("Numbers are written as a whole or not at all: part of one would be another number (fault 21)")
  func whole() throws {
    for (values, count) in [("[1000000000000000, 1000000000000001, 1000000000000002]", 3), ("[1234567, 7654321]", 2)] {
      for width in [60, 90, 120, 200, 320, 640] {
        let layout = try layout("{}", values: values, size: (width, 200))
        let texts = labels(layout).map(\.text)
        #expect(!texts.contains { $0.contains("…") } && Set(texts).count == texts.count, "\(width): \(texts)")
        #expect(texts.count >= count || !layout.warnings.isEmpty || width < 320, "\(width): \(texts)")
        #expect(texts.isEmpty || layout.plot.width > 0)
      }
    }
    // What stands beside a number may be cut.
    let units = try layout(#"{"tickLabels": {"format": "{value} of a rather long unit that goes on"}}"#)
    #expect(labels(units).allSatisfy { $0.text.hasSuffix("…") && $0.text.contains("of") })
  }

  @Test("An axis of shares has percent at its labels, whatever the chart's values are written as")
  func percent() throws {
    for (format, label, value) in [
      (#""percent""#, "100%", "3"), (#"{"currency": "EUR"}"#, "100%", "€3"), (#""compact""#, "100%", "3"),
      (#"{"locale": "de"}"#, "100 %", "3"), (#"{"decimals": 2}"#, "100%", "3.00"),
    ] {
      let stack = try Plots.layout(
        """
        {"kind": "bar", "stacked": "percent", "format": \(format), "x": {"labels": ["a", "b"]},
         "series": [{"name": "u", "values": [1, 2]}, {"name": "v", "values": [3, 4]}]}
        """)
      #expect(
        labels(stack).contains { $0.text.replacing("\u{A0}", with: " ") == label }, "\(labels(stack).map(\.text))")
      #expect(stack.words(for: [1, 0])?.hasSuffix(value) == true, "\(stack.words(for: [1, 0]) ?? "")")
    }
    let bins = try Plots.layout(
      #"{"kind": "histogram", "format": "percent", "series": {"measure": "percent", "values": [1, 2, 2, 3], "labels": "above"}}"#
    )
    #expect(labels(bins).map(\.text).contains("50%"), "\(labels(bins).map(\.text))")
    #expect(bins.texts.values.labels.map(\.text).sorted() == ["25%", "25%", "50%"])
  }

  @Test("Values for which there is no room are a little smaller, if the author has given no size, rather than left out")
  func smaller() throws {
    for (style, size, fits) in [(#""above""#, 9.9, true), (#"{"position": "above", "fontSize": 11}"#, 11, false)] {
      let layout = try Plots.layout(
        """
        {"kind": "bar", "size": {"width": 320, "height": 200}, "title": "Change of exports", "orientation": "horizontal",
         "legend": "bottom", "y": {"title": "%"}, "x": {"labels": ["China", "India", "Indonesia", "Russia"]}, "series": [
         {"values": [12.5, 4.1, 7.3, -8.2], "labels": \(style)}, {"values": [9.8, -2.4, 5.6, -3.9], "labels": \(style)}]}
        """)
      let written = layout.texts.values.labels
      #expect((written.count == 8) == fits && written.allSatisfy { abs($0.font.size - size) < 1e-9 })
      for (index, label) in written.enumerated() {
        for other in written[(index + 1)...] { #expect(!label.box.inset(by: -0.5).intersects(other.box)) }
      }
    }
  }

  @Test("A bar of 0 has its value written, too, where it stands on nothing")
  func zero() throws {
    for orientation in ["vertical", "horizontal"] {
      let layout = try Plots.layout(
        """
        {"kind": "bar", "orientation": "\(orientation)", "x": {"labels": ["a", "b", "c"]},
         "series": {"values": [5, 0, 3], "labels": "above"}}
        """)
      #expect(layout.texts.values.labels.map(\.text) == ["5", "0", "3"])
    }
    let stack = try Plots.layout(
      #"{"kind": "bar", "stacked": true, "x": {"labels": ["a"]}, "series": [{"values": [5], "labels": "above"}, {"values": [0], "labels": "above"}]}"#
    )
    #expect(!stack.texts.values.labels.map(\.text).contains("0"))
  }

  @Test(
    "W1: The words of a number format are one, by themselves as in a placeholder",
    arguments: ["percent", "compact", "si", "scientific", "USD", "percent .1", "+ .2"])
  func words(_ words: String) throws {
    func labels(_ format: String) throws -> [[String]] {
      let layout = try Plots.layout(
        """
        {"kind": "scatter", "x": {"values": [0.1, 0.2, 0.4], "tickLabels": {"format": "\(format)"}},
          "y": {"tickLabels": {"format": "\(format)"}}, "series": [{"values": [0.1, 0.5, 0.3]}]}
        """)
      #expect(layout.warnings.isEmpty)
      return [layout.frame.x.labels, layout.frame.left.labels(plot: layout.plot, in: layout.space)].map {
        $0.map(\.words)
      }
    }
    let written = try labels(words)
    #expect(try written == labels("{value:\(words)}"))
    for axis in written { #expect(axis.count > 1 && Set(axis).count == axis.count, "\(axis)") }
  }

  @Test("A text that says the same at each tick is warned of; one with a placeholder, or none, is not")
  func constant() throws {
    func warnings(_ axis: String) throws -> [String] {
      try Plots.layout(
        "{\"kind\": \"scatter\", \(axis), \"series\": [{\"values\": [1, 5, 3]}]}"
      ).warnings.filter { $0.contains("tickLabels") }
    }
    let same = "tickLabels.format: there is no `{value}` in it, so that all labels say the same"
    #expect(try warnings(#""y": {"tickLabels": {"format": "kg"}}"#) == ["y.\(same)"])
    #expect(try warnings(#""x": {"values": [1, 2, 4], "tickLabels": {"format": "km"}}"#) == ["x.\(same)"])
    for format in ["{value} kg", "percent", "{value:si}", " "] {
      #expect(try warnings("\"y\": {\"tickLabels\": {\"format\": \"\(format)\"}}").isEmpty)
    }
    #expect(
      try warnings(
        #""x": {"values": ["2026-01-01", "2026-02-01", "2026-03-01"], "tickLabels": {"format": "MM-dd"}}"#
      ).isEmpty)
  }
}
