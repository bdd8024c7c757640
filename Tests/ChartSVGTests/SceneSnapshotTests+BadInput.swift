import ChartEngine
import ChartModel
import Testing

extension SceneSnapshotTests {
  @Test("What is no number is never written, wherever it stands")
  func numbers() {
    let wild: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1]
    for (index, number) in wild.enumerated() {
      let point = Point(x: number, y: wild[(index + 1) % wild.count])
      let rect = Rect(x: number, y: number, width: number, height: number)
      var path = Path()
      path.move(to: point)
      path.line(to: point)
      path.curve(control1: point, control2: point, to: point)
      let style = Style(
        stroke: .gradient(LinearGradient(from: point, to: point, stops: [.init(number, .black)])),
        strokeWidth: number, strokeDash: [number, 3], opacity: number)
      let text = Text(
        runs: [Text.Run("a", color: .black, size: number), Text.Run("b", color: .black)], at: point, anchor: .end,
        size: number, rotation: number)
      let nodes = [
        Node(.path(path), style: style, entrance: .stroke), Node(.text(text)),
        Node(.rect(rect, cornerRadius: number), style: style, entrance: .grow(baseline: number)),
        Node(
          .cropped(rect, [Node(.circle(center: point, radius: number), style: style)]),
          entrance: .wipe(rect, steps: .min)),
        Node(.polyline([point]), style: style, entrance: .swell(from: point)),
        Node(.polyline([point]), style: style, entrance: .swell(from: point)),
        Node(.polyline([point]), style: style, entrance: .turn(about: point, by: number)),
      ]
      for animation in [nil, SceneAnimation(movement: .entrances, duration: number, easing: .elasticOut)] {
        let svg = Case(name: "wild", nodes: nodes, animation: animation).svg
        let parsed = XMLWellFormedness(svg)
        #expect(parsed.fault == nil && Set(parsed.ids).count == parsed.ids.count)
        #expect(!svg.contains(/[^a-z](nan|inf)/))
        #expect(!svg.contains(/(?:width|height|r|rx|opacity|font-size|stroke-width)="-/))
      }
    }
  }
}
