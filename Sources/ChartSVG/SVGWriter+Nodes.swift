import ChartEngine
import ChartModel
import JSONModel

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
      open(element)
      writeAttribute("d") { $0.write(path) }
      writeStyle(node.style, join: .round)
    case .circle(let center, let radius):
      element = "circle"
      open(element)
      writeAttribute("cx", center.x)
      writeAttribute("cy", center.y)
      writeLength("r", radius)
      writeStyle(node.style)
    case .dots(let dots): return write(dots, of: node)
    case .rect(let rect, let cornerRadius):
      element = "rect"
      open(element)
      writeBounds(rect)
      if cornerRadius > 0 { writeAttribute("rx", cornerRadius) }
      writeStyle(node.style)
    case .polyline(let points):
      element = "polyline"
      open(element)
      writeAttribute("points") { writer in
        for (index, point) in points.enumerated() {
          if index > 0 { writer.write(" ") }
          writer.write(point)
        }
      }
      writeStyle(node.style)
    case .text(let text): return write(text)
    case .raster(let raster, let rect):
      element = "image"
      open(element)
      writeBounds(rect)
      writeAttribute("preserveAspectRatio", "none")
      writeAttribute("style", "image-rendering:pixelated")
      writeAttribute("href") { writer in
        writer.write("data:image/png;base64,")
        writer.write(string: Base64.text(of: IndexedPNG.bytes(raster)))
      }
      writeOpacity(node.style)
    case .group(let nodes): return writeGroup(nodes, of: node)
    case .clipped(let path, let nodes): return writeClipped(path, nodes)
    case .cropped(let rect, let nodes): return writeCropped(rect, nodes, of: node)
    }
    if let strokeClass {
      writeAttribute("class", string: strokeClass)
      writeAttribute("pathLength", "1")
    }
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
    open("g")
    if node.meaning != nil { writeMeaning(node.meaning) } else { writeAttribute("aria-hidden", "true") }
    writeOpacity(node.style)
    beginContent()
    write(nodes)
    close("g")
  }

  private mutating func writeClipped(_ path: Path, _ nodes: [Node]) {
    clipCount += 1
    let id = "\(prefix)-clip\(clipCount)"
    open("clipPath")
    writeAttribute("id", string: id)
    beginContent()
    open("path")
    writeAttribute("d") { $0.write(path) }
    closeEmpty()
    close("clipPath")
    open("g")
    writeAttribute("clip-path", string: "url(#\(id))")
    beginContent()
    write(nodes)
    close("g")
  }

  private mutating func writeCropped(_ rect: Rect, _ nodes: [Node], of node: Node) {
    guard !nodes.isEmpty else { return }
    let id = id(ofCrop: rect)
    open("g")
    writeAttribute("clip-path", string: "url(#\(id))")
    writeMeaning(node.meaning)
    writeOpacity(node.style)
    beginContent()
    write(nodes)
    close("g")
  }

  private mutating func writeEnd(_ element: StaticString, of node: Node) {
    guard let meaning = node.meaning else { return closeEmpty() }
    writeMeaning(meaning)
    beginContent()
    open("title")
    beginContent()
    writeText(meaning.label)
    close("title")
    close(element)
  }

  mutating func writeMeaning(_ meaning: Meaning?) {
    guard let meaning else { return }
    writeAttribute("role", string: meaning.role.rawValue)
    writeAttribute("aria-roledescription", escaping: meaning.kind)
    writeAttribute("aria-label", escaping: meaning.label, end: meaning.isSelected ? ", selected" : "")
    guard let path = meaning.path else { return }
    writeAttribute("data-path") { writer in
      for (index, place) in path.enumerated() {
        if index > 0 { writer.write(".") }
        writer.write(integer: place)
      }
    }
  }
}
