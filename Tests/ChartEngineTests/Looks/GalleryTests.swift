import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// What was wrong to the eye in the pictures of the gallery.
@Suite("What the gallery showed")
struct GalleryTests {
  // MARK: - Numbers at axes

  private static let years = #""x": {"values": [1880, 1950, 2020], "scale": "linear"}"#

  @Test(
    "Positions have the language of the chart's format alone: neither money nor shares, and years are not grouped",
    arguments: [
      ("percent", "en"), ("EUR", "en"), ("compact", "en"), (".2", "en"),
      ("{\"locale\": \"de\", \"style\": \"si\"}", "de"),
    ])
  func positionFormat(format: String, language: String) throws {
    let written = format.hasPrefix("{") ? format : "\"\(format)\""
    let layout = try Plots.layout(
      "{\"kind\": \"line\", \(GalleryTests.years), \"format\": \(written), \"series\": [{\"values\": [1, 2, 3]}]}")
    let labels = layout.frame.x.labels.map(\.text)
    #expect(labels.contains("1900") && labels.allSatisfy { $0.count == 4 && Int($0) != nil }, "\(labels)")
    #expect(layout.mark(at: [0, 1])?.label == "1950")
    #expect(layout.words().contains("1880 to 2020"))
    // From 10,000 on they are, as the language does it.
    let far = try Plots.layout(
      "{\"kind\": \"line\", \"x\": {\"values\": [9000, 20000]}, \"format\": \(written), \"series\": [{\"values\": [1, 2]}]}"
    )
    #expect(far.mark(at: [0, 1])?.label == (language == "de" ? "20.000" : "20,000"))
    #expect(far.mark(at: [0, 0])?.label == "9000")
  }

