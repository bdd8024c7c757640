import ChartEngine
import JSONModel
import JSONRPC

struct AngleParams: Sendable {
  var target = ChartTarget()
  var angle = 0.0
  var ring = 0

  static let schema = Schema.object("AngleParams", "An angle in a chart.", initial: AngleParams()) {
    Property.chart(\.target.chart)
    Property("angle", \.angle, .number(), "Degrees clockwise from three o'clock.", required: true)
    Property("ring", \.ring, .integer(min: 0), "The ring, counted from 0 at the centre.")
    Property.session(\.target.session)
  }
}

struct IndexResult: Sendable {
  var index = -1
  var path: [Int]?
  var label: String?

  static let schema = Schema.object("IndexResult", "The index of a slice.", initial: IndexResult()) {
    Property("index", \.index, .integer(min: -1), "-1 if there is none.", required: true)
    Property("path", \.path, .optional(.path), "In an outer ring: the indices that lead to the slice.")
    Property("label", \.label, .optional(.string()), "In an outer ring: the slice's label.")
  }
}

extension ChartService {
  static let sliceAt = Method<ServiceContext>(
    "chart/sliceAt", summary: "Tells the index of the slice that an angle belongs to.",
    documentation:
      "An angle on a boundary belongs to the slice that starts there. In an outer ring the index is among the slice's siblings, and `path` and `label` tell which slice that is.",
    params: AngleParams.schema, result: IndexResult.schema, errors: chartErrors,
    examples: [
      MethodExample("the start angle", params: ["chart": "spending", "angle": 270], result: ["index": 0]),
      MethodExample(
        "a ring that isn't there", params: ["chart": "spending", "angle": 270, "ring": 1], result: ["index": -1]),
    ]
  ) { params, context throws(RPCError) in
    let chart = try context.service.snapshot(params.target.key).chart
    // The innermost ring's index says all.
    let slice = params.ring > 0 ? chart.slice(at: params.angle, ring: params.ring) : nil
    return IndexResult(
      index: chart.sliceIndex(at: params.angle, ring: params.ring) ?? -1, path: slice?.path, label: slice?.label)
  }
}

struct AngleResult: Sendable {
  var angle: Double?

  static let schema = Schema.object("AngleResult", "An angle.", initial: AngleResult()) {
    Property("angle", \.angle, .optional(.number(min: 0, below: 360)), "Degrees; null at the centre.", required: true)
  }
}

extension ChartService {
  static let angleAt = Method<ServiceContext>(
    "chart/angleAt", summary: "Tells the angle of a place about a pie's centre.",
    documentation: "In degrees in [0, 360): east 0, south 90, west 180, north 270. The centre has none.",
    params: PointParams.schema, result: AngleResult.schema, errors: chartErrors,
    examples: [
      MethodExample("east of the centre", params: ["chart": "spending", "x": 400, "y": 180], result: ["angle": 0]),
      MethodExample("the centre", params: ["chart": "spending", "x": 320, "y": 180], result: ["angle": nil]),
    ]
  ) { params, context throws(RPCError) in
    AngleResult(angle: try context.service.snapshot(params.target.key).chart.angle(at: params.point))
  }
}
