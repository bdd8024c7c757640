import ChartEngine
import ChartModel

extension SVGWriter {
  mutating func write(_ node: Node) {
    if let entrance = node.entrance, isPlayingEntrances {
      write(node, entering: entrance)
    } else {
      writeStill(node)
    }
  }

  mutating func write(_ nodes: [Node]) {
    // By their indices: an iterator would copy each.
    for index in nodes.indices { write(nodes[index]) }
  }

  /// - Parameter strokeClass: The class of a shape whose stroke is animated.
  mutating func writeStill(_ node: Node, strokeClass: String? = nil) {
    let element: StaticString
    switch node.shape {
    case .path(let path):
      element = "path"
      write("<path d=\"")
      write(path)
      write("\"")
      writeStyle(node.style, join: .round)
    case .circle(let center, let radius):
      element = "circle"
      write("<circle")
      writeAttribute("cx", center.x)
      writeAttribute("cy", center.y)
      writeLength("r", radius)
      writeStyle(node.style)
    case .rect(let rect, let cornerRadius):
      element = "rect"
      write("<rect")
      writeBounds(rect)
      if cornerRadius > 0 { writeAttribute("rx", cornerRadius) }
      writeStyle(node.style)
    case .polyline(let points):
      element = "polyline"
      write("<polyline points=\"")
      for (index, point) in points.enumerated() {
        if index > 0 { write(" ") }
        write(point)
      }
      write("\"")
      writeStyle(node.style)
    case .text(let text): return write(text)
    case .group(let nodes): return writeGroup(nodes, of: node)
    case .clipped(let path, let nodes): return writeClipped(path, nodes)
    case .cropped(let rect, let nodes): return writeCropped(rect, nodes, of: node)
    }
    if let strokeClass { write(string: " class=\"\(strokeClass)\" pathLength=\"1\"") }
    writeEnd(element, of: node)
  }

  mutating func writeBounds(_ rect: Rect) {
    writeAttribute("x", rect.x)
    writeAttribute("y", rect.y)
    writeLength("width", rect.width)
    writeLength("height", rect.height)
  }

  private mutating func writeGroup(_ nodes: [Node], of node: Node) {
    guard !nodes.isEmpty else { return }
    write("<g")
    if node.meaning != nil { writeMeaning(node.meaning) } else { write(" aria-hidden=\"true\"") }
    writeOpacity(node.style)
    write(">")
    write(nodes)
    write("</g>")
  }

  private mutating func writeClipped(_ path: Path, _ nodes: [Node]) {
    clipCount += 1
    let id = "\(prefix)-clip\(clipCount)"
    write(string: "<clipPath id=\"\(id)\"><path d=\"")
    write(path)
    write(string: "\"/></clipPath><g clip-path=\"url(#\(id))\">")
    write(nodes)
    write("</g>")
  }

  private mutating func writeCropped(_ rect: Rect, _ nodes: [Node], of node: Node) {
    guard !nodes.isEmpty else { return }
    write(string: "<g clip-path=\"url(#\(id(ofCrop: rect)))\"")
    writeMeaning(node.meaning)
    writeOpacity(node.style)
    write(">")
    write(nodes)
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
      for (index, place) in path.enumerated() {
        if index > 0 { write(".") }
        write(integer: place)
      }
      write("\"")
    }
  }
}
