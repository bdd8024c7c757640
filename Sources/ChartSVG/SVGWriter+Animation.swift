import ChartEngine
import ChartModel

/// Pictures that play their draw-in by themselves, with CSS animations: they run wherever an SVG is shown as an image,
/// end in the still picture, and do not run where people prefer reduced motion. A renderer without CSS animations shows
/// the still picture.
extension SVGWriter {
  mutating func writeStyles(for animation: SceneAnimation) {
    // What the nodes' entrances need is known when they are written, and goes into the definitions.
    if animation.movement == .entrances { return }
    open("style")
    beginContent()
    let start = output.count
    switch animation.movement {
    case .entrances: break
    case .wipe:
      writeLabelStyle(animation)
      // With a gap as long as the circle: where dash and gap are one turn together, Chromium begins a second dash in some frames.
      write(string: "@keyframes \(prefix)-wipe{from{stroke-dasharray:0 360}to{stroke-dasharray:360 360}}")
      writeMoving(".\(prefix)-wipe", keyframes: "\(prefix)-wipe", animation)
    case .sweep(let fans, let startAngle, _, _):
      writeLabelStyle(animation)
      write(string: "@keyframes \(prefix)-fans{from,to{visibility:visible}}")
      for (index, fan) in fans.enumerated() {
        write(string: "@keyframes \(prefix)-fan\(index){from{stroke-dasharray:0 360;transform:rotate(")
        writePrecise(startAngle)
        write("deg)}to{stroke-dasharray:")
        writePrecise(fan.sweep)
        write(" 360;transform:rotate(")
        writePrecise(startAngle + fan.offset)
        write("deg)}}")
      }
      write(string: ".\(prefix)-fans{visibility:hidden}")
      write(string: "@media (prefers-reduced-motion:no-preference){.\(prefix)-fans{animation:\(prefix)-fans ")
      writePrecise(animation.duration)
      write(string: "s}.\(prefix)-fans *{animation-duration:")
      writePrecise(animation.duration)
      write("s;animation-timing-function:")
      write(string: animation.easing.timingFunction)
      write(";animation-fill-mode:both}}")
    }
    output.noteText(from: start)
    close("style")
  }

  /// What is only to be seen in the finished picture appears when the movement has ended.
  private mutating func writeLabelStyle(_ animation: SceneAnimation) {
    write(string: "@keyframes \(prefix)-show{from{visibility:hidden}to{visibility:visible}}")
    write(string: "@media (prefers-reduced-motion:no-preference){.\(prefix)-last{animation:\(prefix)-show ")
    writePrecise(animation.duration)
    write("s step-end}}")
  }

  private mutating func writeMoving(_ selector: String, keyframes: String, _ animation: SceneAnimation) {
    write(string: "@media (prefers-reduced-motion:no-preference){\(selector){animation:\(keyframes) ")
    writePrecise(animation.duration)
    write("s ")
    write(string: animation.easing.timingFunction)
    write("}}")
  }

  mutating func writeAnimated(_ nodes: [Node], by animation: SceneAnimation) {
    guard animation.movement != .entrances else {
      for node in nodes { write(node) }
      return
    }
    // The marks are the first group that means something; what lies above them without a meaning is their labels.
    let marks = nodes.firstIndex { $0.meaning?.role == .object } ?? nodes.count
    for (index, node) in nodes.enumerated() {
      if index == marks {
        writeMarks(node, by: animation)
      } else if index > marks, node.meaning == nil {
        writeLast(node)
      } else {
        write(node)
      }
    }
  }

  private mutating func writeLast(_ node: Node) {
    open("g")
    writeID("class", "-last")
    beginContent()
    write(node)
    close("g")
  }

