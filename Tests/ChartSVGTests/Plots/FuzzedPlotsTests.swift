import ChartEngine
import ChartModel
import ChartSVG
import Foundation
import JSONModel
import OrderedCollections
import TestSupport
import Testing

@Suite("Bad input: plots of whatever comes")
struct FuzzedPlotsTests {
  @Test(
    "Random plots, with all that is wrong in them, never trap; every picture is well-formed SVG with numbers only",
    arguments: sample(1...150))
  func fuzz(seed: Int) throws {
    var fuzz = PlotFuzz(seed: seed)
    // Of one chart after another, too: nothing in a patch depends on what was drawn.
    var pictures = PictureSequence()
    for trial in 0..<6 {
      let spec = fuzz.spec()
      var chart = Chart(id: "plot \(seed) <&>", spec: .cartesian(spec))
      _ = chart.apply(.highlight(path: [0, fuzz.below(3)], notify: false))
      if fuzz.chance(30) {
        _ = chart.apply(.brush(Brush(x: fuzz.interval(), y: fuzz.interval(), colors: fuzz.interval())))
      }
      for phase in [nil, fuzz.number(1)] {
        let layout = chart.layout(phase: phase)
        let isAnimated = fuzz.chance(40)
        let scene = layout.scene(animated: isAnimated)
        expectSound(SVGWriter.string(scene), "\(seed).\(trial), phase \(phase ?? 1)")
        pictures.add(scene, "\(seed).\(trial), phase \(phase ?? 1)")
        #expect(layout.report().isMadeOfNumbers, "\(seed).\(trial): the report")
        #expect(!layout.words().isEmpty)
        for _ in 0..<10 { _ = layout.hit(at: fuzz.point()) }
      }
      _ = chart.apply(.tap(fuzz.point()))
      let scene = chart.layout().scene()
      expectSound(SVGWriter.string(scene), "\(seed).\(trial), tapped")
      pictures.add(scene, "\(seed).\(trial), tapped")
    }
    // Long texts in several runs, which have a namespace, are the reason for the others.
    #expect(pictures.patched > 0)
  }

  @Test(
    "Nor do random plots that are parts of others, or of which any rows are selected elsewhere",
    arguments: sample(1...60))
  func fuzzParts(seed: Int) throws {
    var fuzz = PlotFuzz(seed: seed + 10_000)
    for trial in 0..<4 {
      let spec = fuzz.composite()
      var chart = Chart(id: "part \(seed)", spec: spec)
      let count = (spec.content as? any CompositeSpec)?.parts.count ?? 0
      for step in 0..<4 {
        switch fuzz.below(6) {
        case 0: _ = chart.apply(.tap(fuzz.point()))
        case 1: _ = chart.apply(.key(fuzz.pick(Key.allCases)))
        case 2: _ = chart.apply(.brush(Brush(x: fuzz.interval(), y: fuzz.interval(), colors: fuzz.interval())))
        case 3: _ = chart.apply(.highlight(path: [fuzz.below(3), 0, fuzz.below(3)], notify: true))
        default: chart.show(fuzz.part(of: spec, charts: count), of: Chart.engine(of: spec))
        }
        let layout = chart.layout(phase: fuzz.maybe(30) { $0.number(1) })
        expectSound(SVGWriter.string(layout.scene(animated: fuzz.chance(30))), "\(seed).\(trial).\(step)")
        #expect(layout.report().isMadeOfNumbers && !layout.words().isEmpty, "\(seed).\(trial).\(step)")
        for _ in 0..<5 { _ = layout.hit(at: fuzz.point()) }
        _ = chart.selection(ofMarks: fuzz.chance(50), inChart: fuzz.maybe(50) { $0.below(4) })
      }
    }
  }

  private func expectSound(_ svg: String, _ name: String) {
    let parsed = XMLWellFormedness(svg)
    #expect(parsed.fault == nil, "\(name): \(parsed.fault ?? "")")
    #expect(parsed.elements["script"] == nil && parsed.elements["a"] == nil)
    // Of many cells there is a picture that the picture itself holds.
    let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
    for image in parsed.images {
      #expect(image.hasPrefix("data:image/png;base64,") && image.dropFirst(22).allSatisfy(letters.contains))
    }
    #expect(parsed.images.isEmpty || svg.contains("<image x="))
    #expect(!parsed.attributes.contains { $0.hasPrefix("on") || $0.hasSuffix("href") })
    #expect(Set(parsed.ids).count == parsed.ids.count && parsed.ids.allSatisfy { $0.hasPrefix("ck-") })
    // The places a writer would have put them.
    for word in ["nan\"", "inf\"", "nan,", "inf,", "nan ", "inf ", "nan%", "inf%", "nanpx", "infpx", "nans", "infs"] {
      let isThere = svg.has("=\"\(word)") || svg.has(" \(word)") || svg.has("-\(word)")
      #expect(!isThere, "\(name): \(word)")
    }
    for attribute in ["width", "height", "r", "rx", "opacity", "font-size", "stroke-width"] {
      #expect(!svg.has(" \(attribute)=\"-"), "\(name): a negative \(attribute)")
    }
  }

