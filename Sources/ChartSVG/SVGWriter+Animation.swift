import ChartEngine
import ChartModel

/// Pictures that play their draw-in by themselves, with CSS animations: they run wherever an SVG is shown as an image,
/// end in the still picture, and do not run where people prefer reduced motion. A renderer without CSS animations shows
/// the still picture.
extension SVGWriter {
  mutating func writeStyles(for animation: SceneAnimation) {
    write("<style>")
    switch animation.movement {
    case .wipe:
      write("@keyframes \(prefix)-wipe{from{stroke-dasharray:0 360}to{stroke-dasharray:360 0}}")
      writeMoving(".\(prefix)-wipe", keyframes: "\(prefix)-wipe", animation)
    case .sweep(let fans, let startAngle, _, _):
      // The finished marks appear when the fans have opened, and the fans go.
      write("@keyframes \(prefix)-show{from{visibility:hidden}to{visibility:visible}}")
      write("@keyframes \(prefix)-fans{from,to{visibility:visible}}")
      for (index, fan) in fans.enumerated() {
        write("@keyframes \(prefix)-fan\(index){from{stroke-dasharray:0 360;transform:rotate(")
        writePrecise(startAngle)
        write("deg)}to{stroke-dasharray:")
        writePrecise(fan.sweep)
        write(" 360;transform:rotate(")
        writePrecise(startAngle + fan.offset)
        write("deg)}}")
      }
      write(".\(prefix)-fans{visibility:hidden}")
      write("@media (prefers-reduced-motion:no-preference){.\(prefix)-marks{animation:\(prefix)-show ")
      writePrecise(animation.duration)
      write("s step-end}.\(prefix)-fans{animation:\(prefix)-fans ")
      writePrecise(animation.duration)
      write("s}.\(prefix)-fans *{animation-duration:")
      writePrecise(animation.duration)
      write("s;animation-timing-function:")
      write(animation.easing.timingFunction)
      write(";animation-fill-mode:both}}")
    }
    write("</style>")
  }

  private mutating func writeMoving(_ selector: String, keyframes: String, _ animation: SceneAnimation) {
    write("@media (prefers-reduced-motion:no-preference){\(selector){animation:\(keyframes) ")
    writePrecise(animation.duration)
    write("s ")
    write(animation.easing.timingFunction)
    write("}}")
  }

  mutating func writeAnimated(_ nodes: [Node], by animation: SceneAnimation) {
    switch animation.movement {
    case .wipe(let center, let radius, let startAngle, let sweep):
      // A stroke as wide as the pie, along a circle of half its radius, covers it all.
      write("<mask id=\"\(prefix)-mask\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"100%\" height=\"100%\">")
      write("<circle class=\"\(prefix)-wipe\"")
      writeRing(center: center, inner: 0, outer: radius, turn: startAngle)
      write(" stroke=\"#fff\" pathLength=\"")
      writePrecise(360 * 360 / max(sweep, 1))
      write("\"/></mask>")
      for (index, node) in nodes.enumerated() {
        guard index == marksIndex(in: nodes) else {
          write(node)
          continue
        }
        write("<g mask=\"url(#\(prefix)-mask)\">")
        write(node)
        write("</g>")
      }
    case .sweep(let fans, let startAngle, let stroke, let strokeWidth):
      for (index, node) in nodes.enumerated() {
        if index == marksIndex(in: nodes) { writeFans(fans, from: startAngle, stroke: stroke, width: strokeWidth) }
        write("<g class=\"\(prefix)-marks\">")
        write(node)
        write("</g>")
      }
    }
  }

  /// Where among a scene's nodes its marks are: the first group that means something.
  private func marksIndex(in nodes: [Node]) -> Int? { nodes.firstIndex { $0.meaning?.role == .object } }

  private mutating func writeFans(
    _ fans: [SceneAnimation.Fan], from startAngle: Double, stroke: Color, width: Double
  ) {
    write("<g class=\"\(prefix)-fans\" aria-hidden=\"true\">")
    for (index, fan) in fans.enumerated() {
      write("<circle style=\"animation-name:\(prefix)-fan\(index);transform-origin:")
      write(fan.center.x)
      write("px ")
      write(fan.center.y)
      write("px\"")
      writeRing(center: fan.center, inner: fan.inner, outer: fan.outer, turn: startAngle + fan.offset)
      writePaint("stroke", fan.color)
      write(" pathLength=\"360\" stroke-dasharray=\"")
      writePrecise(fan.sweep)
      write(" 360\"/>")
    }
    // The lines between the slices, above all of them.
    for (index, fan) in fans.enumerated() where width > 0 {
      write("<line style=\"animation-name:\(prefix)-fan\(index);transform-origin:")
      write(fan.center.x)
      write("px ")
      write(fan.center.y)
      write("px\"")
      writeAttribute("x1", fan.center.x + fan.inner)
      writeAttribute("y1", fan.center.y)
      writeAttribute("x2", fan.center.x + fan.outer)
      writeAttribute("y2", fan.center.y)
      writePaint("stroke", stroke)
      writeAttribute("stroke-width", width)
      write("/>")
    }
    write("</g>")
  }

  /// A circle whose stroke fills a ring, beginning at an angle.
  private mutating func writeRing(center: Point, inner: Double, outer: Double, turn: Double) {
    writeAttribute("cx", center.x)
    writeAttribute("cy", center.y)
    writeAttribute("r", (inner + outer) / 2)
    writeAttribute("stroke-width", outer - inner)
    write(" fill=\"none\" transform=\"rotate(")
    writePrecise(turn)
    write(" ")
    write(center.x)
    write(" ")
    write(center.y)
    write(")\"")
  }

  /// Angles and times, to five decimals.
  private mutating func writePrecise(_ value: Double) {
    write((((value * 1e5).rounded()) / 1e5).description)
  }
}

extension Easing {
  /// The easing as CSS knows it. What a cubic Bézier can't follow (bounce, elastic) is written as points of its curve
  /// (`linear()`, CSS Easing Functions Level 2).
  var timingFunction: String {
    switch self {
    case .linear: "linear"
    case .easeIn: "cubic-bezier(.33333,0,.66667,.33333)"
    case .easeOut: "cubic-bezier(.33333,.66667,.66667,1)"
    case .cubicIn: "cubic-bezier(.33333,0,.66667,0)"
    case .cubicOut: "cubic-bezier(.33333,1,.66667,1)"
    case .backIn: "cubic-bezier(.33333,0,.66667,-.56719)"
    case .backOut: "cubic-bezier(.33333,1.56719,.66667,1)"
    case .easeInOut, .cubicInOut, .backInOut, .bounceIn, .bounceOut, .bounceInOut, .elasticIn, .elasticOut, .elasticInOut:
      "linear(" + (0...40).map { (curve(Double($0) / 40) * 1e4).rounded() / 1e4 }.map(\.description).joined(separator: ",")
        + ")"
    }
  }
}
