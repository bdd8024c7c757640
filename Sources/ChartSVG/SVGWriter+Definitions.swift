import ChartEngine
import ChartModel

/// What is defined once and referred to: gradients, rectangles that crop, rules of entrances. It is known when all nodes
/// are written, and then put before them, since not every renderer looks ahead.
extension SVGWriter {
  mutating func insertDefinitions(at index: Int) {
    var head = ByteBuffer()
    if !rules.isEmpty {
      head.append("<style>")
      head.append(contentsOf: rules)
      head.append("</style>")
    }
    if !definitions.isEmpty {
      head.append("<defs>")
      head.append(contentsOf: definitions)
      head.append("</defs>")
    }
    output.insert(head, at: index)
  }

  /// What is written meanwhile goes into the definitions.
  mutating func define(_ write: (inout SVGWriter) -> Void) {
    swap(&output, &definitions)
    write(&self)
    swap(&output, &definitions)
  }

  mutating func id(of gradient: LinearGradient) -> String {
    let number = gradients[gradient] ?? gradients.count + 1
    let id = "\(prefix)-gradient\(number)"
    guard gradients.updateValue(number, forKey: gradient) == nil else { return id }
    define { writer in
      writer.write(string: "<linearGradient id=\"\(id)\"")
      if !gradient.isRelative { writer.write(" gradientUnits=\"userSpaceOnUse\"") }
      writer.writeAttribute("x1", gradient.start.x)
      writer.writeAttribute("y1", gradient.start.y)
      writer.writeAttribute("x2", gradient.end.x)
      writer.writeAttribute("y2", gradient.end.y)
      writer.write(">")
      for stop in gradient.stops { writer.writeStop(stop) }
      writer.write("</linearGradient>")
    }
    return id
  }

  private mutating func writeStop(_ stop: LinearGradient.Stop) {
    // Hundredths of the way would be px of a wide chart.
    write("<stop offset=\"")
    writePrecise(stop.offset.isNaN ? 0 : min(max(stop.offset, 0), 1))
    write("\" stop-color=\"")
    writeHexadecimal(stop.color)
    write("\"")
    if stop.color.alpha < 255 { writeAttribute("stop-opacity", stop.color.opacity) }
    write("/>")
  }

  mutating func id(ofCrop rect: Rect) -> String {
    let number = crops[rect] ?? crops.count + 1
    let id = "\(prefix)-crop\(number)"
    guard crops.updateValue(number, forKey: rect) == nil else { return id }
    define { writer in
      writer.write(string: "<clipPath id=\"\(id)\"><rect")
      writer.writeBounds(rect)
      writer.write("/></clipPath>")
    }
    return id
  }
}
