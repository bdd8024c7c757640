@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

/// A pie whose labels are in danger of lying over one another.
struct LabelCase: Sendable, CustomTestStringConvertible {
  enum Words: String, CaseIterable, Sendable { case short, long, cjk, empty, mixed, control }

  let count: Int
  let words: Words
  let size: Size
  let fontSize: Double
  var testDescription: String { "\(count) \(words) at \(size.width)×\(size.height), \(fontSize) px" }

  func label(_ index: Int) -> String {
    switch words {
    case .short: "Part \(index)"
    case .long: "A name that is far too long for any place beside a pie, number \(index)"
    case .cjk: "第\(index)部分的年度预算分配情况说明以及其他"
    case .empty: ""
    case .mixed: ["", "x", "Ünïcödé \(index)", "日本語ラベル", "two\nlines", "{value}", "  spaces  "][index % 7]
    case .control: "tab\t\t\t\t\t\u{1}\u{2}\u{3}\u{7F}\u{85}\r\r\(index)"
    }
  }

  func chart(_ change: (inout PieSpec) -> Void = { _ in }) -> Chart {
    var spec = PieSpec(slices: (0..<count).map { SliceSpec(label: label($0), value: Double(1 + ($0 * 7) % 11)) })
    spec.labels.fontSize = .given(fontSize)
    change(&spec)
    return Chart(id: "labels", spec: .pie(spec), size: size)
  }

  static let all: [LabelCase] = [3, 12, 40, 200].flatMap { count in
    Words.allCases.flatMap { words in
      [(640.0, 360.0), (400, 400), (250, 600), (180, 120), (1600, 900)].enumerated().map { index, size in
        LabelCase(
          count: count, words: words, size: Size(width: size.0, height: size.1),
          fontSize: [12, 9, 14, 4, 30][(index + count) % 5])
      }
    }
  }
}

@Suite("P7 Leader lines and labels")
struct LabelTests {
  @Test(
    "P7 No two labels overlap, no line goes through one, none leaves the chart, runs end 25 px from the right side",
    arguments: LabelCase.all)
  func places(example: LabelCase) throws {
    var wrong = Mismatches()
    for start in sample(stride(from: 0.0, to: 360, by: 7)) {
      let layout = try example.chart {
        $0.startAngle = start
        $0.labels.margin = 25
      }.pie
      let margin = min(25, example.size.width / 4)
      let labels = layout.labels
      for (index, leader) in labels.leaders.enumerated() {
        let middle = layout.marks.first { $0.path == leader.path }.map(\.sector.middle) ?? .nan
        let isRight = middle <= 90 || middle >= 270
        let end = isRight ? example.size.width - margin : margin
        wrong.expect(
          abs(leader.line.end.x - end) < 1e-9 && leader.line.end.y == leader.line.elbow.y,
          "\(start)°: \(leader) ends elsewhere")
        wrong.expect(
          isRight ? leader.line.elbow.x <= leader.line.end.x : leader.line.elbow.x >= leader.line.end.x,
          "\(start)°: \(leader) turns back")
        wrong.expect(
          leader.box.minX >= 0 && leader.box.minY >= 0 && leader.box.maxX <= example.size.width
            && leader.box.maxY <= example.size.height, "\(start)°: \(leader.box) leaves the chart")
        let distance = (leader.line.dot - layout.center).length
        wrong.expect(abs(distance - layout.radius) < 1e-9, "\(start)°: the dot is not on the rim")
        let drawn = leader.runs.reduce(0) { $0 + Font(size: example.fontSize).width(of: $1.text) }
        wrong.expect(drawn <= leader.box.width + 1e-9, "\(start)°: wider than its box")
        for other in labels.leaders[(index + 1)...] {
          wrong.expect(!leader.box.intersects(other.box), "\(start)°: \(leader.box) over \(other.box)")
        }
        for other in labels.inside { wrong.expect(!leader.box.intersects(other.box), "\(start)°: over \(other)") }
        // The row of a text is a little higher than its letters.
        for other in labels.leaders where other.path != leader.path {
          wrong.expect(
            !leader.line.crosses(other.box.inset(by: 2)), "\(start)°: the line of \(leader.path) through \(other.box)")
        }
      }
    }
    wrong.check()
  }

