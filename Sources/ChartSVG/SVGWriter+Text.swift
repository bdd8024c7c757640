import ChartEngine
import ChartModel

extension SVGWriter {
  mutating func write(_ text: Text) {
    write("<text")
    writeAttribute("x", text.position.x)
    writeAttribute("y", text.position.y)
    // One run needs no element of its own.
    let only = text.runs.count == 1 ? text.runs.first : nil
    writeLength("font-size", only?.size ?? text.size)
    if text.anchor != .start {
      write(" text-anchor=\"")
      write(string: text.anchor.rawValue)
      write("\"")
    }
    writeRotation(of: text)
    if let only {
      writeRun(only)
      return write("</text>")
    }
    guard !text.runs.isEmpty else { return write("/>") }
    write(" xml:space=\"preserve\">")
    for run in text.runs {
      write("<tspan")
      if let size = run.size, size != text.size { writeLength("font-size", size) }
      writeRun(run)
      write("</tspan>")
    }
    write("</text>")
  }

  private mutating func writeRotation(of text: Text) {
    guard text.rotation != 0, text.rotation.isFinite else { return }
    write(" transform=\"rotate(")
    write(text.rotation.truncatingRemainder(dividingBy: 360))
    write(" ")
    write(text.position.x)
    write(" ")
    write(text.position.y)
    write(")\"")
  }

  private mutating func writeRun(_ run: Text.Run) {
    writePaint("fill", run.color)
    if run.isBold { write(" font-weight=\"bold\"") }
    write(">")
    write(escaping: run.text)
  }
}
