import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

extension ChartService {
  /// Methods that change nothing.
  static let queryMethods: [Method<ServiceContext>] = [
    Method(
      "chart/hitTest", summary: "Tells what lies under a place in the chart.",
      params: PointParams.schema, result: HitResult.schema, errors: chartErrors, examples: Examples.hitTest
    ) { params, context throws(RPCError) in
      HitResult(hit: try context.service.snapshot(params.target.key).picture.layout.hit(at: params.point))
    },
    Method(
      "chart/angleAt", summary: "Tells the angle of a place about a pie's centre.",
      documentation: "In degrees in [0, 360): east 0, south 90, west 180, north 270. The centre has none.",
      params: PointParams.schema, result: AngleResult.schema, errors: chartErrors, examples: Examples.angleAt
    ) { params, context throws(RPCError) in
      AngleResult(angle: try context.service.snapshot(params.target.key).chart.angle(at: params.point))
    },
    Method(
      "chart/sliceAt", summary: "Tells the index of the slice that an angle belongs to.",
      documentation:
        "An angle on a boundary belongs to the slice that starts there. In an outer ring the index is among the slice's siblings.",
      params: AngleParams.schema, result: IndexResult.schema, errors: chartErrors, examples: Examples.sliceAt
    ) { params, context throws(RPCError) in
      let chart = try context.service.snapshot(params.target.key).chart
      return IndexResult(index: chart.sliceIndex(at: params.angle, ring: params.ring) ?? -1)
    },
    Method(
      "chart/marker", summary: "Tells what is shown beside a mark.",
      params: MarkerParams.schema, result: MarkerResult.schema, errors: chartErrors, examples: Examples.marker
    ) { params, context throws(RPCError) in
      let snapshot = try context.service.snapshot(params.target.key)
      do throws(InvalidValue) {
        // A hidden mark has no marker, which is no error: the question is answered.
        guard let path = try snapshot.chart.spec.content.path(of: params.mark) else {
          throw InvalidValue("is required: the index of a mark", at: .key("index"))
        }
        return MarkerResult(marker: snapshot.picture.layout.marker(for: path).map(MarkerBox.init))
      } catch {
        throw RPCError(invalidParams: error)
      }
    },
  ]

  func render(_ params: PictureParams) throws(RPCError) -> Picture {
    let snapshot = try snapshot(params.target.key)
    if params.animated, snapshot.chart.spec.common.animation.kind == .none {
      throw .invalidParams(path: .key("animated"), "the chart's spec has no `animation`, such as `sweep`")
    }
    guard params.phase != nil || params.size != nil || params.theme != nil || params.animated else {
      return Picture(svg: snapshot.picture.svg, revision: snapshot.picture.revision)
    }
    let layout = snapshot.chart.layout(phase: params.phase, size: params.size, theme: params.theme)
    return Picture(svg: ChartPicture.draw(layout, animated: params.animated), revision: snapshot.picture.revision)
  }
}