  @Test("The axis's own text still says how its numbers are written; words have no more digits than values")
  func ownFormat() throws {
    let layout = try Plots.layout(
      #"{"kind": "scatter", "format": {"decimals": 2}, "x": {"tickLabels": {"format": "{value:EUR}"}}, "series": [{"x": [1.23456, 2000], "values": [1, 2]}]}"#
    )
    #expect(layout.frame.x.labels.contains { $0.text == "€1,000" })
    #expect(layout.mark(at: [0, 0])?.label == "€1.23")
    let plain = try Plots.layout(
      #"{"kind": "scatter", "format": {"decimals": 2}, "series": [{"x": [1.23456, 2000], "values": [1, 2]}]}"#)
    #expect(plain.mark(at: [0, 0])?.label == "1.23" && plain.mark(at: [0, 1])?.label == "2000")
  }

  @Test(
    "Low plots have axes that end near their values, too",
    arguments: [40.0, 50, 60, 70, 80, 90, 100, 110, 119])
  func lowPlots(height: Double) throws {
    for (low, high) in [(-18.0, 22.0), (-1, 21), (3, 51), (0, 1020), (-0.6, 0.1)] {
      var spec = ValueRange()
      spec.add(low...high)
      var axis = ValueAxisSpec()
      axis.includesZero = true
      let ticks = ValueAxisTicks(
        spec, axis, length: height, pitch: LabelPitch(lineHeight: 16.2), format: FormatSpec())
      let (lower, upper) = (min(low, 0), max(high, 0))
      #expect(ticks.domain.lower <= lower && ticks.domain.upper >= upper)
      #expect(upper - lower >= ticks.domain.span * 0.6, "\(low)…\(high) on \(ticks.domain)")
      #expect(ticks.ticks.count >= 2 && Double(ticks.ticks.count - 1) * 13 <= height, "\(ticks.ticks.map(\.label))")
      if low < 0, high > 0 { #expect(ticks.ticks.contains { $0.value == 0 }) }
    }
  }

  @Test("The value axis of a stream says nothing, unless it is asked to")
  func streams() throws {
    func labels(_ rest: String) throws -> Int {
      let layout = try Plots.layout(
        "{\"kind\": \"line\", \"stacked\": \"stream\", \(rest) \"series\": [{\"values\": [1, 5, 3]}, {\"values\": [4, 2, 3]}]}"
      )
      return layout.frame.left.labels(plot: layout.plot, in: layout.space).count
    }
    #expect(try labels("") == 0)
    for asked in [#""tickLabels": true"#, #""tickLabels": {"visible": true}"#, #""ticks": [-2, 2]"#, #""step": 2"#] {
      #expect(try labels("\"y\": {\(asked)},") > 0, "\(asked)")
    }
    let stacked = try Plots.layout(
      #"{"kind": "line", "stacked": true, "series": [{"values": [1, 5, 3]}, {"values": [4, 2, 3]}]}"#)
    #expect(!stacked.frame.left.labels(plot: stacked.plot, in: stacked.space).isEmpty)
  }

  @Test("Names that are dates are written at the axis as its pattern says; they keep their names")
  func datesAsNames() throws {
    let layout = try Plots.layout(
      #"{"kind": "bar", "format": {"locale": "de"}, "x": {"labels": ["2026-08-21", "2026-08-22", "later"], "tickLabels": {"format": "d. MMM"}}, "series": [{"values": [1, 2, 3]}]}"#
    )
    #expect(layout.frame.x.labels.map(\.text) == ["21. Aug.", "22. Aug.", "later"])
    #expect(layout.mark(at: [0, 0])?.label == "2026-08-21")
    let chosen = try Plots.layout(
      #"{"kind": "bar", "x": {"labels": ["2026-08-21", "2026-08-22"], "ticks": ["2026-08-22"], "tickLabels": {"format": "dd"}}, "series": [{"values": [1, 2]}]}"#
    )
    #expect(chosen.frame.x.labels.map(\.text) == ["22"])
    let template = try Plots.layout(
      #"{"kind": "bar", "x": {"labels": ["3", "4"], "tickLabels": {"format": "Q{value}"}}, "series": [{"values": [1, 2]}]}"#
    )
    #expect(template.frame.x.labels.map(\.text) == ["Q3", "Q4"])
  }

  // MARK: - Years

  private static let time =
    #""x": {"scale": "time", "values": ["1950", "1990", "2026"]}, "series": [{"values": [1, 2, 3]}]"#

  @Test("Whole numbers of four digits are years where positions of a time axis are named")
  func yearsAsPositions() throws {
    let layout = try Plots.layout(
      "{\"kind\": \"line\", \"bands\": [{\"axis\": \"x\", \"from\": 1990, \"to\": 2000}], \(GalleryTests.time)}")
    let rect = try #require(layout.rules.rect(of: layout.spec.bands[0]))
    let map = layout.frame.window.map
    func year(_ text: String) throws -> Double { map.pixel(of: try TimeText.milliseconds(text, in: .utc)) }
    let (from, to) = (try year("1990"), try year("2000"))
    #expect(isNear(rect.minX, from, 1e-6) && isNear(rect.maxX, to, 1e-6))
    #expect(layout.warnings.isEmpty)
    let ends = try Plots.layout(
      #"{"kind": "line", "x": {"scale": "time", "min": 1940, "max": 2040, "ticks": [1950, 2000], "values": ["1950", "2026"]}, "series": [{"values": [1, 2]}]}"#
    )
    let first = try TimeText.milliseconds("1940", in: .utc)
    #expect(ends.frame.window.span.lower == first)
    #expect(ends.frame.x.labels.map(\.text) == ["1950", "2000"])
    // Moments are still milliseconds, and so is all of an axis on which somebody counts these.
    let moment = try TimeText.milliseconds("1999-12-31T12:00Z", in: .utc)
    #expect(layout.chart.data.coordinate(of: .number(moment)) == moment)
    let counted = try Plots.layout(
      #"{"kind": "line", "x": {"scale": "time", "values": [0, 1000, 60000]}, "series": [{"values": [1, 2, 3]}]}"#)
    #expect(counted.chart.data.coordinate(of: .number(2000)) == 2000)
  }

  // MARK: - Limits

  @Test("A limit at a number, a moment or a name stands upright, in a horizontal chart level, with its label beside it")
  func positionLimits() throws {
    let specs = [
      #""x": {"values": [0, 10, 20]}, "limits": [{"axis": "x", "value": 10, "label": "Here"}]"#,
      #""x": {"values": ["2026-01-01", "2026-02-01", "2026-03-01"]}, "limits": [{"axis": "x", "value": "2026-02-01", "label": "Here"}]"#,
      #""x": {"labels": ["a", "b", "c"]}, "limits": [{"axis": "x", "value": "b", "label": "Here"}]"#,
      #""x": {"labels": ["2019", "2020", "2021"]}, "limits": [{"axis": "x", "value": 2020, "label": "Here"}]"#,
    ]
    for spec in specs {
      for orientation in ["vertical", "horizontal"] {
        let layout = try Plots.layout(
          "{\"kind\": \"line\", \"orientation\": \"\(orientation)\", \(spec), \"series\": [{\"values\": [1, 2, 1]}]}")
        #expect(layout.warnings.isEmpty, "\(layout.warnings)")
        let place = try #require(layout.mark(of: 0)?.place(of: 1)).x
        guard case .upright(let x)? = layout.rules.line(of: layout.spec.limits[0]) else {
          Issue.record("no line")
          continue
        }
        #expect(isNear(x, place))
        let line = try #require(layout.limits(above: true).flatMap(\.leaves).first)
        #expect(line.meaning?.kind == "limit" && line.meaning?.label.hasPrefix("Here: ") == true)
        let label = try #require(layout.texts.limits[0])
        #expect(layout.plot.contains(label.box) && !PlotRules.Line.upright(x).crosses(label.box))
        #expect(!layout.marks.cover(label.box.inset(by: -Text.haloWidth)))
        let report = layout.report()["limits"]?[0]
        #expect(report?[orientation == "vertical" ? "x" : "y"]?.doubleValue.map { isNear($0, x) } == true)
      }
    }
  }

  @Test("A deadline after all data is seen; a place that there is not is said, and a name is none on a value axis")
  func limitsBeyond() throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "x": {"values": [0, 10]}, "limits": [{"axis": "x", "value": 15}], "series": [{"values": [1, 2]}]}"#
    )
    #expect(layout.frame.window.end == 15)
    let missing = try Plots.layout(
      #"{"kind": "bar", "x": {"labels": ["a", "b"]}, "limits": [{"axis": "x", "value": "c"}], "series": [{"values": [1, 2]}]}"#
    )
    #expect(missing.warnings == ["limits[0].value: there is no such position, and the limit is left out"])
    let fault = #expect(throws: InvalidValue.self) {
      try ChartSpec(json: JSON(parsing: #"{"kind": "bar", "limits": [{"value": "c"}]}"#))
    }
    #expect(fault?.path.description == "limits[0].value")
  }

  // MARK: - Room

  @Test("In small pictures bubbles are smaller, with what explains them; in large ones they are as their author says")
  func bubbles() throws {
    func radii(_ width: Int, _ height: Int, _ size: String) throws -> (largest: Double, shown: Double) {
      let layout = try Plots.layout(
        "{\"kind\": \"scatter\", \"legend\": \"right\", \"size\": {\"width\": \(width), \"height\": \(height)}, \"series\": [{\"x\": [1, 2, 3], \"values\": [1, 2, 3], \"size\": {\"values\": [1, 5, 10]\(size)}}]}"
      )
      let mark = try #require(layout.mark(of: 0) as? ScatterMark)
      let scale = try #require(layout.frame.legend?.scales.first?.scale)
      guard case .sizes(let samples, _, _, _) = scale.form else { return (0, 0) }
      return (try #require(mark.glyph(of: 2)).radius, samples.map(\.radius).max() ?? 0)
    }
    #expect(try radii(640, 360, "").largest == 24)
    let small = try radii(320, 200, "")
    #expect(small.largest <= 200.0 / 12 + 1e-9 && small.largest > 12 && small.shown <= small.largest)
    #expect(try radii(320, 200, ", \"greatest\": 10").largest == 10)
    #expect(try radii(640, 360, ", \"greatest\": 60").largest == 60)
    #expect(try radii(320, 200, ", \"greatest\": 60").largest < 45)
  }

  @Test("Labels of narrow bands beside one another are told apart, and none of an axis is at the picture's edge")
  func edges() throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "size": {"width": 320, "height": 200}, "bands": [{"axis": "x", "from": 1, "to": 1.99, "label": "Weekend"}, {"axis": "x", "from": 2, "to": 3, "label": "Alarm"}], "x": {"values": [1, 2, 3, 4, 5, 6]}, "series": [{"values": [1, 5, 3, 4, 2, 7]}]}"#
    )
    let boxes = layout.texts.bands.values.map(\.box)
    #expect(boxes.count == 2)
    #expect(!boxes[0].inset(left: -12, top: -4, right: -12, bottom: -4).intersects(boxes[1]))
    for size in ["320, \"height\": 160", "640, \"height\": 360"] {
      let time = try Plots.layout(
        "{\"kind\": \"line\", \"size\": {\"width\": \(size)}, \"x\": {\"values\": [\"2025-12-01\", \"2026-02-01\", \"2026-12-01\"]}, \"series\": [{\"values\": [1, 5, 3]}]}"
      )
      let room = time.canvas.bounds.inset(left: 4.9, right: 4.9)
      #expect(time.frame.x.labels.allSatisfy { room.contains($0.box) })
    }
    let values = try Plots.layout(
      #"{"kind": "bar", "orientation": "horizontal", "padding": 0, "size": {"width": 320, "height": 160}, "x": {"labels": ["a", "b"]}, "series": [{"values": [100000, 900000]}]}"#
    )
    let labels = values.frame.left.labels(plot: values.plot, in: values.space).map { values.space.picture($0.box) }
    #expect(labels.allSatisfy { $0.maxX <= 320 - 4.9 })
  }

