import ChartEngine
import ChartModel
import ChartSVG
import JSONModel
import OrderedCollections
import TestSupport
import Testing

/// Random specs and interactions, the same in every run.
private struct Fuzz: Fuzzing {
  var random: SplitMix64

  init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

  mutating func text() -> String {
    pick([
      "", "Rent", "<script>alert(1)</script>", "a & b \"c\" 'd' ]]>", "日本語", "\u{0}\u{1}\u{8}\u{B}\u{1F}",
      "\u{FFFE}\u{FFFF}", "two\nlines\t\r", "{not a name}{", "{}}",
      String(repeating: "long ", count: 300), "👩‍👩‍👧‍👦", "--><!--", "&amp;#0;", "url(#x)\"/><image href='y'/>",
      "\u{202E}\u{7F}\u{85}",
    ])
  }

  mutating func color() -> JSON { .string(pick(["red", "#123", "#12345678", "transparent", "rgb(1 2 3 / 40%)"])) }

  mutating func slice(depth: Int) -> JSON {
    var slice: JSON = ["label": .string(text())]
    let value = pick([0, 1, 2.5, 1e-300, 1e300, 1e-9, share() * 100])
    if depth > 0, chance(30) {
      slice = slice.merging(patch: ["children": .array((0..<(1 + below(4))).map { _ in self.slice(depth: depth - 1) })])
      if chance(20) { slice = slice.merging(patch: ["value": .number(value)]) }
    } else {
      slice = slice.merging(patch: ["value": .number(value)])
    }
    return chance(20) ? slice.merging(patch: ["color": color()]) : slice
  }

  mutating func spec() -> JSON {
    let count = pick([0, 1, 2, 5, 9, 40])
    var spec: JSON = ["kind": "pie", "slices": .array((0..<count).map { _ in slice(depth: 2) })]
    let options: [(String, JSON)] = [
      ("title", .string(text())), ("description", .string(text())), ("theme", .string(pick(["light", "dark"]))),
      ("size", ["width": .number(1 + share() * 900), "height": .number(1 + share() * 600)]), ("background", color()),
      ("legend", .string(pick(["top", "bottom", "left", "right"]))),
      ("startAngle", .number(pick([0, 270, -1e300, share() * 360]))),
      ("radius", pick([.integer(0), .integer(100), .integer(20_000), .string("40%")])),
      ("hole", .number(share() * 0.99)),
      ("sweep", .number(pick([1e-12, 0.5, 90, 180, 359.999, 360]))), ("gap", .number(share() * 20)),
      ("cornerRadius", .number(share() * 40)), ("stroke", ["width": .number(share() * 5), "color": color()]),
      ("selection", ["scale": .number(1 + share())]), ("labels", .string(pick(["none", "inside", "leader"]))),
      ("center", .string(text())),
      ("animation", ["kind": .string(pick(["sweep", "wipe"])), "easing": .string(pick(Easing.allCases).rawValue)]),
      (
        "format",
        [
          "locale": .string(pick(["de", "hi", "fr", "tr", "--"])), "percentDecimals": .integer(below(7)),
          "decimals": .integer(below(16)),
        ]
      ),
      (
        "rotation",
        ["enabled": .bool(chance(70)), "threshold": .number(share() * 20), "deceleration": .number(max(1e-9, share()))]
      ),
    ]
    for (key, value) in options where chance(35) { spec = spec.merging(patch: .object([key: value])) }
    return spec
  }

  mutating func point() -> Point {
    chance(6)
      ? Point(x: pick([.nan, .infinity, -1e300, 0]), y: pick([.nan, -.infinity, 1e300, 0]))
      : Point(x: share() * 700 - 30, y: share() * 420 - 30)
  }

  mutating func number() -> Double { pick([0, 1, -1, share() * 1000, 1e300, -1e300, .nan, .infinity, share()]) }

  mutating func interaction() -> Interaction {
    switch below(12) {
    case 0, 1: return .tap(point())
    case 2, 3, 4, 5:
      return .pointer(
        PointerReport(
          phase: pick(PointerReport.Phase.allCases), position: point(), time: chance(70) ? number() : nil,
          pointer: below(3)))
    case 6: return .rotate(chance(50) ? .by(number()) : .to(number()))
    case 7: return .highlight(path: chance(20) ? nil : (0..<below(4)).map { _ in below(7) - 1 }, notify: chance(50))
    case 8: return .toggle(series: below(7) - 1)
    case 9: return .key(pick(Key.allCases))
    case 10: return .animate(chance(70) ? .start(time: chance(50) ? number() : nil, restart: chance(50)) : .stop)
    default: return .advance(time: number())
    }
  }
}

@Suite("Bad input: pictures of whatever comes")
struct FuzzedPicturesTests {
  @Test(
    "Random specs and interactions never trap, and every picture is well-formed SVG with numbers only",
    arguments: sample(1...120))
  func fuzz(seed: Int) throws {
    var fuzz = Fuzz(seed: seed)
    let json = fuzz.spec()
    var chart = Chart(id: "chart \(seed) <&>", spec: try ChartSpec(json: json))
    var pictures = PictureSequence()
    for step in 0..<25 {
      let interaction = fuzz.interaction()
      let before = chart.state
      let outcome = chart.apply(interaction)
      #expect(outcome.changed == (chart.state.view != before.view))
      guard step % 6 == 0 else { continue }
      let layout = chart.layout(phase: fuzz.chance(30) ? fuzz.number() : nil)
      let scene = layout.scene(animated: fuzz.chance(30))
      pictures.add(scene, "seed \(seed), step \(step)")
      let svg = SVGWriter.string(scene)
      let parsed = XMLWellFormedness(svg)
      #expect(parsed.fault == nil, "\(parsed.fault ?? "") for \(json.text)")
      #expect(parsed.elements["script"] == nil && parsed.elements["image"] == nil && parsed.elements["a"] == nil)
      #expect(!parsed.attributes.contains { $0.hasPrefix("on") || $0.hasSuffix("href") })
      #expect(Set(parsed.ids).count == parsed.ids.count && parsed.ids.allSatisfy { $0.hasPrefix("ck-") })
      let isNumeric = !["nan\"", "inf\"", "nan,", "inf,"].contains(where: svg.has)
      #expect(isNumeric)
      #expect(!layout.words().isEmpty)
    }
  }

  @Test("Fault 26: Text is escaped wherever it is written")
  func escaping() throws {
    let evil = #"<script>alert("x")</script>&'\#u{0}]]>"#
    var chart = Chart(
      id: evil,
      spec: try ChartSpec(json: [
        "kind": "pie", "title": .string(evil), "description": .string(evil), "hole": 0.5, "center": .string(evil),
        "legend": "right",
        "slices": [["label": .string(evil), "value": 1], ["label": "b", "value": 2]],
      ]))
    for _ in 0..<2 {
      let svg = SVGWriter.string(chart.layout().scene())
      let parsed = XMLWellFormedness(svg)
      #expect(parsed.fault == nil && parsed.elements["script"] == nil)
      #expect(!svg.contains("<script") && svg.contains("&lt;script&gt;"))
      _ = chart.apply(.highlight(path: [0], notify: true))
    }
  }
}