  @Test("Fault 26: Text is escaped wherever a plot writes it")
  func escaping() throws {
    let evil = #"<script>alert("x")</script>&'\#u{0}]]>"#
    var line = SeriesSpec(.line(LineStyleSpec()), name: evil, values: .numbers([1, 2]))
    line.line?.endBubble = EndBubbleSpec()
    line.line?.endBubble?.text = evil
    var bar = SeriesSpec(.bar(BarStyleSpec()), name: evil, values: .numbers([3, 4]))
    bar.bar?.labels.position = .above
    bar.bar?.labels.text = evil
    var spec = CartesianSpec(kind: .combined, series: [line, bar])
    (spec.common.title, spec.common.description, spec.common.legend.position) = (evil, evil, .bottom)
    spec.x.labels = [evil, evil]
    (spec.x.style.title, spec.y.style.title, spec.y.style.labels.format) = (evil, evil, evil)
    spec.marker.runs = [MarkerRunSpec(evil)]
    (spec.limits, spec.bands) = ([LimitSpec()], [BandSpec()])
    (spec.limits[0].label, spec.bands[0].label) = (evil, evil)
    for isPopup in [false, true] {
      spec.popups.isEnabled = isPopup
      spec.popups.text = evil
      var chart = Chart(id: evil, spec: .cartesian(spec), size: Size(width: 1200, height: 700))
      _ = chart.apply(.highlight(path: [0, 0], notify: true))
      let svg = SVGWriter.string(chart.layout().scene(animated: true))
      let parsed = XMLWellFormedness(svg)
      #expect(parsed.fault == nil && parsed.elements["script"] == nil && !svg.contains("<script"))
      #expect(svg.components(separatedBy: "&lt;script&gt;").count > 12)
    }
  }

  @Test(
    "What was left out is said",
    arguments: [
      (#""x": {"labels": ["a"]}, "series": [{"values": [1, 2, 3]}]"#, "series[0].values: 2 values have no label"),
      (#""y": {"scale": "log"}, "series": [{"values": [1, 0, -1]}]"#, "2 values of 0 or less"),
      (#""x": {"scale": "log", "values": [0, 1]}, "series": [{"values": [1, 2]}]"#, "1 position of 0 or less"),
      (#""x": {"values": [1, 2]}, "series": [{"values": [1, 2, 3]}]"#, "2 positions for 3 values"),
      (#""series": [{"values": [1, "two", 3]}]"#, "1 text is no number, and is left out: 'two'"),
      (
        #""x": {"scale": "time", "values": ["2026-01-01", "soon"]}, "series": [{"values": [1, 2]}]"#,
        "1 text is no moment, and is left out: 'soon'"
      ),
      (
        #""x": {"values": ["2026-01-01", "2026-13-03", "2026-01-03"]}, "series": [{"values": [1, 2, 3]}]"#,
        "1 text is no moment, and is left out: '2026-13-03'"
      ),
      (#""x": {"labels": ["a", "b"], "min": "z"}, "series": [{"values": [1, 2]}]"#, "x.min: there is no such position"),
      (#""series": []"#, "there are no series"), (#""series": [{"values": [null]}]"#, "there are no values"),
      (
        #""size": {"width": 20, "height": 10}, "legend": "top", "series": [{"values": [1, 2]}]"#,
        "the legend was left out"
      ),
      (#""size": {"width": 20, "height": 10}, "series": [{"values": [1, 2]}]"#, "no room"),
    ])
  func warnings(spec: String, warning: String) throws {
    let warnings = try Snapshot.chart("warned", "{\"kind\": \"line\", \(spec)}").layout().warnings
    #expect(warnings.contains { $0.contains(warning) }, "\(warnings)")
  }
}

extension JSON {
  /// Whether all numbers in it are.
  fileprivate var isMadeOfNumbers: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .array(let elements): elements.allSatisfy(\.isMadeOfNumbers)
    case .object(let members): members.values.allSatisfy(\.isMadeOfNumbers)
    default: true
    }
  }
}