  @Test(
    "More bars or candlesticks than say anything for themselves are one shape for each look, and are hit as they were")
  func merged() throws {
    let values = (0..<300).map { Double(($0 * 37) % 50) - 20 }
    let layout = try Plots.chart(.bar, [Plots.bar(values)]).plot
    let bars = layout.drawn().filter { $0.fillColor != nil && $0.path != nil }
    #expect(bars.count == 1)
    let path = try #require(bars.first?.path)
    for index in stride(from: 0, to: 300, by: 7) where values[index] != 0 {
      let rect = try #require(layout.mark(of: 0)?.rect(of: index))
      #expect(path.contains(rect.center) && layout.hit(at: rect.center).index == index)
    }
    #expect(path.pieceCount == values.count { $0 != 0 })
    let few = try Plots.chart(.bar, [Plots.bar(Array(values.prefix(200)))]).plot
    #expect(few.drawn().count { $0.meaning?.kind == "bar" } == few.spec.series[0].values.count - 4)
  }

  @Test("In a treemap an only part of the same name is its parent, and any other is seen by going in")
  func onlyParts() throws {
    func tiles(_ slices: String, _ rest: String = "") throws -> TreemapLayout {
      let spec = try ChartSpec(json: JSON(parsing: "{\"kind\": \"treemap\", \"slices\": \(slices)\(rest)}"))
      return try #require(Chart(id: "test", spec: spec).layout() as? TreemapLayout)
    }
    let same = try tiles(#"{"Taxes": {"Taxes": 5}, "Customs": {"Wine": 2, "Beer": 3}}"#)
    #expect(same.paths == [[0], [1], [1, 0], [1, 1]])
    #expect(same.labels.labels.first { $0.path == [0] }?.texts.first?.string == "Taxes")
    let other = try tiles(#"{"Asia": {"China": 5}, "Europe": {"Italy": 2, "Spain": 3}}"#)
    #expect(!other.paths.contains([0, 0]))
    #expect(other.labels.labels.first { $0.path == [0] }?.texts.first?.string == "Asia ›")
    #expect(try tiles(#"{"Asia": {"China": 5}}"#, #", "drill": false"#).paths == [[0], [0, 0]])
    // What its part is less than it is there.
    #expect(try tiles(#"[{"label": "a", "value": 5, "children": {"a": 3}}]"#).paths == [[0], [0, 0]])
  }

  @Test("In a horizontal chart a marker stands beyond the end of its bar, and points at it")
  func markerBesideBar() throws {
    var chart = try Plots.chart(
      #"{"kind": "bar", "orientation": "horizontal", "x": {"labels": ["a", "b", "c", "d", "e", "f"]}, "series": [{"values": [5, 20, 8, -6, 20, 5]}]}"#
    )
    for (index, isRight) in [(0, true), (2, true), (3, false), (5, true)] {
      _ = chart.apply(.highlight(path: [0, index], notify: false))
      let layout = try chart.plot
      let marker = try #require(layout.marker(for: [0, index]))
      let bar = layout.space.picture(try #require(layout.mark(of: 0)?.rect(of: index)))
      #expect(isRight ? marker.frame.minX >= bar.maxX : marker.frame.maxX <= bar.minX, "\(index)")
      #expect(marker.frame.minY < marker.anchor.y && marker.frame.maxY > marker.anchor.y)
      let outline = CartesianLayout.outline(marker.frame, pointingTo: marker.anchor, radius: 4)
      #expect(outline.points.contains { isRight ? $0.x < marker.frame.minX : $0.x > marker.frame.maxX })
    }
  }
}
