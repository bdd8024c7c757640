import ChartEngine
import Databases
import JSONModel
import Synchronization
import TestSupport
import Testing

@testable import ChartData
@testable import ChartModel

@Suite("Lines of which only some rows are held") struct LargeLinesTests {
  /// Two charts of the same rows, one of which holds all of them.
  struct Pair {
    var all: Chart
    var some: Chart
    var needs: Set<RowNeed> = []
    let lines: ChartLines
    let provider: LinesInMemory

    init(_ rows: [[LineRow]], _ members: JSON = [:]) throws {
      provider = LinesInMemory(rows)
      let large = LargeLines(provider, .oneByOne)
      lines = ChartLines([ChartLines.Plot(large, series: rows.indices.map { $0 }, patience: nil)])
      let given: JSON = [
        "kind": "line", "size": ["width": 300, "height": 200], "series": .array(rows.map { _ in ["values": []] }),
        "viewport": ["zoom": "x", "maxZoom": 100_000],
      ]
      let json = given.merging(patch: members)
      var plot = try #require(ChartSpec(json: json, kinds: .standard).content as? CartesianSpec)
      for (index, line) in provider.lines.enumerated() {
        plot.series[index].positions = .numbers(GrowingArray(line.map(\.x)))
        plot.series[index].values = .numbers(GrowingArray(line.map(\.y)))
      }
      all = Chart(id: "c", spec: ChartSpec(plot))
      for (index, line) in try large.held(for: []).lines.enumerated() {
        plot.series[index].positions = .numbers(GrowingArray(line.x))
        plot.series[index].values = .numbers(GrowingArray(line.y))
        plot.series[index].held = line.rows
      }
      some = Chart(id: "c", spec: ChartSpec(plot).numberingLines())
      #expect(lines.fit(&some, &needs).isExact)
    }

    /// Lets the same happen to both, and compares what comes of it.
    mutating func apply(_ interaction: Interaction, _ wrong: inout [String], _ name: String) throws {
      let expected = all.apply(interaction)
      let (outcome, fault) = lines.looking(&some, &needs) { $0.apply(interaction) }
      #expect(fault == nil)
      if outcome != expected { wrong.append("\(name): \(interaction): \(outcome) for \(expected)") }
      #expect(lines.fit(&some, &needs).isExact)
      try compare(&wrong, "\(name), after \(interaction)")
    }

    mutating func compare(_ wrong: inout [String], _ name: String) throws {
      if some.state != all.state { wrong.append("\(name): state \(some.state) for \(all.state)") }
      let (picture, expected) = (some.layout().scene(), all.layout().scene())
      if picture != expected {
        wrong.append("\(name): another picture: \(LargeLinesTests.difference("\(picture)", "\(expected)"))")
      }
    }
  }

  /// Where two texts begin to differ.
  static func difference(_ text: String, _ other: String) -> String {
    let (text, other) = (Array(text.utf8), Array(other.utf8))
    let same = zip(text, other).prefix { $0 == $1 }.count
    func part(_ text: [UInt8]) -> String {
      String(decoding: text[max(same - 200, 0)..<min(same + 120, text.count)], as: UTF8.self)
    }
    return "…\(part(text))…\n  for …\(part(other))…"
  }

  static func interaction(_ random: inout SplitMix64, _ rows: [LineRow]) -> Interaction {
    let place = Point(x: random.number(0...300), y: random.number(0...200))
    let near = PositionSpec.number(rows[random.whole(0...rows.count - 1)].x)
    switch random.whole(0...9) {
    case 0, 1: return .zoom(.at(near, by: [0.5, 1.3, 2, 10, 300][random.whole(0...4)]))
    case 2: return .zoom(.by(random.number(0.3...4), x: place.x, y: nil))
    case 3: return .scroll(.by(random.number(-300...300)), snap: false)
    case 4: return .scroll(.to(near), snap: random.chance(0.5))
    case 5: return .zoom(.fit)
    case 6: return .key([Key.left, .right, .home, .end, .up, .down, .plus, .minus][random.whole(0...7)])
    case 7: return .highlight(path: [0, random.whole(0...rows.count)], notify: true)
    default: return .tap(place)
    }
  }

  @Test("Where columns cost little those beside the picture are there before somebody scrolls to them")
  func lookingAhead() throws {
    var random = SplitMix64(seed: 8)
    let provider = LinesInMemory([LineSample.walk.rows(200_000, &random)], isFast: true)
    let lines = LargeLines(provider)
    func look(_ positions: ClosedRange<Double>) throws -> Int {
      let before = provider.asked.columns
      let need = RowNeed.picture(line: HeldLine(), positions, pixelLength: 3)
      #expect(try lines.held(for: [need], LargeLines.Patience(viewer: "v")).isExact)
      return provider.asked.columns - before
    }
    #expect(try look(50_000...51_000) > 0)
    lines.settle()
    for start in [50_400.0, 49_600, 50_900] {
      #expect(try look(start...start + 1_000) == 0)
      lines.settle()
    }
    #expect(try look(150_000...151_000) > 0)
  }

  @Test("Whoever got nothing tries again within a second, also where somebody else got something since")
  func tryingAgain() throws {
    var random = SplitMix64(seed: 8)
    let rows = LineSample.walk.rows(2_000, &random)
    let away = LinesInMemory([rows])
    away.faults.withLock { $0 = [DatabaseFault(.unreachable, "is away")] }
    let failing = LargeLines(away, .oneByOne)
    #expect(throws: DatabaseFault(.unreachable, "is away")) { try failing.held(for: []) }
    #expect(failing.nextTry > .now && failing.nextTry <= .now + .seconds(1))
    let answered = LargeLines(LinesInMemory([rows]), .oneByOne)
    #expect(try answered.held(for: []).isExact)
    #expect(answered.nextTry > .now && answered.nextTry <= .now + .seconds(1))
  }

  @Test(
    "Whatever is done to a chart of some rows, picture and answers are those of all rows",
    arguments: LineSample.allCases)
  func equality(_ kind: LineSample) throws {
    var random = SplitMix64(seed: 7)
    let rows = kind.rows(12_000, &random)
    for members: JSON in [
      [:], ["viewport": ["snap": true]], ["viewport": ["overview": true]], ["series": [["curve": "monotone"]]],
    ] {
      var wrong: [String] = []
      var pair = try Pair([rows], members)
      try pair.compare(&wrong, "\(kind)")
      for round in sample(0..<60) where wrong.isEmpty {
        try pair.apply(Self.interaction(&random, pair.provider.lines[0]), &wrong, "\(kind) \(members.text) \(round)")
      }
      #expect(wrong.isEmpty, "\(wrong.prefix(2).joined(separator: "\n"))")
    }
  }
}
