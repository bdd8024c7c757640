import ChartService
import JSONModel
import JSONRPC
import RequestFuzzing
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Any number may stand anywhere")
struct ExtremeValueTests {
  static let numbers: [JSON] = [
    .integer(.min), .integer(.max), .integer(.min + 1), .number(-0x1p63), .number(0x1p63), .integer(1 << 53),
    .integer((1 << 53) + 1), .integer(-(1 << 53) - 1), .number(1e308), .number(-1e308), .number(.leastNonzeroMagnitude),
    .number(-0.0), .literal("-9223372036854775809"), .literal("123456789012345678901234567890"), .literal("1e999"),
    // Moments in the years 10⁹ and −10⁹.
    .number(31_556_952e12), .number(-31_556_952e12),
  ]

  /// Specs with a number at one place.
  private static func specs(_ number: JSON) -> [JSON] {
    let values: JSON = ["values": [number, 1, number]]
    let bar: JSON = ["kind": "bar", "series": [["values": [1, 2]]]]
    return [
      ["kind": "pie", "slices": [["label": "A", "value": number], ["label": "B", "value": 1]]],
      ["kind": "pie", "radius": number, "startAngle": number, "slices": [["value": 1]]],
      ["kind": "bar", "series": [values]], ["kind": "line", "series": [values]],
      ["kind": "bar", "y": ["headroom": .number(0x1p63)], "series": [["values": [-89, 3]]]],
      ["kind": "line", "x": values, "series": [["values": [1, 2, 3]]]],
      ["kind": "line", "x": ["scale": "time", "values": [number]], "series": [["values": [1]]]],
      ["kind": "line", "x": ["scale": "log", "values": [1, number]], "series": [["values": [1, 2]]]],
      bar.merging(patch: ["y": ["min": number]]), bar.merging(patch: ["y": ["max": number]]),
      bar.merging(patch: ["y": ["step": number]]), bar.merging(patch: ["y": ["labels": ["decimals": number]]]),
      bar.merging(patch: ["limits": [["value": number, "label": "{value}"]]]),
      bar.merging(patch: ["y": ["scale": "log"], "series": [values]]),
      bar.merging(patch: ["viewport": ["visibleCount": number, "start": number]]),
      bar.merging(patch: ["size": ["width": number, "height": number]]),
      bar.merging(patch: ["series": [["values": [number], "labels": "above"]], "popups": true]),
    ]
  }

  @Test("In a spec, as JSON and as YAML", arguments: numbers)
  func specs(number: JSON) throws {
    let service = ChartService()
    for spec in ExtremeValueTests.specs(number) {
      for (method, params) in [("chart/create", ["spec": spec]), ("chart/edit", ["text": .string(spec.text)])]
        as [(String, JSON)]
      {
        guard let result = try? service.call(method, params: params), let chart = result["chart"] else { continue }
        for name in ["chart/key", "chart/get", "chart/marker"] {
          _ = try? service.call(name, params: ["chart": chart, "key": "ArrowRight", "index": 0])
        }
        let svg = try service.svg(chart.stringValue ?? "")
        #expect(PictureCheck.fault(in: svg) == nil, "\(spec.text)")
      }
    }
  }

  @Test("In a request about a chart", arguments: sample(numbers))
  func requests(number: JSON) throws {
    let service = try ChartService.prepared()
    _ = try service.call("chart/create", params: plotPreparation)
    for method in ChartService.methods.methods where method.name.hasPrefix("chart/") {
      for chart in ["spending", "steps"] {
        for name in method.parameterNames {
          let params: JSON = ["chart": .string(chart), "x": 300, "y": 100, "render": true]
          _ = try? service.call(method.name, params: params.merging(patch: [name: number]))
          guard !["chart/delete", "chart/create"].contains(method.name), let svg = try? service.svg(chart) else {
            continue
          }
          #expect(PictureCheck.fault(in: svg) == nil, "\(method.name) \(name)")
        }
      }
    }
  }

  @Test("In points that are added", arguments: numbers)
  func points(number: JSON) throws {
    for spec in [["kind": "line"], ["kind": "bar", "x": ["scale": "time"]], ["kind": "bar", "x": ["labels": ["a"]]]]
      as [JSON]
    {
      let service = ChartService()
      let full = spec.merging(patch: ["id": "a", "series": [["values": []]]])
      guard (try? service.call("chart/create", params: ["spec": full])) != nil else { continue }
      for points in [[number, 1], [[number, number]], [["x": number, "y": 1]]] as [JSON] {
        for window in [.null, number] as [JSON] {
          _ = try? service.call("chart/append", params: ["chart": "a", "points": points, "window": window])
          #expect(PictureCheck.fault(in: try service.svg("a")) == nil, "\(points.text)")
        }
      }
    }
  }
}