  @Test("P7 The elbow is at radius + 15 where there is room, and the line turns level outside the disc")
  func elbow() throws {
    for start in stride(from: 0.0, to: 360, by: 7) {
      let layout = try Pies.chart(Pies.five) {
        $0.labels.position = .leader
        $0.startAngle = start
      }.pie
      #expect(layout.labels.leaders.count == 5)
      for leader in layout.labels.leaders {
        let mark = try #require(layout.marks.first { $0.path == leader.path })
        let natural = layout.point(angle: mark.sector.middle, radius: 115)
        let distance = (leader.line.elbow - layout.center).length
        if abs(leader.line.elbow.y - natural.y) < 1e-9 { #expect((leader.line.elbow - natural).length < 1e-6) }
        #expect(distance > 100)
      }
    }
  }

  @Test("P7 A line that was moved beyond the disc goes there straight")
  func beyond() throws {
    // Many beside one another at the top, whose labels need more height than they have.
    let values = Array(repeating: 1.0, count: 14) + [20_000]
    var spec = PieSpec(slices: values.enumerated().map { SliceSpec(label: "Part \($0)", value: $1) })
    (spec.labels.position, spec.startAngle) = (.leader, 269.999)
    let layout = try Chart(id: "top", spec: .pie(spec), size: Size(width: 400, height: 1000)).pie
    let reach = layout.labels.leaders.map { abs($0.line.elbow.y - layout.center.y) }.max() ?? 0
    #expect(reach > layout.radius + 20)
    for leader in layout.labels.leaders where abs(leader.line.elbow.y - layout.center.y) >= layout.radius + 15 {
      #expect(abs(leader.line.elbow.x - leader.line.dot.x) < 0.2, "\(leader.line.elbow) beside \(leader.line.dot)")
    }
  }

  @Test("P7 A label that says nothing has no line, and is not missed")
  func nothingToSay() throws {
    let layout = try LabelCase(count: 12, words: .empty, size: .standard, fontSize: 12).chart {
      $0.labels.text = "{label}"
    }.pie
    #expect(layout.labels.leaders.isEmpty && layout.warnings.isEmpty)
    let shares = try LabelCase(count: 12, words: .empty, size: .standard, fontSize: 12).chart().pie
    #expect(
      shares.labels.leaders.count == 12
        && shares.labels.leaders.allSatisfy { $0.runs.first?.text.first?.isNumber == true })
  }

  @Test("P7 With few short labels every slice has one", arguments: stride(from: 0.0, to: 360, by: 7).map { $0 })
  func all(start: Double) throws {
    let layout = try LabelCase(count: 12, words: .short, size: .standard, fontSize: 12).chart { $0.startAngle = start }
      .pie
    #expect(layout.labels.leaders.count == 12 && layout.warnings.isEmpty)
    #expect(Set(layout.labels.leaders.map(\.path)).count == 12)
  }

  @Test("P7 What is dropped is said, and is the least important on its side", arguments: [40, 200])
  func dropped(count: Int) throws {
    for start in stride(from: 0.0, to: 360, by: 7) {
      let layout = try LabelCase(count: count, words: .short, size: .standard, fontSize: 12).chart {
        $0.startAngle = start
      }.pie
      let kept = Set(layout.labels.leaders.map(\.path))
      #expect(kept.count < count)
      #expect(layout.warnings == [RoomWarning.leftOut(count - kept.count, of: count, "label")])
      for isRight in [true, false] {
        let side = layout.marks.filter { ($0.sector.middle <= 90 || $0.sector.middle >= 270) == isRight }
        let least = side.filter { kept.contains($0.path) }.map(\.value).min() ?? .infinity
        let greatest = side.filter { !kept.contains($0.path) }.map(\.value).max() ?? 0
        #expect(greatest <= least)
      }
    }
  }

  @Test(
    "P7 Slices so thin that their lines start at one height keep their order: clockwise, down on the right, up on the left",
    arguments: [(90 - 3e-7, [1, 2, 3]), (90, [3, 2, 1])] as [(Double, [Int])])
  func equalHeights(start: Double, order: [Int]) throws {
    let thin = 1e-7
    let layout = try Pies.chart([180, thin, thin, thin, 180 - 3 * thin]) {
      $0.labels.position = .leader
      $0.startAngle = start - 180
    }.pie
    let marks = order.compactMap { index in layout.marks.first { $0.path == [index] } }
    // At the bottom the sine is flat: the heights are the same number, the angles are not.
    #expect(Set(marks.map { layout.point(angle: $0.sector.middle, radius: 115).y }).count == 1)
    #expect(Set(marks.map(\.sector.middle)).count == 3)
    let leaders = layout.labels.leaders.filter { [1, 2, 3].contains($0.path.first) }.sorted {
      $0.line.end.y < $1.line.end.y
    }
    #expect(leaders.map(\.path) == order.map { [$0] })
  }

