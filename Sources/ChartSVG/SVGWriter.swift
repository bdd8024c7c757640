public import ChartEngine
import ChartModel

/// Writes scenes as SVG: UTF-8 bytes straight into one buffer, numbers in the shortest form that keeps 1/100 px.
///
/// The SVG holds no scripts and no links, but for pictures of many cells, which it holds itself; all text in it is escaped; its ids begin with the chart's name, so that several
/// charts can stand in one page. For those who don't see it there are a title, a description, and a role and a label for
/// each mark (WAI-ARIA Graphics Module 1.0).
public struct SVGWriter: ~Copyable {
  var output: MarkupBuffer
  let scene: Scene
  /// What all ids begin with.
  let prefix: String
  var clipCount = 0
  /// Definitions that elements refer to, with the number in their ids; any number of elements may refer to one.
  var gradients: [LinearGradient: Int] = [:]
  var crops: [Rect: Int] = [:]
  var wipes: [Entrance: Int] = [:]
  /// The content of the only `<defs>`, and the rules of the entrances.
  var definitions: MarkupBuffer
  var rules = ByteBuffer()
  var ruleNames: Set<String> = []

  /// A scene as the UTF-8 bytes of an SVG document.
  /// - Complexity: O(*n*) in the length of the document.
  public static func bytes(_ scene: Scene) -> [UInt8] {
    var writer = SVGWriter(scene: scene)
    let body = writer.writeDocument()
    return writer.output.content.bytes(followedBy: body.content)
  }

  /// A scene as an SVG document with its structure, from which patches can be made.
  /// - Complexity: O(*n*) in the length of the document.
  public static func markup(_ scene: Scene) -> Markup {
    var writer = SVGWriter(scene: scene, isStructured: true)
    let body = writer.writeDocument()
    writer.output.append(body)
    // The end of the last line belongs to no element.
    writer.output.close(at: writer.output.count - 1)
    return Markup(writer.output)
  }

  /// A scene as an SVG document.
  /// - Complexity: O(*n*) in the length of the document.
  public static func string(_ scene: Scene) -> String {
    var writer = SVGWriter(scene: scene)
    let body = writer.writeDocument()
    return writer.output.content.string(followedBy: body.content)
  }

  private init(scene: Scene, isStructured: Bool = false) {
    self.scene = scene
    output = MarkupBuffer(isStructured: isStructured, capacity: 4_096)
    definitions = MarkupBuffer(isStructured: isStructured)
    prefix = SVGWriter.identifier(for: scene.id)
  }

  /// A chart's name as an XML name: what can't stand in one is left out, and a number made from the whole name tells
  /// apart those that only differ there.
  static func identifier(for name: String) -> String {
    let allowed = name.utf8.filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
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
  /// Writes what stands before the nodes, definitions included, to the output.
  /// - Returns: The nodes, and the end of the document. They may be megabytes, which are copied once, to where they stay.
  private mutating func writeDocument() -> MarkupBuffer {
    open("svg")
    writeAttribute("xmlns", "http://www.w3.org/2000/svg")
    writeAttribute("width", scene.size.width)
    writeAttribute("height", scene.size.height)
    writeAttribute("viewBox") { writer in
      writer.write("0 0 ")
      writer.write(writer.scene.size.width)
      writer.write(" ")
      writer.write(writer.scene.size.height)
    }
    writeAttribute("role", "graphics-document document")
    writeAttribute("aria-roledescription", "chart")
    writeID("aria-labelledby", "-title")
    writeID("aria-describedby", "-desc")
    writeAttribute("font-family", escaping: scene.typeface.css)
    writeAttribute("style", "font-kerning:none")
    beginContent()
    open("title")
    writeID("id", "-title")
    beginContent()
    writeText(scene.title)
    close("title")
    open("desc")
    writeID("id", "-desc")
    beginContent()
    writeText(scene.description)
    close("desc")
    if let animation = scene.animation { writeStyles(for: animation) }
    let body = written(capacity: 32_768) { writer in
      writer.writeBody()
      writer.write("</svg>\n")
    }
    writeDefinitions()
    return body
  }

  private mutating func writeBody() {
    if scene.background.alpha > 0 {
      open("rect")
      writeAttribute("width", "100%")
      writeAttribute("height", "100%")
      writePaint("fill", scene.background)
      closeEmpty()
    }
    if let animation = scene.animation {
      writeAnimated(scene.nodes, by: animation)
    } else {
      write(scene.nodes)
    }
  }
}
