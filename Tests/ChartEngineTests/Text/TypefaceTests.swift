import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("W3 The font of a chart")
struct TypefaceTests {
  private func typeface(_ font: String) throws -> Typeface {
    let spec = try ChartSpec(json: JSON(parsing: #"{"kind": "pie", "font": \#(font)}"#))
    return Typeface(spec.common.font)
  }

  @Test("Texts without a size of their own grow with the chart's; those with one don't")
  func sizes() throws {
    let typeface = try typeface(#"{"size": 18}"#)
    #expect(typeface.font(usual: 16, isBold: true) == Font(size: 24, isBold: true))
    #expect(typeface.size(.usual(10)) == 15 && typeface.size(.given(10)) == 10)
    #expect(Typeface.usual.font(usual: 12) == Font(size: 12))
  }

  @Test("Families are those of CSS, with the usual ones behind them unless the last is there everywhere")
  func families() throws {
    #expect(try typeface(#""Georgia""#).css == "Georgia, Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif")
    #expect(try typeface(#"{"family": "\"Times New Roman\" ,  Serif"}"#).css == "'Times New Roman', serif")
    #expect(try typeface(#""Initial, monospace""#).css == "'Initial', monospace")
    #expect(Typeface.usual.css == "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif")
  }

  @Test(
    "What is no list of families is refused",
    arguments: ["", " ", "a,", ",a", "a;b", "a}b", "'a", "<b>", "a\\\"b", "a&b", "url(x)", "a\\nb", "''"])
  func refused(_ families: String) {
    #expect(throws: InvalidValue.self) { try typeface("\"\(families)\"") }
  }

  @Test("At most 20 families are looked for")
  func tooMany() throws {
    func names(_ count: Int) -> String { "\"" + (1...count).map { "f\($0)" }.joined(separator: ",") + "\"" }
    #expect(try typeface(names(20)).families.count == 25)
    #expect(throws: InvalidValue.self) { try typeface(names(21)) }
    #expect(throws: InvalidValue.self) { try typeface("\"\(String(repeating: "x", count: 101))\"") }
  }

  @Test("Letters of other families are taken to be wider, and those of typewriters all alike")
  func widths() throws {
    let usual = Font(size: 10).width(of: "Wide 12")
    func width(_ families: String, _ text: String = "Wide 12") throws -> Double {
      try typeface("\"\(families)\"").font(usual: 10).width(of: text)
    }
    #expect(try width("Helvetica") == usual && width("Times New Roman, Arial") == usual)
    #expect(try abs(width("Georgia") - 1.1 * usual) < 1e-9 && abs(width("Arial, Verdana") - 1.2 * usual) < 1e-9)
    #expect(try abs(width("monospace") - 7 * 6.2) < 1e-9 && abs(width("Courier New, mono", "漢e\u{301}") - 16.2) < 1e-9)
    let font = try typeface(#""monospace""#).font(usual: 10)
    #expect(font.truncated("typewriter", to: 50) == "typewri…" && font.truncated("iiii", to: 24.9) == "iiii")
  }

  @Test("Whether letters are those of a typewriter a word of the family's name says")
  func typewriters() throws {
    for family in ["Menlo", "JetBrains Mono", "Fira Code", "ui-monospace", "Courier New"] {
      let typeface = try typeface("\"\(family)\"")
      #expect(typeface.families.last == "monospace" && typeface.font(usual: 10).width(of: "iW") == 12.4, "\(family)")
    }
    for family in ["Arial Unicode MS", "Monotype Corsiva", "Lucida Sans Unicode"] {
      #expect(try typeface("\"\(family)\"").font(usual: 10).width(of: "W") > 9, "\(family)")
    }
  }

  @Test("All texts of all kinds grow with it: none keeps the size that it has without", arguments: Kinds.allCases)
  func everywhere(_ kind: Kinds) throws {
    func sizes(_ font: String) throws -> [Double] {
      var spec = try ChartSpec(json: JSON(parsing: kind.spec.replacing("FONT", with: font)))
      if kind == .facets {
        let panels = ["a", "b"].map { FacetedSpec.Panel(column: $0, chart: spec) }
        spec = ChartSpec(FacetedSpec(spec, facet: FacetSpec(by: "f"), panels: panels))
      }
      return Chart(id: "c", spec: spec, size: Size(width: 1_200, height: 900)).layout().scene().nodes.texts.flatMap {
        text in
        text.runs.map { $0.size ?? text.size }
      }
    }
    let (usual, large) = (try sizes(#"{"size": 12}"#), try sizes(#"{"size": 15, "family": "Courier"}"#))
    #expect(!usual.isEmpty && usual.count == large.count)
    // Numbers in gauges and holes fit their places.
    let fixed = kind == .gauge ? 2 : 0
    #expect(zip(usual, large).count { abs($0 * 1.25 - $1) > 1e-9 } == fixed, "\(usual) \(large)")
  }

  enum Kinds: String, CaseIterable {
    case plot, lying, pie, donut, treemap, funnel, gauge, radar, polar, facets, layout, heatmap, bullet, nothing

    var spec: String {
      let common = #""font": FONT, "title": "T", "subtitle": "S", "caption": "C", "legend": "top""#
      let plot = #"""
        "x": {"labels": ["a", "b"], "title": "X"}, "y": {"title": "Y"},
        "limits": [{"value": 2, "label": "L"}], "bands": [{"from": 1, "to": 2, "label": "B"}],
        "annotations": [{"x": "a", "y": 3, "text": "A"}], "series": [{"name": "s", "values": [1, 5], "labels": "above"}, {"name": "t", "values": [2, 3]}]
        """#
      let stages = #"[{"label": "a", "value": 3}, {"label": "b", "value": 1}]"#
      switch self {
      case .plot: return #"{"kind": "bar", \#(common), \#(plot)}"#
      case .lying: return #"{"kind": "bar", "orientation": "horizontal", \#(common), \#(plot)}"#
      case .pie: return #"{"kind": "pie", \#(common), "slices": \#(stages)}"#
      case .donut:
        return #"{"kind": "pie", \#(common), "hole": 0.5, "center": {"text": "Sum\n4"}, "slices": \#(stages)}"#
      case .treemap: return #"{"kind": "treemap", \#(common), "slices": [{"label": "p", "children": \#(stages)}]}"#
      case .funnel: return #"{"kind": "funnel", \#(common), "stages": \#(stages)}"#
      case .gauge: return #"{"kind": "gauge", \#(common), "value": 3, "max": 5, "measure": "m"}"#
      case .radar:
        return
          #"{"kind": "radar", \#(common), "labels": ["a", "b", "c"], "series": [{"name": "s", "values": [1, 2, 3]}]}"#
      case .polar:
        return
          #"{"kind": "polar", \#(common), "labels": ["a", "b", "c"], "series": [{"name": "s", "values": [1, 2, 3]}]}"#
      case .facets:
        return #"""
          {"kind": "line", \#(common), "y": {"title": "Y"},
            "x": {"values": [1, 2], "title": "X"}, "series": {"values": [1, 2]}}
          """#
      case .layout:
        return
          #"{"kind": "layout", "font": FONT, "title": "T", "charts": [{"kind": "bar", "title": "U", "series": {"values": [1, 2]}}]}"#
      case .heatmap:
        return #"{"kind": "heatmap", \#(common), "series": {"name": "n", "rows": [[1, 2], [3, 4]], "labels": true}}"#
      case .bullet:
        return
          #"{"kind": "bullet", \#(common), "x": {"labels": ["a", "b"]}, "series": {"name": "s", "values": [1, 2], "target": [2, 2]}}"#
      case .nothing: return #"{"kind": "pie", \#(common), "slices": []}"#
      }
    }
  }

  @Test("Charts of a layout have the letters of the whole, and a size of their own where they want one")
  func parts() throws {
    let spec = try ChartSpec(
      json: JSON(
        parsing: #"""
          {"kind": "layout", "font": {"family": "Georgia", "size": 18}, "charts": [
            {"kind": "funnel", "font": {"family": "Verdana", "size": 6}, "stages": [{"label": "a", "value": 1}]},
            {"kind": "funnel", "stages": [{"label": "b", "value": 1}]}]}
          """#))
    let scene = Chart(id: "c", spec: spec).layout().scene()
    #expect(scene.typeface.css.hasPrefix("Georgia, "))
    func size(_ word: String) -> Double? {
      scene.nodes.texts.first { $0.runs.first?.text.hasPrefix(word) == true }?.size
    }
    #expect(size("a") == 6 && size("b") == 18)
    #expect(
      Chart(id: "c", spec: spec).layout().warnings == [
        "charts[0].font.family: left out: a picture has letters of one family, that of the layout's `font`"
      ])
  }

  @Test("Small multiples in a layout have the letters of the whole, too")
  func panels() throws {
    let plot = try ChartSpec(json: JSON(parsing: #"{"kind": "line", "series": {"values": [1, 2]}}"#))
    let panels = ["a", "b"].map { FacetedSpec.Panel(column: $0, chart: plot) }
    var layout = LayoutSpec(charts: [ChartSpec(FacetedSpec(plot, facet: FacetSpec(by: "f"), panels: panels))])
    layout.common.font.size = 18
    let scene = Chart(id: "c", spec: ChartSpec(layout), size: Size(width: 1_000, height: 600)).layout().scene()
    #expect(!scene.nodes.texts.isEmpty && scene.nodes.texts.allSatisfy { $0.size == 18 })
  }
}

extension [Node] {
  /// All texts in them.
  fileprivate var texts: [Text] {
    flatMap { node -> [Text] in
      switch node.shape {
      case .text(let text): [text]
      case .group(let nodes): nodes.texts
      case .clipped(_, let nodes): nodes.texts
      case .cropped(_, let nodes): nodes.texts
      default: []
      }
    }
  }
}
