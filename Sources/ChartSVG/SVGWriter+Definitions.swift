import ChartEngine
import ChartModel

/// What is defined once and referred to: gradients, rectangles that crop, rules of entrances. It is known when all nodes
/// are written, and stands before them, since not every renderer looks ahead.
extension SVGWriter {
  mutating func writeDefinitions() {
    // Taken out, since the writer cannot be read while it writes.
    var rules = ByteBuffer(capacity: 1)
    var definitions = MarkupBuffer(isStructured: false, capacity: 1)
    swap(&self.rules, &rules)
    swap(&self.definitions, &definitions)
    if !rules.isEmpty { writeElement("style", rawText: rules) }
    guard !definitions.isEmpty else { return }
    open("defs")
    beginContent()
    output.append(definitions)
    close("defs")
  }

  /// What is written meanwhile is returned, rather than put out.
  /// - Parameter capacity: For how many bytes there is room at first.
  mutating func written(capacity: Int, _ write: (inout SVGWriter) -> Void) -> MarkupBuffer {
    var other = MarkupBuffer(isStructured: output.isStructured, capacity: capacity)
    swap(&output, &other)
    write(&self)
    swap(&output, &other)
    return other
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
      writer.open("linearGradient")
      writer.writeAttribute("id", string: id)
      if !gradient.isRelative { writer.writeAttribute("gradientUnits", "userSpaceOnUse") }
      writer.writeAttribute("x1", gradient.start.x)
      writer.writeAttribute("y1", gradient.start.y)
      writer.writeAttribute("x2", gradient.end.x)
      writer.writeAttribute("y2", gradient.end.y)
      writer.beginContent()
      for stop in gradient.stops { writer.writeStop(stop) }
      writer.close("linearGradient")
    }
    return id
  }

  private mutating func writeStop(_ stop: LinearGradient.Stop) {
    // Hundredths of the way would be px of a wide chart.
    open("stop")
    writeAttribute("offset") { $0.writePrecise(stop.offset.isNaN ? 0 : min(max(stop.offset, 0), 1)) }
    writeAttribute("stop-color") { $0.writeHexadecimal(stop.color) }
    if stop.color.alpha < 255 { writeAttribute("stop-opacity", stop.color.opacity) }
    closeEmpty()
  }

  mutating func id(ofCrop rect: Rect) -> String {
    let number = crops[rect] ?? crops.count + 1
    let id = "\(prefix)-crop\(number)"
    guard crops.updateValue(number, forKey: rect) == nil else { return id }
    define { writer in
      writer.open("clipPath")
      writer.writeAttribute("id", string: id)
      writer.beginContent()
      writer.open("rect")
      writer.writeBounds(rect)
      writer.closeEmpty()
      writer.close("clipPath")
    }
    return id
  }
}