  private mutating func writeMarks(_ node: Node, by animation: SceneAnimation) {
    switch animation.movement {
    case .wipe(let center, let radius, let startAngle, let sweep):
      // A stroke as wide as the pie, along a circle of half its radius, covers it all. Some px more, since Skia's thick
      // strokes have single frames in which an edge is some px inside of where it should be.
      open("mask")
      writeID("id", "-mask")
      writeAttribute("maskUnits", "userSpaceOnUse")
      writeAttribute("x", "0")
      writeAttribute("y", "0")
      writeAttribute("width", "100%")
      writeAttribute("height", "100%")
      beginContent()
      open("circle")
      writeID("class", "-wipe")
      writeRing(center: center, inner: 0, outer: radius + 6, turn: startAngle)
      writeAttribute("stroke", "#fff")
      writeAttribute("pathLength") { $0.writePrecise(360 * 360 / max(sweep, 1)) }
      closeEmpty()
      open("circle")
      writeID("class", "-last")
      writeAttribute("cx", center.x)
      writeAttribute("cy", center.y)
      writeAttribute("r", "2")
      writeAttribute("fill", "#fff")
      closeEmpty()
      close("mask")
      open("g")
      writeAttribute("mask", string: "url(#\(prefix)-mask)")
      beginContent()
      write(node)
      close("g")
    case .sweep(let fans, let startAngle, let stroke, let strokeWidth):
      writeFans(fans, from: startAngle, stroke: stroke, width: strokeWidth)
      writeLast(node)
    case .entrances: write(node)
    }
  }

  private mutating func writeFans(
    _ fans: [SceneAnimation.Fan], from startAngle: Double, stroke: Color, width: Double
  ) {
    open("g")
    writeID("class", "-fans")
    writeAttribute("aria-hidden", "true")
    beginContent()
    for (index, fan) in fans.enumerated() {
      open("circle")
      writeMovement(of: fan, index)
      writeRing(center: fan.center, inner: fan.inner, outer: fan.outer, turn: startAngle + fan.offset)
      writePaint("stroke", fan.color)
      writeAttribute("pathLength", "360")
      writeAttribute("stroke-dasharray") { writer in
        writer.writePrecise(fan.sweep)
        writer.write(" 360")
      }
      closeEmpty()
    }
    // The lines between the slices, above all of them.
    for (index, fan) in fans.enumerated() where width > 0 {
      open("line")
      writeMovement(of: fan, index)
      writeAttribute("x1", fan.center.x + fan.inner)
      writeAttribute("y1", fan.center.y)
      writeAttribute("x2", fan.center.x + fan.outer)
      writeAttribute("y2", fan.center.y)
      writePaint("stroke", stroke)
      writeAttribute("stroke-width", width)
      closeEmpty()
    }
    close("g")
  }

  private mutating func writeMovement(of fan: SceneAnimation.Fan, _ index: Int) {
    writeAttribute("style") { writer in
      writer.write(string: "animation-name:\(writer.prefix)-fan\(index);transform-origin:")
      writer.write(fan.center.x)
      writer.write("px ")
      writer.write(fan.center.y)
      writer.write("px")
    }
  }

  /// A circle whose stroke fills a ring, beginning at an angle.
  ///
  /// The ring keeps a hole of 1 px for the moment that it moves: Chromium paints outside a dashed stroke that reaches
  /// the centre of its circle.
  private mutating func writeRing(center: Point, inner: Double, outer: Double, turn: Double) {
    let inner = min(max(inner, 1), outer)
    writeAttribute("cx", center.x)
    writeAttribute("cy", center.y)
    writeAttribute("r", (inner + outer) / 2)
    writeAttribute("stroke-width", outer - inner)
    writeAttribute("fill", "none")
    writeAttribute("transform") { writer in
      writer.write("rotate(")
      writer.writePrecise(turn)
      writer.write(" ")
      writer.write(center.x)
      writer.write(" ")
      writer.write(center.y)
      writer.write(")")
    }
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
    case .easeInOut, .cubicInOut, .backInOut, .bounceIn, .bounceOut, .bounceInOut, .elasticIn, .elasticOut,
      .elasticInOut:
      "linear("
        + (0...40).map { (curve(Double($0) / 40) * 1e4).rounded() / 1e4 }.map(\.description).joined(separator: ",")
        + ")"
    }
  }
}
