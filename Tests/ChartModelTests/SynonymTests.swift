import ChartModel
import Foundation
import JSONModel
import Testing

@Suite("Keys by the names that other libraries give them")
struct SynonymTests {
  /// What somebody writes, and where the key stands that they mean, from the object on in which they wrote it.
  struct Synonym: Sendable, CustomTestStringConvertible {
    /// A spec with `@` where the key is written, and the path of that object.
    let spec: String
    let path: String
    let written: String
    let meant: String
    var testDescription: String { "\(path).\(written)" }

    /// The spec with a key there. No property has a text of these as its only value, so that a fault can come of it.
    func fault(_ key: String) -> InvalidValue? {
      do throws(InvalidValue) {
        _ = try ChartSpec(json: (try? JSON(parsing: spec.replacing("@", with: key))) ?? .null)
        return nil
      } catch {
        return error
      }
    }
  }

  private static func inSeries(_ kind: String) -> String { #"{"kind": "\#(kind)", "series": [{@}]}"# }

  /// By the object that they stand in.
  private static let objects: [(spec: String, path: String, keys: [String: String])] = [
    (
      #"{"kind": "line", @}"#, "",
      [
        "type": "kind", "mark": "kind", "labels": "x.labels", "categories": "x.labels", "names": "x.labels",
        "values": "series.values", "datasets": "series", "lines": "series", "source": "caption", "footer": "caption",
        "titleAlign": "align", "titlePosition": "align", "fontFamily": "font", "typeface": "font", "width": "size",
        "height": "size", "colors": "palette", "colours": "palette", "colour": "series.color",
        "horizontal": "orientation",
        "vertical": "orientation", "locale": "format.locale", "language": "format.locale",
        "currency": "format.currency", "decimals": "format.decimals",
      ]
    ),
    (#"{"kind": "line", "x": {@}}"#, "x", ["type": "scale", "label": "title", "name": "title", "unit": "title"]),
    (
      #"{"kind": "line", "y": {@}}"#, "y",
      [
        "type": "scale", "logarithmic": "scale", "timeZone": "x.timeZone", "unit": "title",
        "reversed": "reverse", "inverse": "reverse", "inverted": "reverse", "descending": "reverse",
      ]
    ),
    (
      inSeries("line"), "series[0]",
      [
        "label": "name", "title": "name", "data": "values", "y": "values", "dashed": "dash", "lineStyle": "dash",
        "style": "dash", "stacked": "stack", "errors": "error", "yerr": "error", "confidence": "error",
        "range": "error",
      ]
    ),
    (inSeries("bar"), "series[0]", ["stacked": "stack", "from": "base", "start": "base", "low": "base"]),
    (inSeries("box"), "series[0]", ["outliers": "points", "strip": "points"]),
    (
      inSeries("heatmap"), "series[0]",
      ["matrix": "rows", "z": "rows", "bins": "bin", "aggregate": "measure"]
    ),
    (inSeries("scatter"), "series[0]", ["jitter": "spread", "swarm": "spread"]),
    (
      inSeries("waterfall"), "series[0]",
      [
        "total": "totals", "subtotals": "totals", "measure": "totals", "increase": "rising", "positive": "rising",
        "decrease": "falling", "negative": "falling",
      ]
    ),
    (inSeries("candlestick"), "series[0]", ["as": "style"]),
    (
      inSeries("bullet"), "series[0]",
      ["targets": "target", "goal": "target", "bands": "ranges", "scale": "scales"]
    ),
    (
      inSeries("histogram"), "series[0]",
      ["bins": "bin", "stat": "measure", "weight": "weights", "curve": "density", "kde": "density"]
    ),
    (
      #"{"kind": "line", "annotations": [{@}]}"#, "annotations[0]",
      ["label": "text", "arrow": "leader"]
    ),
    (#"{"kind": "histogram", @}"#, "", ["bins": "series.bin", "width": "size"]),
    (#"{"kind": "pie", @}"#, "", ["height": "size"]),
    (#"{"kind": "layout", @}"#, "", ["layout": "charts", "rows": "charts", "panels": "charts", "subplots": "charts"]),
    (#"{"kind": "pie", "slices": [{@}]}"#, "slices[0]", ["name": "label"]),
    (#"{"kind": "funnel", "stages": [{@}]}"#, "stages[0]", ["name": "label"]),
    (#"{"kind": "gauge", @}"#, "", ["label": "measure", "name": "measure", "unit": "measure"]),
    (#"{"kind": "gauge", "bands": [{@}]}"#, "bands[0]", ["name": "label"]),
    (
      #"{"kind": "radar", @}"#, "",
      [
        "spokes": "labels", "categories": "labels", "indicator": "labels", "x": "labels", "y": "axis",
        "grid": "rings", "shape": "rings", "area": "fillOpacity", "opacity": "fillOpacity", "dots": "dotRadius",
      ]
    ),
    (#"{"kind": "polar", @}"#, "", ["y": "axis", "categories": "labels"]),
    (
      inSeries("radar"), "series[0]",
      ["label": "name", "title": "name", "data": "values", "y": "values"]
    ),
  ]

  static let all: [Synonym] = objects.flatMap { object in
    object.keys.sorted { $0.key < $1.key }.map {
      Synonym(spec: object.spec, path: object.path, written: $0.key, meant: $0.value)
    }
  }

  @Test(
    "The key that is meant is named, in whatever case it is written",
    arguments: all)
  func named(_ synonym: Synonym) throws {
    for key in [synonym.written, synonym.written.uppercased()] {
      let fault = try #require(synonym.fault(#""\#(key)": 7"#))
      // Others may follow, such as of what is missing.
      let path = synonym.path.isEmpty ? key : "\(synonym.path).\(key)"
      #expect(fault.path.description == path && fault.kind == .unknownKey)
      #expect(fault.suggestion == synonym.meant, "\(fault)")
      #expect(fault.description.contains("did you mean '\(synonym.meant)'?"))
    }
  }

  @Test("There is a key of that name there, so that who follows the advice gets no further", arguments: all)
  func exists(_ synonym: Synonym) {
    var value = "7"
    // Of `kind: line` there is one already.
    guard synonym.meant != "kind" else { return }
    // `x.timeZone` is said of another axis.
    let spec = synonym.meant.hasPrefix("x.") ? #"{"kind": "line", @}"# : synonym.spec
    let keys = synonym.meant.split(separator: ".")
    for key in keys.reversed() { value = #"{"\#(key)": \#(value)}"# }
    let advised = Synonym(spec: spec, path: "", written: "", meant: "")
    let fault = advised.fault(String(value.dropFirst().dropLast()))
    #expect(
      ([fault].compactMap(\.self) + (fault?.others ?? [])).allSatisfy { $0.kind != .unknownKey },
      "\(String(describing: fault))")
  }

  @Test("The list above is whole: it has each word that a declaration has")
  func whole() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/ChartModel")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var declared: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for call in text.matches(of: /alsoCalled\(([^)]*)\)/) {
        for word in call.1.matches(of: /"(\w+)"/) { declared.insert(String(word.1)) }
      }
      for call in text.matches(of: /suggested\(for: \[([^\]]*)\]/) {
        for word in call.1.matches(of: /"(\w+)":/) { declared.insert(String(word.1)) }
      }
    }
    #expect(declared.count > 40 && declared.subtracting(Self.all.map(\.written)).isEmpty)
  }

  @Test("Who gives a list by a word that stands for a text as well means the names")
  func lists() throws {
    for key in ["label", "name", "names", "categories"] {
      let list = faults(#"{"kind": "bar", "x": {"\#(key)": ["a", "b"]}, "series": {"values": [1, 2]}}"#)
      #expect(list.map(\.suggestion) == ["labels"], "\(key)")
    }
    let text = faults(#"{"kind": "bar", "x": {"label": "a"}, "series": {"values": [1, 2]}}"#)
    #expect(text.map(\.suggestion) == ["title"])
  }

  private func faults(_ spec: String) -> [InvalidValue] {
    do throws(InvalidValue) {
      _ = try ChartSpec(json: (try? JSON(parsing: spec)) ?? .null)
      return []
    } catch {
      return [error] + error.others
    }
  }
}
