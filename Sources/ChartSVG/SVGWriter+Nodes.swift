import ChartEngine
import ChartModel

extension SVGWriter {
  mutating func write(_ node: Node) {
    switch node.shape {
    case .path(let path):
      write("<path d=\"")
      write(path)
      write("\"")
      writeStyle(node.style)
      if node.style.stroke != nil { write(" stroke-linejoin=\"round\"") }
      writeEnd("path", of: node)
    case .circle(let center, let radius):
      write("<circle")
      writeAttribute("cx", center.x)
      writeAttribute("cy", center.y)
      writeAttribute("r", radius)
      writeStyle(node.style)
      writeEnd("circle", of: node)
    case .rect(let rect, let cornerRadius):
      write("<rect")
      writeAttribute("x", rect.x)
      writeAttribute("y", rect.y)
      writeAttribute("width", rect.width)
      writeAttribute("height", rect.height)
      if cornerRadius > 0 { writeAttribute("rx", cornerRadius) }
      writeStyle(node.style)
      writeEnd("rect", of: node)
    case .polyline(let points):
      write("<polyline points=\"")
      for (index, point) in points.enumerated() {
        if index > 0 { write(" ") }
        write(point)
      }
      write("\" fill=\"none\"")
      writeStyle(node.style)
      writeEnd("polyline", of: node)
    case .text(let text): write(text)
    case .group(let nodes): writeGroup(nodes, of: node)
    case .clipped(let path, let nodes):
      clipCount += 1
      let id = "\(prefix)-clip\(clipCount)"
      write(string: "<clipPath id=\"\(id)\"><path d=\"")
      write(path)
      write(string: "\"/></clipPath><g clip-path=\"url(#\(id))\">")
      for node in nodes { write(node) }
      write("</g>")
    }
  }

  private mutating func writeGroup(_ nodes: [Node], of node: Node) {
    guard !nodes.isEmpty else { return }
    write("<g")
    if node.meaning != nil { writeMeaning(node.meaning) } else { write(" aria-hidden=\"true\"") }
    write(">")
    for node in nodes { write(node) }
    write("</g>")
  }

  private mutating func writeEnd(_ element: StaticString, of node: Node) {
    guard let meaning = node.meaning else { return write("/>") }
    writeMeaning(meaning)
    write("><title>")
    write(escaping: meaning.label)
    write("</title></")
    write(element)
    write(">")
  }

  private mutating func writeMeaning(_ meaning: Meaning?) {
    guard let meaning else { return }
    write(" role=\"")
    write(string: meaning.role.rawValue)
    write("\" aria-roledescription=\"")
    write(escaping: meaning.kind)
    write("\" aria-label=\"")
    write(escaping: meaning.label)
    if meaning.isSelected { write(", selected") }
    write("\"")
    if let path = meaning.path {
      write(" data-path=\"")
      write(string: path.map(String.init).joined(separator: "."))
      write("\"")
    }
  }

  private mutating func write(_ text: Text) {
    write("<text")
    writeAttribute("x", text.position.x)
    writeAttribute("y", text.position.y)
    writeAttribute("font-size", text.size)
    if text.anchor != .start {
      write(" text-anchor=\"")
      write(string: text.anchor.rawValue)
      write("\"")
    }
    // One run needs no element of its own.
    guard text.runs.count != 1, !text.runs.isEmpty else {
      if let run = text.runs.first { writeRun(run) } else { write("/>") }
      if !text.runs.isEmpty { write("</text>") }
      return
    }
    write(" xml:space=\"preserve\">")
    for run in text.runs {
      write("<tspan")
      writeRun(run)
      write("</tspan>")
    }
    write("</text>")
  }

  private mutating func writeRun(_ run: Text.Run) {
    writePaint("fill", run.color)
    if run.isBold { write(" font-weight=\"bold\"") }
    write(">")
    write(escaping: run.text)
  }
}
