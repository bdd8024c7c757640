import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// What was wrong to the eye in the review of the pictures, by its numbers there.
@Suite("What the review of the pictures found")
struct ReviewTests {
  @Test(
    "2: A pie with its legend beside it shortens no label while half of the picture is empty",
    arguments: ["right", "left"])
  func pieBesideLegend(side: String) throws {
    for count in 3...6 {
      let slices = (0..<count).map { "{\"label\": \"Name no. \($0)\", \"value\": \($0 + 2)}" }.joined(separator: ",")
      let layout = try Pies.chart("{\"kind\": \"pie\", \"legend\": \"\(side)\", \"slices\": [\(slices)]}").pie
      #expect(layout.warnings.isEmpty && layout.labels.leaders.allSatisfy { !$0.isShortened })
      // As far from the labels on both sides.
      let ends = layout.frame.labelEnds
      #expect(isNear((ends.left + ends.right) / 2, layout.center.x, 1))
    }
  }

  @Test(
    "5: A misspelt placeholder is an error that names the right one",
    arguments: [
      (#"{"kind": "pie", "labels": {"text": "{lable}"}}"#, "labels.text", "{label}"),
      (#"{"kind": "pie", "labels": "{lable} {percent}"}"#, "labels", "{label}"),
      (#"{"kind": "pie", "hole": 0.5, "center": "{totl}"}"#, "center", "{total}"),
      (#"{"kind": "pie", "hole": 0.5, "center": {"selected": "{perc}"}}"#, "center.selected", nil),
      (#"{"kind": "line", "marker": "{val}"}"#, "marker", nil),
      (#"{"kind": "line", "marker": {"text": [{"text": "{seris}"}]}}"#, "marker.text[0].text", "{series}"),
      (#"{"kind": "line", "popups": {"text": "{sum}"}}"#, "popups.text", nil),
      (#"{"kind": "line", "y": {"tickLabels": {"format": "{percent}"}}}"#, "y.tickLabels.format", nil),
      (#"{"kind": "line", "series": [{"endBubble": {"text": "{valu}"}}]}"#, "series[0].endBubble.text", "{value}"),
      (#"{"kind": "bar", "series": [{"labels": {"text": "{values}"}}]}"#, "series[0].labels.text", "{value}"),
    ])
  func placeholders(spec: String, path: String, suggestion: String?) throws {
    let fault = #expect(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: spec)) }
    #expect(fault?.path.description == path && fault?.suggestion == suggestion, "\(String(describing: fault))")
    #expect(fault?.reason.hasPrefix("there is no placeholder '{") == true)
    // What is no name is text.
    let braces = spec.replacing("{lable}", with: "{ }").replacing("{val}", with: "{a b}{}")
    if braces != spec { _ = try ChartSpec(json: JSON(parsing: braces)) }
  }

  @Test("7: Moments finer than a minute are told apart in words")
  func seconds() throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "x": {"values": ["2026-01-01T10:00:00Z", "2026-01-01T10:00:20Z", "2026-01-01T10:00:20.5Z", "2026-01-02"]}, "series": [{"values": [1, 2, 3, 4]}]}"#
    )
    #expect(
      (0..<4).map { layout.mark(at: [0, $0])?.label } == [
        "Jan 1, 2026 10:00", "Jan 1, 2026 10:00:20", "Jan 1, 2026 10:00:20.500", "Jan 2, 2026",
      ])
  }

  @Test("9: The bubbles of lines that end together keep clear of one another, and point at their ends")
  func bubbles() throws {
    for count in 2...6 {
      let series = (0..<count).map { "{\"values\": [1, \(20 + $0)], \"endBubble\": true}" }.joined(separator: ",")
      let layout = try Plots.layout("{\"kind\": \"line\", \"series\": [\(series)]}")
      let bubbles = layout.texts.bubbles
      #expect(bubbles.count == count)
      for (index, bubble) in bubbles.enumerated() {
        #expect(!bubbles[(index + 1)...].contains { $0.frame.intersects(bubble.frame) }, "\(count)")
        #expect(!bubble.frame.contains(bubble.tip) && layout.canvas.bounds.contains(bubble.frame))
        // Its tail, or a line, reaches the value.
        let tip = layout.space.picture(bubble.tip)
        let reaches = layout.scene().nodes.flatMap(\.leaves).contains { node in
          guard case .path(let path) = node.shape else { return false }
          return path.ends.contains { ($0 - tip).length < (bubble.needsLeader ? 1e-6 : 4.5) }
        }
        #expect(reaches, "\(count)")
      }
    }
  }

  @Test("P7: Lines and texts beside a pie have the colours that are asked for")
  func leaderColors() throws {
    let spec =
      #"{"kind": "pie", "labels": {"color": "green", "line": {"color": "navy", "width": 2}}, "slices": {"a": 1, "b": 2}}"#
    let nodes = try Pies.chart(spec).layout().scene().nodes.flatMap(\.leaves)
    let lines = nodes.filter { if case .polyline = $0.shape { true } else { false } }
    #expect(
      lines.count == 2 && lines.allSatisfy { $0.strokeColor == Color(rgb: 0x000080) && $0.style.strokeWidth == 2 })
    let texts = nodes.compactMap { node -> Text? in if case .text(let text) = node.shape { text } else { nil } }
    #expect(texts.count == 2 && texts.allSatisfy { $0.runs.allSatisfy { $0.color == Color(rgb: 0x008000) } })
  }

  @Test("10: An axis that is not shown has no grid lines either")
  func hiddenAxis() throws {
    func lines(_ axes: String) throws -> Int {
      try Plots.layout("{\"kind\": \"line\", \(axes), \"series\": [{\"values\": [1, 5, 3]}]}").backdrop.count
    }
    #expect(try lines(#""y": {}"#) == 1)
    #expect(try lines(#""y": {"visible": false}"#) == 0)
    #expect(try lines(#""x": {"grid": true}"#) == 2)
    #expect(try lines(#""x": {"grid": true, "visible": false}"#) == 1)
  }

  @Test("11, A: What people write first is understood")
  func firstTries() throws {
    let years = try Plots.layout(#"{"kind": "bar", "x": {"labels": [2019, 2020.5]}, "series": {"values": [1, 2]}}"#)
    #expect(years.chart.data.axis.labels == ["2019", "2020.5"] && years.marks.count == 1)
    let pie = try Pies.chart(#"{"kind": "pie", "slices": {"Rent": 3, "Food": 1}, "labels": "{label}: {value}"}"#).pie
    #expect(pie.labels.leaders.map { $0.runs.map(\.text).joined() } == ["Rent: 3", "Food: 1"])
    let stacked = try Plots.layout(
      #"{"kind": "bar", "stacked": true, "legend": true, "series": [{"name": "a", "values": [1]}, {"name": "b", "values": [2], "labels": "{value} kg"}]}"#
    )
    let bars = (try stacked.bars(0)[0].rect, try stacked.bars(1)[0].rect)
    #expect(isNear(bars.0.minY, bars.1.maxY) && bars.0.minX == bars.1.minX && stacked.frame.legend != nil)
    #expect(stacked.texts.values.labels.map(\.text) == ["2 kg"])
    for (path, key) in [("a.csv", "csv"), ("A.TSV", "csv"), ("b.csv.gz", "csv"), ("c.json", "json")] {
      let spec = try ChartSpec(json: JSON(parsing: "{\"kind\": \"line\", \"data\": \"\(path)\"}"))
      #expect((key == "csv" ? spec.data?.csv : spec.data?.json) == path)
    }
    #expect(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: #"{"kind": "line", "data": "x.db"}"#)) }
    #expect(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: #"{"kind": "pie", "slices": {"a": -3}}"#)) }
  }

  @Test(
    "P4: A radius that there is no room for is as large as fits, which is said; a slice grows as far as there is room")
  func radius() throws {
    for radius in [100.0, 170, 400] {
      var chart = try Pies.chart(
        "{\"kind\": \"pie\", \"title\": \"t\", \"labels\": \"none\", \"radius\": \(radius), \"slices\": [{\"value\": 1}, {\"value\": 1}]}"
      )
      _ = chart.apply(.highlight(path: [0], notify: false))
      let layout = try chart.pie
      #expect(layout.radius == min(radius, layout.plot.height / 2))
      #expect(layout.warnings.isEmpty == (radius <= layout.plot.height / 2))
      let grown = try #require(layout.marks.first { $0.isSelected }).sector.outer
      #expect(grown <= layout.plot.height / 2 + 1e-9 && (radius > 100 || isNear(grown, 120)))
    }
  }

  @Test("P6: The line with the number is the large one, wherever it stands")
  func centerLines() throws {
    for (text, main) in [("{total}\\nEuro", 0), ("Sum\\n{total}", 1), ("a\\nb", 1), ("1\\n2", 1)] {
      let layout = try Pies.chart(
        "{\"kind\": \"pie\", \"hole\": 0.7, \"center\": \"\(text)\", \"slices\": [{\"value\": 12}]}"
      ).pie
      #expect(layout.centerLines.map(\.isMain) == [main == 0, main == 1], "\(text)")
    }
  }

  @Test("Designer 8: Lines of labels that are far from their slices pass the disc by, and don't cross one another")
  func leaders() throws {
    for count in 2...7 {
      for start in stride(from: 0.0, to: 360, by: 15) {
        let layout = try Pies.chart([600, 360] + Array(repeating: 8.0, count: count)) {
          $0.labels.position = .leader
          $0.radius = nil
          $0.startAngle = start
        }.pie
        let lines = layout.labels.leaders.map(\.line.points)
        for (index, line) in lines.enumerated() {
          #expect(!lines[(index + 1)...].contains { SegmentCrossing.cross($0, line) }, "\(count) from \(start)")
        }
        for line in lines {
          for (from, to) in zip(line, line.dropFirst()) {
            for step in 1..<20 {
              let share = Double(step) / 20
              let place = Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
              #expect((place - layout.center).length > layout.radius - 0.5, "\(count) from \(start)")
            }
          }
        }
      }
    }
  }

  @Test("Lines to labels at the left go as those at the right of the same pie in a mirror do")
  func mirroredLeaders() throws {
    var wrong = Mismatches()
    for count in 2...7 {
      for start in stride(from: 5.0, to: 360, by: 15) {
        let values = [600, 360] + Array(repeating: 8.0, count: count)
        func layout(_ values: [Double], from start: Double) throws -> PieLayout {
          try Pies.chart(values) {
            $0.labels.position = .leader
            // Shares add up to 100 %, so that not all of the same values are the same.
            $0.labels.text = "{label}"
            $0.radius = nil
            $0.startAngle = start
          }.pie
        }
        let usual = try layout(values, from: start)
        let first = try #require(usual.marks.first?.sector.start)
        // Clockwise from east its slices begin where those of the mirrored one end.
        let mirrored = try layout(values.reversed(), from: start + (180 - first - 360) - first)
        guard !usual.marks.contains(where: { abs($0.sector.middle.truncatingRemainder(dividingBy: 180) - 90) < 1e-6 })
        else {
          continue
        }
        func elbows(_ layout: PieLayout, isMirrored: Bool) -> [Point] {
          layout.labels.leaders.map(\.line.elbow).map {
            Point(x: isMirrored ? 2 * layout.center.x - $0.x : $0.x, y: $0.y)
          }.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
        }
        let (one, other) = (elbows(usual, isMirrored: false), elbows(mirrored, isMirrored: true))
        let isSame = one.count == other.count && zip(one, other).allSatisfy { ($0 - $1).length < 1e-6 }
        wrong.expect(isSame, "\(count) from \(start): \(one) and \(other)")
      }
    }
    wrong.check()
  }

  @Test("Designer 12: What is written in slices is the same of all; what has no room is counted")
  func insideLabels() throws {
    let layout = try Pies.chart(
      #"{"kind": "pie", "labels": "inside", "slices": [{"label": "Rent", "value": 50}, {"label": "Groceries and more", "value": 30}, {"label": "x", "value": 1}]}"#
    ).pie
    let texts = layout.labels.inside.map { $0.text.string }
    #expect(texts == ["Rent 62%"])
    #expect(layout.warnings == ["2 of 3 labels were left out: there is no room for them"])
    let named = try Pies.chart(
      #"{"kind": "pie", "labels": "inside", "legend": "right", "slices": [{"label": "Rent", "value": 50}, {"label": "Groceries and more", "value": 30}, {"label": "x", "value": 1}]}"#
    ).pie
    #expect(named.labels.inside.map { $0.text.string } == ["62%", "37%"])
  }

  @Test("Designer 15, 17, 22: Axes are not half empty, count in whole steps, and say nothing of no data")
  func axes() throws {
    let layout = try Plots.layout(
      #"{"kind": "bar", "size": {"width": 320, "height": 200}, "series": [{"values": [-18, 22, 5]}]}"#)
    #expect(layout.frame.left.domain.span * 0.6 <= 40)
    let counted = try Plots.layout(#"{"kind": "line", "series": [{"values": [1, 2, 3, 4]}]}"#)
    #expect(counted.frame.x.labels.map(\.text) == ["0", "1", "2", "3"])
    for empty in [#"[]"#, #"[{"values": []}]"#, #"[{"values": [null, null]}]"#] {
      let none = try Plots.layout("{\"kind\": \"line\", \"x\": {\"scale\": \"linear\"}, \"series\": \(empty)}")
      #expect(none.frame.left.ticks.isEmpty && none.backdrop.isEmpty && none.noData.count == 1, "\(empty)")
    }
  }
}

extension Path {
  /// Where its pieces begin and end.
  fileprivate var ends: [Point] {
    elements.compactMap { element in
      switch element {
      case .move(let end), .line(let end), .arc(_, _, let end), .curve(_, _, let end): end
      case .close: nil
      }
    }
  }
}
