import ChartEngine
import ChartModel
import ChartSVG
import Foundation
import JSONModel
import TestSupport
import Testing

@Suite("Patches from one picture to another")
struct PatchTests {
  /// From one picture to another, as they are read from their texts.
  private func patch(from old: String, to new: String) -> SVGPatch? {
    guard let old = MarkupParser.markup(old), let new = MarkupParser.markup(new) else { return nil }
    return SVGPatch(from: old, to: new)
  }

  /// The length of what a client is sent, about.
  private func length(_ patch: SVGPatch) -> Int {
    patch.edits.reduce(0) { sum, edit in
      switch edit {
      case .attributes(_, let changes):
        sum + changes.reduce(8) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 4) + 6 }
      case .children(_, _, _, let markup): sum + markup.utf8.count + 16
      }
    }
  }

  @Test("Golden pictures can be made out of one another")
  func goldens() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Snapshot.directory, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "svg" }.sorted { $0.path < $1.path }
    // Each is read once.
    let pictures = try files.map { file in
      let svg = try String(contentsOf: file, encoding: .utf8)
      return (
        name: file.lastPathComponent, svg: svg, markup: MarkupParser.markup(svg), whole: XMLTree(svg)?.root?.description
      )
    }
    #expect(pictures.count > 100)
    var count = 0
    for (index, old) in sample(pictures.enumerated()) {
      // Large ones against a few others: the time grows with the length.
      let step = old.svg.utf8.count > 50_000 ? 40 : 12
      for new in stride(from: index % 3, to: pictures.count, by: step).map({ pictures[$0] }) {
        guard let before = old.markup, let after = new.markup, let patch = SVGPatch(from: before, to: after) else {
          continue
        }
        let tree = try #require(XMLTree(old.svg))
        #expect(tree.apply(patch), "\(old.name) to \(new.name)")
        #expect(tree.root?.description == new.whole, "\(old.name) to \(new.name)")
        count += 1
      }
    }
    // Those that differ in what has a namespace are sent whole.
    #expect(count > sample(0..<1_000).count)
  }

  @Test("Nothing changes between equal pictures")
  func equal() throws {
    let picture = SVGWriter.markup(try Snapshot.chart("p", PatchTests.pie).layout().scene())
    #expect(SVGPatch(from: picture, to: picture)?.edits == [])
    #expect(picture.isSame(as: picture))
  }

  private static let pie = """
    {"kind": "pie", "title": "Spending", "slices": [{"label": "Rent & <more>", "value": 25}, {"label": "Food", "value": 30},
     {"label": "Travel", "value": 15}, {"label": "Books", "value": 10}, {"label": "Savings", "value": 20}]}
    """

  @Test("A pie that is dragged: every step is right, and shorter than the picture")
  func draggedPie() throws {
    var chart = try Snapshot.chart("p", PatchTests.pie)
    let whole = SVGWriter.string(chart.layout().scene())
    var pictures = PictureSequence()
    pictures.add(chart.layout().scene())
    var lengths: [Int] = []
    for step in 0..<180 {
      // Now and then something else than a turn.
      let interaction: Interaction =
        step % 30 == 29 ? .highlight(path: [step / 30 % 5], notify: false) : .rotate(.by(7.3))
      _ = chart.apply(interaction)
      let patch = pictures.add(chart.layout().scene(), "step \(step)")
      lengths.append(length(try #require(patch, "step \(step)")))
    }
    let mean = lengths.reduce(0, +) / lengths.count
    #expect(mean < whole.utf8.count / 2, "\(mean) bytes, of \(whole.utf8.count)")
  }

  @Test("72 bars that are scrolled and zoomed: every step is right, and much shorter than the picture")
  func scrolledBars() throws {
    let values = (0..<200).map { String($0 * 37 % 100) }.joined(separator: ", ")
    var chart = try Snapshot.chart(
      "b", #"{"kind": "bar", "series": [{"name": "Steps", "values": [\#(values)]}], "viewport": {"visibleCount": 72}}"#)
    let whole = SVGWriter.string(chart.layout().scene())
    var pictures = PictureSequence()
    pictures.add(chart.layout().scene())
    var lengths: [Int] = []
    for step in 0..<150 {
      let interaction: Interaction =
        switch step {
        case 50..<60: .zoom(.by(1.1, x: 300, y: nil))
        case 100..<110: .scroll(.by(-23), snap: false)
        default: .scroll(.by(5), snap: false)
        }
      _ = chart.apply(interaction)
      let patch = pictures.add(chart.layout().scene(), "step \(step)")
      lengths.append(length(try #require(patch, "step \(step)")))
    }
    let mean = lengths.reduce(0, +) / lengths.count
    #expect(mean < whole.utf8.count / 3, "\(mean) bytes, of \(whole.utf8.count)")
  }

  @Test("Another theme, a draw-in, an empty chart: from any to any")
  func others() throws {
    let chart = try Snapshot.chart("p", PatchTests.pie)
    let plot = try Snapshot.chart("p", #"{"kind": "line", "series": [{"values": [1, null, 3, 2]}]}"#)
    let pictures = [
      chart.layout().scene(), chart.layout(theme: .dark).scene(), chart.layout(phase: 0.3).scene(),
      plot.layout().scene(),
      try Snapshot.chart("p", #"{"kind": "pie", "slices": []}"#).layout().scene(),
    ]
    for old in pictures {
      for new in pictures {
        var sequence = PictureSequence()
        sequence.add(old)
        sequence.add(new)
        #expect(sequence.patched == 1)
      }
    }
  }

  @Test(
    "What is no picture is not read as one, nor patched",
    arguments: [
      "", "<", "<svg", "<svg>", "</svg>", "<svg></g>", "<svg a></svg>", "<svg a=\"></svg>", "<svg a='b'/>", "text",
      "<svg/><svg/>", "<!-- --><svg/>", "<svg><!-- --></svg>", "<svg a=\"b\"", "<svg/", "<g/>",
    ])
  func noPicture(text: String) {
    let svg = "<svg><g a=\"b\"/></svg>"
    #expect(patch(from: svg, to: text) == nil)
    #expect(patch(from: text, to: svg) == nil)
  }

  @Test("Values are sent without escapes, and what has a namespace is not patched")
  func values() throws {
    let patch = patch(from: "<svg a=\"1\" b=\"2\"/>", to: "<svg b=\"&lt;&amp;&quot;&#10;&#9;&gt;\" c=\"3\"/>")
    #expect(
      patch?.edits == [
        .attributes(
          of: 0,
          [
            SVGPatch.Attribute(name: "b", value: "<&\"\n\t>"), SVGPatch.Attribute(name: "c", value: "3"),
            SVGPatch.Attribute(name: "a", value: nil),
          ])
      ])
    #expect(self.patch(from: "<svg/>", to: "<svg xml:space=\"preserve\"/>") == nil)
    #expect(self.patch(from: "<svg a=\"1\"/>", to: "<svg a=\"&unknown;\"/>") == nil)
  }

  @Test("What nests very deep is replaced, not followed")
  func deep() throws {
    let depth = 5_000
    let (open, close) = (String(repeating: "<g>", count: depth), String(repeating: "</g>", count: depth))
    let patch = patch(from: "<svg>\(open)<a/>\(close)</svg>", to: "<svg>\(open)<b/>\(close)</svg>")
    #expect(patch?.edits.count == 1)
  }
}
