public import ChartEngine
import ChartModel

/// Writes scenes as SVG: UTF-8 bytes straight into one buffer, numbers in the shortest form that keeps 1/100 px.
///
/// The SVG holds no scripts and no links; all text in it is escaped; its ids begin with the chart's name, so that several
/// charts can stand in one page. For those who don't see it there are a title, a description, and a role and a label for
/// each mark (WAI-ARIA Graphics Module 1.0).
public struct SVGWriter {
  private(set) var output: [UInt8] = []
  let scene: Scene
  /// What all ids begin with.
  let prefix: String
  private var clipCount = 0

  /// A scene as the UTF-8 bytes of an SVG document.
  /// - Complexity: O(*n*) in the length of the document.
  public static func bytes(_ scene: Scene) -> [UInt8] {
    var writer = SVGWriter(scene: scene)
    writer.writeDocument()
    return writer.output
  }

  /// A scene as an SVG document.
  public static func string(_ scene: Scene) -> String { String(decoding: bytes(scene), as: UTF8.self) }

  private init(scene: Scene) {
    self.scene = scene
    prefix = SVGWriter.identifier(for: scene.id)
    output.reserveCapacity(8192)
  }

  /// A chart's name as an XML name: what can't stand in one is left out, and a number made from the whole name tells
  /// apart those that only differ there.
  static func identifier(for name: String) -> String {
    let allowed = name.utf8.filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    let plain = "ck-" + String(decoding: allowed.prefix(64), as: UTF8.self)
    guard allowed.count != name.utf8.count || allowed.count > 64 else { return plain }
    // FNV-1a
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return plain + "-" + String(hash, radix: 36)
  }
}

// MARK: - The document

extension SVGWriter {
  private mutating func writeDocument() {
    write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    write(scene.size.width)
    write("\" height=\"")
    write(scene.size.height)
    write("\" viewBox=\"0 0 ")
    write(scene.size.width)
    write(" ")
    write(scene.size.height)
    write("\" role=\"graphics-document document\" aria-roledescription=\"chart\" aria-labelledby=\"")
    write(string: prefix)
    write("-title\" aria-describedby=\"")
    write(string: prefix)
    write("-desc\" font-family=\"")
    write(string: SVGWriter.fontFamily)
    write("\" style=\"font-kerning:none\"><title id=\"")
    write(string: prefix)
    write("-title\">")
    write(escaping: scene.title)
    write("</title><desc id=\"")
    write(string: prefix)
    write("-desc\">")
    write(escaping: scene.description)
    write("</desc>")
    if let animation = scene.animation { writeStyles(for: animation) }
    if scene.background.alpha > 0 {
      write("<rect width=\"100%\" height=\"100%\"")
      writePaint("fill", scene.background)
      write("/>")
    }
    if let animation = scene.animation {
      writeAnimated(scene.nodes, by: animation)
    } else {
      for node in scene.nodes { write(node) }
    }
    write("</svg>\n")
  }

  /// Fonts of the same advance widths first, so that texts are as wide as they were measured.
  static let fontFamily = "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif"
}

// MARK: - Nodes

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

// MARK: - Styles and paths

extension SVGWriter {
  private mutating func writeStyle(_ style: Style) {
    if let fill = style.fill { writePaint("fill", fill) }
    guard let stroke = style.stroke else { return }
    writePaint("stroke", stroke)
    if style.strokeWidth != 1 { writeAttribute("stroke-width", style.strokeWidth) }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  mutating func writePaint(_ attribute: StaticString, _ color: Color) {
    write(" ")
    write(attribute)
    write("=\"#")
    for component in [color.red, color.green, color.blue] {
      output.append(SVGWriter.hexadecimalDigits[Int(component >> 4)])
      output.append(SVGWriter.hexadecimalDigits[Int(component & 15)])
    }
    write("\"")
    guard color.alpha < 255 else { return }
    write(" ")
    write(attribute)
    write("-opacity=\"")
    write(color.opacity)
    write("\"")
  }

  mutating func writeAttribute(_ name: StaticString, _ value: Double) {
    write(" ")
    write(name)
    write("=\"")
    write(value)
    write("\"")
  }

  private mutating func write(_ point: Point) {
    write(point.x)
    write(",")
    write(point.y)
  }

  mutating func write(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point):
        write("M")
        write(point)
      case .line(let point):
        write("L")
        write(point)
      case .arc(let radius, let clockwise, let end):
        write("A")
        write(radius)
        write(" ")
        write(radius)
        if clockwise { write(" 0 0 1 ") } else { write(" 0 0 0 ") }
        write(end)
      case .close: write("Z")
      }
    }
  }
}

// MARK: - Bytes

extension SVGWriter {
  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Writes a text that was put together; literals go without a detour through `String`.
  mutating func write(string text: String) { output.append(contentsOf: text.utf8) }

  /// Writes a number with at most two decimals, without zeros that say nothing: `.5`, `12`, `-3.25`.
  mutating func write(_ value: Double) {
    // Nothing in a chart is that far out; what is not a number is drawn nowhere.
    guard value.isFinite, abs(value) < 1e12 else { return write("0") }
    var hundredths = Int((value * 100).rounded())
    if hundredths < 0 {
      output.append(UInt8(ascii: "-"))
      hundredths = -hundredths
    }
    let (whole, fraction) = hundredths.quotientAndRemainder(dividingBy: 100)
    if whole > 0 || fraction == 0 { writeDigits(whole) }
    guard fraction > 0 else { return }
    output.append(UInt8(ascii: "."))
    output.append(UInt8(ascii: "0") + UInt8(fraction / 10))
    if fraction % 10 > 0 { output.append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
  }

  private mutating func writeDigits(_ value: Int) {
    if value >= 10 { writeDigits(value / 10) }
    output.append(UInt8(ascii: "0") + UInt8(value % 10))
  }

  /// Writes text so that it is right both between tags and inside attributes. Characters that XML doesn't allow at all
  /// are written as U+FFFD.
  mutating func write(escaping text: String) {
    var text = text
    text.withUTF8 { bytes in
      // Nearly all text needs no escape: runs without are copied whole.
      var start = 0
      var index = 0
      while index < bytes.count {
        guard let (replacement, length) = SVGWriter.escape(at: index, in: bytes) else {
          index += 1
          continue
        }
        output.append(contentsOf: bytes[start..<index])
        write(replacement)
        index += length
        start = index
      }
      output.append(contentsOf: bytes[start...])
    }
  }

  /// What must stand instead of the character that begins at `index`, and its length; `nil` if it may stay.
  private static func escape(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (StaticString, Int)? {
    switch bytes[index] {
    case UInt8(ascii: "&"): ("&amp;", 1)
    case UInt8(ascii: "<"): ("&lt;", 1)
    case UInt8(ascii: ">"): ("&gt;", 1)
    case UInt8(ascii: "\""): ("&quot;", 1)
    case UInt8(ascii: "\n"): ("&#10;", 1)
    case UInt8(ascii: "\t"): ("&#9;", 1)
    case 0..<0x20: ("\u{FFFD}", 1)
    // U+FFFE and U+FFFF
    case 0xEF where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: ("\u{FFFD}", 3)
    default: nil
    }
  }
}