  @Test("P7 The selected slice keeps its label, however small it is")
  func selected() throws {
    var chart = Pies.chart((1...200).map { $0 == 77 ? 1 : 100 }) {
      $0.labels.position = .leader
      $0.radius = nil
    }
    #expect(try !chart.pie.labels.leaders.contains { $0.path == [76] })
    _ = chart.apply(.highlight(path: [76], notify: false))
    #expect(try chart.pie.labels.leaders.contains { $0.path == [76] })
  }

  @Test(
    "P7 Numbers are never cut: a label holds the whole of its share and value, or neither", arguments: LabelCase.all)
  func numbers(example: LabelCase) throws {
    var wrong = Mismatches()
    let layout = try example.chart {
      $0.labels.text = "{label}: {value} ({percent})"
      for index in $0.slices.indices { $0.slices[index].value = Double(1_234_567 + 89 * index) }
    }.pie
    for leader in layout.labels.leaders {
      guard let mark = layout.marks.first(where: { $0.path == leader.path }) else { continue }
      let text = leader.runs.map(\.text).joined()
      let numbers = ": \(mark.valueText) (\(mark.percentText))"
      let shown = LabelTests.trimmed(mark.label.oneLine)
      let isShortened = text.hasSuffix("…") || shown == LabelTests.trimmed(text)
      wrong.expect(text.hasSuffix(numbers) || isShortened, text)
      if !text.hasSuffix(numbers) {
        let name = LabelTests.trimmed(text.hasSuffix("…") ? String(text.dropLast()) : text)
        wrong.expect(shown.hasPrefix(name), "\(text) is not the beginning of \(mark.label)")
      }
    }
    wrong.check()
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  @Test(
    "P7 What stands in the hole shrinks until the box of each line lies within it",
    arguments: [30, 45, 60, 90] as [Double])
  func withinTheHole(holeRadius: Double) throws {
    for words in ["Total", "Money that we spent", "a\nb\nc", "First\nA second line"] {
      let layout = try Pies.chart([1, 2]) {
        $0.radius = .pixels(holeRadius * 2)
        $0.hole = 0.5
        $0.center.text = words + "\n{total}"
      }.pie
      #expect(layout.centerLines.count > 1)
      for line in layout.centerLines where line.font.size > 7 {
        let top = line.position.y - (line.font.lineHeight + line.font.capHeight) / 2
        for y in [top, top + line.font.lineHeight] {
          let corner = Point(x: line.font.width(of: line.text) / 2, y: y - layout.center.y)
          #expect(corner.length <= holeRadius, "\(line.text)")
        }
      }
    }
  }

  @Test("P7 A hole has room for words from a radius of 14 px on")
  func leastHole() throws {
    for (radius, count) in [(28.0, 1), (29, 1), (27.99, 0)] {
      let layout = try Pies.chart([1, 2]) {
        $0.radius = .pixels(radius)
        $0.hole = 0.5
        $0.center.text = "a"
      }.pie
      #expect(layout.centerLines.count == count, "\(radius)")
    }
  }

  @Test("P7 Numbers in the hole are never cut, either", arguments: [14, 16, 20, 40, 80] as [Double])
  func numbersInTheHole(radius: Double) throws {
    let layout = try Pies.chart([1_234_567_890_123, 2]) {
      $0.radius = .pixels(radius * 2)
      $0.hole = 0.5
      $0.center.text = "Total of all\n{total} units"
    }.pie
    #expect(
      layout.centerLines.isEmpty || layout.centerLines.map(\.text) == ["Total of all", "1,234,567,890,125 units"])
    for line in layout.centerLines { #expect(line.font.width(of: line.text) <= 2 * radius) }
  }

  @Test("P7 Labels inside lie inside their slices and over no other", arguments: LabelCase.all)
  func inside(example: LabelCase) throws {
    for hole in [0, 0.5] {
      let layout = try example.chart {
        $0.labels.position = .inside
        $0.hole = hole
      }.pie
      var wrong = Mismatches()
      let labels = layout.labels.inside
      for (index, label) in labels.enumerated() {
        guard let mark = layout.marks.first(where: { $0.path == label.path }) else { continue }
        for point in [
          Point(x: label.box.minX, y: label.box.minY), Point(x: label.box.maxX, y: label.box.minY),
          Point(x: label.box.minX, y: label.box.maxY), Point(x: label.box.maxX, y: label.box.maxY), label.box.center,
        ] { wrong.expect(mark.sector.contains(point), "\(label) leaves its slice") }
        for other in labels[(index + 1)...] { wrong.expect(!label.box.intersects(other.box), "overlap") }
      }
      wrong.check()
    }
  }

  @Test("P7 Labels lead around outer rings and stay clear of legend and title")
  func clearOfOthers() throws {
    for position in ["top", "bottom", "left", "right"] {
      let chart = try Pies.chart(
        """
        {"kind": "pie", "title": "A title", "legend": "\(position)", "slices": [
          {"label": "One", "children": [{"label": "One a", "value": 3}, {"label": "One b", "value": 2}]},
          {"label": "Two", "value": 4}, {"label": "Three", "children": [{"label": "Three a", "value": 1}]}]}
        """)
      let layout = try chart.pie
      #expect(layout.labels.leaders.count == 4)
      let taken = (layout.legend?.entries.map(\.box) ?? []) + (layout.title.map { [$0.box] } ?? [])
      #expect(taken.count == 4)
      for leader in layout.labels.leaders {
        #expect(!taken.contains { $0.intersects(leader.box) })
        #expect((leader.line.elbow - layout.center).length > layout.radius)
      }
    }
  }

  @Test("P7 Spreading moves labels apart with the least moves, in order, within bounds")
  func spreading() {
    #expect(LeaderColumn.spread([10, 50], distance: 20, from: 0, to: 100) == [10, 50])
    #expect(LeaderColumn.spread([50, 50], distance: 20, from: 0, to: 100) == [40, 60])
    #expect(LeaderColumn.spread([0, 0, 0], distance: 10, from: 0, to: 100) == [0, 10, 20])
    #expect(LeaderColumn.spread([100, 100], distance: 10, from: 0, to: 100) == [90, 100])
    #expect(LeaderColumn.spread([], distance: 10, from: 0, to: 100).isEmpty)
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let values = (0..<random.whole(1...12)).map { _ in random.number(-20...220) }.sorted()
      let spread = LeaderColumn.spread(values, distance: 16, from: 0, to: 200)
      #expect(spread.allSatisfy { $0 >= -1e-9 && $0 <= 200 + 1e-9 })
      #expect(zip(spread, spread.dropFirst()).allSatisfy { $1 - $0 >= 16 - 1e-9 })
      // No small move of one or of a run of labels that keeps the rules comes closer to the wishes.
      func cost(_ places: [Double]) -> Double { zip(places, values).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
      func isAllowed(_ places: [Double]) -> Bool {
        places.allSatisfy { $0 >= 0 && $0 <= 200 } && zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 16 }
      }
      for first in spread.indices {
        for last in first..<spread.count {
          for move in [-0.5, 0.5] {
            var other = spread
            for index in first...last { other[index] += move }
            if isAllowed(other) { #expect(cost(other) >= cost(spread) - 1e-9) }
          }
        }
      }
    }
  }

  @Test(
    "Of thin slices beside one another no line crosses another one, and shares too small for a percent say so")
  func thinSlices() throws {
    let layout = try Pies.chart(
      #"{"kind": "pie", "size": {"width": 480, "height": 300}, "slices": {"A": 300, "B": 250, "G": 1, "D": 1, "E": 1, "Z": 1, "H": 1.5}}"#
    ).pie
    #expect(layout.marks.map(\.percentText) == ["54%", "45%", "<1%", "<1%", "<1%", "<1%", "<1%"])
    let lines = layout.labels.leaders.map(\.line.points)
    #expect(lines.count == 7)
    for (index, line) in lines.enumerated() {
      for other in lines[(index + 1)...] {
        #expect(!SegmentCrossing.cross(line, other), "\(line) and \(other)")
      }
    }
  }

  @Test("Long names have two lines where there is room; beside a legend with the names shares are enough")
  func longNames() throws {
    let long = try Pies.chart(
      #"""
      {"kind": "pie", "size": {"width": 640, "height": 360}, "slices": {"Department of Agriculture and Rural Development": 30,
       "Ministry of Foreign Affairs and Trade": 40, "Office of the Prime Minister": 30}}
      """#
    ).pie
    #expect(long.warnings.isEmpty && long.labels.leaders.contains { $0.firstLine != nil })
    let named = try Pies.chart(
      #"""
      {"kind": "pie", "size": {"width": 320, "height": 200}, "legend": "right",
       "slices": {"Groceries": 31, "Transport": 17, "Insurance": 22, "Education": 9, "Furniture": 14}}
      """#
    ).pie
    #expect(named.labels.leaders.allSatisfy { !$0.isShortened && !$0.runs.contains { $0.text.contains("…") } })
  }
}
