import ChartEngine
import ChartModel

extension SVGWriter {
  mutating func write(_ text: Text) {
    open("text")
    writeAttribute("x", text.position.x)
    writeAttribute("y", text.position.y)
    // One run needs no element of its own.
    let only = text.runs.count == 1 ? text.runs.first : nil
    writeLength("font-size", only?.size ?? text.size)
    if text.anchor != .start {
      writeAttribute("text-anchor", string: text.anchor.rawValue)
    }
    writeRotation(of: text)
    if let halo = text.halo {
      writePaint("stroke", halo)
      writeLength("stroke-width", 2 * Text.haloWidth)
      writeAttribute("stroke-linejoin", string: "round")
      writeAttribute("paint-order", string: "stroke")
    }
    if let only {
      writeRun(only)
      return close("text")
    }
    guard !text.runs.isEmpty else { return closeEmpty() }
    writeAttribute("xml:space", "preserve")
    beginContent()
    for run in text.runs {
      open("tspan")
      if let size = run.size, size != text.size { writeLength("font-size", size) }
      writeRun(run)
      close("tspan")
    }
    close("text")
  }

  private mutating func writeRotation(of text: Text) {
    guard text.rotation != 0, text.rotation.isFinite else { return }
    writeAttribute("transform") { writer in
      writer.write("rotate(")
      writer.write(text.rotation.truncatingRemainder(dividingBy: 360))
      writer.write(" ")
      writer.write(text.position.x)
      writer.write(" ")
      writer.write(text.position.y)
      writer.write(")")
    }
  }

  private mutating func writeRun(_ run: Text.Run) {
    writePaint("fill", run.color)
    if run.isBold { writeAttribute("font-weight", "bold") }
    beginContent()
    writeText(run.text)
  }
}
